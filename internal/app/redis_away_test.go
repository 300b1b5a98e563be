package app_test

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// A Redis that is away for seconds and comes back empty ends no show, and who comes
// afterwards gets a picture, on whichever node.
func TestRedisReconnects(t *testing.T) {
	t.Parallel()
	east, west, server := emptiable(t)
	nina := east.in(t, account.Performer, "nina")
	live := nina.do(t, "POST /streaming/live", record{}).must(t, 200)
	camera, err := whiptest.Publish(t.Context(), east.url+"/whip", live.text("publish.whip.token"), whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	defer camera.Close()
	west.isLive(t, east.ids["nina"])
	anns := west.watches(t, west.in(t, account.Member, "ann"), east.ids["nina"])

	server.Stop()
	seen := anns.Frames()
	testkit.Eventually(t, "the pictures go on without Redis", func() bool { return anns.Frames() > seen+90 })
	server.Start()

	late := []*whiptest.Viewer{
		west.watchesAsBrowsersDo(t, west.guest(), east.ids["nina"]),
		east.watchesAsBrowsersDo(t, east.guest(), east.ids["nina"]),
	}
	west.still(t, anns)
	nina.do(t, "POST /streaming/stop", nil).must(t, 200)
	pictureEnds(t, map[string]*whiptest.Viewer{"Ann's picture": anns, "the picture in the west": late[0], "the picture in the east": late[1]})
}
