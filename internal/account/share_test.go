package account_test

import (
	"fmt"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/limit"
)

// A customer with an IPv6 /48 has 65,536 networks: whatever the account's calls count by address, all of them get a
// share together, and a failure that is excused is given back to it.
func TestNetworksOfOneCustomerShare(t *testing.T) {
	for name, c := range map[string]struct {
		max  int
		call func(h *fixture, who visitor, n int) answer
	}{
		"registrations": {5, func(h *fixture, who visitor, n int) answer {
			return h.call(who, "POST /auth/users/register", fmt.Sprintf(
				`{"username":"tom%d","email":"tom%d@example.org","password":"%s","dateOfBirth":"1990-05-17"}`, n, n, secret))
		}},
		"links": {30, func(h *fixture, who visitor, n int) answer {
			return h.call(who, "POST /auth/users/reset", `{"token":"none","password":"nine lamps above the sea"}`)
		}},
		"mails": {30, func(h *fixture, who visitor, n int) answer {
			return h.call(who, "POST /auth/users/forgot", fmt.Sprintf(`{"email":"nobody%d@example.org"}`, n))
		}},
		"failed logins": {50, func(h *fixture, who visitor, n int) answer {
			return h.login(who, account.Member, fmt.Sprint("nobody", n), "a guess")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			h, admitted := setup(t), 0
			want := c.max * limit.SharePer
			for n := range want + 20 {
				who := visitor{address: fmt.Sprintf("2001:db8:1:%x::1", n), agent: home.agent}
				got := c.call(h, who, n)
				if got.Code == 404 || got.Code == 405 {
					t.Fatalf("answered %d %s", got.Code, got.text)
				}
				if got.Code != 429 {
					admitted++
				}
			}
			if admitted != want {
				t.Errorf("%d of one /48 were admitted, want %d", admitted, want)
			}
		})
	}
}
