package sfu

import (
	"testing"

	"github.com/livekit/protocol/livekit"
	livekitsdp "github.com/livekit/protocol/sdp"
	"github.com/livekit/protocol/utils/protojson"
	"github.com/pion/webrtc/v4"
	"google.golang.org/protobuf/proto"

	"limelight/internal/kit/wsframe"
)

// FuzzCandidates: whatever a description looks like, what reads it in the engine finds no
// candidate in what is left of it.
func FuzzCandidates(f *testing.F) {
	const head = "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n"
	const line = "a=candidate:1 1 udp 2130706431 10.0.0.1 9 typ host"
	for _, sdp := range []string{head + line + "\r\n", head + "\r" + line + "\n", head + "a=mid:0\r" + line + "\n" + line + "\n", head + "\n\r\n" + line,
		"m=audio 9 x\n" + line, "a \r\n", "m", head + line + line + "\r\r\n\na=candidatea=candidate:x\n"} {
		f.Add(sdp)
	}
	f.Fuzz(func(t *testing.T, sdp string) {
		left := withoutCandidates(sdp)
		if again := withoutCandidates(left); again != left {
			t.Fatalf("the second time %q, the first %q", again, left)
		}
		offer := webrtc.SessionDescription{Type: webrtc.SDPTypeOffer, SDP: left}
		if parsed, err := offer.Unmarshal(); err == nil {
			for _, media := range parsed.MediaDescriptions {
				if _, has := media.Attribute("candidate"); has {
					t.Fatalf("a candidate is left of %q", sdp)
				}
			}
			if _, has := parsed.Attribute("candidate"); has {
				t.Fatalf("a candidate is left of %q", sdp)
			}
		}
		if fragment := new(livekitsdp.SDPFragment); isFragment(left) && fragment.Unmarshal(left) == nil && len(fragment.Candidates()) > 0 {
			t.Fatalf("a candidate is left of the fragment %q", sdp)
		}
	})
}

// What a client says in either form is without addresses, and otherwise as it was.
func TestMessagesWithoutAddresses(t *testing.T) {
	const with, without = "v=0\r\na=candidate:1 1 udp 1 10.0.0.1 9 typ host\r\na=mid:0\r\n", "v=0\r\na=mid:0\r\n"
	offer := func(sdp string) *livekit.SignalRequest {
		return &livekit.SignalRequest{Message: &livekit.SignalRequest_Offer{Offer: &livekit.SessionDescription{Type: "offer", Sdp: sdp, Id: 7}}}
	}
	answer := func(sdp string) *livekit.SignalRequest {
		return &livekit.SignalRequest{Message: &livekit.SignalRequest_Answer{Answer: &livekit.SessionDescription{Type: "answer", Sdp: sdp}}}
	}
	state := func(sdp string) *livekit.SignalRequest {
		both := &livekit.SyncState{Offer: &livekit.SessionDescription{Sdp: sdp}, Answer: &livekit.SessionDescription{Sdp: sdp}}
		return &livekit.SignalRequest{Message: &livekit.SignalRequest_SyncState{SyncState: both}}
	}
	ping := &livekit.SignalRequest{Message: &livekit.SignalRequest_Ping{Ping: 5}}
	for _, c := range []struct{ said, want *livekit.SignalRequest }{
		{offer(with), offer(without)}, {answer(with), answer(without)}, {state(with), state(without)}, {ping, ping},
		{&livekit.SignalRequest{Message: &livekit.SignalRequest_Trickle{Trickle: &livekit.TrickleRequest{CandidateInit: "{}"}}}, nil},
		{&livekit.SignalRequest{Message: &livekit.SignalRequest_Simulate{Simulate: &livekit.SimulateScenario{Scenario: &livekit.SimulateScenario_NodeFailure{NodeFailure: true}}}}, nil},
	} {
		for _, text := range []bool{false, true} {
			read, write := proto.Unmarshal, proto.Marshal
			if text {
				read, write = protojson.Unmarshal, protojson.Marshal
			}
			data, err := write(c.said)
			if err != nil {
				t.Fatal(err)
			}
			left, err := filterSignal(wsframe.Message{Text: text, Data: data})
			if err != nil || (left == nil) != (c.want == nil) {
				t.Fatalf("%v became %q, %v", c.said, left, err)
			}
			got := new(livekit.SignalRequest)
			if left == nil {
				continue
			}
			if err := read(left, got); err != nil || !proto.Equal(got, c.want) {
				t.Errorf("%v became %v (%v), want %v", c.said, got, err, c.want)
			}
		}
	}
	if left, err := filterSignal(wsframe.Message{Data: []byte{0xff}}); err == nil {
		t.Errorf("what cannot be read became %q", left)
	}
}
