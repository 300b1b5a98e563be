package sfu_test

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/livekit/protocol/livekit"
	"github.com/pion/webrtc/v4"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/wsframe/wsframetest"
	"limelight/internal/testkit"
)

// poster is a viewer who begins by HTTP, as the web app does (web/src/media/signal.ts).
type poster struct {
	peer         *webrtc.PeerConnection
	token, offer string
	media        atomic.Int64 // packets
}

func (h *node) poster(t *testing.T, identity string) *poster {
	t.Helper()
	return h.posterOver(t, identity, webrtc.NetworkTypeUDP4)
}

// posterOver is poster in a network that lets nothing else through.
func (h *node) posterOver(t *testing.T, identity string, network webrtc.NetworkType) *poster {
	t.Helper()
	v := &poster{token: h.token(t, sfu.Grant{Room: "stage", Identity: identity, Subscribe: true})}
	var settings webrtc.SettingEngine
	settings.SetIncludeLoopbackCandidate(true)
	settings.SetNetworkTypes([]webrtc.NetworkType{network})
	var codecs webrtc.MediaEngine
	if err := codecs.RegisterDefaultCodecs(); err != nil {
		t.Fatal(err)
	}
	peer, err := webrtc.NewAPI(webrtc.WithSettingEngine(settings), webrtc.WithMediaEngine(&codecs)).NewPeerConnection(webrtc.Configuration{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = peer.Close() })
	peer.OnTrack(func(track *webrtc.TrackRemote, _ *webrtc.RTPReceiver) {
		for {
			if _, _, err := track.ReadRTP(); err != nil {
				return
			}
			v.media.Add(1)
		}
	})
	for _, kind := range []webrtc.RTPCodecType{webrtc.RTPCodecTypeAudio, webrtc.RTPCodecTypeVideo} {
		if _, err := peer.AddTransceiverFromKind(kind, webrtc.RTPTransceiverInit{Direction: webrtc.RTPTransceiverDirectionRecvonly}); err != nil {
			t.Fatal(err)
		}
	}
	offer, err := peer.CreateOffer(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := peer.SetLocalDescription(offer); err != nil {
		t.Fatal(err)
	}
	v.peer, v.offer = peer, offer.SDP
	return v
}

// request is what it asks of the engine.
func (v *poster) request(t *testing.T) string {
	t.Helper()
	join, err := proto.Marshal(&livekit.JoinRequest{
		ClientInfo:         &livekit.ClientInfo{Sdk: livekit.ClientInfo_JS, Version: "2.0.0", Protocol: 15},
		ConnectionSettings: &livekit.ConnectionSettings{AutoSubscribe: true},
		PublisherOffer:     &livekit.SessionDescription{Type: "offer", Id: 1, Sdp: v.offer},
	})
	if err != nil {
		t.Fatal(err)
	}
	return wrapped(t, join)
}

// posts sends a join request; name is that of the session that is held.
func (h *node) posts(t *testing.T, token, request string) (said []*livekit.SignalResponse, name string, status int) {
	t.Helper()
	asked, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.public+"/rtc/v1", strings.NewReader(request))
	if err != nil {
		t.Fatal(err)
	}
	asked.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(asked)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		return nil, "", answer.StatusCode
	}
	for len(body) > 0 {
		field, _, n := protowire.ConsumeTag(body)
		content, m := protowire.ConsumeBytes(body[max(n, 0):])
		if n < 0 || m < 0 {
			t.Fatalf("the answer is no message: %x", body)
		}
		body = body[n+m:]
		if field == 2 {
			name = string(content)
			continue
		}
		one := new(livekit.SignalResponse)
		if err := proto.Unmarshal(content, one); err != nil {
			t.Fatal(err)
		}
		said = append(said, one)
	}
	return said, name, answer.StatusCode
}

// hears takes the engine's first flight.
func (v *poster) hears(t *testing.T, said []*livekit.SignalResponse) {
	t.Helper()
	for _, one := range said {
		if err := v.hear(one); err != nil {
			t.Fatal(err)
		}
	}
}

func (v *poster) hear(one *livekit.SignalResponse) error {
	if answer := one.GetAnswer(); answer != nil {
		return v.peer.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeAnswer, SDP: answer.Sdp})
	}
	if trickle := one.GetTrickle(); trickle != nil {
		var candidate webrtc.ICECandidateInit
		if err := json.Unmarshal([]byte(trickle.CandidateInit), &candidate); err != nil {
			return err
		}
		return v.peer.AddICECandidate(candidate)
	}
	return nil
}

// goesOn takes the session that is held on by a WebSocket, and does what the engine says
// there until the test ends: a busy engine answers before it knows what the viewer is to
// see, and asks for another offer when it does.
func (v *poster) goesOn(t *testing.T, h *node, session string) {
	t.Helper()
	conn, in, status := h.upgrade(t, "/rtc/v1?held="+session+"&access_token="+v.token)
	if status != http.StatusSwitchingProtocols {
		t.Fatalf("the WebSocket got %d", status)
	}
	_ = conn.SetDeadline(time.Time{})
	var ended sync.WaitGroup
	ended.Go(func() {
		for {
			message, err := sfu.ReadMessage(in, 1<<20)
			if err != nil { // the viewer was removed, or the test is over
				return
			}
			said := new(livekit.SignalResponse)
			if err = proto.Unmarshal(message, said); err == nil {
				err = v.hear(said)
			}
			if wanted := said.GetMediaSectionsRequirement(); err == nil && wanted != nil {
				err = v.offersAgain(conn, wanted)
			}
			if err != nil {
				t.Error(err)
				return
			}
		}
	})
	t.Cleanup(func() { _ = conn.Close(); ended.Wait() })
}

// offersAgain offers as many more places for media as the engine needs.
func (v *poster) offersAgain(conn net.Conn, wanted *livekit.MediaSectionsRequirement) error {
	for kind, number := range map[webrtc.RTPCodecType]uint32{webrtc.RTPCodecTypeAudio: wanted.GetNumAudios(), webrtc.RTPCodecTypeVideo: wanted.GetNumVideos()} {
		for range number {
			if _, err := v.peer.AddTransceiverFromKind(kind, webrtc.RTPTransceiverInit{Direction: webrtc.RTPTransceiverDirectionRecvonly}); err != nil {
				return err
			}
		}
	}
	offer, err := v.peer.CreateOffer(nil)
	if err != nil {
		return err
	}
	if err := v.peer.SetLocalDescription(offer); err != nil {
		return err
	}
	message, err := proto.Marshal(&livekit.SignalRequest{Message: &livekit.SignalRequest_Offer{Offer: &livekit.SessionDescription{Type: "offer", Id: 2, Sdp: offer.SDP}}})
	if err != nil {
		return err
	}
	_, err = conn.Write(wsframetest.Frame(0x82, string(message)))
	return err
}

// begins joins a viewer by HTTP until the engine's first answer sends both sound and
// picture: a busy engine may answer before it knows what a viewer is to see (goesOn), and
// is not so late ten times.
func (h *node) begins(t *testing.T, identity string) (v *poster, session string) {
	t.Helper()
	for range 10 {
		v := h.poster(t, identity) // takes the place of the one before
		said, session, status := h.posts(t, v.token, v.request(t))
		if status != http.StatusOK || said[0].GetJoin() == nil {
			t.Fatalf("%d: %v", status, said)
		}
		if slices.ContainsFunc(said, func(one *livekit.SignalResponse) bool {
			return strings.Count(one.GetAnswer().GetSdp(), "\na=msid:") == 2
		}) {
			v.hears(t, said)
			return v, session
		}
	}
	t.Fatal("no first answer sends media")
	return nil, ""
}

// One answer is enough for media to begin. The WebSocket that comes later goes on with
// the same session: what is said over it the engine hears, and who leaves by it is gone.
func TestSignallingBeginsInOneAnswer(t *testing.T) {
	h := setup(t)
	h.perform(t, "stage")
	tom, name := h.begins(t, "view:tom")
	testkit.Eventually(t, "tom sees pictures", func() bool { return tom.media.Load() > 24 })
	asked := h.last()
	if asked.Identity != "view:tom" || asked.Purpose != sfu.Join {
		t.Errorf("the gate was asked about %+v", asked)
	}

	conn, in, status := h.upgrade(t, "/rtc/v1?held="+name+"&access_token="+tom.token)
	if status != http.StatusSwitchingProtocols {
		t.Fatalf("the WebSocket got %d", status)
	}
	if h.last().Purpose != sfu.Resume {
		t.Error("the gate was not asked about the WebSocket, or as about another connection")
	}
	seen := tom.media.Load()
	testkit.Eventually(t, "tom sees on", func() bool { return tom.media.Load() > seen+24 })
	leave, err := proto.Marshal(&livekit.SignalRequest{Message: &livekit.SignalRequest_Leave{Leave: &livekit.LeaveRequest{Reason: livekit.DisconnectReason_CLIENT_INITIATED}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write(wsframetest.Frame(0x82, string(leave))); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, in); isTimeout(err) {
		t.Error("who leaves is not let go")
	}
	testkit.Eventually(t, "tom is gone", func() bool {
		list, err := h.Participants(t.Context(), "stage")
		return err == nil && len(list) == 1
	})
}

// A held session is for who began it, once, and for whom the gate still lets in; what is
// said over its WebSocket is bounded as over any other.
func TestAHeldSession(t *testing.T) {
	h := setup(t)
	begin := func(identity string) (token, address string) {
		t.Helper()
		v := h.poster(t, identity)
		_, name, status := h.posts(t, v.token, v.request(t))
		if status != http.StatusOK {
			t.Fatalf("%s began with %d", identity, status)
		}
		return v.token, "/rtc/v1?held=" + name + "&access_token="
	}
	token, address := begin("view:tom")
	other := h.token(t, sfu.Grant{Room: "stage", Identity: "view:eve", Subscribe: true})
	if _, _, status := h.upgrade(t, address+other); status != http.StatusNotFound {
		t.Errorf("another token got %d, want 404", status)
	}
	if status := h.ask(t, "/rtc/v1?held=x", token); status != http.StatusBadRequest {
		t.Errorf("no WebSocket got %d, want 400", status)
	}
	conn, in, status := h.upgrade(t, address+token)
	if status != http.StatusSwitchingProtocols {
		t.Fatalf("its own token got %d", status)
	}
	if _, _, again := h.upgrade(t, address+token); again != http.StatusNotFound {
		t.Errorf("a second WebSocket got %d, want 404", again)
	}
	_, _ = conn.Write(wsframetest.NegativeLength())
	if _, err := io.Copy(io.Discard, in); isTimeout(err) {
		t.Error("a negative length: the connection goes on")
	}

	token, address = begin("view:ann")
	h.refuse("view:ann")
	if _, _, status := h.upgrade(t, address+token); status != http.StatusUnauthorized {
		t.Errorf("who is refused meanwhile got %d, want 401", status)
	}
	h.forgive("view:ann")
	if _, _, status := h.upgrade(t, address+token); status != http.StatusNotFound {
		t.Errorf("a session that was refused is held: %d", status)
	}
}

// Who may not join gets no first flight, nor does what is no join request of a viewer.
func TestAFirstFlightIsGuarded(t *testing.T) {
	h := setup(t)
	tom := h.poster(t, "view:tom")
	request := tom.request(t)
	resume, err := proto.Marshal(&livekit.JoinRequest{Reconnect: true, PublisherOffer: &livekit.SessionDescription{Sdp: tom.offer}})
	if err != nil {
		t.Fatal(err)
	}
	nonsense, err := proto.Marshal(&livekit.JoinRequest{PublisherOffer: &livekit.SessionDescription{Type: "offer", Sdp: "hello"}})
	if err != nil {
		t.Fatal(err)
	}
	h.refuse("view:ann")
	for name, c := range map[string]struct {
		token, request string
		want           int
	}{
		"no token":          {"", request, 401},
		"a forged one":      {"a.b.c", request, 401},
		"who is refused":    {h.token(t, sfu.Grant{Room: "stage", Identity: "view:ann", Subscribe: true}), request, 401},
		"no request":        {tom.token, "", 400},
		"nonsense":          {tom.token, "nonsense", 400},
		"no offer":          {tom.token, wrapped(t, nil), 400},
		"no description":    {tom.token, wrapped(t, nonsense), 400},
		"a session resumed": {tom.token, wrapped(t, resume), 400},
		"too much":          {tom.token, strings.Repeat("A", 65<<10), 400},
		"no room":           {h.token(t, sfu.Grant{Room: "nowhere", Identity: "view:tom", Subscribe: true}), request, 503},
	} {
		if _, _, got := h.posts(t, c.token, c.request); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	if list, err := h.Participants(t.Context(), "stage"); err != nil || len(list) != 0 {
		t.Errorf("somebody is in the room: %v, %v", list, err)
	}
}

// Whatever a viewer offers to send, in the offer and in what announces it, the engine
// takes nothing of theirs.
func TestAViewersOfferPublishesNothing(t *testing.T) {
	h := setup(t)
	h.perform(t, "stage")
	tom := h.poster(t, "view:tom")
	join, err := proto.Marshal(&livekit.JoinRequest{
		ClientInfo:     &livekit.ClientInfo{Sdk: livekit.ClientInfo_JS, Version: "2.0.0", Protocol: 15},
		PublisherOffer: &livekit.SessionDescription{Type: "offer", Id: 1, Sdp: strings.ReplaceAll(tom.offer, "a=recvonly", "a=sendrecv")},
		AddTrackRequests: []*livekit.AddTrackRequest{
			{Cid: "camera", Name: "camera", Type: livekit.TrackType_VIDEO, Source: livekit.TrackSource_CAMERA, Width: 640, Height: 360},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	said, _, status := h.posts(t, tom.token, wrapped(t, join))
	for _, one := range said {
		if one.GetTrackPublished() != nil {
			t.Errorf("a track is published: %v", one)
		}
	}
	if status == http.StatusOK && !slices.ContainsFunc(said, func(one *livekit.SignalResponse) bool { return one.GetJoin() != nil }) {
		t.Errorf("what the engine said is no first flight: %v", said)
	}
	list, err := h.Participants(t.Context(), "stage")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		if p.Identity == "view:tom" && p.Publishing {
			t.Error("a viewer publishes")
		}
	}
}

// What is held has its place among an address's connections, and gives it back.
func TestHeldSessionsAreCounted(t *testing.T) {
	h := setup(t, func(c *sfu.Config) {
		c.Owners = func(*http.Request) []string { return []string{"east"} }
		c.OwnedConns = 1
	})
	tom := h.poster(t, "view:tom")
	_, name, status := h.posts(t, tom.token, tom.request(t))
	if status != http.StatusOK {
		t.Fatal(status)
	}
	if _, _, status := h.line(t, "view:b"); status != http.StatusTooManyRequests {
		t.Errorf("a second connection got %d, want 429", status)
	}
	conn, _, status := h.upgrade(t, "/rtc/v1?held="+name+"&access_token="+tom.token)
	if status != http.StatusSwitchingProtocols {
		t.Errorf("its own WebSocket got %d", status)
	}
	_ = conn.Close()
	testkit.Eventually(t, "another one fits", func() bool {
		_, _, status := h.line(t, "view:d")
		return status == http.StatusSwitchingProtocols
	})
}
