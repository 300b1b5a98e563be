package relay_test

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"limelight/internal/testkit"
)

// A relay that was taken in time outlives its credential.
func TestARelayOutlivesItsCredential(t *testing.T) {
	h := setup(t, 8)
	conn, err := h.client(t, "viewer").Allocate()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	h.later.Store(int64(time.Hour))
	ping(t, conn, h.media.LocalAddr())
}

// A relay ends with its participant, whose credential is good for nothing from then on:
// neither to keep the relay nor to take another one. Others keep theirs.
func TestARelayEndsWithItsParticipant(t *testing.T) {
	h := setup(t, 8)
	left := h.client(t, "mallory")
	relayed, err := left.Allocate()
	if err != nil {
		t.Fatal(err)
	}
	ping(t, relayed, h.media.LocalAddr())
	kept, err := h.client(t, "viewer").Allocate()
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	h.gone.Store("mallory", true)
	if err := left.CreatePermission(h.media.LocalAddr()); err == nil {
		t.Error("a permission was created for who has left")
	}
	if _, err := h.client(t, "mallory").Allocate(); err == nil {
		t.Error("who has left takes another relay")
	}
	h.End("mallory")
	for until := time.Now().Add(patience); h.Relays() > 1 && time.Now().Before(until); {
		ping(t, kept, h.media.LocalAddr())
	}
	if n := h.Relays(); n != 1 {
		t.Errorf("%d relays are held, want the one of who is there", n)
	}
}

// Strangers of many addresses leave a quarter of the relays to who publishes or has paid;
// when they hold the rest, whose media is not up makes room, and whose is keeps the relay.
func TestViewersHoldNotAllRelays(t *testing.T) {
	h := setup(t, 16)
	var used []net.PacketConn
	for i := range 12 {
		conn, err := h.from(t, byte(2+i/4), fmt.Sprint("guest", i)).Allocate()
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		ping(t, conn, h.media.LocalAddr())
		used = append(used, conn)
	}
	if _, err := h.from(t, 8, "guest12").Allocate(); err == nil || !strings.Contains(err.Error(), "486") {
		t.Errorf("a thirteenth relay of viewers: %v, want 486", err)
	}
	for _, conn := range used[:2] {
		conn.Close()
	}
	used = used[2:]
	for i := range 2 {
		silent := h.from(t, 8, fmt.Sprint("silent", i))
		testkit.Eventually(t, "what was given back is there for others", func() bool {
			_, err := silent.Allocate()
			return err == nil
		})
	}
	for i := range 4 {
		conn, err := h.from(t, 9, fmt.Sprint("paid", i)).Allocate()
		if err != nil {
			t.Fatalf("who has paid finds no relay beside %d of viewers: %v", len(used)+2, err)
		}
		defer conn.Close()
	}
	// The silent ones make room once they had their time.
	for i := range 2 {
		late := h.from(t, 10, fmt.Sprint("viewer", i))
		testkit.Eventually(t, "a viewer finds a relay", func() bool {
			conn, err := late.Allocate()
			if err == nil {
				ping(t, conn, h.media.LocalAddr())
			}
			return err == nil
		})
	}
	// The library lets a relay go a moment after its port is closed.
	testkit.Eventually(t, "no more than 16 are held", func() bool { return h.Relays() <= 16 })
	for _, conn := range used {
		ping(t, conn, h.media.LocalAddr())
	}
}
