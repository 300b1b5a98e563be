package socket

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWebSocketFrameLengths(t *testing.T) {
	for n, head := range map[int]string{
		0:     "\x81\x00",
		125:   "\x81\x7d",
		126:   "\x81\x7e\x00\x7e",
		65535: "\x81\x7e\xff\xff",
		65536: "\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00",
	} {
		text := strings.Repeat("x", n)
		f := textFrame(text)
		if string(f.ws) != head+text || string(f.text) != text {
			t.Errorf("%d bytes begin %q, want %q", n, f.ws[:len(f.ws)-n], head)
		}
	}
}

func TestEncodedPackets(t *testing.T) {
	event, err := eventFrame(Critical, "e", "x")
	if err != nil || string(event.text) != `42["e","x"]` {
		t.Errorf("an event is %s (%v)", event.text, err)
	}
	answer, err := ackFrame(12, 1)
	if err != nil || string(answer.text) != `4312[1]` {
		t.Errorf("an answer is %s (%v)", answer.text, err)
	}
	if _, err := eventFrame(Critical, "e", func() {}); err == nil {
		t.Error("a function was encoded")
	}
}

// Attachments come as packets of their own, and stand as base64 text where their
// placeholders were. A text that looks like a placeholder stays a text.
func TestAttachmentsTakeTheirPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var out struct {
			A []byte            `json:"a"`
			M map[string][]byte `json:"m"`
			S string            `json:"s"`
		}
		a, m := rapid.SliceOf(rapid.Byte()).Draw(t, "a"), rapid.SliceOf(rapid.Byte()).Draw(t, "m")
		text := rapid.OneOf(rapid.String(), rapid.Just(numMark+"0}")).Draw(t, "s")
		quoted, _ := json.Marshal(text)
		k, err := parsePacket(fmt.Appendf(nil, `52-3["e",{"a":%s0},"m":{"x":%s1}},"s":%s}]`, numMark, numMark, quoted))
		if err != nil || k.due != 2 || k.id != 3 {
			t.Fatalf("%+v, %v", k, err)
		}
		k.attachments = [][]byte{a, m}
		args, err := k.args()
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(args[1], &out); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, out.A) || !bytes.Equal(m, out.M["x"]) || text != out.S {
			t.Errorf("%q, %q and %q came as %+v", a, m, text, out)
		}
	})
}

// Whatever a client sends, parsing ends in a packet or errParse.
func TestParseAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := []byte(rapid.StringMatching(`[0-7]?[0-9-]{0,4}(/[a-z?,]{0,4})?[0-9]{0,3}[\[\]{}",:a-z0-9\\]{0,20}`).Draw(t, "p"))
		k, err := parsePacket(p)
		if err != nil {
			if !errors.Is(err, errParse) {
				t.Errorf("%q: %v", p, err)
			}
			return
		}
		depth(k.data)
		if _, err := k.args(); err != nil && !errors.Is(err, errParse) {
			t.Errorf("%q: %v", p, err)
		}
	})
}

// Polling payloads of both versions, made the way clients make them.
func TestPayloads(t *testing.T) {
	type part struct {
		text   string
		binary bool
	}
	for _, try := range []struct {
		name, body string
		eio        int
		octets     bool
		want       []part
	}{
		{"4", "42[\"a\"]\x1ebAQL/\x1e2", 4, false, []part{{`42["a"]`, false}, {"\x01\x02\xff", true}, {"2", false}}},
		{"3 text", "4:4é😀10:b4AQL/BAUG1:2", 3, false, []part{{"4é😀", false}, {"\x01\x02\xff\x04\x05\x06", true}, {"2", false}}},
		{"3 octets", "\x00\x02\xff4x\x01\x03\xff\x04\x01\x02\x00\x01\x00\xff0123456789", 3, true,
			[]part{{"4x", false}, {"\x01\x02", true}, {"0123456789", false}}},
	} {
		var got []part
		err := decodePayload([]byte(try.body), try.eio, try.octets, func(p []byte, binary bool) error {
			got = append(got, part{string(p), binary})
			return nil
		})
		if err != nil || len(got) != len(try.want) {
			t.Fatalf("%s: %+v, %v", try.name, got, err)
		}
		for i := range got {
			if got[i] != try.want[i] {
				t.Errorf("%s: packet %d is %+v, want %+v", try.name, i, got[i], try.want[i])
			}
		}
	}
}

func TestBrokenPayloads(t *testing.T) {
	for _, try := range []struct {
		body   string
		eio    int
		octets bool
	}{
		{"", 4, false}, {"2\x1e", 4, false}, {"b!", 4, false},
		{"x", 3, false}, {"0:", 3, false}, {"-1:2", 3, false}, {":", 3, false}, {"b", 3, false}, {"1:b", 3, false}, {"2:b2", 3, false},
		{"\x00", 3, true}, {"\x00\xff", 3, true}, {"\x00\x05\xff1", 3, true}, {"\x00\x09\x09\x09\x09\x09\x09\x09\x09\x09\xff1", 3, true},
		{"\x02\x01\xff1", 3, true}, {"\x00\x0a\xff0123456789", 3, true},
	} {
		err := decodePayload([]byte(try.body), try.eio, try.octets, func([]byte, bool) error { return nil })
		if !errors.Is(err, errParse) {
			t.Errorf("version %d payload %q: %v, want a parse error", try.eio, try.body, err)
		}
	}
	// A length past the end takes what there is: the packet is checked later.
	err := decodePayload([]byte("9:2"), 3, false, func([]byte, bool) error { return nil })
	if err != nil {
		t.Error(err)
	}
}

func TestEncodedPayloads(t *testing.T) {
	f, err := eventFrame(Critical, "é😀", 1)
	if err != nil {
		t.Fatal(err)
	}
	text := `42["é😀",1]`
	if got, want := string(encodePayload([]*frame{f, pingFrame}, 4)), text+"\x1e2"; got != want {
		t.Errorf("version 4: %q, want %q", got, want)
	}
	if got, want := string(encodePayload([]*frame{f, pingFrame}, 3)), "11:"+text+"1:2"; got != want {
		t.Errorf("version 3: %q, want %q", got, want)
	}
}
