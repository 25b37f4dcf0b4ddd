// `_` is a space within a name. First names and family names are common, and combined at random: they name no real person.
extension Culture {
    static let latin: [Culture] = [
        Culture(
            16,
            women: """
                Alice Amelia Beatrice Charlotte Chloe Daisy Eleanor Emily Erin Florence Freya Georgia Grace Hannah Harriet
                Holly Imogen Isla Ivy Jessica Katherine Lucy Martha Matilda Megan Molly Naomi Olivia Phoebe Rachel Rosie
                Ruby Sarah Sophie Tessa Victoria Willow Zara
                """,
            men: """
                Adam Alfie Archie Arthur Benjamin Callum Charles Daniel Dylan Edward Ethan Felix Finley Frederick George
                Harry Henry Hugo Isaac Jacob Joseph Joshua Leo Lewis Luke Max Nathan Noah Oliver Oscar Owen Reuben Rory
                Samuel Sebastian Stanley Theo Toby William
                """,
            families: """
                Abbott Ainsworth Appleby Ashworth Barlow Beckett Bellamy Birch Blackwood Bramwell Carver Chadwick Clifford
                Crossley Dalton Darby Easton Ellery Fairchild Fenwick Fletcher Garland Gilmore Hadley Halliday Hargreaves
                Hartley Hollis Kendrick Langley Latham Lockwood Marlowe Merrick Northcott Oakley Pemberton Prescott Radcliffe
                Redfern Rowntree Sheridan Stanton Thackery Thornbury Underhill Wainwright Whitaker Wilde Woodward Yardley
                """,
            country: Country(code: "GB", name: "United Kingdom"),
            places: [
                Place("London", "N1 7AA", 51.54, -0.1), Place("Bristol", "BS1 4DJ", 51.45, -2.59),
                Place("Leeds", "LS1 3AA", 53.8, -1.55), Place("Norwich", "NR2 1TF", 52.63, 1.29, province: "Norfolk"),
                Place("Edinburgh", "EH3 6AA", 55.95, -3.19, province: "Scotland"),
            ],
            streets: "Church Lane;Mill Road;Orchard Close;Station Road;The Crescent;Willow Walk;Quayside",
            phone: "+44 7700 900###", looks: .mixed
        ).with { $0.houseNumberFirst = true },
        Culture(
            12,
            women: """
                Abigail Aaliyah Brooke Camila Claire Dakota Delia Elena Faith Gabriella Hazel Iris Jasmine Kayla Leah
                Lillian Mackenzie Madison Maya Nevaeh Nora Paige Penelope Quinn Riley Savannah Skylar Stella Tiana Vivian
                """,
            men: """
                Aaron Andre Austin Blake Caleb Carter Cole Connor Darius Dominic Elijah Emmett Gavin Hunter Ian Isaiah Jaden
                Jordan Josiah Julian Landon Logan Malik Mason Miles Nolan Parker Tyler Tyrone Wesley Wyatt Xavier
                """,
            families: """
                Alston Baxter Bennington Briggs Calloway Chandler Coleman Delacroix Dempsey Ellison Fairbanks Flores
                Garrison Goodwin Harmon Holloway Ingram Jefferies Kirkland Lawson Maddox McAllister Monroe Navarro Osborne
                Pennington Rawlings Ridgeway Sandoval Sinclair Stratton Sutherland Tolliver Vaughn Washburn Whitfield Winslow
                """,
            country: Country(code: "US", name: "United States"),
            places: [
                Place("Portland", "97205", 45.52, -122.69, province: "Oregon"),
                Place("Madison", "53703", 43.07, -89.38, province: "Wisconsin"),
                Place("Albuquerque", "87102", 35.08, -106.65, province: "New Mexico"),
                Place("Burlington", "05401", 44.48, -73.21, province: "Vermont"),
                Place("Savannah", "31401", 32.08, -81.09, province: "Georgia"),
            ],
            streets: "Maple Street;Elm Avenue;Sunset Drive;Lakeview Terrace;Second Street;Juniper Road",
            phone: "+1 202 555 01##", looks: .mixed
        ).with { $0.houseNumberFirst = true },
        Culture(
            9,
            women: """
                Amélie Anaïs Aurélie Camille Capucine Céline Chloé Clémence Élodie Émilie Éloïse Fanny Hélène Inès Jeanne
                Juliette Léa Louise Lucie Manon Margaux Mathilde Noémie Océane Pauline Solène Sylvie Zoé Anne-Laure
                """,
            men: """
                Adrien Antoine Aurélien Baptiste Bastien Benoît Clément Damien Édouard Émile Étienne Fabien Florian
                François Gaël Guillaume Hugo Jérôme Julien Loïc Lucas Mathieu Maxime Rémi Sébastien Théo Thibault
                Jean-Baptiste
                """,
            families: """
                Aubert Barbier Beaumont Bertin Besson Bourgeois Brunel Carpentier Chevallier Colin Delattre Desrosiers
                Dubreuil Duchêne Fabre Garnier Girard Hébert Lacroix Lambert Lefèvre Lemaître Marchand Mercier Noël Pélissier
                Perrin Prévost Rivière Rousselot Saulnier Vasseur de_la_Fontaine L'Hermitte
                """,
            country: Country(code: "FR", name: "France"),
            places: [
                Place("Paris", "75011", 48.86, 2.38), Place("Lyon", "69002", 45.75, 4.83),
                Place("Nantes", "44000", 47.22, -1.55), Place("Besançon", "25000", 47.24, 6.02),
            ],
            streets: "rue de l’Église;rue des Tilleuls;avenue de la République;place du Marché;quai des Brumes",
            phone: "+33 6 39 98 0# ##", looks: .southern
        ).with { $0.houseNumberFirst = true },
        Culture(
            9,
            women: """
                Anja Annika Antonia Birgit Carla Elisa Emma Franziska Frieda Greta Hanna Ida Johanna Jule Katharina Lena Lina
                Luisa Marlene Mathilda Mia Nele Paula Ronja Sabine Sophia Svenja Theresa Ulrike
                """,
            men: """
                Anton Bastian Bernd Carsten Emil Fabian Finn Florian Friedrich Hannes Henrik Jakob Jan Jannik Jonas Jörg
                Jürgen Karl Lasse Lukas Matthias Moritz Niklas Ole Paul Philipp Rainer Stefan Tobias Uwe
                """,
            families: """
                Ackermann Baumgartner Böhm Brandt Dietrich Eberhardt Engel Falkner Feldmann Förster Gärtner Großmann Günther
                Hartmann Heinemann Hofmann Jäger Kästner Köhler Lindner Löffler Marquardt Neumann Oßwald Pfeiffer Reuter
                Schäfer Schröder Seidel Steinbach Vogt Weiß Winkler Zöllner von_Hagen
                """,
            country: Country(code: "DE", name: "Germany"),
            places: [
                Place("Berlin", "10435", 52.54, 13.41), Place("Köln", "50676", 50.93, 6.95),
                Place("Leipzig", "04109", 51.34, 12.37, province: "Sachsen"),
                Place("München", "80469", 48.13, 11.57, province: "Bayern"),
            ],
            streets: "Lindenstraße;Gartenweg;Am Mühlbach;Schillerstraße;Alte Gasse;Bahnhofstraße",
            phone: "+49 30 23125 ###", looks: .northern),
        Culture(
            7,
            women: """
                Adriana Alba Begoña Carmen Catalina Elena Fernanda Inés Isabel Itziar Jimena Lucía Luz María_José Marisol
                Martina Mónica Nuria Paloma Paula Pilar Rocío Sofía Valentina Ximena
                """,
            men: """
                Agustín Alejandro Álvaro Andrés Bruno César Diego Emilio Esteban Fermín Gonzalo Héctor Ignacio Íñigo Javier
                Joaquín José_María Julián Lorenzo Martín Mateo Nicolás Raúl Rubén Tomás
                """,
            families: """
                Aguirre Alonso Arango Beltrán Cabrera Calderón Castaño Domínguez Echeverría Escudero Figueroa Gallardo
                Ibáñez Jiménez_Soto Luján Maldonado Márquez Montoya Muñoz Núñez Olivares Ordóñez Peña Quintana Robles
                Salcedo Santamaría Urrutia Valdés Velasco Zamora García-Lorente de_la_Vega
                """,
            country: Country(code: "ES", name: "Spain"),
            places: [
                Place("Sevilla", "41001", 37.39, -5.99, province: "Andalucía"), Place("Bilbao", "48001", 43.26, -2.93),
                Place("Valencia", "46003", 39.47, -0.38), Place("Logroño", "26001", 42.47, -2.45),
            ],
            streets: "Calle Mayor;Plaza de la Merced;Calle del Olmo;Avenida del Río;Camino Viejo",
            phone: "+34 600 00 0# ##", looks: .southern),
        Culture(
            5,
            women: """
                Alessia Arianna Beatrice Bianca Chiara Elisa Federica Gaia Giada Ginevra Giulia Ilaria Ludovica Marta
                Martina Noemi Ornella Serena Silvia Viola
                """,
            men: """
                Alessandro Andrea Davide Edoardo Emanuele Enrico Fabio Filippo Gabriele Giacomo Lorenzo Luca Matteo Niccolò
                Pietro Riccardo Simone Tommaso Umberto Valerio
                """,
            families: """
                Amadori Barbieri Bellini Bianco Caruso Colombo D'Angelo De_Santis Fabbri Ferraro Fontana Galli Greco
                Lombardi Mancini Marchetti Moretti Neri Pellegrini Piras Rinaldi Sartori Testa Vitale Zanetti
                """,
            country: Country(code: "IT", name: "Italy"),
            places: [
                Place("Bologna", "40121", 44.5, 11.34, province: "BO"), Place("Torino", "10122", 45.07, 7.68),
                Place("Lecce", "73100", 40.35, 18.17),
            ],
            streets: "Via Garibaldi;Via dei Mille;Piazza del Duomo;Corso Italia;Vicolo Stretto",
            phone: "+39 320 000 0###", looks: .southern),
        Culture(
            5,
            women: """
                Astrid Birgitta Ebba Elin Elsa Freja Gunilla Ingrid Kajsa Karin Liv Maja Malin Saga Signe Sigrid Siri
                Solveig Thea Tuva Åsa
                """,
            men: """
                Aksel Anders Bjørn Eirik Elias Erik Filip Gustav Håkon Isak Jens Kasper Lars Magnus Mikkel Nils Oskar Rasmus
                Sindre Søren Torbjörn
                """,
            families: """
                Åkesson Andersen Berg Bergström Björklund Dahl Ekström Forsberg Grønvold Hagen Håkansson Holmqvist Jørgensen
                Kjær Lindqvist Lundgren Moen Nyström Øverland Ødegård Rask Sjöberg Solberg Strand Sørlie Vinter
                """,
            country: Country(code: "SE", name: "Sweden"),
            places: [
                Place("Göteborg", "411 08", 57.7, 11.97), Place("Umeå", "903 26", 63.83, 20.26),
                Place("Malmö", "211 34", 55.6, 13.0, province: "Skåne"),
            ],
            streets: "Storgatan;Björkvägen;Ängsgatan;Hamngatan;Skolgatan",
            phone: "+46 70 174 06 ##", looks: .northern),
        Culture(
            4,
            women: """
                Agnieszka Aleksandra Barbara Ewelina Grażyna Hanna Jagoda Kinga Łucja Magdalena Małgorzata Oliwia Paulina
                Róża Wiktoria Zofia Żaneta
                """,
            men: """
                Adrian Bartosz Błażej Dawid Grzegorz Jakub Krzysztof Łukasz Maciej Mikołaj Paweł Radosław Stanisław Szymon
                Tomasz Wojciech Zbigniew
                """,
            families: """
                Baran Błaszczyk Chmiel Duda Głąb Gołębiewski Jaworski Kaczmarek Kowalczyk Krawiec Lewandowicz Maciejewski
                Olszewski Pawlak Rutkowski Sikora Śliwa Szczepański Świątek Wróbel Wójcicki Zając Żółkiewski Łoś
                """,
            country: Country(code: "PL", name: "Poland"),
            places: [
                Place("Gdańsk", "80-831", 54.35, 18.65), Place("Wrocław", "50-102", 51.11, 17.03),
                Place("Łódź", "90-001", 51.76, 19.46),
            ],
            streets: "ul. Długa;ul. Słoneczna;ul. Lipowa;plac Wolności", phone: "+48 500 000 ###", looks: .northern
        ).with {
            $0.feminineFamilyName = { $0.hasSuffix("ski") || $0.hasSuffix("cki") ? String($0.dropLast()) + "a" : $0 }
        },
        Culture(
            4,
            women: "Ana Beatriz Bruna Catarina Clara Conceição Fernanda Inês Joana Larissa Letícia Lívia Mafalda Tainá",
            men:
                "Afonso Caio Davi Duarte Fábio Gonçalo Heitor João João_Pedro Leandro Murilo Otávio Rafael Thiago Vítor",
            families: """
                Albuquerque Almeida Andrade Assunção Azevedo Barros Brandão Conceição_Reis Correia Esteves Falcão Guimarães
                Leitão Magalhães Moura Nascimento Nogueira Peixoto Queirós Sampaio Simões Tavares Vilela da_Cunha dos_Anjos
                """,
            country: Country(code: "BR", name: "Brazil"),
            places: [
                Place("Belo Horizonte", "30130-000", -19.92, -43.94, province: "MG"),
                Place("Recife", "50030-000", -8.06, -34.87), Place("São Paulo", "01001-000", -23.55, -46.63),
            ],
            streets: "Rua das Flores;Avenida Atlântica;Travessa do Comércio;Rua do Sol", phone: "+55 31 90000-0###",
            looks: .mixed),
        Culture(
            4, women: "Anouk Eline Fenna Femke Floor Iris Lieke Lotte Maaike Marijke Sanne Saskia Tess Yara",
            men: "Bas Bram Daan Gijs Jasper Jeroen Joost Lars Maarten Niels Pieter Ruben Sjoerd Thijs Wouter",
            families: """
                Bakker de_Boer van_den_Berg van_Dijk de_Graaf Hoekstra Kuipers van_Leeuwen Meijer Mulder Postma Schouten
                Smeets Terpstra Veenstra Visser de_Vries van_der_Zee
                """,
            country: Country(code: "NL", name: "Netherlands"),
            places: [Place("Utrecht", "3511 AB", 52.09, 5.12), Place("Groningen", "9711 LM", 53.22, 6.57)],
            streets: "Kerkstraat;Prinsengracht;Molenweg;Nieuwstraat", phone: "+31 6 0000 0###", looks: .northern),
        Culture(
            3, women: "Aylin Ayşe Beren Ceren Defne Ebru Elif Gülşen İpek Melike Nazlı Özge Selin Şebnem Zeynep",
            men: "Ahmet Barış Burak Can Deniz Emre Görkem Hakan İbrahim Kaan Mert Okan Ömer Serkan Yiğit",
            families:
                "Aksoy Aydın Bayrak Çelik Çınar Demirci Doğan Erdoğmuş Güneş Işık Kılıç Korkmaz Öztürk Şahin Toprak Yıldız",
            country: Country(code: "TR", name: "Turkey"),
            places: [Place("İzmir", "35210", 38.42, 27.14), Place("Eskişehir", "26010", 39.78, 30.52)],
            streets: "Atatürk Caddesi;Gül Sokak;Bahçe Sokağı", phone: "+90 555 000 0###", looks: .southern),
        Culture(
            3, women: "Ánh Bảo_Ngọc Diệu Hạnh Hồng Lan_Anh Linh Mai Ngọc Phương Quỳnh Thảo Thùy_Dung Tuyết Yến",
            men: "Anh_Tuấn Bình Đức Dũng Hải Hiếu Hùng Khánh Long Minh Nam Phúc Quang Sơn Tuấn",
            families: "Nguyễn Trần Lê Phạm Huỳnh Võ Đặng Bùi Đỗ Hồ Ngô Dương",
            country: Country(code: "VN", name: "Vietnam"),
            places: [Place("Hà Nội", "11024", 21.03, 105.85), Place("Đà Nẵng", "50206", 16.05, 108.2)],
            streets: "Phố Huế;Đường Láng;Hàng Bông", phone: "+84 90 000 0###", looks: .eastern),
        Culture(
            3,
            women: "Adaeze Abena Amara Ayodele Chiamaka Esi Fatou Folake Ifeoma Imani Makena Ngozi Nia Wanjiku Zainab",
            men: "Abiodun Babajide Chidi Chukwuemeka Ebuka Emeka Jabari Kofi Kwame Olumide Oluwaseun Sipho Tendai Uche",
            families: """
                Abara Adeyemi Afolabi Boateng Chukwu Dlamini Eze Kamau Mensah Mwangi Ndlovu Nwosu Obi Odhiambo Okonjo
                Okoro Oyelaran Sesay
                """,
            country: Country(code: "GH", name: "Ghana"),
            places: [Place("Accra", "GA-183", 5.56, -0.2), Place("Kumasi", "AK-039", 6.69, -1.62)],
            streets: "Independence Avenue;Palm Street;Ring Road", phone: "+233 20 000 0###", looks: .african
        ).with { $0.houseNumberFirst = true },
        Culture(
            2, women: "Aoife Caoimhe Ciara Gráinne Máire Niamh Órla Róisín Saoirse Sinéad",
            men: """
                Cian Cillian Conor Dáire Donnacha Eoin Fergal Fionn Oisín Pádraig Ruairí Seán Tadhg
                """,
            families:
                "Breathnach Byrne Doyle Fitzgerald Gallagher Kavanagh MacCarthy Ní_Dhomhnaill Nolan O'Brien O'Dwyer O'Shea",
            country: Country(code: "IE", name: "Ireland"),
            places: [Place("Galway", "H91 D8XY", 53.27, -9.05), Place("Cork", "T12 A2XY", 51.9, -8.47)],
            streets: "Shop Street;Abbey Row;Strand Road", phone: "+353 20 910 0###", looks: .northern
        ).with { $0.houseNumberFirst = true },
        Culture(
            2, women: "Alžběta Barbora Božena Eliška Jiřina Kateřina Ludmila Markéta Štěpánka Tereza Veronika Žofie",
            men: "Dominik František Jiří Lukáš Matěj Ondřej Přemysl Radek Šimon Tomáš Vojtěch Zdeněk",
            families:
                "Beneš Černý Dvořáček Fiala Horák Jelínek Kříž Kučera Marek Němec Procházka Růžička Sedláček Šťastný Veselý",
            country: Country(code: "CZ", name: "Czech Republic"),
            places: [Place("Brno", "602 00", 49.2, 16.61), Place("Plzeň", "301 00", 49.75, 13.38)],
            streets: "Dlouhá;Lipová;Nádražní;Zahradní", phone: "+420 600 000 ###", looks: .northern
        ).with { $0.feminineFamilyName = { czechFeminine($0) } },
    ]

    private static func czechFeminine(_ name: String) -> String {
        if name.hasSuffix("ý") { return String(name.dropLast()) + "á" }
        if name.hasSuffix("ek") { return String(name.dropLast(2)) + "ková" }
        if name.hasSuffix("ec") { return String(name.dropLast(2)) + "cová" }
        if name.hasSuffix("a") { return String(name.dropLast()) + "ová" }
        return name + "ová"
    }
}
