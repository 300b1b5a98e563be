package app_test

import (
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/pubsub/redistest"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// A Redis that is emptied in the midst of a public and a private show ends neither:
// the pictures go on for who is there, who comes at once gets them too, on whichever
// node, and who is to go still goes.
func TestAnEmptiedRedisEndsNoShow(t *testing.T) {
	t.Parallel()
	east, west, server := emptiable(t)
	east.in(t, account.Admin, "ada").do(t, "PUT /admin/settings", record{"freeSeconds": 0}).must(t, 200)
	wires := plug(t)

	nina, rosa, tom, ann := east.in(t, account.Performer, "nina"), east.in(t, account.Performer, "rosa"), east.in(t, account.Member, "tom"), west.in(t, account.Member, "ann")
	cameras := map[string]visitor{"nina": nina, "rosa": rosa}
	for name, performer := range cameras {
		live := performer.do(t, "POST /streaming/live", record{}).must(t, 200)
		camera, err := whiptest.Publish(t.Context(), east.url+"/whip", live.text("publish.whip.token"), whiptest.Card())
		if err != nil {
			t.Fatal(err)
		}
		defer camera.Close()
		east.isLive(t, east.ids[name])
	}
	anns := west.watches(t, ann, east.ids["nina"])
	bobs := east.watches(t, east.in(t, account.Member, "bob"), east.ids["nina"])

	// Rosa and Tom have a private show.
	onTom := wires.connect(t, "tom", tom)
	asked := tom.do(t, "POST /streaming/private-chat/"+east.ids["rosa"], record{}).must(t, 200)
	talk := "POST /streaming/private-chat/" + asked.text("conversation")
	hers := rosa.do(t, talk+"/accept", nil).must(t, 200)
	onTom.hears(t, "private-chat/decided", record{"status": "accepted"})
	camera, err := whiptest.Publish(t.Context(), east.url+"/whip", hers.text("publish.whip.token"), whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	defer camera.Close()
	toms := east.sits(t, tom, talk)
	onTom.hears(t, "meter/tick", record{"minutes": 1})

	server.Empty()
	late := map[string]*whiptest.Viewer{
		"a guest in the west": west.watchesAsBrowsersDo(t, west.guest(), east.ids["nina"]),
		"a guest in the east": east.watchesAsBrowsersDo(t, east.guest(), east.ids["nina"]),
	}
	public, private := "GET /streaming/session/"+east.ids["nina"]+"/public", "GET /streaming/session/"+east.ids["rosa"]+"/private"
	seen, wrong := anns.Frames(), ""
	testkit.Eventually(t, "the pictures go on for several looks at the rooms", func() bool {
		if is := east.guest().do(t, public, nil).must(t, 200).text("status"); is != "live" {
			wrong = "public: " + is
		}
		if is := tom.do(t, private, nil).must(t, 200).text("status"); is != "live" {
			wrong = "private: " + is
		}
		return anns.Frames() > seen+200 // some seven seconds
	})
	if wrong != "" {
		t.Errorf("a show was not live meanwhile: %s", wrong)
	}
	east.still(t, toms)

	// Who is blocked, and who is in a show that ends, is still cut off.
	nina.do(t, "POST /performers/blocking/update", record{"userIds": []string{east.ids["bob"]}}).must(t, 200)
	pictureEnds(t, map[string]*whiptest.Viewer{"the picture of who is blocked": bobs})
	nina.do(t, "POST /streaming/stop", nil).must(t, 200)
	rosa.do(t, talk+"/end", nil).must(t, 200)
	pictureEnds(t, map[string]*whiptest.Viewer{
		"Ann's picture": anns, "Tom's picture": toms, "the picture of who came late": late["a guest in the west"],
	})
	east.audit(t)
}

// emptiable is a site of two nodes with a Redis of its own. SQLite has no Redis: it
// knows one node only.
func emptiable(t *testing.T) (east, west *site, between *redistest.Server) {
	t.Helper()
	here, there, between := twoNodes(t)
	east = start(t, here, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Performer, Username: "rosa"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 1000},
		app.Resident{Role: account.Member, Username: "ann"}, app.Resident{Role: account.Member, Username: "bob"})
	west = start(t, there)
	west.ids = east.ids
	return east, west, between
}

// watchesAsBrowsersDo joins anew when no frame came within five seconds (web/src/features/room/watch.ts):
// a message between engines that Redis forgot on its way is not sent again.
func (s *site) watchesAsBrowsersDo(t *testing.T, v visitor, performerID string) *whiptest.Viewer {
	t.Helper()
	var viewer *whiptest.Viewer
	testkit.Eventually(t, "somebody who comes late gets a picture", func() bool {
		joined := v.do(t, "POST /streaming/join/"+performerID, nil).must(t, 200)
		var err error
		viewer, err = whiptest.Play(t.Context(), joined.text("play.webrtc.url"), joined.text("play.webrtc.token"))
		if err != nil {
			return false
		}
		timeout := time.NewTimer(5 * time.Second)
		defer timeout.Stop()
		look := time.NewTicker(50 * time.Millisecond)
		defer look.Stop()
		for viewer.Frames() == 0 {
			select {
			case <-look.C:
			case <-timeout.C:
				viewer.Close()
				return false
			}
		}
		return true
	})
	t.Cleanup(viewer.Close)
	return viewer
}
