package pdf_test

import (
	"bytes"
	"compress/zlib"
	"io"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/pdf"
)

var narrow = pdf.Table{Size: 8, Widths: []float64{30, 30}, Right: []bool{false, true}}

func made(t *testing.T, cells ...string) []byte {
	t.Helper()
	p, err := pdf.New("en", "A test", time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	p.Title("A test", "Limelight")
	p.Line(narrow, cells...)
	file, err := p.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// A text that is too long for its column ends with three dots inside of it, and
// does not run into the next one.
func TestLongTextsAreCut(t *testing.T) {
	long := strings.Repeat("w", 60)
	got := made(t, long, "1.00")
	fits := 0
	for fits < len(long) && !bytes.Equal(got, made(t, long[:fits]+"…", "1.00")) {
		fits++
	}
	if fits < 8 || fits > 25 {
		t.Errorf("%d letters are left in 30 millimetres", fits)
	}
	if short := "a short one"; !bytes.Equal(made(t, short, "1.00"), made(t, short, "1.00")) || bytes.Equal(made(t, short, "1.00"), got) {
		t.Error("the same text gives other bytes, or another the same")
	}
}

// A value of two lines stands on two lines, without a question mark between them.
func TestLinesOfAValue(t *testing.T) {
	p, err := pdf.New("en", "A test", time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	p.Rows([][2]string{{"Address", "Tom Thumb\n1 Lane"}})
	file, err := p.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	page := drawn(t, file)
	for text, want := range map[string]int{"(Tom Thumb)": 1, "(1 Lane)": 1, "?": 0, "question marks": 0} {
		if n := strings.Count(page, text); n != want {
			t.Errorf("%q is on the paper %d times, want %d: %q", text, n, want, page)
		}
	}
}

// drawn is what the first page's stream draws, its letters in one byte each.
func drawn(t *testing.T, file []byte) string {
	t.Helper()
	_, stream, found := bytes.Cut(file, []byte("stream\n"))
	if !found {
		t.Fatal("the paper has no page")
	}
	r, err := zlib.NewReader(bytes.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(page), "\x00", "")
}
