package wsframe_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"limelight/internal/kit/wsframe"
	"limelight/internal/kit/wsframe/wsframetest"
)

// A message may come in many frames with pings between them, and its place is taken by
// what it was changed into, or by nothing.
func TestMessagesAreChangedWhole(t *testing.T) {
	long := string(bytes.Repeat([]byte("x"), 70_000))
	sent := slices.Concat(
		wsframetest.Frame(0x02, "se"), wsframetest.Frame(0x89, "ping"), wsframetest.Frame(0x80, "cret"),
		wsframetest.Frame(0x81, "drop me"),
		[]byte{0x81, 0x82, 1, 2, 3, 4, 'h' ^ 1, 'i' ^ 2}, // masked
		wsframetest.Frame(0x82, long),
		wsframetest.Frame(0x88, ""),
	)
	var heard []string
	in := wsframe.NewMessages(iotest.OneByteReader(bytes.NewReader(sent)), func(m wsframe.Message) ([]byte, error) {
		heard = append(heard, string(m.Data[:min(len(m.Data), 9)]))
		switch {
		case m.Text != (string(m.Data) == "drop me" || string(m.Data) == "hi"):
			t.Errorf("%.9q: text %v", m.Data, m.Text)
		case string(m.Data) == "drop me":
			return nil, nil
		case string(m.Data) == "secret":
			return []byte("open"), nil
		}
		return m.Data, nil
	})
	got, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Concat(wsframetest.Frame(0x89, "ping"), wsframetest.Frame(0x82, "open"), wsframetest.Frame(0x81, "hi"),
		wsframetest.Frame(0x82, long), wsframetest.Frame(0x88, ""))
	if !bytes.Equal(got, want) {
		t.Errorf("%d bytes came through, want %d; heard %q", len(got), len(want), heard)
	}
}

// Two readers could take frames that are out of order for different messages.
func TestMessagesOutOfOrder(t *testing.T) {
	for name, sent := range map[string][]byte{
		"a continuation of nothing":    wsframetest.Frame(0x80, "x"),
		"a message within a message":   append(wsframetest.Frame(0x02, "x"), wsframetest.Frame(0x82, "y")...),
		"a continuation after the end": append(wsframetest.Frame(0x82, "x"), wsframetest.Frame(0x80, "y")...),
		"a beginning within a text":    append(wsframetest.Frame(0x01, "x"), wsframetest.Frame(0x01, "y")...),
	} {
		in := wsframe.NewMessages(bytes.NewReader(sent), func(m wsframe.Message) ([]byte, error) { return m.Data, nil })
		if got, err := io.ReadAll(in); !errors.Is(err, wsframe.ErrProtocol) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
