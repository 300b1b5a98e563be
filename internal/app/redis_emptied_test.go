package app_test

import (
	"os/exec"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// A Redis that comes back without its memory ends no show: the pictures go on, nobody
// is told of a loss, and who comes later finds the room.
func TestAnEmptiedRedisEndsNoShow(t *testing.T) {
	t.Parallel()
	cfg, _ := twoNodes(t)
	s := start(t, cfg, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Member, Username: "tom"})
	nina := s.in(t, account.Performer, "nina")
	live := nina.do(t, "POST /streaming/live", record{}).must(t, 200)
	camera, err := whiptest.Publish(t.Context(), s.url+"/whip", live.text("publish.whip.token"), whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	defer camera.Close()
	s.isLive(t, s.ids["nina"])
	tom := s.watches(t, s.in(t, account.Member, "tom"), s.ids["nina"])

	_, port, _ := strings.Cut(strings.TrimPrefix(cfg.Redis, "redis://"), ":")
	if out, err := exec.Command("redis-cli", "-p", port, "flushall").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	seen := tom.Frames()
	status := "live"
	testkit.Eventually(t, "the pictures go on for several looks at the room", func() bool {
		if now := s.guest().do(t, "GET /streaming/session/"+s.ids["nina"]+"/public", nil).must(t, 200).text("status"); now != "live" {
			status = now
		}
		return tom.Frames() > seen+200 // some seven seconds
	})
	if status != "live" {
		t.Errorf("the show was %s meanwhile", status)
	}
	s.watches(t, s.guest(), s.ids["nina"])
	nina.do(t, "POST /streaming/stop", nil).must(t, 200)
}

// Without Redis a node is degraded and not unready, which would take every node away
// at once: pages, logins and chat go on.
func TestReadyWithoutRedis(t *testing.T) {
	t.Parallel()
	cfg, _ := twoNodes(t)
	s := start(t, cfg, app.Resident{Role: account.Member, Username: "tom"}, app.Resident{Role: account.Performer, Username: "nina"})
	s.guest().request(t, "GET", "/readyz", nil).must(t, 200, `"nodes":"ok"`)
	_, port, _ := strings.Cut(strings.TrimPrefix(cfg.Redis, "redis://"), ":")
	exec.Command("redis-cli", "-p", port, "shutdown", "nosave").Run() //nolint:errcheck // it hangs up before it answers
	testkit.Eventually(t, "the node says that it is alone", func() bool {
		return strings.Contains(string(s.guest().request(t, "GET", "/readyz", nil).body), `"nodes":"degraded"`)
	})
	s.guest().request(t, "GET", "/readyz", nil).must(t, 200, `"database":"ok"`)
	tom := s.in(t, account.Member, "tom")
	tom.do(t, "GET /performers/nina/view", nil).must(t, 200)
}
