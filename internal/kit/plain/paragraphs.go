package plain

import "strings"

// Paragraphs keeps what a person can read in a longer text: its line breaks
// stay, each line is as Line makes it, and no more than one line in a row is
// empty.
func Paragraphs(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		line = Line(line)
		if line == "" && (len(lines) == 0 || lines[len(lines)-1] == "") {
			continue
		}
		lines = append(lines, line)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
