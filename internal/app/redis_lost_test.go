package app_test

import (
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// Without Redis a node is degraded and not unready, which would take every node away
// at once: pages, logins and chat go on.
func TestReadyWithoutRedis(t *testing.T) {
	t.Parallel()
	cfg, _, server := twoNodes(t)
	s := start(t, cfg, app.Resident{Role: account.Member, Username: "tom"}, app.Resident{Role: account.Performer, Username: "nina"})
	s.guest().request(t, "GET", "/readyz", nil).must(t, 200, `"nodes":"ok"`)
	server.Stop()
	testkit.Eventually(t, "the node says that it is alone", func() bool {
		return strings.Contains(string(s.guest().request(t, "GET", "/readyz", nil).body), `"nodes":"degraded"`)
	})
	s.guest().request(t, "GET", "/readyz", nil).must(t, 200, `"database":"ok"`)
	tom := s.in(t, account.Member, "tom")
	tom.do(t, "GET /performers/nina/view", nil).must(t, 200)
}
