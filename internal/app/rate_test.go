package app_test

import (
	"os"
	"strconv"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// Whoever asks too often is told when to come back, and nobody else waits.
func TestTheAPIsPace(t *testing.T) {
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
	for range 2 * cfg.APIRate {
		s.guest().do(t, read, nil).must(t, 200) // this machine's own
	}

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

// Two nodes count together.
func TestTheAPIsPaceOnTwoNodes(t *testing.T) {
	if os.Getenv("TEST_DATABASE_URL") == "" {
		t.Skip("two nodes need PostgreSQL: TEST_DATABASE_URL names none")
	}
	here := config(t)
	here.Redis, here.SecretKey, here.APIRate = redis(t), secretKey(t), 10
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
