package fault_test

import (
	"strings"
	"testing"

	"limelight/internal/kit/fault"
)

// A letter of two, three or four bytes is one character.
func TestLengthCountsCharacters(t *testing.T) {
	for _, letter := range []string{"a", "é", "語", "𝄞"} {
		for _, c := range []struct {
			count, least, most int
			want               string
		}{
			{0, 0, 5, ""}, {5, 0, 5, ""}, {6, 0, 5, "Must have at most 5 characters"},
			{0, 1, 5, "This field is required!"}, {1, 1, 5, ""}, {6, 1, 5, "Must have at most 5 characters"},
			{0, 3, 5, "Must have 3 to 5 characters"}, {2, 3, 5, "Must have 3 to 5 characters"}, {3, 3, 5, ""}, {6, 3, 5, "Must have 3 to 5 characters"},
		} {
			got := ""
			if err := fault.Length("note", strings.Repeat(letter, c.count), c.least, c.most); err != nil {
				got = err.(*fault.Fault).Fields[0].Text
			}
			if got != c.want {
				t.Errorf("%d × %q of %d to %d: %q, want %q", c.count, letter, c.least, c.most, got, c.want)
			}
		}
	}
}
