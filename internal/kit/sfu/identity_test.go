package sfu_test

import (
	"bytes"
	"encoding/base64"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	lksdk "github.com/livekit/server-sdk-go/v2"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// wiretap passes a connection on and keeps what the server says.
type wiretap struct {
	mu   sync.Mutex
	said bytes.Buffer
}

func (w *wiretap) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.said.Write(p)
}

func (w *wiretap) heard(text string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return bytes.Contains(w.said.Bytes(), []byte(text))
}

// listen stands between a client and the public side; its address is returned.
func (w *wiretap) listen(t *testing.T, public string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", strings.TrimPrefix(public, "http://"))
			if err != nil {
				client.Close()
				return
			}
			go func() { io.Copy(server, client); server.Close() }()
			go func() { io.Copy(io.MultiWriter(client, w), server); client.Close() }()
		}
	}()
	return "http://" + l.Addr().String()
}

// Everything that the engine tells a guest, the join answer and what follows,
// names no account and no login: neither the performer's nor a viewer's.
func TestAGuestLearnsNobodysName(t *testing.T) {
	h := setup(t)
	h.perform(t, "stage")
	h.watch(t, "stage", "view:account-of-tom:login-of-tom:tab")
	tap := &wiretap{}
	address := tap.listen(t, h.public)
	room := lksdk.NewRoom(&lksdk.RoomCallback{})
	token := h.token(t, sfu.Grant{Room: "stage", Identity: "view:guest::tab", Subscribe: true})
	if err := room.JoinWithContextAndToken(t.Context(), whiptest.Socket(address), token,
		lksdk.WithDisableRegionDiscovery(), lksdk.WithDisableTURN()); err != nil {
		t.Fatal(err)
	}
	defer room.Disconnect()
	ann := h.watch(t, "stage", "view:account-of-ann:login-of-ann:tab")
	others := func() (list []string) {
		for _, p := range room.GetRemoteParticipants() {
			list = append(list, p.Identity())
		}
		return list
	}
	testkit.Eventually(t, "the guest is told of three others", func() bool { return len(others()) == 3 })
	for _, one := range others() {
		if !tap.heard(one) {
			t.Error("the wire was not heard")
		}
	}
	claims, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
	if err != nil || !bytes.Contains(claims, []byte("stage")) {
		t.Fatalf("the token was not read: %s, %v", claims, err)
	}
	for _, secret := range []string{"account-of", "login-of", "nina", "view:", "pub:"} {
		if tap.heard(secret) {
			t.Errorf("the guest is told %q", secret)
		}
		if bytes.Contains(claims, []byte(secret)) {
			t.Errorf("the token says %q", secret)
		}
	}
	// The product knows them all, and can cut one by its account.
	list, err := h.Participants(t.Context(), "stage")
	if err != nil || len(list) != 4 {
		t.Fatalf("%+v, %v", list, err)
	}
	if err := h.RemoveWhere(t.Context(), "stage", func(identity string) bool { return strings.Contains(identity, "login-of-ann") }); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "ann is cut off", gone(ann.Lost()))
}

// A node that knows the same secret reads what another has sealed; none other does.
func TestIdentitiesAcrossNodes(t *testing.T) {
	same := func(c *sfu.Config) { c.Key, c.Secret = "shared", strings.Repeat("secret", 6) }
	h := setup(t, same)
	h.watch(t, "stage", "view:tom")
	for secret, want := range map[string]string{strings.Repeat("secret", 6): "view:tom", strings.Repeat("other!", 6): ""} {
		far, err := sfu.Open(t.Context(), sfu.Config{URL: h.Address(), Key: "shared", Secret: secret})
		if err != nil {
			t.Fatal(err)
		}
		defer far.Close()
		list, err := far.Participants(t.Context(), "stage")
		if want == "" {
			if err == nil && len(list) > 0 {
				t.Errorf("with another secret: %+v", list)
			}
			continue
		}
		if err != nil || len(list) != 1 || list[0].Identity != want {
			t.Errorf("%+v, %v", list, err)
		}
	}
}
