package app_test

import (
	"net/url"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// A site whose database is out of reach says so, in words, with when to come back;
// nothing of it is told to strangers; and it works again by itself.
func TestASiteWithoutItsDatabase(t *testing.T) {
	cfg := config(t)
	address, err := url.Parse(cfg.Database)
	if err != nil || cfg.Database == "" {
		t.Skip("SQLite is a file of the site's own; TEST_DATABASE_URL names no PostgreSQL")
	}
	ids, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Performer, Username: "nina"})
	if err != nil {
		t.Fatal(err)
	}
	line := testkit.NewLine(t, address.Host)
	address.Host = line.Address()
	cfg.Database = address.String()
	s := start(t, cfg)
	s.ids = ids
	tom := s.in(t, account.Member, "tom")
	tip := func(key string) answer {
		return tom.with("Idempotency-Key", key).do(t, "POST /member/send-tip-token/"+ids["nina"], record{"token": 25})
	}
	tip("before").must(t, 200)
	line.Cut()
	for what, got := range map[string]answer{
		"who I am": tom.do(t, "GET /users/me", nil), "a tip": tip("lost"), "a search": s.guest().do(t, "GET /performers/search", nil),
	} {
		if got.status != 503 || got.header.Get("Retry-After") == "" || !strings.Contains(string(got.body), `"error":"unavailable"`) {
			t.Errorf("%s without a database: %s", what, got.sum())
		}
	}
	if ready := s.guest().request(t, "GET", "/readyz", nil); ready.status != 503 || strings.Contains(string(ready.body), "127.0.0.1") {
		t.Errorf("readyz: %s", ready.sum())
	}
	line.Mend(t)
	testkit.Eventually(t, "the same tip arrives by itself", func() bool { return tip("lost").status == 200 })
	if got := tom.do(t, "GET /users/me", nil).must(t, 200).text("balance"); got != "50" {
		t.Errorf("after one tip before, and one that was sent twice, there are %s tokens", got)
	}
	s.audit(t)
}
