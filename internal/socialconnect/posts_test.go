package socialconnect_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/socialconnect"
	"limelight/internal/socialconnect/xtest"
	"limelight/internal/testkit"
)

const posts = "/2/tweets"

// connected is a site whose performer has connected X and has it posted that she is live.
func connected(t *testing.T) *site {
	t.Helper()
	s := setup(t)
	if end := s.consents(t, s.nina, browser{}); end != "connected" {
		t.Fatalf("she is led back with %s", end)
	}
	s.change(t, "{name} is live at {time}: {url}")
	return s
}

func (s *site) change(t *testing.T, text string) {
	t.Helper()
	s.call(t, s.nina, nil, "PUT /social-connect/twitter", socialconnect.Settings{IsActive: true, AutoTweet: true, Text: text}).must(t, 200, `"autoTweet":true`)
}

func (s *site) goesLive(t *testing.T, showID string) {
	t.Helper()
	s.write(t, func(ctx context.Context, tx *db.Tx) error { return s.WentLive(ctx, tx, "nina", showID) })
}

func (s *site) sends(t *testing.T) {
	t.Helper()
	if err := s.Send(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// sees is what nina reads of her last post.
func (s *site) sees(t *testing.T) socialconnect.Post {
	t.Helper()
	c, err := s.Connection(t.Context(), "nina")
	if err != nil || len(c.Posts) == 0 {
		t.Fatalf("she sees %+v, %v", c, err)
	}
	return c.Posts[0]
}

func (s *site) has(t *testing.T, want int) {
	t.Helper()
	if got := s.x.Posts(); len(got) != want {
		t.Errorf("X has %q, want %d", got, want)
	}
}

func TestPosted(t *testing.T) {
	s := connected(t)
	s.goesLive(t, "s1")
	s.goesLive(t, "s1") // the picture is back
	s.sends(t)
	s.sends(t)
	if got := s.x.Posts(); len(got) != 1 || got[0] != "Nina is live at 2026-11-02 12:00 UTC: https://example.com/room/nina" {
		t.Errorf("X has %q", got)
	}
	if p := s.sees(t); p.Status != "sent" || p.Link != "https://x.com/i/web/status/1001" || p.Failure != "" {
		t.Errorf("she sees %+v", p)
	}
}

func TestOnceAnHour(t *testing.T) {
	s := connected(t)
	for i, step := range []struct {
		wait time.Duration
		want int
	}{{0, 1}, {59 * time.Minute, 1}, {2 * time.Minute, 2}, {30 * time.Minute, 2}, {31 * time.Minute, 3}} {
		s.clock.Advance(step.wait)
		s.goesLive(t, string(rune('a'+i)))
		s.sends(t)
		s.has(t, step.want)
	}
}

// Who has not connected, has switched it off, or hides, posts nothing.
func TestNotPosted(t *testing.T) {
	t.Run("not connected", func(t *testing.T) {
		s := setup(t)
		s.goesLive(t, "s1")
		s.sends(t)
		s.has(t, 0)
	})
	for name, put := range map[string]socialconnect.Settings{
		"no posts": {IsActive: true, Text: "{url}"}, "not active": {AutoTweet: true, Text: "{url}"},
	} {
		t.Run(name, func(t *testing.T) {
			s := connected(t)
			s.call(t, s.nina, nil, "PUT /social-connect/twitter", put).must(t, 200, "")
			s.goesLive(t, "s1")
			s.sends(t)
			s.has(t, 0)
		})
	}
	t.Run("she hides", func(t *testing.T) {
		s := connected(t)
		s.stage.hides = true
		s.goesLive(t, "s1")
		s.sends(t)
		s.has(t, 0)
		if p := s.sees(t); p.Status != "failed" || p.Failure != socialconnect.Hidden {
			t.Errorf("she sees %+v", p)
		}
		s.call(t, s.nina, nil, "GET /social-connect/twitter", nil).must(t, 200, `"hidden":true`)
	})
	t.Run("the operator has switched it off", func(t *testing.T) {
		s := connected(t)
		s.goesLive(t, "s1")
		off := s.x.Setup()
		off["active"] = false
		s.call(t, s.ada, nil, "PUT /admin/social-connect/twitter", off).must(t, 200, "")
		s.sends(t)
		s.has(t, 0)
	})
	t.Run("the show is over", func(t *testing.T) {
		s := connected(t)
		s.goesLive(t, "s1")
		s.stage.live = false
		s.sends(t)
		s.has(t, 0)
		if p := s.sees(t); p.Failure != socialconnect.Over {
			t.Errorf("she sees %+v", p)
		}
	})
}

// What goes wrong is seen, and tried again until it is of no use.
func TestFailures(t *testing.T) {
	reset := testkit.Noon.Add(10 * time.Minute).Unix()
	for _, c := range []struct {
		name    string
		failure xtest.Failure
		want    socialconnect.Failure
		status  string
		pause   time.Duration // until it is tried again
		posts   int           // in the end
	}{
		{"an error of X", xtest.Failure{Status: 500}, socialconnect.Unreachable, "waiting", 15 * time.Second, 1},
		{"no answer", xtest.Failure{Late: 2 * time.Second, Status: 500}, socialconnect.Unreachable, "waiting", 15 * time.Second, 1},
		{"a line that breaks", xtest.Failure{}, socialconnect.Unreachable, "waiting", 15 * time.Second, 1},
		{"an answer that got lost", xtest.Failure{Taken: true}, socialconnect.Unreachable, "waiting", 15 * time.Second, 1},
		{"too many", xtest.Failure{Status: 429, Header: map[string]string{"x-rate-limit-reset": "1793621400"}}, socialconnect.Busy, "waiting", 10 * time.Minute, 1},
		{"too many for a day", xtest.Failure{Status: 429, Header: map[string]string{"Retry-After": "86400"}}, socialconnect.Busy, "waiting", time.Hour, 1},
		{"too many, for no time", xtest.Failure{Status: 429}, socialconnect.Busy, "waiting", 15 * time.Second, 1},
		{"not wanted", xtest.Failure{Status: 403, Body: `{"detail":"Your account is locked."}`}, socialconnect.Refused, "failed", 0, 0},
		{"no JSON", xtest.Failure{Status: 400, Body: `<html>`}, socialconnect.Refused, "failed", 0, 0},
		{"a redirect", xtest.Failure{Status: 302, Header: map[string]string{"Location": "http://169.254.169.254/"}}, socialconnect.Refused, "failed", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := connected(t)
			if c.failure.Header["x-rate-limit-reset"] != "" && reset != 1793621400 {
				t.Fatalf("ten minutes after noon is %d", reset)
			}
			c.failure.Path = posts
			s.x.Fail(c.failure)
			s.goesLive(t, "s1")
			s.sends(t)
			p := s.sees(t)
			if p.Status != c.status || p.Failure != c.want || c.pause > 0 && p.DueAt.Sub(testkit.Noon) != c.pause {
				t.Fatalf("she sees %+v", p)
			}
			s.clock.Advance(c.pause - time.Second)
			s.sends(t)
			if c.status == "waiting" && s.sees(t).Status != "waiting" {
				t.Error("it was not waited for")
			}
			s.clock.Advance(time.Second)
			s.sends(t)
			s.has(t, c.posts)
			if c.status == "waiting" && s.sees(t).Status != "sent" {
				t.Errorf("in the end she sees %+v", s.sees(t))
			}
		})
	}
}

// An answer that is no JSON comes after the post: it is made, and not made again.
func TestMadeWithoutAnId(t *testing.T) {
	s := connected(t)
	s.x.Fail(xtest.Failure{Path: posts, Status: 201, Body: `{"data":`, Taken: true})
	s.goesLive(t, "s1")
	s.sends(t)
	if p := s.sees(t); p.Status != "sent" || p.Link != "" {
		t.Errorf("she sees %+v", p)
	}
	s.has(t, 1)
}

func TestGivesUp(t *testing.T) {
	s := connected(t)
	for range 10 {
		s.x.Fail(xtest.Failure{Path: posts, Status: 503})
	}
	s.goesLive(t, "s1")
	for range 20 {
		s.sends(t)
		s.clock.Advance(20 * time.Minute)
	}
	if p := s.sees(t); p.Status != "failed" || s.x.Calls(posts) != 7 {
		t.Errorf("after %d calls she sees %+v", s.x.Calls(posts), p)
	}
}

// X refuses what it has already: she is told, writes something else, and tries it again.
func TestDuplicate(t *testing.T) {
	s := connected(t)
	s.change(t, "Live: {url}")
	s.goesLive(t, "s1")
	s.sends(t)
	s.clock.Advance(2 * time.Hour)
	s.goesLive(t, "s2")
	s.sends(t)
	p := s.sees(t)
	if p.Status != "failed" || p.Failure != socialconnect.Duplicate {
		t.Fatalf("she sees %+v", p)
	}
	s.change(t, "Live again: {url}")
	retry := "POST /social-connect/twitter/posts/" + p.ID + "/retry"
	s.call(t, testkit.Person(t, s.db, account.Performer, "lena"), nil, retry, nil).must(t, 404, "No account of X")
	s.stage.live = false
	s.call(t, s.nina, nil, retry, nil).must(t, 409, "not live")
	s.stage.live = true
	s.call(t, s.nina, nil, retry, nil).must(t, 200, "")
	s.call(t, s.nina, nil, retry, nil).must(t, 409, "has not failed")
	s.sends(t)
	s.has(t, 2)
}

// An access token that is over is replaced, one that X has forgotten too, and with the refresh token goes the connection.
func TestTokens(t *testing.T) {
	s := connected(t)
	const token = "/2/oauth2/token"
	s.clock.Advance(3 * time.Hour)
	s.goesLive(t, "s1")
	s.sends(t)
	s.has(t, 1)
	if n := s.x.Calls(token); n != 2 {
		t.Errorf("tokens were asked for %d times, want 2", n)
	}
	s.clock.Advance(70 * time.Minute)
	s.x.Forget(false)
	s.goesLive(t, "s2")
	s.sends(t)
	s.has(t, 2)
	s.clock.Advance(70 * time.Minute)
	s.x.Fail(xtest.Failure{Path: token, Status: 500}, xtest.Failure{Path: token, Status: 200, Body: `{"access_token":`})
	s.x.Forget(false)
	s.goesLive(t, "s3")
	s.sends(t)
	if p := s.sees(t); p.Failure != socialconnect.Unreachable {
		t.Errorf("she sees %+v", p)
	}
	s.clock.Advance(time.Minute)
	s.sends(t)
	s.clock.Advance(time.Minute)
	s.sends(t)
	s.has(t, 3)
	s.clock.Advance(70 * time.Minute)
	s.x.Forget(true)
	heard := testkit.Hear[socialconnect.Revoked](s.bus)
	s.goesLive(t, "s4")
	s.sends(t)
	if p := s.sees(t); p.Status != "failed" || p.Failure != socialconnect.Reconnect {
		t.Errorf("she sees %+v", p)
	}
	s.call(t, s.nina, nil, "GET /social-connect/twitter", nil).must(t, 200, `"needsReconnect":true`)
	if got := heard.Latest(t); len(got) != 1 || got[0].Username != "nina_x" {
		t.Errorf("it is told %+v", got)
	}
	s.goesLive(t, "s5")
	s.consents(t, s.nina, browser{})
	s.call(t, s.nina, nil, "GET /social-connect/twitter", nil).must(t, 200, `"needsReconnect":false`)
	s.call(t, s.nina, nil, "POST /social-connect/twitter/posts/"+s.sees(t).ID+"/retry", nil).must(t, 200, "")
	s.sends(t)
	s.has(t, 4)
}

// Two nodes send at once, and a dead one had a post: X has each once, and is asked for fresh tokens once.
func TestTwoNodes(t *testing.T) {
	s := connected(t)
	other := over(t, s.db, s.keys, s.x, s.clock)
	s.clock.Advance(3 * time.Hour)
	s.goesLive(t, "s1")
	var both sync.WaitGroup
	for _, node := range []*site{s, other} {
		both.Go(func() {
			if err := node.Send(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	s.has(t, 1)
	if n := s.x.Calls("/2/oauth2/token"); n != 2 {
		t.Errorf("tokens were asked for %d times, want 2", n)
	}
	s.clock.Advance(2 * time.Hour)
	s.goesLive(t, "s2")
	// The node dies after X has it: the claim stands, the answer is written nowhere.
	testkit.Exec(t, s.db, `UPDATE social_posts SET status = 'sending', claim = 'dead', due_at = $1, attempts = 1 WHERE show_id = 's2'`,
		s.clock.Now().Add(2*time.Minute).UnixMilli())
	s.x.Fail(xtest.Failure{Path: posts, Status: http.StatusForbidden, Body: `{"detail":"You are not allowed to create a Tweet with duplicate content."}`})
	other.sends(t)
	if p := s.sees(t); p.Status != "sending" {
		t.Errorf("while the claim stands she sees %+v", p)
	}
	s.clock.Advance(2 * time.Minute)
	other.sends(t)
	if p := s.sees(t); p.Status != "sent" {
		t.Errorf("she sees %+v", p)
	}
}

func TestDisconnect(t *testing.T) {
	s := connected(t)
	s.goesLive(t, "s1")
	s.call(t, s.nina, nil, "DELETE /social-connect/twitter", nil).must(t, 200, "")
	s.call(t, s.nina, nil, "DELETE /social-connect/twitter", nil).must(t, 404, "")
	s.sends(t)
	s.has(t, 0)
	if s.x.Calls("/2/oauth2/revoke") != 1 {
		t.Error("the tokens were not taken back")
	}
	s.call(t, s.nina, nil, "GET /social-connect/twitter", nil).must(t, 200, `"connected":false`)
}

// No secret is stored or told in the clear.
func TestSecrets(t *testing.T) {
	s := connected(t)
	told := s.call(t, s.ada, nil, "GET /admin/social-connect/twitter", nil).must(t, 200, `"callbackUrl":"http://localhost:8080/api/auth/twitter/connect-callback"`).text +
		s.call(t, s.nina, nil, "GET /social-connect/twitter", nil).text
	for _, column := range []string{
		"SELECT sealed FROM social_providers", "SELECT tokens FROM social_connections", "SELECT verifier FROM social_flows",
	} {
		told += s.stored(t, column)
	}
	for _, secret := range []string{xtest.ClientSecret, "access-", "refresh-"} {
		if strings.Contains(told, secret) {
			t.Errorf("%s is in the clear", secret)
		}
	}
	moved := s.x.Setup()
	moved["tokenUrl"], moved["clientSecret"] = "https://evil.example/token", ""
	s.call(t, s.ada, nil, "PUT /admin/social-connect/twitter", moved).must(t, 422, "Enter the secret again")
	kept := s.x.Setup()
	kept["clientSecret"], kept["signIn"] = "", false
	s.call(t, s.ada, nil, "PUT /admin/social-connect/twitter", kept).must(t, 200, `"hasSecret":true`)
	kept["apiUrl"], kept["clientSecret"] = "javascript:alert(1)", "x"
	s.call(t, s.ada, nil, "PUT /admin/social-connect/twitter", kept).must(t, 422, `"property":"apiUrl"`)
}
