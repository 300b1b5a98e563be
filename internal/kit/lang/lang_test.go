package lang

import (
	"strings"
	"testing"
	"testing/fstest"
)

func spanish(t *testing.T, texts string) {
	t.Helper()
	before, matched := all, matcher
	all = read(fstest.MapFS{
		"es/language.json": {Data: []byte(`{"name": "Español", "dir": "ltr"}`)},
		"es/server.json":   {Data: []byte(texts)},
	})
	t.Cleanup(func() { all, matcher = before, matched })
}

func TestSay(t *testing.T) {
	spanish(t, `{
		"This code is wrong.": "Este código no es correcto.",
		"Must be between %d and %d": "Debe estar entre %d y %d",
		"%s gives %d tokens": {"plural": 2, "one": "%[1]s da %[2]d token", "other": "De %[1]s: %[2]d tokens"},
		"100 % of it": "El 100 %",
		"Nobody has translated this yet": ""
	}`)
	for _, c := range []struct {
		code, format string
		args         []any
		want         string
	}{
		{"es", "This code is wrong.", nil, "Este código no es correcto."},
		{"es", "Nobody has translated this yet", nil, "Nobody has translated this yet"},
		{"es", "Must be between %d and %d", []any{1, 100_000}, "Debe estar entre 1 y 100.000"},
		{"en", "Must be between %d and %d", []any{1, 100_000}, "Must be between 1 and 100000"},
		{"es", "%s gives %d tokens", []any{"Tom", 1}, "Tom da 1 token"},
		{"es", "%s gives %d tokens", []any{"Tom", 2}, "De Tom: 2 tokens"},
		{"es", "100 % of it", nil, "El 100 %"},
		{"es", "Not translated %d", []any{2}, "Not translated 2"},
		{"fr", "This code is wrong.", nil, "This code is wrong."},
	} {
		if got := Say(c.code, c.format, c.args...); got != c.want {
			t.Errorf("%s says %q for %q, want %q", c.code, got, c.format, c.want)
		}
	}
}

// "1" is one, "1.50" and "2" are not.
func TestPluralTakesTheNumberAsItIsWritten(t *testing.T) {
	spanish(t, `{"%s tokens": {"plural": 1, "one": "%s token", "other": "%s tokens"}}`)
	for n, want := range map[string]string{"1": "1 token", "1.50": "1.50 tokens", "2": "2 tokens", "many": "many tokens"} {
		if got := Say("es", "%s tokens", n); got != want {
			t.Errorf("%s are %q, want %q", n, got, want)
		}
	}
}

func TestMatch(t *testing.T) {
	for header, want := range map[string]string{
		"es-MX,es;q=0.9,en;q=0.8": "es",
		"en-GB":                   "en",
		"de,es;q=0.5":             "es",
		"ja":                      "",
		"":                        "",
		"*":                       "",
		"<script>":                "",
	} {
		if got, ok := Match(header); got != want && ok || ok != (want != "") {
			t.Errorf("%q is %q (%v), want %q", header, got, ok, want)
		}
	}
}

func TestPseudoIsLongerAndKeepsArguments(t *testing.T) {
	got := Say("en-XA", "Must be between %d and %d", 1, 5)
	if !strings.HasPrefix(got, "[Ṁûšţ ƀé ƀéţŵééñ 1 áñð 5 ") || len([]rune(got)) < 30 {
		t.Errorf("pseudo says %q", got)
	}
	if got := Say("ar-XB", "This {performer} is offline."); !strings.Contains(got, "{performer}") || !strings.HasPrefix(got, "\u200f") {
		t.Errorf("from the right it says %q", got)
	}
}
