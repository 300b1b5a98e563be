package socialconnect_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/socialconnect"
	"limelight/internal/socialconnect/xtest"
	"limelight/internal/testkit"
)

// comes is somebody who is nobody here yet, back from X; it returns the body of a registration.
func (s *site) comes(t *testing.T, in browser) map[string]any {
	t.Helper()
	flow := s.consents(t, guest, in)
	s.call(t, guest, in, "POST /auth/twitter/login", map[string]string{"flow": flow}).
		must(t, 200, `"registration":{"handle":"nina_x","username":"ninax","name":"Nina on X","email":"nina@x.example"}`)
	return map[string]any{"flow": flow, "username": "Tom99", "email": "tom@example.org", "dateOfBirth": "1990-05-17", "terms": true, "next": "/room/nina"}
}

// registered is a member who came by X and has followed the mailed link.
func (s *site) registered(t *testing.T, in browser) account.Account {
	t.Helper()
	s.call(t, guest, in, "POST /auth/twitter/register", s.comes(t, in)).must(t, 200, "Welcome!")
	testkit.Exec(t, s.db, `UPDATE accounts SET email_verified_at = 1 WHERE username = 'Tom99'`)
	return s.found(t, "Tom99")
}

func (s *site) found(t *testing.T, username string) (a account.Account) {
	t.Helper()
	memberID := s.stored(t, `SELECT id FROM accounts WHERE username = $1`, username)
	err := s.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		a, err = s.accounts.Get(ctx, tx, memberID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// enters goes through X and logs in by it.
func (s *site) enters(t *testing.T, in browser) reply {
	t.Helper()
	return s.call(t, guest, in, "POST /auth/twitter/login", map[string]string{"flow": s.consents(t, guest, in)})
}

func TestRegisterAndLogin(t *testing.T) {
	s, in := setup(t), browser{}
	s.call(t, guest, in, "POST /auth/twitter/register", s.comes(t, in)).must(t, 200, "Welcome!")
	tom := s.found(t, "Tom99")
	if tom.Role != account.Member || tom.EmailVerified || tom.DateOfBirth != "1990-05-17" {
		t.Errorf("the account is %+v", tom)
	}
	s.enters(t, in).must(t, 401, "email_unverified")
	testkit.Exec(t, s.db, `UPDATE accounts SET email_verified_at = 1 WHERE id = $1`, tom.ID)
	s.enters(t, in).must(t, 200, `"token":`)
	if in["token"] == "" || in["role"] != "user" {
		t.Errorf("the browser has %v", in)
	}
	s.enters(t, browser{}).must(t, 200, `"token":`) // on another device
}

// What a registration needs is asked for as of anybody.
func TestRegistrationRules(t *testing.T) {
	s, in := setup(t), browser{}
	body := s.comes(t, in)
	for _, c := range []struct {
		name  string
		value any
		has   string
	}{
		{"username", "T", "between 3 and 30"}, {"email", "tom", "Not a validate email!"}, {"dateOfBirth", "2015-01-01", "at least 18"},
		{"dateOfBirth", "x", "Must be a date"}, {"terms", false, `"property":"terms"`}, {"username", "admin", "already taken"},
	} {
		was := body[c.name]
		body[c.name] = c.value
		s.call(t, guest, in, "POST /auth/twitter/register", body).must(t, 422, c.has)
		body[c.name] = was
		s.clock.Advance(5 * time.Minute)
	}
	s.clock.Advance(time.Hour)
	s.call(t, guest, in, "POST /auth/twitter/register", body).must(t, 409, "begin_again")
	if n := testkit.Int(t, s.db, `SELECT COUNT(*) FROM accounts WHERE role = 'user'`); n != 0 {
		t.Errorf("%d members were made", n)
	}
}

// Whoever brings somebody else's mail address gets no account of theirs, and learns nothing.
func TestForeignAddress(t *testing.T) {
	s, in := setup(t), browser{}
	owner := testkit.Person(t, s.db, account.Member, "tom")
	body := s.comes(t, in)
	body["email"] = "tom@example.com" // the person's
	s.call(t, guest, in, "POST /auth/twitter/register", body).must(t, 200, "Welcome!")
	s.enters(t, in).must(t, 401, "email_unverified")
	// The owner connects the same account of X: what was never verified holds nothing back.
	if end := s.consents(t, owner, browser{}); end != "connected" {
		t.Fatalf("they are led back with %s", end)
	}
	if got := s.enters(t, in).must(t, 200, `"token":`); got.Code != 200 {
		t.Error("the owner is not let in")
	}
}

func TestLinked(t *testing.T) {
	s, in := setup(t), browser{}
	tom, tim := testkit.Person(t, s.db, account.Member, "tom"), testkit.Person(t, s.db, account.Member, "tim")
	heard := testkit.Hear[socialconnect.IdentityChanged](s.bus)
	long := tom
	long.Proved = false
	s.call(t, long, in, "GET /auth/twitter/connect", nil).must(t, 403, "step_up_required")
	if end := s.consents(t, tom, in); end != "connected" {
		t.Fatalf("he is led back with %s", end)
	}
	s.call(t, tom, in, "GET /social-connect/sign-in", nil).must(t, 200, `"username":"nina_x"`)
	if end := s.consents(t, tim, browser{}); end != "taken" {
		t.Errorf("tim is led back with %s", end)
	}
	s.enters(t, browser{}).must(t, 200, `"token":`)
	s.call(t, long, in, "DELETE /social-connect/sign-in", nil).must(t, 403, "step_up_required")
	s.call(t, tom, in, "DELETE /social-connect/sign-in", nil).must(t, 200, "")
	s.call(t, tom, in, "DELETE /social-connect/sign-in", nil).must(t, 404, "")
	s.enters(t, browser{}).must(t, 200, `"registration":`)
	if got := heard.Latest(t); len(got) != 2 || !got[0].Connected || got[1].Connected {
		t.Errorf("it is told %+v", got)
	}
	s.x.As(xtest.Person{ID: "43", Username: "tim_x"})
	if end := s.consents(t, tim, browser{}); end != "connected" {
		t.Errorf("tim is led back with %s", end)
	}
}

// A suspension refuses X as it refuses a password, and a second factor is asked for.
func TestAsWithAPassword(t *testing.T) {
	s, in := setup(t), browser{}
	tom := s.registered(t, in)
	testkit.Exec(t, s.db, `INSERT INTO account_totp (account_id, secret, created_at, enabled_at, last_step) VALUES ($1, 'sealed', 1, 1, 0)`, tom.ID)
	got := s.enters(t, in).must(t, 200, `"twoFactor":true,"ticket":"`)
	if strings.Contains(got.text, `"token"`) || in["token"] != "" {
		t.Errorf("he is in without a code: %s", got.text)
	}
	s.write(t, func(ctx context.Context, tx *db.Tx) error { return s.accounts.Suspend(ctx, tx, tom.ID, "", "ada") })
	s.enters(t, in).must(t, 401, "account_suspended")
}

// An answer of X counts once, in time, in the browser that asked, for who asked, and with the verifier of the question.
func TestAnswers(t *testing.T) {
	s, in := setup(t), browser{}
	back := func() string {
		to, err := s.x.Consent(s.asks(t, guest, in))
		if err != nil {
			t.Fatal(err)
		}
		return to
	}
	ends := func(as account.Caller, in browser, to, want string) {
		t.Helper()
		if got := s.returns(t, as, in, to).Query().Get("twitter"); got != want {
			t.Errorf("it leads back with %q, want %q", got, want)
		}
	}
	denied, err := xtest.Deny(s.asks(t, guest, in))
	if err != nil {
		t.Fatal(err)
	}
	ends(guest, in, denied, "denied")
	ends(guest, in, denied, "expired") // replayed

	one := back()
	ends(guest, browser{}, one, "expired") // another browser's
	ends(guest, browser{"connect": strings.Repeat("a", 43)}, one, "expired")
	ends(testkit.Person(t, s.db, account.Member, "eve"), in, one, "expired") // somebody else's by now
	two, three := back(), back()
	if to := s.returns(t, guest, in, three); len(to.Query().Get("twitter")) < 20 || to.Query().Get("next") != "/room/nina" || to.Path != "/auth/login/user" {
		t.Errorf("it leads back to %v", to)
	}
	ends(guest, in, three, "expired") // replayed
	// The code of one question with the state of another: the verifier is the wrong one.
	state, _, _ := strings.Cut(strings.SplitAfter(back(), "state=")[1], "&")
	code, _, _ := strings.Cut(strings.SplitAfter(two, "code=")[1], "&")
	ends(guest, in, "/auth/twitter/connect-callback?state="+state+"&code="+code, "failed")
	late := back()
	s.clock.Advance(10 * time.Minute)
	ends(guest, in, late, "expired")
	for _, bad := range []string{"", "?state=x", "?code=x", "?state=" + strings.Repeat("a", 5000), "?state=%00&code=%ff"} {
		ends(guest, in, "/auth/twitter/connect-callback"+bad, "expired")
	}
	for _, f := range []xtest.Failure{
		{Path: "/2/oauth2/token", Status: 500}, {Path: "/2/oauth2/token", Status: 400, Body: `{"error":"invalid_grant"}`},
		{Path: "/2/oauth2/token", Status: 200, Body: `{"access_token":"` + strings.Repeat("a", 100_000) + `"}`},
		{Path: "/2/oauth2/token", Status: 200, Body: `[]`}, {Path: "/2/oauth2/token", Late: time.Second, Status: 200}, {Path: "/2/oauth2/token"},
		{Path: "/2/users/me", Status: 429}, {Path: "/2/users/me", Status: 200, Body: `{"data":{"id":"4 2","username":"x"}}`},
		{Path: "/2/users/me", Status: 200, Body: `{"data":{"id":42}}`}, {Path: "/2/users/me", Status: 200, Body: "\xff"},
		{Path: "/2/users/me", Status: 302},
	} {
		s.clock.Advance(10 * time.Minute)
		s.x.Fail(f)
		ends(guest, in, back(), "failed")
	}
}

// A login that X has proved belongs to the browser that asked, and is over when it is used.
func TestProved(t *testing.T) {
	s, in := setup(t), browser{}
	s.registered(t, in)
	flow := map[string]string{"flow": s.consents(t, guest, in)}
	s.call(t, guest, browser{}, "POST /auth/twitter/login", flow).must(t, 409, "begin_again")
	s.call(t, guest, in, "POST /auth/twitter/login", flow).must(t, 200, `"token":`)
	s.call(t, guest, in, "POST /auth/twitter/login", flow).must(t, 409, "begin_again")
}

// Where the operator has not set it up, there is nothing.
func TestNotSetUp(t *testing.T) {
	s := setup(t)
	body := s.x.Setup()
	tom := testkit.Person(t, s.db, account.Member, "tom")
	body["signIn"] = false
	s.call(t, s.ada, nil, "PUT /admin/social-connect/twitter", body).must(t, 200, "")
	s.call(t, guest, nil, "GET /social-connect/available", nil).must(t, 200, `{"posts":true,"signIn":false}`)
	s.call(t, guest, nil, "GET /auth/twitter/connect", nil).must(t, 404, "not_set_up")
	s.call(t, tom, nil, "GET /auth/twitter/connect", nil).must(t, 404, "not_set_up")
	s.call(t, s.nina, nil, "GET /auth/twitter/connect", nil).must(t, 200, "url")
	body["active"] = false
	s.call(t, s.ada, nil, "PUT /admin/social-connect/twitter", body).must(t, 200, "")
	s.call(t, guest, nil, "GET /social-connect/available", nil).must(t, 200, `{"posts":false,"signIn":false}`)
	s.call(t, s.nina, nil, "GET /auth/twitter/connect", nil).must(t, 404, "not_set_up")
	s.call(t, s.nina, nil, "GET /social-connect/twitter", nil).must(t, 200, `"available":false`)
	s.call(t, guest, nil, "POST /auth/twitter/login", map[string]string{"flow": "x"}).must(t, 404, "not_set_up")
}
