package socialconnect

import (
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

// The lengths are those that X counts (twitter-text, version 3).
func TestLength(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"", 0}, {"Hi there", 8}, {"¡Hola!", 6}, {"Привет", 6}, {"你好", 4}, {"é", 1}, {"e\u0301", 1}, {"…", 1 + 1},
		{"“quoted” – so", 13},
		{"🙂", 2}, {"👍🏽", 2}, {"👩‍❤️‍👩", 2}, {"👨‍👩‍👧‍👦", 2}, {"🇩🇪", 2}, {"🇩🇪🇫🇷", 4}, {"❤️", 2}, {"🙂🙂", 4},
		{"https://example.com/room/nina", 23}, {"see https://example.com/a/very/long/path/that/goes/on?and=on now", 4 + 23 + 4},
		{"http://a.b", 23}, {"example.com", 23}, {"St.John", 7},
	} {
		if got := length(c.text); got != c.want {
			t.Errorf("%q has the length %d, want %d", c.text, got, c.want)
		}
	}
}

func TestRender(t *testing.T) {
	f := facts{Profile{"Nina", "nina", "Late  night\tshow"}, "https://example.com/room/nina", noon}
	for _, c := range []struct{ text, want string }{
		{"{name} is live: {url}", "Nina is live: https://example.com/room/nina"},
		{"{headline} {time}", "Late night show 2026-11-02 12:00 UTC"},
		{"{name}\n{url}", "Nina\nhttps://example.com/room/nina"},
	} {
		if got := render(c.text, f); got != c.want {
			t.Errorf("%q is %q, want %q", c.text, got, c.want)
		}
	}
	f.Headline = ""
	if got := render("{headline} Come: {url}", f); got != "Come: https://example.com/room/nina" {
		t.Errorf("without a headline it is %q", got)
	}
	f.Headline = strings.Repeat("word ", 100)
	got := render("{name}: {headline} {url}", f)
	if n := length(got); n > MaxPost || n < MaxPost-6 || !strings.HasSuffix(got, "… https://example.com/room/nina") {
		t.Errorf("a long headline makes %d: %q", n, got)
	}
}

// What is typed refers to nothing but the variables: a name that holds one is a name.
func TestVariablesInVariables(t *testing.T) {
	f := facts{Profile{"{url}", "nina", "{name}"}, "https://example.com/room/nina", noon}
	if got := render("{name} {headline}", f); got != "{url} {name}" {
		t.Errorf("it is %q", got)
	}
}

func TestChecked(t *testing.T) {
	f := facts{Profile{"Nina", "nina", ""}, "https://example.com/room/nina", noon}
	for _, c := range []struct{ text, has string }{
		{"", "required"}, {"  \n ", "required"}, {"{nmae} is live", "{nmae}"}, {strings.Repeat("a", 281), "281"},
		{strings.Repeat("a", 260) + " {url}", "284"}, {strings.Repeat("{url} ", 100), "500"},
	} {
		if _, err := checked(c.text, f); err == nil || !strings.Contains(err.Error(), c.has) {
			t.Errorf("%.20q is refused with %v, want %s", c.text, err, c.has)
		}
	}
	got, err := checked(" I am live\r\n\u202e{url}\x00 ", f)
	if err != nil || got != "I am live\n{url}" {
		t.Errorf("it is kept as %q, %v", got, err)
	}
}

// FuzzRender: whatever is typed, what is posted fits unless it is refused, and nothing panics.
func FuzzRender(f *testing.F) {
	for _, text := range []string{"{name} {headline} {url} {time}", "👩‍❤️‍👩 example.com", "{", "\u200d\ufe0f", "a\nb"} {
		f.Add(text, "Nina", "head")
	}
	f.Fuzz(func(t *testing.T, text, name, headline string) {
		facts := facts{Profile{name, "nina", headline}, "https://example.com/room/nina", noon}
		kept, err := checked(text, facts)
		if err != nil {
			return
		}
		if n := length(render(kept, facts)); n > MaxPost {
			t.Errorf("%q makes %d", kept, n)
		}
	})
}
