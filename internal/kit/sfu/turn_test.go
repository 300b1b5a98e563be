package sfu_test

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/livekit/protocol/livekit"
	"github.com/pion/turn/v5"
	"google.golang.org/protobuf/proto"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/relay"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/kit/wsframe/wsframetest"
	"limelight/internal/testkit"
)

// A viewer whose network lets nothing else through sees the show by a relay, with
// the credentials that the engine tells her.
func TestWatchThroughARelay(t *testing.T) {
	h := setup(t)
	h.perform(t, "stage")
	v, err := whiptest.PlayRelayed(t.Context(), h.public, h.token(t, sfu.Grant{Room: "stage", Identity: "view:tom", Subscribe: true}))
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	testkit.Eventually(t, "tom sees pictures", func() bool { return v.Frames() > 5 && v.Keyframes() > 0 })
	if err := h.Probe(t.Context()); err != nil {
		t.Error(err)
	}
	h.Close()
	if err := h.Probe(t.Context()); err == nil {
		t.Error("a closed engine is well")
	}
}

// relayed takes a relay with the credential that the engine gave to a viewer.
func (h *node) relayed(t *testing.T, said []*livekit.SignalResponse) (*turn.Client, error) {
	t.Helper()
	var given *livekit.ICEServer
	for _, one := range said {
		if list := one.GetJoin().GetIceServers(); len(list) > 0 {
			given = list[0]
		}
	}
	server, _, _ := strings.Cut(strings.TrimPrefix(given.GetUrls()[0], "turn:"), "?")
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	c, err := turn.NewClient(&turn.ClientConfig{
		STUNServerAddr: server, TURNServerAddr: server, Conn: conn,
		Username: given.Username, Password: given.Credential, Realm: relay.Realm,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	if err := c.Listen(); err != nil {
		t.Fatal(err)
	}
	_, err = c.Allocate()
	return c, err
}

// A viewer's relay ends when the viewer leaves, is removed, or is lost without a word, and
// the credential is good for no other one. Who is there watches on by a relay.
func TestARelayEndsWithItsViewer(t *testing.T) {
	var media int
	h := setup(t, func(c *sfu.Config) { media = c.UDPPort })
	h.perform(t, "stage")
	ann, err := whiptest.PlayRelayed(t.Context(), h.public, h.token(t, sfu.Grant{Room: "stage", Identity: "view:ann", Subscribe: true}))
	if err != nil {
		t.Fatal(err)
	}
	defer ann.Close()
	testkit.Eventually(t, "ann sees pictures", func() bool { return ann.Frames() > 5 })
	leave, err := proto.Marshal(&livekit.SignalRequest{Message: &livekit.SignalRequest_Leave{Leave: &livekit.LeaveRequest{}}})
	if err != nil {
		t.Fatal(err)
	}
	engine := &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: media}
	for name, goes := range map[string]func(identity string, line net.Conn){
		"leaves": func(_ string, line net.Conn) { _, _ = line.Write(wsframetest.Frame(0x82, string(leave))) },
		"lost":   func(_ string, line net.Conn) { _ = line.Close() },
		"removed": func(identity string, _ net.Conn) {
			if err := h.Remove(t.Context(), "stage", identity); err != nil {
				t.Error(err)
			}
		},
	} {
		identity := "view:" + name
		v := h.poster(t, identity)
		said, session, status := h.posts(t, v.token, v.request(t))
		if status != http.StatusOK {
			t.Fatalf("%s: %d", identity, status)
		}
		line, _, _ := h.upgrade(t, fmt.Sprintf("/rtc/v1?held=%s&access_token=%s", session, v.token))
		before := h.Relays() // ann's, of which some end for want of use
		c, err := h.relayed(t, said)
		if err != nil {
			t.Fatalf("%s takes no relay: %v", identity, err)
		}
		if err := c.CreatePermission(engine); err != nil {
			t.Fatalf("%s may not reach the engine: %v", identity, err)
		}
		goes(identity, line)
		testkit.Eventually(t, identity+"'s relay ends", func() bool { return h.Relays() <= before })
		if err := c.CreatePermission(engine); err == nil {
			t.Errorf("%s may still reach the engine", identity)
		}
		if _, err := h.relayed(t, said); err == nil {
			t.Errorf("%s takes another relay", identity)
		}
	}
	seen := ann.Frames()
	testkit.Eventually(t, "ann watches on", func() bool { return ann.Frames() > seen+5 })
}
