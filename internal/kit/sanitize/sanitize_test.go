package sanitize

import "testing"

func TestLineKeepsWhatCanBeRead(t *testing.T) {
	for text, want := range map[string]string{
		"  thank you  ":                   "thank you",
		"two\nlines\tand more":            "two lines and more",
		"nul\x00 bell\a":                  "nul bell",
		"txt\u202egnp.exe":                "txtgnp.exe",
		"broken \xff bytes":               "broken  bytes",
		"e\u0301te\u0301":                 "e\u0301te\u0301",
		"z\u0301\u0301\u0301\u0301\u0301": "z\u0301\u0301\u0301",
		"👩‍👩‍👧 <b>":                       "👩‍👩‍👧 <b>",
		"\u2800\u3164":                    "",
	} {
		if got := Line(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
