// Package sanitize makes text that strangers write safe to show among other text.
// It stays text: nothing here is about markup.
package sanitize

import (
	"strings"
	"unicode"
)

// maxMarks bounds the combining marks on one letter, so that a line cannot
// paint over its neighbours.
const maxMarks = 3

// Line keeps what a person can read in one line: no control characters, none
// that turn the direction of the text around, few marks on a letter; line breaks
// become spaces. A line of which nothing would be seen is empty (trust.md, Chat
// text). Numbers of payment cards are masked, as WithoutCards does.
func Line(text string) string { return WithoutCards(line(text)) }

// Reference is Line for what names something in others' books, such as a transfer
// or a passport: its digits stay, whatever else they may be.
func Reference(text string) string { return line(text) }

func line(text string) string {
	var b strings.Builder
	marks := 0
	for _, r := range strings.ToValidUTF8(text, "") {
		switch {
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Me, r):
			if marks++; marks > maxMarks {
				continue
			}
		case r == '\n', r == '\t':
			r, marks = ' ', 0
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029':
			continue
		default:
			marks = 0
		}
		b.WriteRune(r)
	}
	if !strings.ContainsFunc(b.String(), seen) {
		return ""
	}
	return strings.TrimSpace(b.String())
}

// blankPattern is Braille without a dot.
const blankPattern = '\u2800'

// seen reports whether a character leaves ink: zero-width ones and fillers do not.
func seen(r rune) bool {
	return r != blankPattern && unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}
