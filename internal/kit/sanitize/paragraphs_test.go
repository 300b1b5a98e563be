package sanitize

import "testing"

func TestParagraphs(t *testing.T) {
	if got, want := Paragraphs("\n one\r\n\n\n\ntwo\u2066 \x07\n"), "one\n\ntwo"; got != want {
		t.Errorf("Paragraphs = %q, want %q", got, want)
	}
}
