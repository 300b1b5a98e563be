package lang

import "strings"

// Pseudo are the languages of tests: English with accents and 40 % longer, from the
// left and from the right, as web/i18n/pseudo.mjs writes them. A site offers them
// only when it is told to.
var Pseudo = []Language{
	{Code: "en-XA", Name: "Pseudo", Dir: "ltr"},
	{Code: "ar-XB", Name: "Pseudo, from the right", Dir: "rtl"},
}

var pseudoLanguages = map[string]func(string) string{
	"en-XA": func(format string) string { return accented(format, "") },
	"ar-XB": func(format string) string { return accented(format, "\u200f") },
}

const (
	plainLetters  = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	strangeAlpha  = "áƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"
	paddingPhrase = "öñé ţŵö ţĥŕéé ƒöûŕ ƒîṽé šîẋ "
)

// accented leaves verbs (%[1]d) and {performer} as they are.
func accented(format, mark string) string {
	strange := []rune(strangeAlpha)
	var b strings.Builder
	letters, inVerb, inBraces := 0, false, false
	for _, r := range format {
		at := strings.IndexRune(plainLetters, r)
		switch {
		case r == '%':
			inVerb = !inVerb
		case r == '{' || r == '}':
			inBraces = r == '{'
		case inVerb || inBraces:
			inVerb = inVerb && at < 0 && r != ' '
		default:
			letters++
			if at >= 0 {
				r = strange[at]
			}
		}
		b.WriteRune(r)
	}
	padding := []rune(strings.Repeat(paddingPhrase, 20))
	return mark + "[" + b.String() + " " + strings.TrimSpace(string(padding[:min(len(padding), (letters*4+9)/10)])) + "]" + mark
}
