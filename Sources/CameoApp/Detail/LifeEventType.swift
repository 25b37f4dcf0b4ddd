/// The server's types of life events in words.
nonisolated enum LifeEventType {
    /// The types with a word in `text`.
    static let all: [String] = """
        new_job retirement new_school study_abroad volunteer_work published_book_or_paper military_service
        new_relationship engagement marriage anniversary expecting_a_baby new_child new_family_member new_pet
        end_of_relationship loss_of_a_loved_one moved bought_a_home home_improvement holidays new_vehicle
        new_roommate overcame_an_illness quit_a_habit new_eating_habits weight_loss wear_glass_or_contact
        broken_bone removed_braces surgery dentist new_sport new_hobby new_instrument new_language
        tattoo_or_piercing new_license travel achievement_or_award changed_beliefs first_word first_kiss
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    static func text(_ type: String) -> String {
        switch type {
        case "new_job": tr("New Job")
        case "retirement": tr("Retirement")
        case "new_school": tr("New School")
        case "study_abroad": tr("Study Abroad")
        case "volunteer_work": tr("Volunteer Work")
        case "published_book_or_paper": tr("Published a Book or Paper")
        case "military_service": tr("Military Service")
        case "new_relationship": tr("New Relationship")
        case "engagement": tr("Engagement")
        case "marriage": tr("Marriage")
        case "anniversary": tr("Anniversary")
        case "expecting_a_baby": tr("Expecting a Baby")
        case "new_child": tr("New Child")
        case "new_family_member": tr("New Family Member")
        case "new_pet": tr("New Pet")
        case "end_of_relationship": tr("End of a Relationship")
        case "loss_of_a_loved_one": tr("Loss of a Loved One")
        case "moved": tr("Moved")
        case "bought_a_home": tr("Bought a Home")
        case "home_improvement": tr("Home Improvement")
        case "holidays": tr("Holidays")
        case "new_vehicle": tr("New Vehicle")
        case "new_roommate": tr("New Roommate")
        case "overcame_an_illness": tr("Overcame an Illness")
        case "quit_a_habit": tr("Quit a Habit")
        case "new_eating_habits": tr("New Eating Habits")
        case "weight_loss": tr("Weight Loss")
        case "wear_glass_or_contact": tr("Glasses or Contact Lenses")
        case "broken_bone": tr("Broken Bone")
        case "removed_braces": tr("Braces Removed")
        case "surgery": tr("Surgery")
        case "dentist": tr("Dentist")
        case "new_sport": tr("New Sport")
        case "new_hobby": tr("New Hobby")
        case "new_instrument": tr("New Instrument")
        case "new_language": tr("New Language")
        case "tattoo_or_piercing": tr("Tattoo or Piercing")
        case "new_license": tr("New License")
        case "travel": tr("Travel")
        case "achievement_or_award": tr("Achievement or Award")
        case "changed_beliefs": tr("Changed Beliefs")
        case "first_word": tr("First Word")
        case "first_kiss": tr("First Kiss")
        // A type of a newer server, in its own words.
        default: PlainText.line(type.replacing("_", with: " "))
        }
    }
}
