//! Function words: the articles, conjunctions and prepositions that any prose of a language has, and lists of names do not.

/// For each language in Latin script that `whatlang` knows, some of its most common words that are not English words too. Chosen by
/// hand.
const FUNCTION_WORDS: [(&str, &[&str]); 35] = [
    ("af", &["die", "en", "van", "het", "nie", "wat", "vir", "om", "sy"]),
    ("ak", &["na", "sɛ", "ne", "ɛ", "wɔ", "yɛ"]),
    ("az", &["və", "bu", "bir", "ilə", "üçün", "də", "da", "ki"]),
    ("ca", &["de", "la", "el", "els", "les", "que", "per", "amb", "una", "del"]),
    ("cs", &["se", "na", "je", "že", "v", "z", "pro", "si"]),
    ("cy", &["yn", "y", "yr", "ar", "ac", "wedi", "mae", "o"]),
    ("da", &["og", "er", "det", "til", "af", "den", "med", "som", "ikke", "de", "på"]),
    (
        "de",
        &["der", "die", "und", "das", "den", "von", "zu", "mit", "ist", "ein", "eine", "für", "im", "auf"],
    ),
    ("eo", &["la", "de", "kaj", "en", "estas", "al", "por", "ne"]),
    ("es", &["de", "la", "que", "el", "en", "y", "los", "del", "las", "por", "con", "para", "una"]),
    ("et", &["ja", "ei", "et", "oli", "ning", "ka", "kui"]),
    ("fi", &["ja", "ei", "se", "että", "hän", "oli", "mutta", "kun", "myös", "ovat"]),
    ("fr", &["de", "la", "le", "et", "les", "des", "du", "en", "une", "un", "pour", "que", "dans", "est"]),
    ("hr", &["je", "u", "na", "se", "da", "za", "od", "su"]),
    ("hu", &["az", "és", "hogy", "nem", "egy", "meg", "ez"]),
    ("id", &["yang", "dan", "di", "untuk", "dengan", "ini", "dari", "pada", "adalah", "anda"]),
    ("it", &["di", "e", "che", "la", "il", "un", "per", "del", "della", "le", "con", "una", "dei"]),
    ("jv", &["ing", "lan", "kang", "iki", "sing", "kanggo", "saka", "karo"]),
    ("la", &["et", "est", "ut", "quod", "qui", "cum", "sed", "sunt", "ex", "ab"]),
    ("lt", &["ir", "kad", "į", "iš", "yra", "su", "tai", "bet", "kaip"]),
    ("lv", &["un", "ir", "ar", "kas", "ka", "par", "uz", "tas"]),
    ("nl", &["de", "het", "een", "van", "en", "dat", "niet", "zijn", "voor", "met", "op", "te"]),
    ("no", &["og", "er", "det", "til", "av", "den", "med", "som", "ikke", "på", "en", "de"]),
    ("pl", &["w", "na", "z", "nie", "się", "że", "jest", "od", "po"]),
    ("pt", &["de", "e", "que", "da", "os", "em", "para", "com", "um", "uma", "não", "dos"]),
    ("ro", &["de", "și", "şi", "în", "la", "cu", "pe", "din", "nu", "este", "care", "pentru"]),
    ("sk", &["sa", "na", "je", "že", "v", "z", "pre", "si"]),
    ("sl", &["je", "se", "na", "v", "za", "da", "so", "ki"]),
    ("sn", &["kuti", "uye", "asi", "kana", "ne", "nokuti"]),
    ("sv", &["och", "det", "att", "som", "en", "på", "är", "av", "den", "med", "inte", "till"]),
    ("tk", &["bu", "bilen", "hem", "üçin", "bir", "ol"]),
    ("tl", &["ang", "ng", "sa", "mga", "na", "ay", "ni"]),
    ("tr", &["ve", "bir", "bu", "da", "de", "için", "ile", "çok"]),
    ("uz", &["va", "bu", "bilan", "uchun", "ham", "bir", "esa"]),
    ("zu", &["ukuthi", "futhi", "uma", "kodwa", "noma", "ukuze"]),
];
/// A text is prose if one in this many words is a function word. In lists of names that `whatlang` takes for Danish, French or Latin it
/// is fewer than one in a hundred, in prose one in four to ten. Chosen by hand.
const WORDS_PER_FUNCTION_WORD: usize = 25;

/// Whether a text has the function words of a language; also if this file has no words of it.
pub(crate) fn are_in(text: &str, language: &str, max_words: usize) -> bool {
    let Some((_, known)) = FUNCTION_WORDS.iter().find(|(code, _)| *code == language) else { return true };
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).take(max_words);
    let (mut all, mut found) = (0, 0);
    for word in words {
        all += 1;
        found += usize::from(known.contains(&word.to_lowercase().as_str()));
    }
    found * WORDS_PER_FUNCTION_WORD >= all
}
