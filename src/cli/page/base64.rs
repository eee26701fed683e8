//! Bytes as letters, for addresses and pages that contain files (RFC 4648).

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word = group.iter().chain([&0, &0]).take(3).fold(0, |word, &byte| word << 8 | usize::from(byte));
        let letter = |place: usize| char::from(LETTERS[word >> (18 - 6 * place) & 63]);
        text.extend((0..4).map(|place| if place <= group.len() { letter(place) } else { '=' }));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::encode;

    #[test]
    fn letters_are_those_of_the_standard() {
        for (text, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
        ] {
            assert_eq!(encode(text.as_bytes()), expected);
        }
        assert_eq!(encode(&[0xff, 0xef, 0xbe]), "/+++");
    }
}
