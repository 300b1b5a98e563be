package playback

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// text is a blob of few letters.
type text struct{ *strings.Reader }

func (text) Close() error        { return nil }
func (text) Modified() time.Time { return time.Time{} }

func sectionOf(start, length int64, allowed func() error) *section {
	return &section{of: text{strings.NewReader("0123456789")}, start: start, length: length, allowed: allowed}
}

func always() error { return nil }

// A section ends where it ends, from wherever in it one reads, and whatever lies behind it.
func TestSection(t *testing.T) {
	s := sectionOf(2, 5, always)
	for _, c := range []struct {
		offset int64
		whence int
		want   string
	}{
		{0, io.SeekStart, "23456"}, {3, io.SeekStart, "56"}, {-1, io.SeekEnd, "6"}, {-2, io.SeekCurrent, "56"}, {0, io.SeekEnd, ""}, {9, io.SeekStart, ""}, {0, io.SeekStart, "23456"},
	} {
		if _, err := s.Seek(c.offset, c.whence); err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(s); err != nil || string(got) != c.want {
			t.Errorf("from %d of %d it is %q, want %q: %v", c.offset, c.whence, got, c.want, err)
		}
	}
	if _, err := s.Seek(-1, io.SeekStart); !errors.Is(err, errSeek) {
		t.Errorf("before its beginning: %v", err)
	}
}

// A blob that is shorter than the section is told as such, and one whose right has ended is
// not read.
func TestASectionThatBreaksOff(t *testing.T) {
	if got, err := io.ReadAll(sectionOf(8, 5, always)); !errors.Is(err, io.ErrUnexpectedEOF) || string(got) != "89" {
		t.Errorf("it is %q: %v", got, err)
	}
	if got, err := io.ReadAll(sectionOf(2, 5, func() error { return ErrNone })); !errors.Is(err, ErrNone) || len(got) != 0 {
		t.Errorf("without a right it is %q: %v", got, err)
	}
}
