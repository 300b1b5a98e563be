package app_test

import (
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"limelight/internal/account"
	"limelight/internal/app"
)

// protects sets the two-step login of a visitor up and returns them with their new
// token, and the secret that their authenticator app knows.
func (s *site) protects(t *testing.T, v visitor) (visitor, string) {
	t.Helper()
	secret := v.do(t, "POST /auth/two-factor/set-up", nil).must(t, 200).text("secret")
	v.token = v.do(t, "POST /auth/two-factor/enable", record{"code": code(t, secret, 0)}).must(t, 200).text("token")
	return v, secret
}

// code is what the app shows, or will show so many steps from now.
func code(t *testing.T, secret string, steps int) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, time.Now().Add(time.Duration(steps)*30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// On a real site an admin does nothing before the two-step login is set up, whatever
// the site's state; who lost the device gets in again by the command line, which the
// staff's log and every admin hear of.
func TestAdminsTwoStepLogin(t *testing.T) {
	cfg := config(t)
	for _, name := range []string{"ada", "bea"} {
		if err := app.CreateAdmin(t.Context(), cfg, name+"@example.com", name, app.Password); err != nil {
			t.Fatal(err)
		}
	}
	s := start(t, cfg)
	ada := s.login(t, account.Admin, "ada", app.Password)
	ada.do(t, "GET /admin/settings", nil).must(t, 403, `"error":"two_factor_wanted"`)
	ada.do(t, "GET /users/me", nil).must(t, 200, `"twoFactorWanted":true`)
	ada, secret := s.protects(t, ada)
	ada.do(t, "PUT /admin/settings", record{"maintenanceMode": true}).must(t, 200)

	// While the site is closed too, the password alone opens nothing and the code the rest.
	ticket := s.guest().do(t, "POST /auth/admin/login", record{"username": "ada", "password": app.Password}).must(t, 200, `"twoFactor":true`).text("ticket")
	again := s.guest()
	again.token = again.do(t, "POST /auth/two-factor", record{"ticket": ticket, "code": code(t, secret, 1)}).must(t, 200).text("token")
	again.do(t, "PUT /admin/settings", record{"maintenanceMode": false}).must(t, 200)

	if err := app.ResetTwoFactor(t.Context(), cfg, "ada", "she called, and Bea knows her voice"); err != nil {
		t.Fatal(err)
	}
	again.do(t, "GET /users/me", nil).must(t, 401)
	s.login(t, account.Admin, "ada", app.Password).do(t, "GET /users/me", nil).must(t, 200, `"twoFactorWanted":true`)
	bea, _ := s.protects(t, s.login(t, account.Admin, "bea", app.Password))
	bea.do(t, "GET /admin/audit-log", nil).must(t, 200, `"action":"account.two_factor_reset"`, "knows her voice")
	for _, to := range []string{"ada@example.com", "bea@example.com"} {
		bea.do(t, "GET /admin/mails?to="+to, nil).must(t, 200, "A two-step login was reset")
	}
}
