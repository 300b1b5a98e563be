package app_test

import (
	"net/http"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/sfu/whiptest"
)

// A block that is made on one node holds on the other for what plays there already:
// HLS, WebRTC and the room of sockets. Others keep watching.
func TestBlockAcrossNodes(t *testing.T) {
	t.Parallel()
	here, there, _ := twoNodes(t)
	east := start(t, here, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom"}, app.Resident{Role: account.Member, Username: "ann"})
	west := start(t, there)
	west.ids = east.ids
	ninaID := east.ids["nina"]
	nina := east.in(t, account.Performer, "nina")
	east.publishes(t, nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key"))
	west.isLive(t, ninaID)

	tom, ann := west.in(t, account.Member, "tom"), west.in(t, account.Member, "ann")
	piet := visitor{site: west, address: dutch}
	toms, anns, piets := west.keeps(t, tom, ninaID), west.keeps(t, ann, ninaID), west.keeps(t, piet, ninaID)
	tomSees, annSees, pietSees := west.watches(t, tom, ninaID), west.watches(t, ann, ninaID), west.watches(t, piet, ninaID)
	room := west.guest().do(t, "GET /conversations/stream/public/"+ninaID, nil).must(t, 200).text("_id")
	wires := plug(t)
	onTom, onAnn := wires.connect(t, "tom", tom).enter(t, room), wires.connect(t, "ann", ann).enter(t, room)
	onAnn.hears(t, "room/state", record{"total": 2})

	nina.do(t, "POST /performers/blocking/update", record{"userIds": []string{east.ids["tom"]}, "countries": []string{"NL"}}).must(t, 200)
	pictureEnds(t, map[string]*whiptest.Viewer{"tom's picture in the west": tomSees, "piet's picture in the west": pietSees})
	late := time.Now().Add(2 * time.Second)
	for name, held := range map[string]struct {
		kept
		visitor
	}{"tom": {toms, tom}, "piet": {piets, piet}} {
		for held.request(t, "GET", held.playlist, nil).status != http.StatusNotFound && time.Now().Before(late) {
			continue
		}
		if got := held.request(t, "GET", held.playlist, nil); got.status != http.StatusNotFound {
			t.Errorf("%s, hidden in the east, is answered %d by HLS in the west after 2 s", name, got.status)
		}
		held.isShut(t, name)
	}
	onAnn.hears(t, "room/state", record{"total": 1})
	if got := onTom.emit(t, "room/join", record{"conversationId": room}); got["ok"] == true {
		t.Error("tom, blocked in the east, enters the room in the west")
	}
	if got := ann.request(t, "GET", anns.playlist, nil); got.status != http.StatusOK {
		t.Errorf("ann, whom nobody blocks, is answered %s by HLS", got.sum())
	}
	west.still(t, annSees)
}
