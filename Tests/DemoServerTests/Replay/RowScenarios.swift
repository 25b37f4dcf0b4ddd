@testable import DemoServer

extension Scenario {
    static let rows: [Scenario] = [
        Scenario(
            name: "Notes, fields, addresses, reminders and tags",
            state: {
                $0.addLaboratory(next: 99)
                $0.add(98, "AvatarCheck")
                $0.addPhoto(51, of: 98, ending: "png")
                $0.addPhoto(52, of: 98)
                $0.notes.next = 24
                $0.contactFields.next = 74
                $0.addresses.next = 21
                $0.reminders.next = 15
                $0.settings.nextTag = 7
            },
            steps: [
                "avatar-put-photo", "avatar-put-photo-then-get", "avatar-put-photo-replaced", "note-create",
                "note-create-422", "note-create-422-no-contact", "note-create-404-unknown-contact",
                "note-create-404-other-account", "note-put-404", "note-put-body", "note-put-unfavourite",
                "note-put-422-without-contact", "note-put-422-null", "note-put-move", "note-delete",
                "note-delete-again", "note-create-archived", "contactfield-create", "contactfield-create-422",
                "contactfield-create-422-unknown-contact", "contactfield-create-422-unknown-type",
                "contactfield-create-422-too-long", "contactfield-create-422-archived",
                "contactfield-create-404-other-account", "contactfield-create-404-type-of-other-account",
                "contactfield-create-no-check", "contactfield-put-full", "contactfield-put-labels",
                "contactfield-put-labels-empty", "contactfield-put-data-only-422", "contactfield-put-404",
                "contactfield-delete", "contactfield-delete-again", "contactfield-delete-id-abc", "address-create",
                "address-create-contact-only", "address-create-country-zzz", "address-create-country-lower",
                "address-create-422-country", "address-create-422-latitude", "address-create-422-no-contact",
                "address-create-404-other-account", "address-put-city-only", "address-put-422-without-contact",
                "address-put-404", "address-delete", "address-delete-again", "reminder-create", "reminder-create-422",
                "reminder-create-422-type", "reminder-create-422-date", "reminder-create-past", "reminder-create-zero",
                "reminder-create-404-other-account", "reminder-put-full", "reminder-put-422-one-key",
                "reminder-put-404", "reminder-delete", "reminder-delete-again", "tag-create", "tag-create-again",
                "tag-create-long", "tag-create-emoji", "tag-create-422", "tag-put-rename", "tag-put-422",
                "tag-put-404", "tags-set", "tags-set-adds", "tags-set-case", "tags-set-422", "tags-set-422-empty",
                "tags-set-422-string", "tags-set-ids", "tags-set-objects", "tags-set-404", "tags-set-404-other-account",
                "tags-set-archived", "tags-unset-one", "tags-unset-one-by-name", "tags-unset-one-unknown",
                "tags-unset-all", "tag-delete", "tag-delete-again",
            ]),
        Scenario(
            name: "Relationships, tasks, calls, activities, gifts, debts, pets and settings",
            state: {
                $0.addLaboratory(next: 104)
                $0.add(102, "Rest")
                $0.add(103, "Relative")
                $0.relations.next = 27
                $0.tasks.next = 11
                $0.calls.next = 6
                $0.activities.next = 6
                $0.gifts.next = 6
                $0.debts.next = 6
                $0.pets.next = 6
                $0.settings.nextGender = 7
                $0.settings.nextContactFieldType = 15
            },
            steps: [
                "relationship-create", "relationship-create-again", "relationship-create-self",
                "relationship-create-422", "relationship-create-422-unknown", "relationship-create-422-type",
                "relationship-create-404-other-account", "relationship-create-archived", "relationship-put-type",
                "relationship-put-422", "relationship-put-404", "relationship-delete", "relationship-delete-again",
                "task-create", "task-create-422", "task-create-no-contact", "task-put-full", "task-put-422",
                "task-put-404", "task-delete", "task-delete-again", "call-create", "call-create-422",
                "call-create-422-date", "call-create-time", "call-put-full", "call-put-one-key", "call-put-404",
                "call-delete", "call-delete-again", "activity-create", "activity-create-422",
                "activity-create-422-contacts", "activity-create-404-other-account", "activity-put-full",
                "activity-put-422", "activity-put-404", "activity-delete", "activity-delete-again", "gift-create",
                "gift-create-422", "gift-create-422-status", "gift-put-full", "gift-put-404", "gift-delete",
                "gift-delete-again", "debt-create", "debt-create-422", "debt-put-full", "debt-put-404", "debt-delete",
                "debt-delete-again", "pet-create", "pet-create-422", "pet-put-full", "pet-put-404", "pet-delete",
                "pet-delete-again", "gender-create", "gender-create-422", "gender-put-full", "gender-put-404",
                "gender-delete", "gender-delete-again", "contactfieldtype-create", "contactfieldtype-create-422",
                "contactfieldtype-put-full", "contactfieldtype-put-404", "contactfieldtype-delete",
                "contactfieldtype-delete-again",
            ]),
        Scenario(
            name: "Reminders that protect nothing",
            state: {
                $0.add(96, "Rem")
                $0.reminders.next = 19
            },
            steps: [
                "reminder-create-delible-false", "reminder-put-without-delible", "reminder-delete-delible-false",
                .change {
                    $0.add(reminder: 23, "Wish happy birthday to Rem", Timestamp(year: 1990, month: 1, day: 1), of: 96)
                },
                "reminder-delete-birthday",
            ]),
        Scenario(
            name: "Relations to partial contacts",
            state: {
                $0.add(98, "RealOne")
                $0.add(99, "PartialOne") { $0.isPartial = true }
                $0.add(147, "RealSix")
                $0.add(148, "PartialSix") { $0.isPartial = true }
            },
            steps: [
                "relationship-create-to-partial", "contact-get-with-partial-relation",
                "contact-get-partial-with-relation", "relationships-list-of-partial", "relationship-delete-to-partial",
                "contact-get-partial-after-relation-deleted",
                .change { $0.relations.next = 11 },
                .unrecorded(
                    "POST", "/api/relationships",
                    #"{"contact_is": 147, "of_contact": 148, "relationship_type_id": 8}"#),
                "relationship-delete-reverse-to-partial", "contact-get-partial-after-reverse-relation-deleted",
            ]),
        Scenario(
            name: "Labels",
            state: {
                $0.add(95, "Labels")
                $0.add(171, "LabelBlank")
            },
            steps: [
                .unrecorded(
                    "POST", "/api/contactfields",
                    #"{"contact_id": 95, "contact_field_type_id": 1, "data": "a@x", "labels": ["home"]}"#),
                .unrecorded(
                    "POST", "/api/contactfields",
                    #"{"contact_id": 95, "contact_field_type_id": 2, "data": "+1 1", "labels": ["work"]}"#),
                .change { $0.contactFields.next = 5 },
                "contactfield-relabel-1-create-without-labels", "contactfield-relabel-2-delete",
                "contactfield-relabel-3-list",
                .change { $0.contactFields.next = 11 },
                .unrecorded(
                    "POST", "/api/contactfields",
                    #"{"contact_id": 171, "contact_field_type_id": 2, "data": "+1 3", "labels": ["work"]}"#),
                "contactfield-put-labels-blank",
            ]),
    ]
}
