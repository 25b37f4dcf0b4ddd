/// The words for jobs, tastes, notes and debts of invented people.
enum Vocabulary {
    static let jobs = """
        Accountant;Actor;Architect;Baker;Beekeeper;Bike mechanic;Biologist;Bookseller;Botanist;Carpenter;Cartographer;Ceramicist;
        Chemist;Choreographer;Civil engineer;Climbing instructor;Conductor;Copy editor;Customer support;Data analyst;Dentist;
        Dietitian;Doctoral student;Electrician;Farmer;Film editor;Firefighter;Florist;Gardener;General practitioner;Geologist;
        Graphic designer;Hairdresser;Historian;Illustrator;Interpreter;Journalist;Judge;Kindergarten teacher;Lawyer;Librarian;
        Locksmith;Marketing manager;Mathematics teacher;Midwife;Museum curator;Musician;Nurse;Optician;Paediatrician;Pharmacist;
        Photographer;Physicist;Physiotherapist;Pilot;Plumber;Product manager;Project manager;Psychologist;Restorer;Retired;
        Sailor;Sales representative;Seamstress;Social worker;Software developer;Sound engineer;Student;Surveyor;Tailor;
        Tax adviser;Train driver;Translator;Veterinarian;Violin maker;Web developer;Weaver;Winemaker;Writer;Zookeeper
        """.entries

    static let companies = """
        Amber & Ash;Anchor Bay Clinic;Blue Heron Books;Bramble Bakery;Brightwater School;Cedar Row Architects;City Library;
        Copper Kettle;Crooked Chimney Press;Driftwood Studio;Fernhill Hospital;Fieldnote Maps;Fig & Thistle;Foxglove Films;
        Glasshouse Theatre;Granite Peak Outdoors;Green Gate Nursery;Harbour Light Insurance;Hazelbrook Farm;Ink & Ivy;
        Juniper Systems;Kingfisher Railways;Lantern Software;Larkspur Design;Limestone Legal;Marigold Market;Meadow Veterinary;
        Mistral Sailing;Moss & Stone;Nightjar Radio;North Pier Museum;Old Mill Orchestra;Open Field Energy;Paper Crane;
        Pebble Analytics;Quarry Street Dental;Quiet Harbour;Red Kite Cycles;Riverbend University;Saltmarsh Laboratory;
        Silver Birch Care;Skylark Airlines;Slow Ferry Coffee;Stonebridge Council;Sundial Institute;Tall Oak Timber;
        Teal Door Therapy;Tidewater Aquarium;Two Towers Brewery;Underbridge Gallery;Velvet Fox;Wayfarer Travel;Wild Thyme;Wren & Co
        """.entries

    static let nicknames = """
        Ace;Bee;Biscuit;Bo;Bunny;Captain;Chip;Coco;Dot;Fitz;Flash;Fuzz;Gigi;Hops;Jazz;Jojo;Kit;Lulu;Mimi;Moss;Nana;Ozzie;Pip;
        Pixie;Red;Rocky;Roo;Scout;Shorty;Sparky;Teddy;Tiny;Tink;Wiz;Ziggy
        """.entries

    static let foods = """
        Vegetarian;Vegan;No nuts;Loves spicy food;Allergic to shellfish;Gluten free;Halal;Kosher;Lactose intolerant;
        Never without coffee;Dark chocolate;No coriander, please;Pescatarian;Sour cherries and poppy seed cake
        """.entries

    static let meetings = """
        At university, in the first week.;Next-door neighbours for three years.;On the night train, sharing a compartment.;
        At the choir.;Through the children’s school.;At a conference — talked for hours.;Climbing course in spring.;
        In the waiting room, both with a cat.;At a wedding, table seven.;Former colleague.;Volunteering at the food bank.
        """.entries

    static let descriptions = """
        Always has a story about the sea.;Knows every mushroom by its Latin name.;Prefers letters to calls.;Best before noon.;
        Plays the viola, and football on Thursdays.;Collects maps of places that do not exist.;Do not call on Sundays.
        """.entries

    static let notes = """
        Looking for a bigger flat, closer to the park.;Started learning the cello.;**Moved** in with a friend for the summer.;
        Recommended a book about lighthouses.;Thinking about changing jobs in autumn.;The dog is called Pepper.;
        Has two tickets for the concert in June and wants company.;Said that the recipe needs *twice* the lemon.;
        Afraid of heights, so no cable car.;Left a blue umbrella here.;Runs on Tuesdays, early.;Speaks fluent Portuguese.;
        Passed the driving test at last!;Would like to see the northern lights.;Sister lives in the same street as us.;
        Reading list:\\n\\n- the one about whales\\n- anything by the same author;Prefers the window seat.;
        Remember to ask about the allotment.;See [the photos](https://example.org/photos).;Anniversary is in the first week of May.
        """.entries.map { $0.replacing("\\n", with: "\n") }

    static let activities = """
        Dinner;Walk along the river;Board games;Cinema;Picnic in the park;Birthday party;Coffee;Museum;Swimming in the lake;
        Concert;Repaired the bikes;Cooked together;Hike;Flea market;Football match;Helped with the move
        """.entries

    static let activityDetails = """
        Rained all day, did not matter.;Lost twice, revenge is due.;Took the long way back.;We should do that more often.;
        Met the whole family.;Stayed until the last train.
        """.entries

    static let calls = """
        About the plans for the weekend.;Short, was on the bus.;Told everything about the new job.;Asked for the address.;
        Happy birthday call.;Long one: the move, the cat, the neighbours.;Needs help with the printer again.
        """.entries

    static let reminders = """
        Call back;Send the photos;Return the book;Ask about the exam;Renew the library card together;Water the plants;
        Buy tickets
        """.entries

    static let tasks = """
        Send birthday card;Bring back the drill;Find the recipe;Transfer money for the tickets;Ask for the carpenter’s number;
        Print the pictures;Book a table
        """.entries

    static let gifts = """
        Book;Chess set;Coffee beans;Concert ticket;Fountain pen;Hand-made mug;Puzzle;Seeds for the balcony;Tea;Warm socks;
        Woollen scarf
        """.entries

    static let debts = "Lunch;Train ticket;Concert ticket;Groceries;Taxi;Shared present".entries

    static let tags = """
        book club;choir;climbing;colleagues;family;football;friends;neighbours;old school;university;volunteering;work
        """.entries

    static let pets = "Pepper;Luna;Biscuit;Momo;Whiskers;Olive;Bruno;Pixel;Nala;Caramel".entries

    static let emails = ["example.org", "example.com", "example.net"]
}

extension String {
    /// Entries of a list that is written over several lines, divided by semicolons.
    fileprivate var entries: [String] {
        replacing("\n", with: "").split(separator: ";").map(String.init)
    }
}
