package app_test

import (
	"os"
	"strconv"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/limit"
)

// Whoever asks too often is told when to come back, and nobody else waits.
func TestAPIRateLimit(t *testing.T) {
	cfg := config(t)
	cfg.APIRate = 20
	s := start(t, cfg, app.Resident{Role: account.Member, Username: "tom"})
	tom := s.in(t, account.Member, "tom")
	const read = "GET /settings/public"

	east := s.guest().from("203.0.113.9")
	for range cfg.APIRate {
		east.do(t, read, nil).must(t, 200)
	}
	refused := east.do(t, read, nil).must(t, 429, `"statusCode":429`)
	if wait, err := strconv.Atoi(refused.header.Get("Retry-After")); err != nil || wait < 1 || wait > 60 {
		t.Errorf("told to come back after %q seconds, want 1 to 60", refused.header.Get("Retry-After"))
	}
	east.request(t, "GET", "/healthz", nil).must(t, 200) // not the API
	s.guest().from("203.0.113.10").do(t, read, nil).must(t, 200)
	// A proxy of ours that says nothing of where a call comes from: the calls are its own.
	admitted := 0
	for range cfg.APIRate {
		if s.guest().do(t, read, nil).status == 200 {
			admitted++
		}
	}
	if admitted == 0 || admitted == cfg.APIRate { // Tom logged in that way
		t.Errorf("%d of %d calls past a login were admitted", admitted, cfg.APIRate)
	}

	// Searches for words are fewer; the lists they search are calls like any other.
	words := s.guest().from("203.0.113.11")
	for range cfg.APIRate / 10 {
		words.do(t, "GET /performers/search?q=nina", nil).must(t, 200)
	}
	words.do(t, "GET /performers/search?q=nina", nil).must(t, 429)
	words.do(t, "GET /performers/search", nil).must(t, 200)

	// Addresses of one /64 are one customer's.
	for i := range cfg.APIRate {
		s.guest().from("2001:db8::"+strconv.Itoa(i)).do(t, read, nil).must(t, 200)
	}
	s.guest().from("2001:db8::ffff").do(t, read, nil).must(t, 429)

	// An account is counted for what it changes, wherever it is.
	for i := range cfg.APIRate / 2 {
		tom.from("198.51.100."+strconv.Itoa(i)).do(t, "PUT /users", record{"name": "Tom"}).must(t, 200)
	}
	tom.from("198.51.100.200").do(t, "PUT /users", record{"name": "Tom"}).must(t, 429)
	tom.from("198.51.100.200").do(t, "GET /users/me", nil).must(t, 200)
}

// Everything beside the API has rate limits too: pages, files, health, keys to stream
// with, and sockets.
func TestSiteRateLimits(t *testing.T) {
	cfg := config(t)
	cfg.APIRate = 10
	s := start(t, cfg)
	for i, c := range []struct {
		name, method, path string
		most               int
	}{
		{"pages", "GET", "/", 10},
		{"health", "GET", "/readyz", 2},
		{"stream keys", "POST", "/whip", 1},
		{"media", "GET", "/rtc/validate", 10},
		{"socket handshakes", "GET", "/socket.io/?EIO=9", 5},
		{"media that goes on", "GET", "/rtc/v1?held=x", 10},
		{"polls", "GET", "/socket.io/?EIO=4&transport=polling&sid=nobody", 100},
		{"pictures", "GET", "/files/nothing", 200},
		{"an API call", "GET", "/api/settings/public", 10},
	} {
		one := s.guest().from("203.0.113." + strconv.Itoa(i+1))
		admitted := 0
		asked := c.most + c.most/5 + 5 // some fit again while they are asked
		for range asked {
			if one.request(t, c.method, c.path, nil).status != 429 {
				admitted++
			}
		}
		if admitted < c.most || admitted == asked {
			t.Errorf("%s: %d of %d were admitted, want about %d", c.name, admitted, asked, c.most)
		}
	}
	refused := s.guest().from("203.0.113.3").request(t, "POST", "/whip", nil).must(t, 429, "Too many")
	if wait, err := strconv.Atoi(refused.header.Get("Retry-After")); err != nil || wait < 1 || wait > 60 {
		t.Errorf("told to come back after %q seconds", refused.header.Get("Retry-After"))
	}
	s.guest().from("203.0.113.3").request(t, "GET", "/", nil).must(t, 200) // each has its own

	// What begins a session takes from one limit, however it is written; what goes on with one from another.
	viewer := s.guest().from("203.0.113.4") // has asked for media
	for _, begins := range []struct{ method, path string }{
		{"POST", "/rtc/v1"}, {"POST", "/rtc/v1?held=x"}, {"GET", "/rtc/v1?held="}, {"GET", "/rtc/v1?held=&held=x"}, {"GET", "/rtc?held=x"},
	} {
		for range 3 { // some fit again meanwhile
			if viewer.request(t, begins.method, begins.path, nil).status == 429 {
				begins.path = ""
				break
			}
		}
		if begins.path != "" {
			t.Errorf("%s %s begins a session beyond the limit", begins.method, begins.path)
		}
	}
	viewer.request(t, "GET", "/rtc/v1?held=x", nil).must(t, 400)
}

// A /48 has 65,536 networks, and one customer's share.
func TestRateLimitSharesOfANetwork(t *testing.T) {
	cfg := config(t)
	cfg.APIRate = 4
	s := start(t, cfg)
	for name, path := range map[string]string{"pages": "/", "the API": "/api/settings/public"} {
		admitted := 0
		for i := range 100 {
			if s.guest().from("2001:db8:7:"+strconv.FormatInt(int64(i), 16)+"::1").request(t, "GET", path, nil).status != 429 {
				admitted++
			}
		}
		if want := cfg.APIRate * limit.SharePer; admitted < want || admitted > want+10 {
			t.Errorf("%s: %d of 100 networks of one /48 were admitted, want about %d", name, admitted, want)
		}
	}
}

// A visit is a page with forty files, a few calls and a socket: several people
// behind one address do not meet the limits of the program as it comes.
func TestRateLimitBehindOneAddress(t *testing.T) {
	cfg := config(t)
	cfg.APIRate = 600
	s := start(t, cfg)
	for range 10 {
		one := s.guest().from("203.0.113.9")
		one.request(t, "GET", "/", nil).must(t, 200)
		for range 40 {
			if one.request(t, "GET", "/assets/none.js", nil).status == 429 {
				t.Fatal("a file of the page was refused")
			}
		}
		for range 10 {
			one.do(t, "GET /settings/public", nil).must(t, 200)
		}
		one.request(t, "GET", "/socket.io/?EIO=4&transport=polling", nil).must(t, 200)
	}
}

// Two nodes count together.
func TestAPIRateLimitAcrossNodes(t *testing.T) {
	if os.Getenv("TEST_DATABASE_URL") == "" {
		t.Skip("two nodes need PostgreSQL: TEST_DATABASE_URL names none")
	}
	here := config(t)
	here.Redis, here.SecretKey, here.APIRate = redis(t).URL, secretKey(t), 10
	there := config(t)
	there.Database, there.Redis, there.SecretKey, there.APIRate = here.Database, here.Redis, here.SecretKey, here.APIRate
	east, west := start(t, here), start(t, there)
	for range here.APIRate / 2 {
		east.guest().from("203.0.113.9").do(t, "GET /settings/public", nil).must(t, 200)
		west.guest().from("203.0.113.9").do(t, "GET /settings/public", nil).must(t, 200)
	}
	east.guest().from("203.0.113.9").do(t, "GET /settings/public", nil).must(t, 429)
	west.guest().from("203.0.113.9").do(t, "GET /settings/public", nil).must(t, 429)
}
