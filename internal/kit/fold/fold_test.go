package fold

import (
	"slices"
	"testing"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"Élodie":          "elodie",
		"  Nova \t RAY\n": "nova ray",
		"ﬁne":             "fine",
		"a\u202eb\x00c":   "abc",
		"Straße":          "strasse",
		"\u0130stanbul":   "istanbul",
	} {
		if got := Text(in); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	if got := Words(`50% o_f \ Élan`); !slices.Equal(got, []string{"50", "o", "f", "elan"}) {
		t.Errorf("Words = %q", got)
	}
}
