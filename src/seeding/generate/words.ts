/** The words of one script, from which names are made. */
export interface Words {
  givenNames: readonly string[]
  familyNames: readonly string[]
  adjectives: readonly string[]
  nouns: readonly string[]
  places: readonly string[]
  /** Forms of names, where `G F A N P` stand for a word of each list: a given name, a family name, an adjective, a noun, a place. */
  person: string
  labels: readonly string[]
  bands: readonly string[]
  titles: readonly string[]
}

const list = (words: string): readonly string[] => words.split(' ')

const latin: Words = {
  givenNames: list(
    'Ada Anouk Béla Björg Cléo Dario Edda Émile Fenna Gaël Hanne Ilse Íris Jarmo Joaquín Käthe Lena Łucja Mads Noor Oona Paloma Ragnar Rosa Søren Tilde Ümit Vera Wanda Yann Zoë Żaneta',
  ),
  familyNames: list(
    'Ahlgren Baptista Castellane Dufresne Ekström Farkas Grönvall Halloran Ibarra Jankowska Keller Lindqvist MacInnes Nakagawa Ostrander Pereira Quist Rasmussen Šimić Thorvald Underhill Valdés Winterbourne Xenakis Yildirim Zamora',
  ),
  adjectives: list(
    'Amber Blue Broken Crooked Distant Electric Early Faint Golden Hidden Idle Late Little Lonesome Low Midnight Northern Open Paper Quiet Restless Silver Slow Second Southern Sudden Tall Velvet Wild Winter',
  ),
  nouns: list(
    'Anchor Arcade Avenue Bridge Candle Carousel Coast Corridor Engine Ferry Field Garden Harbour Hour Island Kite Ladder Lantern Letter Machine Mirror Morning Motel Night Orchard Parade Radio Rain River Room Season Shadow Signal Sleeper Station Storm Street Summer Telephone Tide Train Weather Window Wire',
  ),
  places: list(
    'Antwerp Bergen Cádiz Dundee Évora Fez Graz Havana Inverness Kraków Lisbon Malmö Naples Odense Porto Quito Riga Tromsø Uppsala Zürich',
  ),
  person: 'G F',
  labels: ['N Records', 'A N Recordings', 'P Sound', 'N & N', 'A N', 'F Brothers'],
  bands: ['The A Ns', 'A N', 'The Ns of P', 'N N', 'The F Trio', 'F & F', 'G and the Ns'],
  titles: ['A N', 'N of P', 'The N', 'N and N', 'A N, A N', 'The A N', 'Ns in P', 'N for G', 'The N of the N', 'A'],
}

const cyrillic: Words = {
  givenNames: list('Вера Глеб Дарья Егор Зоя Илья Лада Матвей Олеся Тарас Ульяна Яна'),
  familyNames: list('Бережной Вольнова Грачёв Ершова Залесский Климова Лунин Озерова Полянский Ручьёв Тихая Щедрин'),
  adjectives: list('Белый Дальний Зимний Красный Летний Лунный Ночной Первый Синий Тихий'),
  nouns: list('Берег Ветер Город Двор Дождь Лес Мост Остров Поезд Сад Свет Снег Сон Фонарь'),
  places: list('Байкал Витебск Выборг Изборск Кижи Одесса Псков Суздаль'),
  person: 'G F',
  labels: ['Студия N', 'A N', 'N и N'],
  bands: ['A N', 'N и N', 'G и N'],
  titles: ['A N', 'N', 'N и N', 'P, A N', 'Последний N'],
}

const greek: Words = {
  givenNames: list('Άννα Δάφνη Ελένη Ζήσης Θάλεια Ίρις Λευτέρης Μάρω Νίκος Ρέα'),
  familyNames: list('Αγγελάκη Βασιλείου Γαλάνης Δέλτα Καρράς Λυγερός Μελά Ξένος Πηγά Σταθάκη'),
  adjectives: list('Άσπρο Γαλάζιο Ήσυχο Κρυφό Μακρινό Μικρό Παλιό Χαμένο'),
  nouns: list('Βράδυ Καράβι Λιμάνι Νερό Νησί Όνειρο Παράθυρο Σπίτι Τραγούδι Φως'),
  places: list('Άνδρος Ύδρα Κέα Λέρος Μήλος Πάτμος Σύρος Χίος'),
  person: 'G F',
  labels: ['A N', 'Εκδόσεις N'],
  bands: ['A N', 'N και N'],
  titles: ['A N', 'N', 'N στη P', 'Ένα A N'],
}

const japanese: Words = {
  givenNames: list('あおい いずみ さくら そら なぎさ はるか ひかる まこと みなみ ゆうき'),
  familyNames: list('青木 石川 大野 北村 小林 白石 高橋 中島 星野 森田'),
  adjectives: list('青い 赤い 遠い 静かな 小さな 新しい 白い 古い'),
  nouns: list('雨 海 駅 風 空 鳥 庭 橋 花 星 窓 森 雪 夢'),
  places: list('尾道 鎌倉 神戸 仙台 高松 函館 松山 横浜'),
  person: 'FG',
  labels: ['Nレコード', 'Pミュージック'],
  bands: ['AN', 'NとN', 'PのN'],
  titles: ['AN', 'NのN', 'NとN', 'PのN', 'N'],
}

const arabic: Words = {
  givenNames: list('أمل جنى رامي زينة سلمى طارق ليلى ناي هالة يوسف'),
  familyNames: list('الأندلسي البحري الحداد الخطيب الرملي السيد الشامي النجار'),
  adjectives: list('البعيد الجديد الصغير القديم الكبير الهادئ'),
  nouns: list('البحر البيت الصباح الضوء الطريق القمر المطر النهر الورد الياسمين'),
  places: list('بيروت تونس حلب صور طنجة فاس'),
  person: 'G F',
  labels: ['N للتسجيل', 'صوت P'],
  bands: ['فرقة N', 'N و N'],
  titles: ['N A', 'N', 'N في P', 'أغنية N'],
}

/** The words of each script, and how many of ten artists have names of it. */
export const scripts: readonly { words: Words; tenths: number }[] = [
  { words: latin, tenths: 6 },
  { words: cyrillic, tenths: 1 },
  { words: greek, tenths: 1 },
  { words: japanese, tenths: 1 },
  { words: arabic, tenths: 1 },
]

const styles = list(
  'Ambient Blues Bossa Chanson Choral Country Disco Drone Dub Fado Folk Funk House Jazz Klezmer Polka Punk Rock Soul Techno',
)

/** Names of genres: a style, or one of its kinds. */
export const genres: readonly string[] = [
  ...styles,
  ...['Acoustic', 'Dark', 'Free', 'Modern', 'Slow'].flatMap((kind) =>
    styles.map((style) => `${kind} ${style.toLowerCase()}`),
  ),
]
