// Names in scripts other than Latin: order of the fields as Monica's users enter them, given name in `first_name`.
extension Culture {
    static let otherScripts: [Culture] = [
        Culture(
            2, women: "Анна Варвара Дарья Екатерина Ирина Ксения Людмила Мария Надежда Ольга Полина Светлана Юлия",
            men: "Алексей Борис Вадим Григорий Дмитрий Евгений Иван Кирилл Максим Никита Павел Сергей Фёдор",
            families: "Белов Воронцов Гаврилов Ершов Зайцев Ковалёв Лебедев Морозов Никитин Орлов Рябов Соколов Щукин",
            country: Country(code: "KZ", name: "Kazakhstan"),
            places: [Place("Алматы", "050000", 43.24, 76.89), Place("Караганда", "100000", 49.8, 73.1)],
            streets: "улица Садовая;проспект Мира;улица Лесная", phone: "+7 700 000 0###", looks: .northern
        ).with { $0.feminineFamilyName = { $0 + "а" } },
        Culture(
            1.5, women: "Богдана Ганна Дарина Зоряна Катерина Леся Марічка Оксана Соломія Христина",
            men: "Андрій Богдан Василь Дмитро Ігор Микола Олексій Остап Тарас Юрій",
            families: "Бондаренко Гнатюк Ковальчук Кравченко Лисенко Мельник Петрук Савчук Ткаченко Шевчук",
            country: Country(code: "UA", name: "Ukraine"),
            places: [Place("Львів", "79000", 49.84, 24.03), Place("Київ", "01001", 50.45, 30.52)],
            streets: "вулиця Зелена;вулиця Паркова;площа Ринок", phone: "+380 50 000 0###", looks: .northern),
        Culture(
            1.5, women: "Αγγελική Αικατερίνη Βασιλική Δήμητρα Ελένη Ευγενία Ιωάννα Μαρία Σοφία Χριστίνα",
            men: "Αλέξανδρος Γιώργος Δημήτρης Θανάσης Κώστας Μιχάλης Νίκος Πάνος Σπύρος Χρήστος",
            families: "Αντωνίου Βασιλείου Γεωργίου Δημητρίου Ιωάννου Κωνσταντίνου Μακρή Νικολάου Οικονόμου Χατζή",
            country: Country(code: "GR", name: "Greece"),
            places: [Place("Θεσσαλονίκη", "546 22", 40.64, 22.94), Place("Αθήνα", "105 57", 37.98, 23.73)],
            streets: "Οδός Αθηνάς;Οδός Ερμού;Λεωφόρος Νίκης", phone: "+30 690 000 0###", looks: .southern),
        Culture(
            2, women: "أمينة حنان رانيا زينب سارة سلمى عائشة فاطمة ليلى مريم نور هدى ياسمين",
            men: "أحمد إبراهيم حسن خالد زياد سامي طارق عمر فارس كريم محمود نبيل يوسف",
            families: "البكري الحداد الخطيب الزهراني السباعي الشامي العطار الفاسي القاسم المصري النجار الهاشمي",
            country: Country(code: "JO", name: "Jordan"),
            places: [Place("عمّان", "11118", 31.95, 35.93), Place("إربد", "21110", 32.55, 35.85)],
            streets: "شارع الزهور;شارع الجامعة;شارع السلام", phone: "+962 7 9000 0###", looks: .southern),
        Culture(
            1, women: "נועה תמר יעל מיכל שירה ליאור הדס רותם עדי", men: "איתן דניאל יונתן אורי נועם גיל עמית רועי אלון",
            families: "אברהמי בן־דוד גולן הראל זמיר כרמי לביא נחום שקד תדמור",
            country: Country(code: "IL", name: "Israel"),
            places: [Place("חיפה", "3303100", 32.81, 34.99)], streets: "רחוב הרצל;רחוב הגפן",
            phone: "+972 50 000 0###", looks: .southern),
        Culture(
            2, women: "अंजलि आरती कविता दीपिका नेहा पूजा प्रिया मीरा रश्मि श्रुति सुनीता",
            men: "अमित अर्जुन करण दिनेश निखिल प्रकाश राजेश रोहन विकास संजय सूरज",
            families: "अग्रवाल कुलकर्णी गुप्ता चौहान जोशी त्रिपाठी देसाई मेहता वर्मा शर्मा श्रीवास्तव",
            country: Country(code: "IN", name: "India"),
            places: [Place("पुणे", "411001", 18.52, 73.86), Place("जयपुर", "302001", 26.91, 75.79)],
            streets: "महात्मा गांधी मार्ग;स्टेशन रोड;नेहरू नगर", phone: "+91 90000 00###", looks: .indian),
        Culture(
            3,
            women: "Aditi Ananya Divya Gauri Ishita Kavya Lakshmi Meera Nandini Padma Radhika Sanjana Tara Vidya",
            men: "Aditya Arjun Dev Harish Karthik Manish Nikhil Pranav Rahul Rohan Sanjay Vikram Vivek",
            families:
                "Banerjee Bhat Chatterjee Deshmukh Ganguly Iyer Joshi Kapadia Menon Nair Patel Raghavan Reddy Subramaniam",
            country: Country(code: "IN", name: "India"),
            places: [
                Place("Bengaluru", "560001", 12.97, 77.59, province: "Karnataka"),
                Place("Kochi", "682001", 9.93, 76.27, province: "Kerala"),
            ],
            streets: "Temple Street;Lake View Road;Park Avenue", phone: "+91 90000 00###", looks: .indian
        ).with { $0.houseNumberFirst = true },
        Culture(
            1, women: "กมลชนก จันทร์เพ็ญ ณัฐธิดา พิมพ์ใจ มาลี วันดี ศิริพร", men: "ก้องภพ ชัยวัฒน์ ธนกร ประเสริฐ วิชัย สมชาย อนันต์",
            families: "ใจดี แก้วมณี ทองสุข บุญมา ศรีสุข สุขใจ รุ่งเรือง", country: Country(code: "TH", name: "Thailand"),
            places: [Place("เชียงใหม่", "50200", 18.79, 98.99)], streets: "ถนนนิมมานเหมินท์;ถนนท่าแพ",
            phone: "+66 80 000 0###", looks: .eastern),
        Culture(
            1.5, women: "가은 나연 다은 미경 서연 수빈 예린 윤서 지우 하은", men: "건우 도윤 민준 상우 성민 우진 재현 준호 태현 현우",
            families: "김 이 박 최 정 강 조 윤 장 임", country: Country(code: "KR", name: "South Korea"),
            places: [Place("서울", "04524", 37.57, 126.98), Place("부산", "48058", 35.18, 129.08)],
            streets: "세종대로;은행나무길;해변로", phone: "+82 10 0000 0###", looks: .eastern),
        Culture(
            2, women: "さくら 陽子 美咲 恵 真由美 結衣 智子 直美 葵 千尋", men: "健太 翔 大輔 拓也 直樹 誠 浩二 悠斗 亮 隆",
            families: "青木 石川 井上 小川 木村 小林 佐々木 清水 高橋 中村 森 山口 渡辺", country: Country(code: "JP", name: "Japan"),
            places: [
                Place("京都市", "604-8571", 35.01, 135.77), Place("札幌市", "060-0001", 43.06, 141.35, province: "北海道"),
            ],
            streets: "烏丸通;本町;桜台", phone: "+81 90 0000 0###", looks: .eastern),
        Culture(
            2, women: "芳 静 丽华 婷婷 雪梅 欣怡 小红 雨桐 玉兰 思琪", men: "伟 强 建国 明 浩然 志远 文博 海涛 小明 子轩",
            families: "王 李 张 刘 陈 杨 黄 赵 周 吴 欧阳", country: Country(code: "CN", name: "China"),
            places: [Place("杭州", "310000", 30.27, 120.16, province: "浙江"), Place("成都", "610000", 30.57, 104.07)],
            streets: "人民路;解放路;桂花街", phone: "+86 130 0000 0###", looks: .eastern),
    ]
}
