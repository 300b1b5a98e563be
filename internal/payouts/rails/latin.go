package rails

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// spelled are the Latin letters that do not come apart into a letter and a mark.
var spelled = strings.NewReplacer(
	"ß", "ss", "ẞ", "SS", "æ", "ae", "Æ", "AE", "œ", "oe", "Œ", "OE", "ø", "o", "Ø", "O",
	"ł", "l", "Ł", "L", "đ", "d", "Đ", "D", "ð", "d", "Ð", "D", "þ", "th", "Þ", "Th", "ı", "i", "&", "+", "’", "'",
)

// latin writes a name in the letters that every bank of SEPA and of the ACH
// reads (EPC217-08: a–z, A–Z, 0–9, / - ? : ( ) . , ' + and the space): marks fall
// away, other signs become spaces. It fails for a name in other letters, which
// nobody but its owner can spell.
func latin(name string) (string, bool) {
	var b strings.Builder
	for _, c := range norm.NFD.String(spelled.Replace(name)) {
		switch {
		case unicode.Is(unicode.Mn, c):
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.ContainsRune("/-?:().,'+ ", c):
			b.WriteRune(c)
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			return "", false
		default:
			b.WriteByte(' ')
		}
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	return text, text != ""
}

// cut keeps the first n bytes of a text in latin letters.
func cut(text string, n int) string {
	return strings.TrimSpace(text[:min(n, len(text))])
}
