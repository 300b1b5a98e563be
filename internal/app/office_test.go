package app_test

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// What a new site still needs before it earns, ticked off one by one as it is done.
func TestFirstSteps(t *testing.T) {
	cfg := config(t)
	cfg.Development = true
	s := start(t, cfg, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Member, Username: "tom"})
	ada := s.in(t, account.Admin, "ada")
	done := func(want ...string) {
		t.Helper()
		for id, is := range s.firstSteps(t, ada) {
			wanted := false
			for _, w := range want {
				wanted = wanted || w == id
			}
			if is != wanted {
				t.Errorf("step %s: done %t, want %t", id, is, wanted)
			}
		}
	}
	s.in(t, account.Member, "tom").do(t, "GET /admin/first-steps", nil).must(t, 403)
	done()
	ada.do(t, "PUT /admin/settings", record{"operatorEmail": "operator@example.com", "tokenPayoutRate": 500}).must(t, 200)
	done("operator_mail", "payout_rate")

	ada.do(t, "PUT /admin/payments/gateways/sandbox", record{"isActive": true}).must(t, 200)
	done("operator_mail", "payout_rate", "gateway") // and nothing to sell
	ada.do(t, "POST /admin/payments/packages", record{"name": "Small", "price": 999, "currency": "USD", "tokens": 100, "bonus": 0, "isActive": true}).must(t, 200)
	done("operator_mail", "payout_rate", "gateway", "packages")

	// An invitation that nobody took is no second admin.
	ada.do(t, "POST /admin/admins", record{"username": "bea", "email": "bea@example.com"}).must(t, 200, `"username":"bea"`)
	done("operator_mail", "payout_rate", "gateway", "packages")
	link := s.mailedToken(t, "bea@example.com")
	s.guest().do(t, "POST /auth/users/reset", record{"token": link, "password": app.Password}).must(t, 200)
	done("operator_mail", "payout_rate", "gateway", "packages", "second_admin")
	bea := s.login(t, account.Admin, "bea", app.Password)
	bea.do(t, "GET /admin/audit-log", nil).must(t, 200, `"action":"admin.invited"`)
	ada.do(t, "GET /admin/mails?to=ada@example.com", nil).must(t, 200, `"subject":"A new admin: bea `)
}

// Without a mail server a test mail says so, and leaves its line in the log.
func TestTestMail(t *testing.T) {
	s := start(t, config(t), app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Member, Username: "tom"})
	ada := s.in(t, account.Admin, "ada")
	s.in(t, account.Member, "tom").do(t, "POST /admin/mails/test", nil).must(t, 403)
	ada.do(t, "POST /admin/mails/test", nil).must(t, 409, `"error":"mail_kept"`, "--smtp")
	ada.do(t, "GET /admin/audit-log", nil).must(t, 200, `"action":"mail.tested"`)
}

// firstSteps are what is done and what is not.
func (s *site) firstSteps(t *testing.T, ada visitor) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	list, _ := ada.do(t, "GET /admin/first-steps", nil).must(t, 200).at("steps").([]any)
	for _, one := range list {
		step, _ := one.(map[string]any)
		id, _ := step["id"].(string)
		found[id], _ = step["done"].(bool)
	}
	if len(found) != 7 {
		t.Fatalf("%d first steps", len(found))
	}
	return found
}
