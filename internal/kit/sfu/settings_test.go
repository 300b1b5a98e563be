package sfu

import (
	"testing"

	"github.com/livekit/livekit-server/pkg/config"
)

// Whoever subscribes right after the first keyframe waits for the next: no size makes
// them wait longer than another.
func TestKeyframesMayFollowEachOtherSoon(t *testing.T) {
	e := &Engine{core: &core{cfg: Config{Key: "k", Secret: "s"}}}
	text, err := e.settings(reach{}, 7880, "http://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	conf, err := config.NewConfig(text, true, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := conf.RTC.PLIThrottle
	if got.LowQuality != keyPause || got.MidQuality != keyPause || got.HighQuality != keyPause {
		t.Errorf("keyframes are %+v apart at least, want %v", got, keyPause)
	}
}
