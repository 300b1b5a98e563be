package socket

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strconv"
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
	type inner struct {
		B Binary `json:"b"`
		S string `json:"s"`
	}
	trap := `{"_placeholder":true,"bytes":"AAA="}` // as text it stays text
	for _, try := range []struct {
		payload any
		ack     int64
		want    string
		bytes   [][]byte
	}{
		{1, noAck, `42["e",1]`, nil},
		{"x", 12, `4212["e","x"]`, nil},
		{inner{Binary{1, 2}, trap}, noAck, `451-["e",{"b":{"_placeholder":true,"num":0},"s":` + strconv.Quote(trap) + `}]`, [][]byte{{1, 2}}},
		{[]Binary{{}, {3}}, 7, `452-7["e",[{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]]`, [][]byte{nil, {3}}},
	} {
		f, err := eventFrame(Critical, try.ack, "e", try.payload)
		if err != nil {
			t.Fatal(err)
		}
		if string(f.text) != try.want || len(f.attachments) != len(try.bytes) {
			t.Errorf("%v is %s, want %s", try.payload, f.text, try.want)
		}
		for i, b := range try.bytes {
			if !bytes.Equal(f.attachments[i], b) {
				t.Errorf("attachment %d is %v, want %v", i, f.attachments[i], b)
			}
		}
	}
	if _, err := eventFrame(Critical, noAck, "e", func() {}); err == nil {
		t.Error("a function was encoded")
	}
}

func TestAttachmentsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type payload struct {
			A Binary            `json:"a"`
			M map[string]Binary `json:"m"`
			S string            `json:"s"`
		}
		in := payload{
			A: rapid.SliceOf(rapid.Byte()).Draw(t, "a"),
			M: map[string]Binary{"x": rapid.SliceOf(rapid.Byte()).Draw(t, "x")},
			S: rapid.String().Draw(t, "s"),
		}
		f, err := eventFrame(Critical, 3, "e", in)
		if err != nil {
			t.Fatal(err)
		}
		k, err := parsePacket(f.text[1:])
		if err != nil || k.due != 2 || k.id != 3 {
			t.Fatalf("%s: %+v, %v", f.text, k, err)
		}
		k.attachments = f.attachments
		args, err := k.args()
		if err != nil {
			t.Fatal(err)
		}
		var out payload
		if err := json.Unmarshal(args[1], &out); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(in.A, out.A) || !bytes.Equal(in.M["x"], out.M["x"]) || in.S != out.S {
			t.Errorf("%+v came back as %+v", in, out)
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
	f, err := eventFrame(Critical, noAck, "é😀", Binary{1, 2, 0xff})
	if err != nil {
		t.Fatal(err)
	}
	text := `451-["é😀",{"_placeholder":true,"num":0}]`
	coded := base64.StdEncoding.EncodeToString([]byte{1, 2, 0xff})
	if got, want := string(encodePayload([]*frame{f, pingFrame}, 4)), text+"\x1eb"+coded+"\x1e2"; got != want {
		t.Errorf("version 4: %q, want %q", got, want)
	}
	if got, want := string(encodePayload([]*frame{f, pingFrame}, 3)), "41:"+text+"6:b4"+coded+"1:2"; got != want {
		t.Errorf("version 3: %q, want %q", got, want)
	}
}
