package account_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

func TestLoginFlows(t *testing.T) {
	h := setup(t)
	for role := range flows {
		h.person(t, role, "x"+string(role))
	}
	for role, flow := range flows {
		for other := range flows {
			want, has := 401, "wrong_credentials"
			if other == role {
				want, has = 200, "token"
			}
			t.Run(fmt.Sprintf("%s on the page of %s", other, flow), func(t *testing.T) {
				h.login(home, role, "x"+string(other), secret).must(t, want, has)
			})
		}
	}
}

// Who does not know the password learns nothing about the account.
func TestLoginRefusalsAreEqual(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	h.person(t, account.Performer, "Nina")
	sue := h.person(t, account.Member, "Sue")
	h.write(t, func(ctx context.Context, tx *db.Tx) error { return h.Suspend(ctx, tx, sue.ID, "spam", "admin1") })
	wrong := h.login(home, account.Member, "Tom", "not the password").must(t, 401, "The username or password is wrong.")
	for name, other := range map[string]answer{
		"nobody":             h.login(home, account.Member, "Nobody", secret),
		"nobody's address":   h.login(home, account.Member, "nobody@example.org", secret),
		"another role":       h.login(home, account.Member, "Nina", secret),
		"a suspended member": h.login(home, account.Member, "Sue", "not the password"),
		"a statement":        h.login(home, account.Member, "' OR 1=1 --", secret),
	} {
		if other.Code != wrong.Code || other.text != wrong.text {
			t.Errorf("%s: %d %s, want the answer to a wrong password: %s", name, other.Code, other.text, wrong.text)
		}
		if len(other.Header()["Set-Cookie"]) != 0 {
			t.Errorf("%s: a refused login sets cookies", name)
		}
	}
}

func TestLoginClearTexts(t *testing.T) {
	h := setup(t)
	tom := h.person(t, account.Member, "Tom")
	h.write(t, func(ctx context.Context, tx *db.Tx) error {
		return h.SetStatus(ctx, tx, tom.ID, account.StatusInactive)
	})
	h.login(home, account.Member, "Tom", secret).must(t, 200, `"token"`) // a studio's word shuts nobody out
	h.write(t, func(ctx context.Context, tx *db.Tx) error { return h.Suspend(ctx, tx, tom.ID, "spam", "admin1") })
	h.login(home, account.Member, "Tom", secret).must(t, 401, "This account is suspended.")
	h.call(home, "POST /auth/users/login", `{"password":"x"}`).must(t, 422, `"property":"username"`)
	h.call(home, "POST /auth/users/login", `{"username":"Tom"}`).must(t, 422, `"property":"password"`)
	h.call(home, "POST /auth/users/login", `{"username":`).must(t, 400, "Bad request!")
	h.call(home, "POST /auth/users/login", `{"username":"Tom","password":"`+strings.Repeat("x", 2<<20)+`"}`).must(t, 413, "Request Entity Too Large")
}

func TestUnverifiedMayLogInWhereThePolicySaysSo(t *testing.T) {
	h := setup(t)
	if _, err := h.Register(t.Context(), account.NewAccount{Username: "Tom", Email: "tom@example.org", Password: secret, DateOfBirth: "1990-05-17"}); err != nil {
		t.Fatal(err)
	}
	h.login(home, account.Member, "Tom", secret).must(t, 401, "Please verify your email address first.")
	h.policy.RequireVerifiedMail = false
	h.login(home, account.Member, "Tom", secret).must(t, 200, "token")
}

func TestLockOut(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	attacker := home
	attacker.address = "198.51.100.1"
	for range 5 {
		h.login(attacker, account.Member, "Tom", "guess").must(t, 401, "wrong_credentials")
	}
	if got := h.login(attacker, account.Member, "tom", secret).must(t, 429, "Too many").Header().Get("Retry-After"); got != "900" {
		t.Errorf("Retry-After is %q, want 15 minutes", got)
	}
	h.login(home, account.Member, "Tom", secret).must(t, 200, "token") // the owner, elsewhere
	h.clock.Advance(15*time.Minute - time.Second)
	h.login(attacker, account.Member, "Tom", secret).must(t, 429, "Too many")
	h.clock.Advance(time.Second)
	h.login(attacker, account.Member, "Tom", secret).must(t, 200, "token")

	for i := range 5 { // names of nobody lock alike
		h.login(attacker, account.Member, "Nobody", fmt.Sprint(i)).must(t, 401, "wrong_credentials")
	}
	h.login(attacker, account.Member, "Nobody", "x").must(t, 429, "Too many")
}

func TestFiftyFailuresAnHourFromOneAddress(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	for i := range 50 {
		h.login(home, account.Member, fmt.Sprintf("name%d", i), "x").must(t, 401, "wrong_credentials")
	}
	h.login(home, account.Member, "Tom", secret).must(t, 429, "Too many")
	h.clock.Advance(time.Hour)
	for range 60 {
		h.login(home, account.Member, "Tom", secret).must(t, 200, "token") // successes are no failures
	}
}

// guessedByHundred are wrong passwords of one account from everywhere.
func (h *fixture) guessedByHundred(t *testing.T, role account.Role, name string) {
	t.Helper()
	for i := range 100 {
		v := home
		v.address = fmt.Sprintf("198.51.%d.1", i)
		h.login(v, role, name, "guess").must(t, 401, "wrong_credentials")
	}
}

// Strangers cannot shut anybody out of a device that the account has used, and
// nothing at all of staff, whose way back may lie in a mailbox that only they see.
func TestStrangersLockNobodyOut(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	h.in(t, home, account.Member, "Tom")
	h.guessedByHundred(t, account.Member, "Tom")
	h.login(home, account.Member, "Tom", secret).must(t, 200, "token")

	h.person(t, account.Admin, "Root1")
	h.guessedByHundred(t, account.Admin, "Root1")
	elsewhere := home
	elsewhere.address = "192.0.2.99"
	h.login(elsewhere, account.Admin, "Root1", secret).must(t, 200, "token")
	if list := h.letters(t, "root1@example.org"); len(list) == 0 || !strings.Contains(list[0].Subject, "guessing") || inLink.MatchString(list[0].Text) {
		t.Errorf("staff were sent %+v, want a warning without a link", list)
	}
}

// A hundred guesses from everywhere switch the password off where it was never
// used, and the owner gets the way back by mail, which strangers cannot shut again.
func TestHundredFailuresInARow(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	h.guessedByHundred(t, account.Member, "Tom")
	h.login(home, account.Member, "Tom", secret).must(t, 401, "wrong_credentials")
	const fresh = "another river of stones"
	h.call(home, "POST /auth/users/reset", `{"token":"`+h.linkFor(t, "tom@example.org")+`","password":"`+fresh+`"}`).must(t, 200, "changed")
	h.guessedByHundred(t, account.Member, "Tom")
	h.login(home, account.Member, "Tom", fresh).must(t, 200, "token")
}

// Username and mail address of an account share a lock.
func TestOneLockForBothNames(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	for i := range 5 {
		h.login(home, account.Member, []string{"Tom", "tom@example.org"}[i%2], "guess").must(t, 401, "wrong_credentials")
	}
	h.login(home, account.Member, "Tom", "guess").must(t, 429, "Too many")
	h.login(home, account.Member, "TOM@example.org", "guess").must(t, 429, "Too many")
}

// A network of many addresses has ten guesses, not five of each.
func TestGuessesOfOneNetwork(t *testing.T) {
	for name, address := range map[string]string{"IPv6": "2001:db8:7:%x::1", "IPv4": "198.51.100.%d"} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			h.person(t, account.Member, "Tom")
			admitted := 0
			for i := range 20 {
				v := home
				v.address = fmt.Sprintf(address, i)
				if h.login(v, account.Member, "Tom", "guess").Code == 401 {
					admitted++
				}
			}
			if admitted != 10 {
				t.Errorf("%d of 20 guesses were looked at, want 10", admitted)
			}
			h.login(home, account.Member, "Tom", secret).must(t, 200, "token")
		})
	}
}

// A login that its client breaks off while it waits counts as a guess and takes no
// earlier one back; one that we refuse because we are busy counts for nothing.
func TestAbandonedLoginCounts(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	for range 4 {
		h.login(home, account.Member, "Tom", "guess").must(t, 401, "wrong_credentials")
	}
	ctx, leave := context.WithCancel(api.WithAddress(t.Context(), home.address))
	free := account.WhenWaiting(h.Service, leave)
	if _, err := h.Login(ctx, account.Member, "Tom", "guess"); !errors.Is(err, context.Canceled) {
		t.Errorf("a login that was broken off ended with %v", err)
	}
	free()
	h.login(home, account.Member, "Tom", secret).must(t, 429, "Too many")
}

func TestBusyCountsForNothing(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	for range 4 {
		h.login(home, account.Member, "Tom", "guess").must(t, 401, "wrong_credentials")
	}
	free := account.FillQueue(h.Service)
	for range 3 {
		h.login(home, account.Member, "Tom", "guess").must(t, 503, "busy")
	}
	free()
	h.login(home, account.Member, "Tom", "guess").must(t, 401, "wrong_credentials")
	h.login(home, account.Member, "Tom", secret).must(t, 429, "Too many") // five, and not one less for having been busy
}

func TestCookies(t *testing.T) {
	for _, c := range []struct {
		name, url string
		role      account.Role
		want      []string
	}{
		{"https", "https://example.com", account.Member, []string{
			"__Host-token=TOKEN; Path=/; Max-Age=31536000; HttpOnly; Secure; SameSite=Lax",
			"role=user; Path=/; Max-Age=31536000; Secure; SameSite=Lax",
		}},
		{"http on localhost", "http://localhost:8080/", account.Performer, []string{
			"token=TOKEN; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax",
			"role=performer; Path=/; Max-Age=31536000; SameSite=Lax",
		}},
		{"an admin's last 12 hours", "https://example.com", account.Admin, []string{
			"__Host-token=TOKEN; Path=/; Max-Age=43200; HttpOnly; Secure; SameSite=Lax",
			"role=admin; Path=/; Max-Age=43200; Secure; SameSite=Lax",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := setup(t, func(d *account.Deps) { d.PublicURL = c.url })
			h.person(t, c.role, "Tom")
			got := h.login(home, c.role, "Tom", secret).must(t, 200, "token")
			token := got.value(t, "token")
			for i, want := range c.want {
				if set := got.Header()["Set-Cookie"]; i >= len(set) || set[i] != strings.Replace(want, "TOKEN", token, 1) {
					t.Errorf("cookies are %q, want %q", set, want)
				}
			}
			if len(token) != 43 {
				t.Errorf("the token has %d characters, want the 43 of 256 bits", len(token))
			}
		})
	}
	for _, bad := range []string{"http://example.com", "example.com", "ftp://example.com", "https://example.com/limelight"} {
		if _, err := account.New(account.Deps{PublicURL: bad}); err == nil {
			t.Errorf("%s was accepted as public URL", bad)
		}
	}
	if _, err := account.New(account.Deps{PublicURL: "http://192.0.2.1:8080", InsecureHTTP: true}); err != nil {
		t.Errorf("http that the operator means: %v", err)
	}
}

func TestTokenPlaces(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	h.person(t, account.Performer, "Nina")
	tom, nina := h.in(t, home, account.Member, "Tom").token, h.in(t, home, account.Performer, "Nina").token
	for _, c := range []struct {
		name          string
		authorization string
		cookie        string
		status        int
		has           string
	}{
		{"bearer", "Bearer " + tom, "", 200, `"username":"Tom"`},
		{"bearer in small letters", "bearer " + tom, "", 200, `"username":"Tom"`},
		{"the bare token", tom, "", 200, `"username":"Tom"`},
		{"the cookie", "", "__Host-token=" + tom, 200, `"username":"Tom"`},
		{"the header wins", "Bearer " + tom, "__Host-token=" + nina, 200, `"username":"Tom"`},
		{"a dead header silences the cookie", "Bearer dead", "__Host-token=" + nina, 401, "Please log in"},
		{"a forged role is only a hint", "", "__Host-token=" + tom + "; role=admin", 200, `"role":"user"`},
		{"the cookie of the other scheme", "", "token=" + tom, 401, "Please log in"},
		{"the role alone", "", "role=admin", 401, "Please log in"},
		{"an unknown token", "", "__Host-token=" + strings.Repeat("x", 43), 401, "Please log in"},
		{"nothing", "", "", 401, "Please log in"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := visitor{address: home.address, header: map[string]string{}}
			if c.authorization != "" {
				v.header["Authorization"] = c.authorization
			}
			if c.cookie != "" {
				v.header["Cookie"] = c.cookie
			}
			h.call(v, "GET /users/me", "").must(t, c.status, c.has)
		})
	}
	forger := visitor{header: map[string]string{"Cookie": "__Host-token=" + tom + "; role=admin"}}
	h.call(forger, "GET /users/search", "").must(t, 403, "Forbidden in the action!")
}

func TestNewDeviceIsMailed(t *testing.T) {
	h := setup(t)
	news := testkit.Hear[account.LoggedIn](h.bus)
	h.person(t, account.Member, "Tom")
	phone := visitor{address: "198.51.100.9", agent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1"}
	h.in(t, home, account.Member, "Tom")
	h.in(t, home, account.Member, "Tom")
	if n := len(h.letters(t, "tom@example.org")); n != 0 {
		t.Errorf("%d mails about the first device, want none", n)
	}
	if got := news.Latest(t); len(got) != 2 || got[0].NewDevice || got[1].NewDevice {
		t.Errorf("about the first device the bus heard %+v", got)
	}
	h.in(t, phone, account.Member, "Tom")
	if got := news.Latest(t); len(got) != 1 || !got[0].NewDevice {
		t.Errorf("about the new device the bus heard %+v", got)
	}
	h.in(t, phone, account.Member, "Tom")
	list := h.letters(t, "tom@example.org")
	if len(list) != 1 || !strings.Contains(list[0].Text, "Safari on iPhone, on 2 November 2026, 12:00 UTC") {
		t.Errorf("mails about the new device: %+v", list)
	}
}

// A person who logs in on several devices at once, the first time after the cost of
// hashes was raised, is let in on all of them.
func TestLoginsAtOnceRenewTheHash(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	strong := setup(t, func(d *account.Deps) { d.DB = h.db; d.Cost = account.Cost{MemoryKiB: 128, Iterations: 2} })
	testkit.Together(4, func(int) {
		if _, err := strong.Login(t.Context(), account.Member, "Tom", secret); err != nil {
			t.Error(err)
		}
	})
}

func TestOldHashIsRenewed(t *testing.T) {
	h := setup(t)
	tom := h.person(t, account.Member, "Tom")
	strong := setup(t, func(d *account.Deps) { d.DB = h.db; d.Cost = account.Cost{MemoryKiB: 128, Iterations: 2} })
	strong.login(home, account.Member, "Tom", secret).must(t, 200, "token")
	n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM accounts WHERE id = $1 AND password_hash LIKE '$argon2id$v=19$m=128,t=2,p=1$%'`, tom.ID)
	if n != 1 {
		t.Error("the hash was not renewed at the new cost")
	}
	strong.login(home, account.Member, "Tom", secret).must(t, 200, "token")
}

func TestHalfAPasswordFitsNobody(t *testing.T) {
	h := setup(t)
	n, err := h.Prepare(t.Context(), account.NewAccount{Role: account.Member, Username: "Tom", Email: "tom@example.org", Password: "ein Fluß voller Steine é", DateOfBirth: "1990-05-17", Verified: true})
	if err != nil {
		t.Fatal(err)
	}
	h.write(t, func(ctx context.Context, tx *db.Tx) error { _, err := h.Create(ctx, tx, n); return err })
	h.login(home, account.Member, "Tom", "ein Fluß voller Steine e\u0301").must(t, http.StatusOK, "token") // composed otherwise
	h.login(home, account.Member, "Tom", "ein Fluß voller Steine").must(t, 401, "wrong")
	h.login(home, account.Member, "Tom", "Ein Fluß voller Steine é").must(t, 401, "wrong")
}
