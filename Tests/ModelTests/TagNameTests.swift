import Model
import Testing

struct TagNameTests {
    @Test func tagsAreTheSameWithoutCaseAndSpaceAround() {
        #expect("Öl".isSameTag(as: " öl\n"))
        #expect(!"Öl".isSameTag(as: "Ö l") && !"Öl".isSameTag(as: "Ol"))
    }
}
