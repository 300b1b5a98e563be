// Package fold makes two spellings of one word equal: case, accents and
// compatibility forms are folded in Go, so that both database engines compare
// plain bytes.
package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Text is the folded form of s: "Élodie" and "ELODIE" are both "elodie". White
// space becomes single spaces; what cannot be seen is dropped.
func Text(s string) string {
	var out strings.Builder
	for _, r := range norm.NFKD.String(cases.Fold().String(s)) {
		switch {
		case unicode.IsSpace(r):
			out.WriteByte(' ')
		case unicode.Is(unicode.Mn, r) || !unicode.IsPrint(r):
		default:
			out.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// wild are the characters that LIKE reads as anything, or as an escape.
var wild = strings.NewReplacer("%", " ", "_", " ", `\`, " ")

// Words are the folded words of s, fit for a LIKE pattern: nothing in them is a
// wild card. What is searched must have been stored as Words joined by spaces.
func Words(s string) []string { return strings.Fields(wild.Replace(Text(s))) }
