package app_test

import (
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/socialconnect/xtest"
	"limelight/internal/testkit"
)

// The program is killed while it posts on X that a performer is live: once when X has the post and its answer is on the way,
// and once before X has it. Started again, and when the claim of the dead is over, it has each there once, although it
// cannot know which is which, and says so. Nobody is posted twice whose picture comes back, or who goes live again within
// the hour.
func TestKilledAmidPosts(t *testing.T) {
	t.Parallel()
	program, cfg := build(t), beside(config(t))
	ids, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Performer, Username: "eva"})
	if err != nil {
		t.Fatal(err)
	}
	s := &site{url: "http://" + cfg.Addr, cfg: cfg, ids: ids}
	running := run(t, program, cfg)
	d, nina, eva := outside(t, cfg), s.in(t, account.Performer, "nina"), s.in(t, account.Performer, "eva")
	x := s.posting(t, s.in(t, account.Admin, "ada"), nina, eva)

	const path = "/2/tweets"
	for i, c := range []struct {
		who   visitor
		name  string
		taken bool // X has it
	}{{nina, "nina", true}, {eva, "eva", false}} {
		key := c.who.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key")
		x.Fail(xtest.Failure{Path: path, Late: time.Hour, Taken: c.taken})
		s.publishes(t, key)
		testkit.Eventually(t, "the post is under way", func() bool { return x.Calls(path) == 2*i+1 && len(x.Posts()) == 1 })
		running.Process.Kill() // died tells
		died(t, running)

		running = run(t, program, cfg)
		s.publishes(t, key) // as a broadcasting program does by itself
		s.isLive(t, ids[c.name])
		c.who.do(t, "GET /social-connect/twitter", nil).must(t, 200, `"status":"sending"`) // another node might still be at it
		alter(t, d, `UPDATE social_posts SET due_at = 1 WHERE status = 'sending'`)         // and two minutes later it is not
		testkit.Eventually(t, "it is posted", func() bool {
			return c.who.do(t, "GET /social-connect/twitter", nil).must(t, 200).text("posts.0.status") == "sent"
		})
		c.who.do(t, "POST /streaming/stop", nil).must(t, 200)
		c.who.do(t, "POST /streaming/live", record{}).must(t, 200)
		s.publishes(t, key)
		s.isLive(t, ids[c.name])
		testkit.Eventually(t, "everybody has heard of it", func() bool {
			return number(t, d, `SELECT COUNT(*) FROM bus_deliveries WHERE event = 'show.changed'`) == 0
		})
		if posts := c.who.do(t, "GET /social-connect/twitter", nil).must(t, 200).at("posts").([]any); len(posts) != 1 {
			t.Errorf("of %s there are %d posts within the hour: %v", c.name, len(posts), posts)
		}
		if n := strings.Count(strings.Join(x.Posts(), "\n"), "/room/"+c.name); n != 1 || x.Calls(path) != 2*i+2 {
			t.Errorf("X has %d posts of %s, and was asked %d times: %q", n, c.name, x.Calls(path), x.Posts())
		}
	}
	s.audit(t)
}
