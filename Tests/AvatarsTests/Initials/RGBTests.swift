import Avatars
import Testing

struct RGBTests {
    @Test(arguments: ["#b3d5fe", "b3d5fe", "#B3D5FE", "#ffb3d5fe", "00b3d5fe"])
    func hexColoursAreReadWithAndWithoutHashAndAlpha(hex: String) {
        #expect(RGB(hex: hex) == RGB(0xB3D5FE))
    }

    @Test(arguments: [
        "", "#", "#fff", "#12345", "#1234567", "#123456789", "red", "#gggggg", "+12345", "-1234567", "##12345",
        "#１２３４５６", " #b3d5fe",
    ])
    func anythingElseIsTheDefaultGrey(hex: String) {
        #expect(RGB(hex: hex) == .defaultGrey)
    }

    @Test func luminanceAndContrastAreThoseOfTheAccessibilityGuidelines() {
        #expect(RGB.black.relativeLuminance == 0)
        #expect(abs(RGB.white.relativeLuminance - 1) < 1e-9)
        #expect(abs(RGB.black.contrast(with: .white) - 21) < 1e-9)
        #expect(RGB.white.contrast(with: .white) == 1)
        // Published values of white on these colours.
        #expect(abs(RGB(0x767676).contrast(with: .white) - 4.54) < 0.01)
        #expect(abs(RGB(0xFDB660).contrast(with: .white) - 1.74) < 0.01)
    }

    @Test func mixingGoesFromOneColourToTheOther() {
        #expect(RGB.white.mixed(with: .black, share: 0) == .white)
        #expect(RGB.white.mixed(with: .black, share: 1) == .black)
        #expect(RGB(0x000000).mixed(with: RGB(0x6432C8), share: 0.5) == RGB(0x321964))
        #expect(RGB.white.mixed(with: .black, share: 7) == .black)
    }
}
