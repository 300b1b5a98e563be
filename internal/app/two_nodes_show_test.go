package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/db"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// A private show across two nodes: she is in the east, he and everybody else in
// the west. Her acceptance there darkens the picture here; then the east dies in
// the middle of the show, and the west carries it on without billing the dark.
func TestAShowAcrossNodes(t *testing.T) {
	t.Parallel()
	here, there, _ := twoNodes(t)
	ids, err := app.Populate(t.Context(), here, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 1000}, app.Resident{Role: account.Member, Username: "ann"},
		app.Resident{Role: account.Performer, Username: "nina"})
	if err != nil {
		t.Fatal(err)
	}
	running := run(t, build(t), here)
	east, west := &site{url: "http://" + here.Addr, cfg: here, ids: ids}, start(t, there)
	west.ids = ids
	wires := plug(t)
	west.in(t, account.Admin, "ada").do(t, "PUT /admin/settings", record{"freeSeconds": 0, "reconnectSeconds": 120, "mediaLossSeconds": 120}).must(t, 200)
	nina, tom, ann := east.in(t, account.Performer, "nina"), west.in(t, account.Member, "tom"), west.in(t, account.Member, "ann")

	// She is public in the east; the west watches, both ways.
	live := nina.do(t, "POST /streaming/live", record{}).must(t, 200)
	if _, err := whiptest.Publish(t.Context(), east.url+"/whip", live.text("publish.whip.token"), whiptest.Card()); err != nil {
		t.Fatal(err)
	}
	west.isLive(t, ids["nina"])
	anns := west.watches(t, ann, ids["nina"])
	var playlist string
	testkit.Eventually(t, "Ann has an address by HLS", func() bool {
		playlist, _ = ann.do(t, "POST /streaming/join/"+ids["nina"], nil).at("play.hls.url").(string)
		return playlist != ""
	})
	testkit.Eventually(t, "the west plays it", func() bool {
		main := ann.request(t, "GET", playlist, nil)
		return main.status == 200 && strings.Contains(string(main.body), "#EXTM3U")
	})

	// He asks in the west, she accepts in the east.
	onTom := wires.connect(t, "tom in the west", tom)
	onNina := wires.connect(t, "nina in the east", nina)
	asked := tom.do(t, "POST /streaming/private-chat/"+ids["nina"], record{}).must(t, 200)
	talk := "POST /streaming/private-chat/" + asked.text("conversation")
	onNina.hears(t, "private-chat-request", nil)
	hers := nina.do(t, talk+"/accept", nil).must(t, 200)
	pictureEnds(t, map[string]*whiptest.Viewer{"Ann's picture in the west": anns})
	onTom.hears(t, "private-chat/decided", record{"status": "accepted"})
	testkit.Eventually(t, "the playlist in the west is over", func() bool { return ann.request(t, "GET", playlist, nil).status == 410 })
	ann.do(t, "POST /streaming/join/"+ids["nina"], nil).must(t, 409, `"error":"in_private"`)

	if _, err := whiptest.Publish(t.Context(), east.url+"/whip", hers.text("publish.whip.token"), whiptest.Card()); err != nil {
		t.Fatal(err)
	}
	show := "GET /streaming/session/" + ids["nina"] + "/private"
	west.sits(t, tom, talk)
	onTom.hears(t, "meter/tick", record{"minutes": 1})
	first := tom.do(t, "POST /member/send-pay-token/"+asked.text("conversation"), nil).must(t, 200, `"minute":1`).text("_id")

	books := testkit.Open(t, here.Where())
	holder := holderOf(t, books, asked.text("sessionId"))

	// The east dies. She comes back in the west, as soon as it takes her.
	running.Process.Kill() // Wait tells
	running.Wait()         // it was killed, and says so
	dark := span{from: time.Now()}
	ninaWest := visitor{site: west, token: nina.token}
	var camera *whiptest.Publisher
	testkit.Eventually(t, "she publishes in the west", func() bool {
		back := ninaWest.do(t, talk+"/join", nil)
		if back.status != 200 {
			return false
		}
		dark.to = time.Now()
		camera, err = whiptest.Publish(t.Context(), west.url+"/whip", back.text("publish.whip.token"), whiptest.Card())
		return err == nil
	})
	defer camera.Close()
	west.sits(t, tom, talk)
	testkit.Eventually(t, "the show goes on", func() bool { return tom.do(t, show, nil).must(t, 200).text("status") == "live" })
	testkit.Eventually(t, "the west holds the show", func() bool { return holderOf(t, books, asked.text("sessionId")) != holder })
	testkit.Eventually(t, "and its clock runs", func() bool { return tom.do(t, show, nil).must(t, 200).text("meter.status") == "running" })
	left := func() float64 {
		seconds, _ := tom.do(t, show, nil).must(t, 200).at("meter.secondsLeft").(float64)
		return seconds
	}
	// Of the first life too little may be certain to cost a hundredth.
	begins := left()
	testkit.Eventually(t, "a second of it is metered", func() bool { return left() <= begins-2 })
	paid := tom.do(t, "POST /member/send-pay-token/"+asked.text("conversation"), nil).must(t, 200)
	if paid.text("minute") == "1" && paid.text("_id") != first {
		t.Errorf("the first minute was paid by %s and by %s", first, paid.text("_id"))
	}

	ninaWest.do(t, talk+"/end", nil).must(t, 200)
	onTom.hears(t, "show/ended", record{"reason": "performer_left"})
	west.audit(t)
	proveOneClock(t, books, darkness{ids["nina"], dark})
}

// sits takes the member's seat in a private show and waits for pictures.
func (s *site) sits(t *testing.T, tom visitor, talk string) *whiptest.Viewer {
	t.Helper()
	seat := tom.do(t, talk+"/join", nil).must(t, 200)
	viewer, err := whiptest.Play(t.Context(), s.url, seat.text("play.webrtc.token"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(viewer.Close)
	s.still(t, viewer)
	return viewer
}

// holderOf is the node that holds the lease on a show.
func holderOf(t *testing.T, d *db.DB, showID string) (node string) {
	t.Helper()
	err := d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		node, err = db.One(ctx, tx, db.String, `SELECT watched_by FROM shows WHERE id = $1`, showID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return node
}

// proveOneClock proves the only meter there is.
func proveOneClock(t *testing.T, d *db.DB, dark darkness) {
	t.Helper()
	var c clock
	err := d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		c, err = db.One(ctx, tx, scanClock, `SELECT `+clockColumns+` FROM show_meters`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	p := &crashRun{dark: []darkness{dark}}
	p.proveClock(t, c, p.absentFor(c))
	if !c.fault || c.charged() == 0 || p.absentFor(c) < 1 {
		t.Errorf("the meter is %+v", c)
	}
	fmt.Fprintf(t.Output(), "metered %v of %v, of which %v were dark\n", ms(c.elapsed), ms(c.to-c.from), ms(p.absentFor(c)))
}
