package app_test

import (
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// While Redis stands still no node can tell another who must leave: each looks for
// itself, so that who is blocked, suspended or logged out still loses the picture and
// the socket, on whichever node.
func TestEvictionWhileRedisHangs(t *testing.T) {
	t.Parallel()
	east, west, server := emptiable(t)
	ada, nina := east.in(t, account.Admin, "ada"), east.in(t, account.Performer, "nina")
	live := nina.do(t, "POST /streaming/live", record{}).must(t, 200)
	camera, err := whiptest.Publish(t.Context(), east.url+"/whip", live.text("publish.whip.token"), whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	defer camera.Close()
	west.isLive(t, east.ids["nina"])

	tom, ann, bob := west.in(t, account.Member, "tom"), east.in(t, account.Member, "ann"), west.in(t, account.Member, "bob")
	piet := visitor{site: west, address: dutch}
	wires := plug(t)
	onBob := wires.connect(t, "bob", bob)
	toms, anns, bobs, piets := west.watches(t, tom, east.ids["nina"]), east.watches(t, ann, east.ids["nina"]), west.watches(t, bob, east.ids["nina"]), west.watches(t, piet, east.ids["nina"])
	guests := west.watches(t, west.guest(), east.ids["nina"])

	server.Pause()
	nina.do(t, "POST /performers/blocking/update", record{"userIds": []string{east.ids["tom"]}, "countries": []string{"NL"}}).must(t, 200)
	ada.do(t, "POST /admin/accounts/"+east.ids["bob"]+"/suspend", record{"reason": "spam"}).must(t, 200)
	ann.do(t, "POST /auth/logout", nil).must(t, 200)
	endWithin(t, 5*time.Second /* Redis had one to answer in */, map[string]<-chan struct{}{
		"the picture of who is blocked": stops(t, toms), "the picture of a country that is blocked": stops(t, piets),
		"the picture of who is suspended": stops(t, bobs), "the picture of who has logged out": stops(t, anns),
	})
	onBob.hears(t, "session/revoked", nil)
	west.still(t, guests)

	// What everybody could not be told then is told now.
	server.Resume()
	books := testkit.Open(t, east.cfg.Where())
	testkit.Eventually(t, "no cut waits", func() bool { return rowsIn(t, books, `SELECT COUNT(*) FROM show_cuts`) == 0 })
	west.still(t, guests)
	for name, v := range map[string]visitor{"tom": tom, "piet": piet} {
		if answer := v.do(t, "POST /streaming/join/"+east.ids["nina"], nil); answer.status == 200 {
			t.Errorf("%s comes back", name)
		}
	}
}

// pictureEnds fails for whose pictures still come after 2 s; to see that none comes takes
// another. Between nodes the word that ends a session may come after its picture has
// ended, or with it be lost, and the viewer tries for a while to come back.
func pictureEnds(t *testing.T, viewers map[string]*whiptest.Viewer) {
	t.Helper()
	ends := map[string]<-chan struct{}{}
	for what, v := range viewers {
		ends[what] = stops(t, v)
	}
	endWithin(t, 3*time.Second, ends)
}

// stops is closed when the pictures have stood still for half a second.
func stops(t *testing.T, v *whiptest.Viewer) <-chan struct{} {
	stopped := make(chan struct{})
	go func() {
		look := time.NewTicker(500 * time.Millisecond)
		defer look.Stop()
		for before := int64(-1); ; {
			select {
			case <-t.Context().Done():
				return
			case <-look.C:
			}
			now := v.Frames()
			if now == before {
				close(stopped)
				return
			}
			before = now
		}
	}()
	return stopped
}
