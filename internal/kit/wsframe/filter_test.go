package wsframe_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/wsframe"
	"limelight/internal/kit/wsframe/wsframetest"
)

// FuzzFrames: what passes the filter is well-formed and within the limit, however
// the bytes are cut into reads.
func FuzzFrames(f *testing.F) {
	f.Add(wsframetest.NegativeLength(), 1)
	f.Add(wsframetest.Frame(0x81, "40"), 3)
	f.Add(append(wsframetest.Frame(0x01, `42["w`), wsframetest.Frame(0x80, `ho"]`)...), 2)
	f.Add(append(wsframetest.Frame(0x89, "ping"), wsframetest.Frame(0x82, string(make([]byte, 300)))...), 7)
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		whole, err := filtered(data, len(data)+1)
		parts, errParts := filtered(data, 1+max(0, size%64))
		if !bytes.Equal(whole, parts) || !errors.Is(errParts, err) {
			t.Fatalf("in one read %d bytes pass (%v), in pieces %d (%v)", len(whole), err, len(parts), errParts)
		}
		if !bytes.HasPrefix(data, whole) {
			t.Fatal("the filter changed what it passed on")
		}
		for rest := whole; len(rest) > 0; {
			n, complete := lengthOf(rest)
			if n > 1000 {
				t.Fatalf("a frame of %d bytes passed", n)
			}
			if !complete || uint64(len(rest)) < n {
				break // the connection ended in the middle
			}
			rest = rest[n:]
		}
	})
}

// filtered is what passes a filter with a limit of 900 bytes a frame.
func filtered(data []byte, size int) ([]byte, error) {
	limits := wsframe.Limits{Frame: 900, Rate: 1 << 40, Burst: 1 << 40, Control: 1}
	filter := wsframe.NewFilter(bytes.NewReader(data), limits, time.Now, func(error) {})
	var out []byte
	buffer := make([]byte, size)
	for {
		n, err := filter.Read(buffer)
		out = append(out, buffer[:n]...)
		if err != nil {
			return out, err
		}
	}
}

// lengthOf reads a header in its own way: the bytes of the whole frame.
func lengthOf(b []byte) (n uint64, complete bool) {
	if len(b) < 2 {
		return 0, false
	}
	head, n := uint64(6), uint64(b[1]&0x7f)
	extra := map[uint64]int{126: 2, 127: 8}[n]
	if len(b) < 2+extra {
		return 0, false
	}
	if extra > 0 {
		n = 0
		for _, digit := range b[2 : 2+extra] {
			n = n<<8 | uint64(digit)
		}
	}
	return head + uint64(extra) + n, true
}

// A message may not be longer than its limit over all its frames, however many there
// are; a ping between them is no part of it, and the next message begins anew.
func TestLongMessages(t *testing.T) {
	part := strings.Repeat("x", 40)
	message := append(wsframetest.Frame(0x01, part), wsframetest.Frame(0x89, part)...)
	message = append(message, wsframetest.Frame(0x80, part)...)
	long := append(wsframetest.Frame(0x01, part), wsframetest.Frame(0x00, part)...)
	long = append(long, wsframetest.Frame(0x00, part)...)
	for _, c := range []struct {
		name string
		sent []byte
		want error
	}{
		{"two of 80 bytes", append(bytes.Clone(message), message...), nil},
		{"one of 120 bytes that does not end", long, wsframe.ErrSize},
	} {
		limits := wsframe.Limits{Frame: 50, Message: 100, Rate: 1, Burst: 100, Control: 1}
		var told error
		filter := wsframe.NewFilter(bytes.NewReader(c.sent), limits, time.Now, func(why error) { told = why })
		passed, err := io.ReadAll(filter)
		if !errors.Is(err, c.want) || !errors.Is(told, c.want) {
			t.Errorf("%s: %v, told %v", c.name, err, told)
		}
		if c.want == nil && len(passed) != len(c.sent) {
			t.Errorf("%s: %d of %d bytes passed", c.name, len(passed), len(c.sent))
		}
	}
}
