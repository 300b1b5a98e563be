package playback

import (
	"bytes"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/blob"
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

// A section of a file goes from the file to the connection without being read here, piece by
// piece, and each piece only while that is allowed.
func TestASectionIsSent(t *testing.T) {
	folder, err := blob.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	data := make([]byte, 300_000)
	for i := range data {
		data[i] = byte(i % 251)
	}
	if err := folder.Put(t.Context(), "video", bytes.NewReader(data), int64(len(data))); err != nil {
		t.Fatal(err)
	}
	const start, length, piece = 1000, 200_000, 50_000
	for name, c := range map[string]struct{ from, allowed, want int64 }{
		"all of it": {0, length, length}, "the rest of it": {30_000, length, length - 30_000}, "until the right ends": {0, 2*piece - 1, 2 * piece},
	} {
		object, err := folder.Open(t.Context(), "video")
		if err != nil {
			t.Fatal(err)
		}
		s := &section{of: object, start: start, length: length}
		s.allowed = func() error {
			if s.at > c.allowed {
				return ErrNone
			}
			return nil
		}
		if _, err := s.Seek(c.from, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		got, err := over(t, func(to *net.TCPConn) error {
			for left := length - c.from; left > 0; left -= piece {
				if _, err := to.ReadFrom(io.LimitReader(s, min(piece, left))); err != nil {
					return err
				}
			}
			return nil
		})
		if ended := c.want < length-c.from; ended != errors.Is(err, ErrNone) || !ended && err != nil {
			t.Errorf("%s: it ended with %v", name, err)
		}
		if !bytes.Equal(got, data[start+c.from:start+c.from+c.want]) {
			t.Errorf("%s: %d bytes came, want %d", name, len(got), c.want)
		}
		if at, err := s.Seek(0, io.SeekCurrent); err != nil || at != c.from+c.want {
			t.Errorf("%s: it stands at %d after %d", name, at, c.from+c.want)
		}
		object.Close()
	}
}

// over is what comes over a connection, and how sending it ended.
func over(t *testing.T, send func(to *net.TCPConn) error) ([]byte, error) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	ended := make(chan error, 1)
	go func() {
		conn, err := listener.Accept()
		if err == nil {
			err = errors.Join(send(conn.(*net.TCPConn)), conn.Close())
		}
		ended <- err
	}()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	got, err := io.ReadAll(conn)
	return got, errors.Join(err, <-ended)
}
