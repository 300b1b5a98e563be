package account_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/testkit"
)

// app is somebody's authenticator: it knows the secret and has a clock.
type app struct {
	secret string
	h      *fixture
	codes  []string // for recovery
}

func (a app) code(t *testing.T) string { t.Helper(); return a.codeAt(t, a.h.clock.Now()) }

func (a app) codeAt(t *testing.T, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(a.secret, at)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func codeBody(code string) string { return fmt.Sprintf(`{"code":%q}`, code) }

// protect sets the second factor of somebody up who is logged in, and returns
// their app and their device with its new token. The code used is spent.
func (h *fixture) protect(t *testing.T, v visitor) (app, visitor) {
	t.Helper()
	a := app{h: h, secret: h.call(v, "POST /auth/two-factor/set-up", "").must(t, 200, `"qr":"data:image/png;base64,`).value(t, "secret")}
	enabled := h.call(v, "POST /auth/two-factor/enable", codeBody(a.code(t))).must(t, 200, "recoveryCodes")
	v.token = enabled.value(t, "token")
	var body struct {
		Data struct{ RecoveryCodes []string }
	}
	if err := json.Unmarshal([]byte(enabled.text), &body); err != nil || len(body.Data.RecoveryCodes) != 10 {
		t.Fatalf("recovery codes: %s", enabled.text)
	}
	a.codes = body.Data.RecoveryCodes
	h.clock.Advance(time.Minute)
	return a, v
}

// ticket logs in with the password and returns what the second step needs.
func (h *fixture) ticket(t *testing.T, v visitor, role account.Role, name, password string) string {
	t.Helper()
	got := h.login(v, role, name, password).must(t, 200, `"twoFactor":true`)
	if strings.Contains(got.text, `"token"`) || len(got.Header()["Set-Cookie"]) != 0 {
		t.Errorf("the password alone opened a session: %s %v", got.text, got.Header())
	}
	return got.value(t, "ticket")
}

func (h *fixture) secondStep(v visitor, ticket, code string) answer {
	return h.call(v, "POST /auth/two-factor", fmt.Sprintf(`{"ticket":%q,"code":%q}`, ticket, code))
}

func TestTwoStepLogin(t *testing.T) {
	for role := range flows {
		t.Run(string(role), func(t *testing.T) {
			h := setup(t)
			h.person(t, role, "Tom")
			phone, tom := h.protect(t, h.in(t, home, role, "Tom"))
			h.call(tom, "GET /users/me", "").must(t, 200, `"twoFactor":true`)
			ticket := h.ticket(t, home, role, "Tom", secret)
			v := home
			v.token = ticket
			h.call(v, "GET /users/me", "").must(t, 401, "Please log in") // a ticket is no session
			h.secondStep(home, ticket, "000000").must(t, 422, `"property":"code"`)
			done := h.secondStep(home, ticket, phone.code(t)).must(t, 200, "token")
			if len(done.Header()["Set-Cookie"]) != 2 {
				t.Errorf("the second step gave the cookies %v", done.Header()["Set-Cookie"])
			}
			v.token = done.value(t, "token")
			h.call(v, "GET /users/me", "").must(t, 200, `"username":"Tom"`)
			h.secondStep(home, ticket, phone.code(t)).must(t, 401, "two_factor_expired") // once
		})
	}
}

// The step before and the one after count too; each code works once, and none
// older than the last.
func TestCodesOfAClockThatIsOff(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	phone, _ := h.protect(t, h.in(t, home, account.Member, "Tom"))
	for _, c := range []struct {
		off    time.Duration
		status int
	}{
		{-time.Minute, 422}, {time.Minute, 422}, {-30 * time.Second, 200}, {-30 * time.Second, 422}, {0, 200}, {0, 422},
		{30 * time.Second, 200}, {0, 422}, {-30 * time.Second, 422},
	} {
		v := home
		v.address = fmt.Sprintf("203.0.113.%d", 100+int(c.off/time.Second)%50)
		got := h.secondStep(v, h.ticket(t, v, account.Member, "Tom", secret), phone.codeAt(t, h.clock.Now().Add(c.off)))
		if got.Code != c.status {
			t.Errorf("a clock off by %v: %d %s, want %d", c.off, got.Code, got.text, c.status)
		}
	}
}

// One code, sent by eight at once: one session.
func TestCodeAtOnce(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	phone, _ := h.protect(t, h.in(t, home, account.Member, "Tom"))
	var tickets []string
	for range 4 {
		tickets = append(tickets, h.ticket(t, home, account.Member, "Tom", secret))
	}
	code := phone.code(t)
	var wg sync.WaitGroup
	var mu sync.Mutex
	opened := 0
	for i, ticket := range tickets {
		v := home
		v.address = fmt.Sprintf("198.51.%d.1", i)
		wg.Go(func() {
			got := h.secondStep(v, ticket, code)
			mu.Lock()
			defer mu.Unlock()
			if got.Code == 200 {
				opened++
			}
		})
	}
	wg.Wait()
	if opened != 1 {
		t.Errorf("one code opened %d sessions, want 1", opened)
	}
}

func TestRecoveryCodes(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	phone, tom := h.protect(t, h.in(t, home, account.Member, "Tom"))
	h.call(tom, "GET /auth/two-factor", "").must(t, 200, `"recoveryCodes":10`)
	written := strings.ToLower(strings.ReplaceAll(phone.codes[0], "-", " ")) // as people type
	h.secondStep(home, h.ticket(t, home, account.Member, "Tom", secret), written).must(t, 200, "token")
	h.secondStep(home, h.ticket(t, home, account.Member, "Tom", secret), phone.codes[0]).must(t, 422, "code") // once
	list := h.letters(t, "tom@example.org")
	if !slices.ContainsFunc(list, func(m mail.Mail) bool { return strings.Contains(m.Text, "9 are left") }) {
		t.Error("the owner was not told that a recovery code was used")
	}
	renewed := h.call(tom, "POST /auth/two-factor/recovery-codes", codeBody(phone.code(t))).must(t, 200, "recoveryCodes")
	if strings.Contains(renewed.text, phone.codes[1]) {
		t.Error("an old code is among the new ones")
	}
	h.secondStep(home, h.ticket(t, home, account.Member, "Tom", secret), phone.codes[1]).must(t, 422, "code")
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM account_recovery_codes WHERE hash LIKE '%-%'`); n != 0 {
		t.Error("recovery codes are kept as they are shown")
	}
}

// Guesses at the code are bounded per ticket, per address and per network; a
// stranger with the password does not lock the owner out of a known device, and the
// owner is warned.
func TestCodeGuesses(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	phone, _ := h.protect(t, h.in(t, home, account.Member, "Tom"))
	admitted := 0
	for i := range 60 {
		v := home
		v.address = fmt.Sprintf("198.51.%d.1", i/5)
		ticket := h.ticket(t, v, account.Member, "Tom", secret)
		if got := h.secondStep(v, ticket, "000000"); got.Code == 422 {
			admitted++
		} else {
			got.must(t, 429, "Too many")
		}
	}
	if admitted != 30 {
		t.Errorf("%d of 60 guesses from everywhere were looked at, want 30", admitted)
	}
	h.secondStep(home, h.ticket(t, home, account.Member, "Tom", secret), phone.code(t)).must(t, 200, "token")

	thief := home
	thief.address = "192.0.2.1"
	h.clock.Advance(time.Hour)
	ticket := h.ticket(t, thief, account.Member, "Tom", secret)
	for range 5 {
		h.secondStep(thief, ticket, "000000").must(t, 422, "code")
	}
	thief.address = "192.0.3.1"
	h.secondStep(thief, ticket, phone.code(t)).must(t, 401, "two_factor_expired")
	if list := h.letters(t, "tom@example.org"); !slices.ContainsFunc(list, func(m mail.Mail) bool { return strings.Contains(m.Subject, "may know your password") }) {
		t.Error("the owner was not warned")
	}
}

// A new password by a mailed link asks for the code like any; a ticket ends with
// the password it was given for, with its time and with the account.
func TestResetDoesNotBypass(t *testing.T) {
	h := setup(t)
	tom := h.person(t, account.Admin, "Tom")
	phone, _ := h.protect(t, h.in(t, home, account.Admin, "Tom"))
	before := h.ticket(t, home, account.Admin, "Tom", secret)
	h.call(home, "POST /auth/users/forgot", `{"email":"tom@example.org"}`).must(t, 200, "link")
	h.call(home, "POST /auth/users/reset", resetBody(h.linkFor(t, "tom@example.org"), fresh)).must(t, 200, "changed")
	h.secondStep(home, before, phone.code(t)).must(t, 401, "two_factor_expired")
	late := h.ticket(t, home, account.Admin, "Tom", fresh)
	h.clock.Advance(5 * time.Minute)
	h.secondStep(home, late, phone.code(t)).must(t, 401, "two_factor_expired")
	open := h.ticket(t, home, account.Admin, "Tom", fresh)
	h.write(t, func(ctx context.Context, tx *db.Tx) error { return h.Suspend(ctx, tx, tom.ID, "spam", "admin1") })
	h.secondStep(home, open, phone.code(t)).must(t, 401, "account_suspended")
}

// Who registers with somebody else's address cannot close it to its owner by a second
// factor: the owner gets in by the mailed link.
func TestSecondFactorNeedsAVerifiedAddress(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	thief := h.in(t, home, account.Member, "Tom")
	offered := app{h: h, secret: h.call(thief, "POST /auth/two-factor/set-up", "").must(t, 200, "secret").value(t, "secret")}
	testkit.Exec(t, h.db, `UPDATE accounts SET email_verified_at = 0`)
	h.call(thief, "POST /auth/two-factor/enable", codeBody(offered.code(t))).must(t, 409, "email_unverified")
	h.call(thief, "POST /auth/two-factor/set-up", "").must(t, 409, "email_unverified")
	h.call(home, "POST /auth/users/forgot", `{"email":"tom@example.org"}`).must(t, 200, "link")
	h.call(home, "POST /auth/users/reset", resetBody(h.linkFor(t, "tom@example.org"), fresh)).must(t, 200, "changed")
	h.login(home, account.Member, "Tom", fresh).must(t, 200, `"token"`)
}

// An admin of a real site without a second factor reaches its set-up and nothing
// else, however the session is carried; afterwards everything, with a new token.
func TestAdminsNeedASecondFactor(t *testing.T) {
	h := setup(t)
	h.policy.RequireTwoFactor = true
	h.person(t, account.Admin, "Root1")
	h.person(t, account.Member, "Tom")
	h.call(h.in(t, home, account.Member, "Tom"), "GET /users/me", "").must(t, 200, `"twoFactorWanted":false`)
	boss := h.in(t, home, account.Admin, "Root1")
	h.call(boss, "GET /users/me", "").must(t, 200, `"twoFactorWanted":true`)
	for _, do := range []string{"GET /users/search", "PUT /users", "GET /auth/sessions", "POST /auth/socket-ticket", "PUT /auth/users/me/password",
		"POST /auth/two-factor/disable", "POST /auth/two-factor/recovery-codes"} {
		h.call(boss, do, "{}").must(t, 403, "two_factor_wanted")
	}
	if c, err := h.SocketCaller(t.Context(), boss.token, home.address); err == nil || !c.Guest() {
		t.Errorf("a socket took the session of %+v", c)
	}
	other := h.in(t, home, account.Admin, "Root1")
	_, after := h.protect(t, boss)
	if after.token == boss.token {
		t.Error("the session kept its token")
	}
	h.call(boss, "GET /users/search", "").must(t, 401, "Please log in")
	h.call(other, "GET /users/me", "").must(t, 401, "Please log in")
	h.call(after, "GET /users/search", "").must(t, 200, "Root1")
}

// Who has a session for more than ten minutes proves that it is them before the
// second factor changes, by password or by code.
func TestStepUp(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	tom := h.in(t, home, account.Member, "Tom")
	h.clock.Advance(10 * time.Minute)
	h.call(tom, "POST /auth/two-factor/set-up", "").must(t, 403, "step_up_required")
	h.call(tom, "POST /auth/step-up", `{}`).must(t, 422, `"property":"password"`)
	h.call(tom, "POST /auth/step-up", `{"password":"wrong"}`).must(t, 422, "This is not your password.")
	h.call(home, "POST /auth/step-up", `{"password":"`+secret+`"}`).must(t, 401, "Please log in")
	h.call(tom, "POST /auth/two-factor/set-up", "").must(t, 403, "step_up_required")
	h.call(tom, "POST /auth/step-up", `{"password":"`+secret+`"}`).must(t, 200, "true")
	phone, tom := h.protect(t, tom)
	h.clock.Advance(10 * time.Minute)
	h.call(tom, "POST /auth/two-factor/disable", codeBody(phone.code(t))).must(t, 403, "step_up_required")
	h.call(tom, "POST /auth/step-up", codeBody("000000")).must(t, 422, "code")
	h.call(tom, "POST /auth/step-up", codeBody(phone.code(t))).must(t, 200, "true")
	h.call(tom, "POST /auth/two-factor/disable", codeBody(phone.code(t))).must(t, 422, "code") // used
	h.clock.Advance(30 * time.Second)
	off := h.call(tom, "POST /auth/two-factor/disable", codeBody(phone.code(t))).must(t, 200, "token")
	h.call(tom, "GET /users/me", "").must(t, 401, "Please log in")
	tom.token = off.value(t, "token")
	h.call(tom, "GET /users/me", "").must(t, 200, `"twoFactor":false`)
	h.login(home, account.Member, "Tom", secret).must(t, 200, "token")
}

// A login that another site has proved opens nothing weighty: whoever gets hold of the account there
// has no proof of this site's. The password is one, and so is the code of a second factor.
func TestStepUpAfterALoginByAnotherSite(t *testing.T) {
	h := setup(t)
	tom := h.person(t, account.Member, "Tom")
	e, err := h.LoginProven(t.Context(), tom.ID)
	if err != nil {
		t.Fatal(err)
	}
	device := visitor{address: home.address, token: e.Token}
	h.call(device, "GET /users/me", "").must(t, 200, "Tom")
	h.call(device, "POST /auth/two-factor/set-up", "").must(t, 403, "step_up_required")
	h.call(device, "POST /auth/step-up", `{"password":"`+secret+`"}`).must(t, 200, "true")
	phone, _ := h.protect(t, device)
	h.clock.Advance(30 * time.Second)
	if e, err = h.LoginProven(t.Context(), tom.ID); err != nil || e.Ticket == "" {
		t.Fatalf("no second step is asked for: %+v %v", e, err)
	}
	device.token = h.call(home, "POST /auth/two-factor", `{"ticket":"`+e.Ticket+`","code":"`+phone.code(t)+`"}`).must(t, 200, "token").value(t, "token")
	h.call(device, "POST /auth/two-factor/recovery-codes", codeBody(phone.code(t))).must(t, 422, "code") // admitted; the code is used
}

// Whoever holds somebody's session guesses neither password nor code from ever new
// places: the session ends, its owner is told and keeps the others. A right password in
// between buys no guesses at the code.
func TestGuessesInsideASession(t *testing.T) {
	wrong := codeBody("000000")
	for name, guess := range map[string]func(i int) (do, body string){
		"codes to switch the factor off": func(int) (string, string) { return "POST /auth/two-factor/disable", wrong },
		"codes to prove oneself":         func(int) (string, string) { return "POST /auth/step-up", wrong },
		"codes between right passwords": func(i int) (string, string) {
			if i%2 == 0 {
				return "POST /auth/step-up", `{"password":"` + secret + `"}`
			}
			return "POST /auth/two-factor/recovery-codes", wrong
		},
		"passwords": func(int) (string, string) { return "POST /auth/step-up", `{"password":"wrong"}` },
		"passwords for a new one": func(int) (string, string) {
			return "PUT /auth/users/me/password", `{"currentPassword":"wrong","password":"` + fresh + `"}`
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			h.person(t, account.Member, "Tom")
			_, tom := h.protect(t, h.in(t, home, account.Member, "Tom"))
			thief, checked := tom, 0
			for i := range 100 {
				thief.address = fmt.Sprintf("198.51.%d.1", i)
				do, body := guess(i)
				got := h.call(thief, do, body)
				if got.Code == 401 {
					got.must(t, 401, "wrong_too_often")
					break
				}
				if got.Code == 422 {
					checked++
				}
			}
			if checked != 20 {
				t.Errorf("%d wrong ones were looked at, want 20", checked)
			}
			h.call(tom, "GET /users/me", "").must(t, 401, "Please log in")
			if list := h.letters(t, "tom@example.org"); !slices.ContainsFunc(list, func(m mail.Mail) bool { return strings.Contains(m.Subject, "guess your password") }) {
				t.Error("the owner was not warned")
			}
		})
	}
}

// Guesses that arrive at once are counted before one of them is looked at.
func TestGuessesAtOnce(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	_, tom := h.protect(t, h.in(t, home, account.Member, "Tom"))
	second := h.ticket(t, home, account.Member, "Tom", secret)
	var checked atomic.Int32
	var all sync.WaitGroup
	for i := range 60 {
		thief := tom
		thief.address = fmt.Sprintf("198.51.%d.1", i)
		all.Go(func() {
			if h.call(thief, "POST /auth/two-factor/disable", codeBody("000000")).Code == 422 {
				checked.Add(1)
			}
		})
	}
	all.Wait()
	if n := checked.Load(); n > 20 {
		t.Errorf("%d of 60 guesses at once were looked at, want 20 at the most", n)
	}
	h.call(tom, "GET /users/me", "").must(t, 401, "Please log in")
	h.secondStep(home, second, "000000").must(t, 422, "code") // the owner's way in is open
}

func TestResetFactorOnTheCommandLine(t *testing.T) {
	h := setup(t)
	h.person(t, account.Admin, "Root1")
	h.person(t, account.Admin, "Root2")
	reset := func() error {
		return h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := h.ResetFactor(ctx, tx, "root1")
			return err
		})
	}
	if err := reset(); err == nil {
		t.Error("a second factor was reset that is not there")
	}
	_, boss := h.protect(t, h.in(t, home, account.Admin, "Root1"))
	if err := reset(); err != nil {
		t.Fatal(err)
	}
	h.call(boss, "GET /users/me", "").must(t, 401, "Please log in")
	h.login(home, account.Admin, "Root1", secret).must(t, 200, "token")
	for _, to := range []string{"root1@example.org", "root2@example.org"} {
		if list := h.letters(t, to); !slices.ContainsFunc(list, func(m mail.Mail) bool { return strings.Contains(m.Subject, "was reset") }) {
			t.Errorf("%s was not told", to)
		}
	}
}

// A copy of the database holds no secret: the app's is sealed for its account.
func TestSecretIsSealed(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	h.person(t, account.Member, "Eve")
	phone, _ := h.protect(t, h.in(t, home, account.Member, "Tom"))
	eves, _ := h.protect(t, h.in(t, home, account.Member, "Eve"))
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM account_totp WHERE secret LIKE '%' || $1 || '%'`, phone.secret); n != 0 {
		t.Error("the secret is in the database in clear")
	}
	testkit.Exec(t, h.db, `UPDATE account_totp SET secret = (SELECT e.secret FROM account_totp e JOIN accounts a ON a.id = e.account_id WHERE a.username = 'Eve')
		WHERE account_id = (SELECT id FROM accounts WHERE username = 'Tom')`)
	h.secondStep(home, h.ticket(t, home, account.Member, "Tom", secret), eves.code(t)).must(t, 500, "Something went wrong!")
}
