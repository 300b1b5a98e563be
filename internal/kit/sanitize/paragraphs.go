package sanitize

import "strings"

// Paragraphs keeps what a person can read in a longer text: its line breaks
// stay, each line is as Line makes it, a card's number over several lines is masked, and no more than one line in a row is
// empty.
func Paragraphs(text string) string {
	var lines []string
	for part := range strings.SplitSeq(text, "\n") {
		part = line(part)
		if part == "" && (len(lines) == 0 || lines[len(lines)-1] == "") {
			continue
		}
		lines = append(lines, part)
	}
	return WithoutCards(strings.TrimSpace(strings.Join(lines, "\n")))
}
