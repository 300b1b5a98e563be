package account_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

func TestSessionsEndInTime(t *testing.T) {
	day := 24 * time.Hour
	for _, c := range []struct {
		name   string
		role   account.Role
		waits  []time.Duration
		status int
	}{
		{"a member after 364 days of silence", account.Member, []time.Duration{364 * day}, 200},
		{"a member after 365 days", account.Member, []time.Duration{200 * day, 165 * day}, 401},
		{"an admin after 59 minutes", account.Admin, []time.Duration{59 * time.Minute}, 200},
		{"an admin after an hour of silence", account.Admin, []time.Duration{time.Hour}, 401},
		{"an admin who keeps at it", account.Admin, repeat(50*time.Minute, 14), 200},
		{"an admin after twelve hours of work", account.Admin, repeat(48*time.Minute, 15), 401},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := setup(t)
			h.person(t, c.role, "Tom")
			tom := h.in(t, home, c.role, "Tom")
			var last answer
			for _, wait := range c.waits {
				h.clock.Advance(wait)
				last = h.call(tom, "GET /users/me", "")
			}
			last.must(t, c.status, "")
		})
	}
}

func repeat(d time.Duration, n int) (list []time.Duration) {
	for range n {
		list = append(list, d)
	}
	return list
}

func TestDevices(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	h.person(t, account.Member, "Eve")
	news := testkit.Hear[account.SessionsRevoked](h.bus)
	here := h.in(t, home, account.Member, "Tom")
	h.clock.Advance(time.Second)
	there := h.in(t, home, account.Member, "Tom")
	eve := h.in(t, home, account.Member, "Eve")

	page := h.call(there, "GET /auth/sessions", "").must(t, 200, `"total":2`)
	page.must(t, 200, `"browser":"Firefox on Linux"`).must(t, 200, `"network":"203.0.113.0/24"`)
	first := strings.Index(page.text, `"current":true`)
	if first < 0 || first > strings.Index(page.text, `"current":false`) {
		t.Errorf("the newest session, the caller's, is not first: %s", page.text)
	}
	if strings.Contains(page.text, here.token) || strings.Contains(page.text, "hash") {
		t.Errorf("the listing tells secrets: %s", page.text)
	}
	tom, sessionOfHere := h.caller(t, here)
	h.call(eve, "DELETE /auth/sessions/"+sessionOfHere, "").must(t, 404, "This session does not exist.")
	h.call(home, "DELETE /auth/sessions/"+sessionOfHere, "").must(t, 401, "Please log in")
	h.call(there, "DELETE /auth/sessions/"+sessionOfHere, "").must(t, 200, "true")
	h.call(here, "GET /users/me", "").must(t, 401, "Please log in")
	h.call(there, "GET /users/me", "").must(t, 200, "Tom")
	if got := news.Latest(t); len(got) != 1 || got[0].AccountID != tom || len(got[0].SessionIDs) != 1 || got[0].SessionIDs[0] != sessionOfHere {
		t.Errorf("the bus heard %+v", got)
	}

	h.in(t, home, account.Member, "Tom")
	h.in(t, home, account.Member, "Tom")
	h.call(there, "DELETE /auth/sessions", "").must(t, 200, "true")
	h.call(there, "GET /auth/sessions", "").must(t, 200, `"total":1`)
	if got := news.Latest(t); len(got) != 1 || len(got[0].SessionIDs) != 2 {
		t.Errorf("the bus heard %+v", got)
	}
	h.call(eve, "GET /users/me", "").must(t, 200, "Eve")
}

// caller is whose token a device holds.
func (h *fixture) caller(t *testing.T, v visitor) (accountID, sessionID string) {
	t.Helper()
	c, err := h.CallerOf(t.Context(), v.token)
	if err != nil {
		t.Fatal(err)
	}
	return c.ID, c.SessionID
}

func TestLogout(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	news := testkit.Hear[account.SessionsRevoked](h.bus)
	tom := h.in(t, home, account.Member, "Tom")
	got := h.call(tom, "POST /auth/logout", "").must(t, 200, "true").Header()["Set-Cookie"]
	want := []string{
		"__Host-token=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax",
		"role=; Path=/; Max-Age=0; Secure; SameSite=Lax",
	}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("logout sets %q, want %q", got, want)
	}
	h.call(tom, "GET /users/me", "").must(t, 401, "Please log in")
	h.call(tom, "POST /auth/logout", "").must(t, 200, "true")
	if got := news.Latest(t); len(got) != 1 {
		t.Errorf("the bus heard %+v", got)
	}
}

// Whoever has just logged out gets files for a second more, and not for longer; nobody is
// kept from being somebody by having been a guest.
func TestFilesAfterALogout(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	tom := h.in(t, home, account.Member, "Tom")
	var who string
	files := h.AuthenticateFiles(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { who = account.CallerFrom(r.Context()).ID }))
	asks := func(token string, want bool) {
		t.Helper()
		r := httptest.NewRequest("GET", "/files/x", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		who = ""
		files.ServeHTTP(httptest.NewRecorder(), r)
		if (who != "") != want {
			t.Errorf("%q asks, known: %v", who, want)
		}
	}
	asks("nonsense", false)
	asks(tom.token, true)
	h.call(tom, "POST /auth/logout", "").must(t, 200, "true")
	h.clock.Advance(time.Second - time.Millisecond)
	asks(tom.token, true) // which does not begin the second anew
	h.clock.Advance(time.Millisecond)
	asks(tom.token, false)
}

func TestChangePassword(t *testing.T) {
	h := setup(t)
	h.person(t, account.Performer, "Nina")
	here, there := h.in(t, home, account.Performer, "Nina"), h.in(t, home, account.Performer, "Nina")
	_, session := h.caller(t, here)
	const fresh = "nine lamps above the sea"
	body := func(current, next string) string {
		return fmt.Sprintf(`{"currentPassword":%q,"password":%q}`, current, next)
	}
	h.call(home, "PUT /auth/users/me/password", body(secret, fresh)).must(t, 401, "Please log in")
	h.call(here, "PUT /auth/users/me/password", body("wrong", fresh)).must(t, 422, `"property":"currentPassword"`)
	h.call(here, "PUT /auth/users/me/password", body(secret, "too short")).must(t, 422, "Must have at least 15 characters")
	h.call(here, "PUT /auth/users/me/password", body(secret, "ninaninaninanina")).must(t, 422, "too easy to guess")
	h.call(there, "GET /users/me", "").must(t, 200, "Nina")

	changed := h.call(here, "PUT /auth/users/me/password", body(secret, fresh)).must(t, 200, "token")
	if set := changed.Header()["Set-Cookie"]; len(set) != 2 || !strings.HasPrefix(set[0], "__Host-token="+changed.value(t, "token")+";") {
		t.Errorf("the cookies are %q", set)
	}
	h.call(here, "GET /users/me", "").must(t, 401, "Please log in") // the old token
	h.call(there, "GET /users/me", "").must(t, 401, "Please log in")
	here.token = changed.value(t, "token")
	h.call(here, "GET /users/me", "").must(t, 200, "Nina")
	if _, now := h.caller(t, here); now != session {
		t.Error("the session is another one; sockets that hang on it would be lost")
	}
	h.login(home, account.Performer, "Nina", secret).must(t, 401, "wrong_credentials")
	h.login(home, account.Performer, "Nina", fresh).must(t, 200, "token")
	list := h.letters(t, "nina@example.org")
	if len(list) == 0 || !strings.Contains(list[len(list)-1].Subject, "Your password was changed") {
		t.Errorf("the owner was not told: %+v", list)
	}
}

// A stolen session is no way to guess the password.
func TestPasswordGuessesInASessionAreLimited(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	tom := h.in(t, home, account.Member, "Tom")
	for range 5 {
		h.call(tom, "POST /users/suspend-account", `{"password":"guess"}`).must(t, 422, `"property":"password"`)
	}
	h.call(tom, "PUT /auth/users/me/password", `{"currentPassword":"`+secret+`","password":"nine lamps above the sea"}`).must(t, 429, "Too many")
}

func TestTickets(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	tom := h.in(t, home, account.Member, "Tom")
	neighbour, stranger := "203.0.113.200", "198.51.100.1"
	ticket := func() string {
		return h.call(tom, "POST /auth/socket-ticket", "").must(t, 200, `"expiresAt":"2026-11-02T12:0`).value(t, "ticket")
	}
	redeem := func(ticket, address string) string {
		t.Helper()
		c, err := h.SocketCaller(t.Context(), ticket, address)
		if err != nil && err != account.ErrNoSession {
			t.Fatal(err)
		}
		return c.Username
	}
	for _, c := range []struct {
		name string
		play func() string
		want string
	}{
		{"from the same address", func() string { return redeem(ticket(), home.address) }, "Tom"},
		{"from the same network", func() string { return redeem(ticket(), neighbour) }, "Tom"},
		{"twice", func() string { a := ticket(); redeem(a, home.address); return redeem(a, home.address) }, ""},
		{"from elsewhere", func() string { return redeem(ticket(), stranger) }, ""},
		{"from elsewhere first", func() string { a := ticket(); redeem(a, stranger); return redeem(a, home.address) }, ""},
		{"after 59 seconds", func() string { a := ticket(); h.clock.Advance(59 * time.Second); return redeem(a, home.address) }, "Tom"},
		{"after 61 seconds", func() string { a := ticket(); h.clock.Advance(61 * time.Second); return redeem(a, home.address) }, ""},
		{"made up", func() string { return redeem("AAAAAAAAAAAAAAAAAAAAAA", home.address) }, ""},
		{"the session token, allowed", func() string { return redeem(tom.token, home.address) }, "Tom"},
		{"the session token, not allowed", func() string { h.policy.SocketTakesSession = false; return redeem(tom.token, home.address) }, ""},
		{"of a session that has ended", func() string {
			a := ticket()
			h.call(tom, "POST /auth/logout", "")
			return redeem(a, home.address)
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.play(); got != c.want {
				t.Errorf("the socket is %q's, want %q", got, c.want)
			}
		})
	}
	h.call(tom, "POST /auth/socket-ticket", "").must(t, 401, "Please log in")
}

func TestTicketLimit(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	tom := h.in(t, home, account.Member, "Tom")
	for range 30 {
		h.call(tom, "POST /auth/socket-ticket", "").must(t, 200, "ticket")
	}
	h.call(tom, "POST /auth/socket-ticket", "").must(t, 429, "Too many")
	h.clock.Advance(time.Minute)
	h.call(tom, "POST /auth/socket-ticket", "").must(t, 200, "ticket")
}

// A copy of the database logs nobody in.
func TestNoSecretAtRest(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	tom := h.in(t, home, account.Member, "Tom")
	ticket := h.call(tom, "POST /auth/socket-ticket", "").value(t, "ticket")
	h.call(home, "POST /auth/users/forgot", `{"email":"tom@example.org"}`).must(t, 200, "link")
	link := h.linkFor(t, "tom@example.org")
	for table, columns := range map[string]string{
		"accounts":         "password_hash || name",
		"account_sessions": "id || token_hash || browser || network",
		"account_tickets":  "hash || session_id",
		"account_links":    "hash || email",
		"account_devices":  "device_hash",
	} {
		for _, s := range []string{secret, tom.token, ticket, link} {
			if n := testkit.Int(t, h.db, "SELECT COUNT(*) FROM "+table+" WHERE "+columns+" LIKE $1", "%"+s+"%"); n != 0 {
				t.Errorf("%s holds a secret in the clear", table)
			}
		}
	}
}

func TestSweep(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	tom := h.in(t, home, account.Member, "Tom")
	h.call(tom, "POST /auth/socket-ticket", "").must(t, 200, "ticket")
	h.call(home, "POST /auth/users/forgot", `{"email":"tom@example.org"}`).must(t, 200, "link")
	h.linkFor(t, "tom@example.org")
	left := func() string {
		var counts []string
		for _, table := range []string{"account_sessions", "account_tickets", "account_links", "account_devices"} {
			counts = append(counts, fmt.Sprint(testkit.Int(t, h.db, "SELECT COUNT(*) FROM "+table)))
		}
		return strings.Join(counts, " ")
	}
	for _, c := range []struct {
		wait time.Duration
		want string
	}{{0, "1 1 1 1"}, {time.Minute, "1 0 1 1"}, {time.Hour, "1 0 0 1"}, {366 * 24 * time.Hour, "0 0 0 0"}} {
		h.clock.Advance(c.wait)
		if err := h.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := left(); got != c.want {
			t.Errorf("after %v there are %s sessions, tickets, links, devices; want %s", c.wait, got, c.want)
		}
	}
}

func TestSuspendedWhileLoggedIn(t *testing.T) {
	h := setup(t)
	tom := h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	revoked, suspended := testkit.Hear[account.SessionsRevoked](h.bus), testkit.Hear[account.Suspended](h.bus)
	h.write(t, func(ctx context.Context, tx *db.Tx) error { return h.Suspend(ctx, tx, tom.ID, "spam", "admin1") })
	h.call(device, "GET /users/me", "").must(t, 401, "Please log in")
	if r, s := revoked.Latest(t), suspended.Latest(t); len(r) != 1 || len(r[0].SessionIDs) != 1 || len(s) != 1 || s[0].Reason != "spam" || s[0].By != "admin1" {
		t.Errorf("the bus heard %+v and %+v", r, s)
	}
	h.write(t, func(ctx context.Context, tx *db.Tx) error { return h.Restore(ctx, tx, tom.ID, "admin1") })
	h.call(device, "GET /users/me", "").must(t, 401, "Please log in") // a revoked session stays dead
	h.login(home, account.Member, "Tom", secret).must(t, 200, "token")
}
