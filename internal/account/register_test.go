package account_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/testkit"
)

const tomsBody = `{"username":"Tom99","email":"Tom@Example.org","password":"a river of small stones","dateOfBirth":"1990-05-17"`

func TestAdult(t *testing.T) {
	noon := testkit.Noon // 2 November 2026: the date has just begun everywhere
	for _, c := range []struct {
		name, born string
		now        time.Time
		want       bool
	}{
		{"18 years to the day", "2008-11-02", noon, true},
		{"17 years and 364 days", "2008-11-03", noon, false},
		{"18 in the east, not yet at the date line", "2008-11-02", noon.Add(-time.Second), false},
		{"whatever zone the clock is in", "2008-11-02", noon.In(time.FixedZone("", 14*3600)), true},
		{"born on 29 February: not yet on 28 February", "2008-02-29", date(2026, 2, 28, 23), false},
		{"born on 29 February: from 1 March on", "2008-02-29", date(2026, 3, 1, 12), true},
		{"born on 1 March after a leap day", "2008-03-01", date(2026, 3, 1, 12), true},
		{"100 years", "1926-11-02", noon, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			born, err := time.Parse(time.DateOnly, c.born)
			if err != nil {
				t.Fatal(err)
			}
			if got := account.Adult(born, c.now); got != c.want {
				t.Errorf("born %s is adult at %v: %v, want %v", c.born, c.now, got, c.want)
			}
		})
	}
}

func date(year int, month time.Month, day, hour int) time.Time {
	return time.Date(year, month, day, hour, 0, 0, 0, time.UTC)
}

func TestRegister(t *testing.T) {
	h := setup(t)
	news := testkit.Hear[account.Registered](h.bus)
	h.call(home, "POST /auth/users/register", tomsBody+`,"name":"Tom","country":"de","ref":"friend1"}`).must(t, 200, `"message":"Welcome!`)
	got := news.Latest(t)
	if len(got) != 1 || got[0].Role != account.Member || got[0].Username != "Tom99" || got[0].Referral != "friend1" {
		t.Fatalf("the bus heard %+v", got)
	}
	tom := h.get(t, got[0].AccountID)
	if tom.Country != "DE" || tom.Name != "Tom" || tom.EmailVerified || tom.Status != account.StatusActive {
		t.Errorf("the account is %+v", tom)
	}
	h.login(home, account.Member, "tom99", secret).must(t, 401, "email_unverified")
	h.call(home, "GET /verification/confirm?token="+h.linkFor(t, "Tom@Example.org"), "").must(t, 200, "done")
	h.login(home, account.Member, "TOM99", secret).must(t, 200, "token")
	h.login(home, account.Member, "tom@EXAMPLE.org", secret).must(t, 200, "token")
}

// What only the server may say has no effect in a body.
func TestRegisterIgnoresForeignKeys(t *testing.T) {
	h := setup(t)
	news := testkit.Hear[account.Registered](h.bus)
	h.call(home, "POST /auth/users/register",
		tomsBody+`,"role":"admin","balance":1000000,"verified":true,"emailVerified":true,"status":"active","_id":"me","hash":"x"}`).must(t, 200, "message")
	tom := h.get(t, news.Latest(t)[0].AccountID)
	if tom.Role != account.Member || tom.EmailVerified || tom.ID == "me" {
		t.Errorf("the body made %+v", tom)
	}
}

func TestRegisterRefuses(t *testing.T) {
	h := setup(t)
	h.person(t, account.Performer, "Nina")
	for _, c := range []struct{ name, old, new, has string }{
		{"no username", `"username":"Tom99",`, ``, `"message":[{"constraints":{"required":"This field is required!"},"property":"username"}]`},
		{"an empty username", "Tom99", "", "This field is required!"},
		{"a space", "Tom99", "Tom 99", "Dont allow special chars or space"},
		{"other letters", "Tom99", "Töm", "Dont allow special chars or space"},
		{"two letters", "Tom99", "To", "Must have between 3 and 30 characters"},
		{"a reserved word", "Tom99", "Admin", "This username is already taken."},
		{"the site's name", "Tom99", "LIMELIGHT", "This username is already taken."},
		{"somebody's name in other letters", "Tom99", "nINA", "This username is already taken."},
		{"no address", "Tom@Example.org", "tom at home", "Not a validate email!"},
		{"a header in the address", "Tom@Example.org", `tom@example.org\r\nBcc: x@example.org`, "Not a validate email!"},
		{"17 years and 364 days", "1990-05-17", "2008-11-03", "You must be at least 18 years old."},
		{"no date", "1990-05-17", "1990-02-30", "Must be a date such as 1990-12-31"},
		{"a date to come", "1990-05-17", "2030-01-01", "Must be a date such as 1990-12-31"},
		{"a short password", secret, "short words here"[:14], "Must have at least 15 characters"},
		{"a common password", secret, "passwordpassword123", "too easy to guess"},
		{"the username as password", secret, "Tom99Tom99Tom99", "too easy to guess"},
		{"the site as password", secret, "limelight-2026-11", "too easy to guess"},
		{"a password of 257 characters", secret, strings.Repeat("ab c1", 52), "Must have at most 256 characters"},
		{"a number as username", `"Tom99"`, `99`, "username"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h.clock.Advance(time.Hour) // five an hour are admitted from one address
			h.call(home, "POST /auth/users/register", strings.Replace(tomsBody, c.old, c.new, 1)+"}").must(t, 422, c.has)
		})
	}
	if n := testkit.Int(t, h.db, "SELECT COUNT(*) FROM accounts"); n != 1 {
		t.Errorf("%d accounts exist, want Nina's alone", n)
	}
	if list := h.letters(t, "Tom@Example.org"); len(list) != 0 {
		t.Errorf("%d mails were queued for refused registrations", len(list))
	}
}

func TestRegisterAtOnce(t *testing.T) {
	h := setup(t)
	var made, refused int
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			_, err := h.Register(t.Context(), account.NewAccount{
				Username: "Tom", Email: fmt.Sprintf("tom%d@example.org", i), Password: secret, DateOfBirth: "1990-05-17",
			})
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				made++
			case errors.Is(err, account.ErrUsernameTaken):
				refused++
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if made != 1 || refused != 7 {
		t.Errorf("%d were made and %d refused, want 1 and 7", made, refused)
	}
}

func TestRegisterLimit(t *testing.T) {
	h := setup(t)
	register := func(v visitor, n int) answer {
		return h.call(v, "POST /auth/users/register", fmt.Sprintf(
			`{"username":"tom%d","email":"tom%d@example.org","password":"%s","dateOfBirth":"1990-05-17"}`, n, n, secret))
	}
	here, neighbour := home, home
	here.address, neighbour.address = "2001:db8::1", "2001:db8::ffff"
	for i := range 5 {
		register(here, i).must(t, 200, "message")
	}
	if got := register(neighbour, 6).must(t, 429, "Too many").Header().Get("Retry-After"); got != "3600" {
		t.Errorf("Retry-After is %q, want an hour", got)
	}
	register(home, 7).must(t, 200, "message")
	h.clock.Advance(time.Hour)
	register(here, 8).must(t, 200, "message")
}

func TestNamesAreCleaned(t *testing.T) {
	h := setup(t)
	a, err := h.Register(t.Context(), account.NewAccount{
		Username: " Tom ", Email: " tom@example.org ", Password: secret, DateOfBirth: "1990-05-17",
		Name: "  T\u202eom\x00 \n  the\u200b  Great ",
	})
	if err != nil || a.Name != "Tom the Great" || a.Username != "Tom" || a.Email != "tom@example.org" {
		t.Errorf("made %+v, %v", a, err)
	}
}

// Whoever registers with an address that has an account sees what everybody sees,
// then and later; only the mail tells its owner.
func TestRegisterTwice(t *testing.T) {
	h := setup(t)
	h.person(t, account.Performer, "Nina")
	register := func(username, email string) answer {
		return h.call(home, "POST /auth/users/register", fmt.Sprintf(
			`{"username":%q,"email":%q,"password":%q,"dateOfBirth":"1990-05-17"}`, username, email, secret))
	}
	later := func(username, email string) (texts []string) {
		texts = append(texts, register(username, email).must(t, 200, "Welcome!").text)
		texts = append(texts, h.login(home, account.Member, username, secret).must(t, 401, "email_unverified").text)
		texts = append(texts, h.call(home, "POST /verification/resend-verification-email", `{"email":"`+email+`"}`).must(t, 200, "If this").text)
		h.clock.Advance(time.Hour)
		return append(texts, register(username, "other"+email).must(t, 422, "This username is already taken.").text)
	}
	unknown, known := later("Tom", "tom@example.org"), later("Eve", "NINA@example.org")
	if !slices.Equal(unknown, known) {
		t.Errorf("the answers tell who exists:\n%v\n%v", unknown, known)
	}
	list := h.letters(t, "nina@example.org")
	if len(list) != 1 || !strings.Contains(list[0].Text, "its username is Nina") || inLink.MatchString(list[0].Text) {
		t.Errorf("the owner was sent %+v, want one mail that names the account", list)
	}
	if strangers := h.letters(t, "NINA@example.org"); len(strangers) != 0 {
		t.Errorf("the second account was sent %+v", strangers)
	}
	h.login(home, account.Performer, "nina@example.org", secret).must(t, 200, "token") // the address is still its owner's
}

// A name and an address that are both taken: the answer is about the name.
func TestRegisterBothTaken(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	h.call(home, "POST /auth/users/register", `{"username":"tom","email":"tom@example.org","password":"`+secret+`","dateOfBirth":"1990-05-17"}`).
		must(t, 422, `"message":[{"constraints":{"taken":"This username is already taken."},"property":"username"}]`)
}

// Where somebody came from travels with the registration and its mailed links.
func TestNextPath(t *testing.T) {
	h := setup(t)
	for i, c := range []struct{ next, want string }{
		{"/room/nina?tab=goals#top", "/room/nina?tab=goals#top"}, {"/", "/"}, {"", ""},
		{"//evil.example", ""}, {"https://evil.example/", ""}, {`/\\evil.example`, ""}, {"javascript:alert(1)", ""},
		{"room/nina", ""}, {"/api/auth/logout", ""}, {`/\tevil`, ""}, {"/ evil", ""},
	} {
		h.clock.Advance(time.Hour)
		email := fmt.Sprintf("tom%d@example.org", i)
		h.call(home, "POST /auth/users/register", fmt.Sprintf(
			`{"username":"tom%d","email":%q,"password":%q,"dateOfBirth":"1990-05-17","next":"%s"}`, i, email, secret, c.next)).must(t, 200, "Welcome!")
		if i == 0 { // asked for again, it still leads there
			h.clock.Advance(time.Second)
			h.call(home, "POST /verification/resend-verification-email", `{"email":"`+email+`"}`).must(t, 200, "new link")
		}
		h.call(home, "GET /verification/confirm?token="+h.linkFor(t, email), "").must(t, 200, fmt.Sprintf(`"role":"user","next":%q`, c.want))
	}
}
