package sfu_test

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/livekit/protocol/livekit"
	"github.com/livekit/protocol/utils/protojson"
	"github.com/pion/webrtc/v4"
	"google.golang.org/protobuf/proto"

	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/kit/wsframe/wsframetest"
	"limelight/internal/testkit"
)

// victim is a stranger's socket, which no client of the engine owns.
type victim struct{ *net.UDPConn }

func newVictim(t *testing.T) victim {
	t.Helper()
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return victim{conn}
}

// candidate names the victim as the best way to a client.
func (v victim) candidate() string {
	_, port, _ := net.SplitHostPort(v.LocalAddr().String())
	return "candidate:1 1 udp 2130706431 127.0.0.1 " + port + " typ host"
}

// into adds the candidate to each section of a session description.
func (v victim) into(sdp string) string {
	return strings.ReplaceAll(sdp, "a=mid:", "a="+v.candidate()+"\r\na=mid:")
}

// unharmed tells whether nothing has come so far: what the test itself sends arrives
// behind it.
func (v victim) unharmed(t *testing.T) {
	t.Helper()
	if _, err := v.WriteToUDP([]byte("the test"), v.LocalAddr().(*net.UDPAddr)); err != nil {
		t.Fatal(err)
	}
	packet := make([]byte, 1500)
	n, from, err := v.ReadFromUDP(packet)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(packet[:n]); got != "the test" {
		t.Errorf("%d bytes came from %v: %q", n, from, got)
	}
}

// A client tells where it is by sending from there. Where it says that it is, the engine
// sends nothing.
func TestNamedAddressesGetNothing(t *testing.T) {
	h := setup(t)
	h.perform(t, "stage")
	for name, c := range map[string]struct {
		path string
		json bool
	}{
		"in protobuf": {"/rtc?protocol=16&sdk=go&auto_subscribe=1", false},
		"in JSON":     {"/rtc?protocol=16&sdk=go&auto_subscribe=1", true},
	} {
		t.Run(name, func(t *testing.T) {
			v := newVictim(t)
			c := h.talk(t, c.path, c.json, v)
			testkit.Eventually(t, "the viewer is connected", func() bool { return c.pc.ConnectionState() == webrtc.PeerConnectionStateConnected })
			v.unharmed(t)
		})
	}
	t.Run("in the join request", func(t *testing.T) {
		v := newVictim(t)
		pc := newPeer(t)
		if _, err := pc.AddTransceiverFromKind(webrtc.RTPCodecTypeVideo, webrtc.RTPTransceiverInit{Direction: webrtc.RTPTransceiverDirectionRecvonly}); err != nil {
			t.Fatal(err)
		}
		offer, err := pc.CreateOffer(nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := pc.SetLocalDescription(offer); err != nil {
			t.Fatal(err)
		}
		asked, err := proto.Marshal(&livekit.JoinRequest{
			ClientInfo:         &livekit.ClientInfo{Sdk: livekit.ClientInfo_GO, Protocol: 16},
			ConnectionSettings: &livekit.ConnectionSettings{AutoSubscribe: true},
			PublisherOffer:     &livekit.SessionDescription{Type: "offer", Sdp: v.into(offer.SDP), Id: 1},
		})
		if err != nil {
			t.Fatal(err)
		}
		c := h.talkAs(t, pc, "/rtc/v1?join_request="+url.QueryEscape(wrapped(t, asked)), false, v)
		testkit.Eventually(t, "the viewer is connected", func() bool { return c.pc.ConnectionState() == webrtc.PeerConnectionStateConnected })
		v.unharmed(t)
	})
}

// A publisher's encoder names addresses in its offer, and later by PATCH.
func TestNamedAddressesOfWHIPGetNothing(t *testing.T) {
	h := setup(t)
	v := newVictim(t)
	server, err := url.Parse(h.public)
	if err != nil {
		t.Fatal(err)
	}
	var credentials string
	liar := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(server)
		if r.Out.Method != http.MethodPost {
			return
		}
		offer, err := io.ReadAll(r.In.Body)
		if err != nil {
			t.Error(err)
		}
		credentials = strings.Join(regexp.MustCompile(`a=ice-(ufrag|pwd):.*\r\n`).FindAllString(string(offer), 2), "")
		said := v.into(string(offer))
		r.Out.Body, r.Out.ContentLength = io.NopCloser(strings.NewReader(said)), int64(len(said))
	}})
	defer liar.Close()
	obs, err := whiptest.Publish(t.Context(), liar.URL+"/whip", ninasKey, whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	defer obs.Close()
	headers := []string{"Content-Type", "application/trickle-ice-sdpfrag", "If-Match", obs.Answer.Get("ETag")}
	res, body, err := obs.Do(t.Context(), http.MethodPatch, obs.Location, headers, "m=video 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:0\r\n"+credentials+"a="+v.candidate()+"\r\n")
	if err != nil || res.StatusCode != http.StatusNoContent {
		t.Errorf("PATCH: %v %v %s", res, err, body)
	}
	tom := h.watch(t, "stage", "view:tom")
	testkit.Eventually(t, "tom sees pictures", func() bool { return tom.Frames() > 24 })
	v.unharmed(t)
}

// client is a viewer who speaks to the engine by hand.
type client struct {
	pc   *webrtc.PeerConnection
	conn net.Conn
	json bool
}

func newPeer(t *testing.T) *webrtc.PeerConnection {
	t.Helper()
	s := webrtc.SettingEngine{}
	s.SetIncludeLoopbackCandidate(true)
	pc, err := webrtc.NewAPI(webrtc.WithSettingEngine(s)).NewPeerConnection(webrtc.Configuration{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pc.Close() })
	return pc
}

func (h *node) talk(t *testing.T, path string, text bool, v victim) *client {
	t.Helper()
	return h.talkAs(t, newPeer(t), path, text, v)
}

// talkAs joins and answers the engine until the connection is closed. All the addresses
// that it names are the victim's.
func (h *node) talkAs(t *testing.T, pc *webrtc.PeerConnection, path string, text bool, v victim) *client {
	t.Helper()
	conn, in, status := h.lineAt(t, "view:"+t.Name(), path)
	if status != http.StatusSwitchingProtocols {
		t.Fatalf("status %d", status)
	}
	c := &client{pc, conn, text}
	ended := make(chan struct{})
	t.Cleanup(func() { conn.Close(); <-ended })
	c.say(t, &livekit.SignalRequest{Message: &livekit.SignalRequest_Ping{Ping: 1}})
	go func() {
		defer close(ended)
		for {
			said, err := c.hear(in)
			if err != nil {
				return
			}
			c.answer(t, said, v)
		}
	}()
	return c
}

func (c *client) answer(t *testing.T, said *livekit.SignalResponse, v victim) {
	switch m := said.Message.(type) {
	case *livekit.SignalResponse_Offer:
		c.describe(t, webrtc.SDPTypeOffer, m.Offer.Sdp)
		answer, err := c.pc.CreateAnswer(nil)
		if err != nil {
			t.Error(err)
			return
		}
		if err := c.pc.SetLocalDescription(answer); err != nil {
			t.Error(err)
		}
		c.name(t, v, livekit.SignalTarget_SUBSCRIBER)
		c.say(t, &livekit.SignalRequest{Message: &livekit.SignalRequest_Answer{
			Answer: &livekit.SessionDescription{Type: "answer", Sdp: v.into(answer.SDP), Id: m.Offer.Id},
		}})
	case *livekit.SignalResponse_Answer:
		c.describe(t, webrtc.SDPTypeAnswer, m.Answer.Sdp)
		c.name(t, v, livekit.SignalTarget_PUBLISHER)
	case *livekit.SignalResponse_Trickle:
		var candidate webrtc.ICECandidateInit
		if json.Unmarshal([]byte(m.Trickle.CandidateInit), &candidate) == nil && candidate.Candidate != "" && c.pc.RemoteDescription() != nil {
			_ = c.pc.AddICECandidate(candidate)
		}
	}
}

func (c *client) describe(t *testing.T, kind webrtc.SDPType, sdp string) {
	if err := c.pc.SetRemoteDescription(webrtc.SessionDescription{Type: kind, SDP: sdp}); err != nil {
		t.Error(err)
	}
}

// name trickles the victim's address.
func (c *client) name(t *testing.T, v victim, target livekit.SignalTarget) {
	line := uint16(0)
	candidate, err := json.Marshal(webrtc.ICECandidateInit{Candidate: v.candidate(), SDPMLineIndex: &line})
	if err != nil {
		t.Error(err)
	}
	c.say(t, &livekit.SignalRequest{Message: &livekit.SignalRequest_Trickle{Trickle: &livekit.TrickleRequest{CandidateInit: string(candidate), Target: target}}})
}

func (c *client) say(t *testing.T, m *livekit.SignalRequest) {
	first, write := byte(0x82), proto.Marshal
	if c.json {
		first, write = 0x81, protojson.Marshal
	}
	data, err := write(m)
	if err != nil {
		t.Error(err)
	}
	_, _ = c.conn.Write(wsframetest.Frame(first, string(data))) // closed at the end
}

// hear reads the engine's next message, which comes in one frame.
func (c *client) hear(in *bufio.Reader) (*livekit.SignalResponse, error) {
	said := new(livekit.SignalResponse)
	for {
		first, data, err := serverFrame(in)
		if err != nil {
			return nil, err
		}
		switch first & 0x0f {
		case 1:
			return said, protojson.Unmarshal(data, said)
		case 2:
			return said, proto.Unmarshal(data, said)
		}
	}
}

func serverFrame(in *bufio.Reader) (first byte, data []byte, err error) {
	var head [2]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return 0, nil, err
	}
	length := uint64(head[1])
	var extended [8]byte
	switch length {
	case 126:
		_, err = io.ReadFull(in, extended[6:])
	case 127:
		_, err = io.ReadFull(in, extended[:])
	}
	if length > 125 {
		length = binary.BigEndian.Uint64(extended[:])
	}
	if err != nil {
		return 0, nil, err
	}
	data = make([]byte, length)
	_, err = io.ReadFull(in, data)
	return head[0], data, err
}
