package referrals_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

func TestHTTP(t *testing.T) {
	f := gather(t)
	f.pay(t, tip("1", f.tom, f.nina, 100))
	rita := account.Caller{ID: f.rita, Role: account.Member, Username: "Rita"}
	zoe := account.Caller{ID: f.zoe, Role: account.Performer, Username: "Zoe"}
	tom := account.Caller{ID: f.tom, Role: account.Member, Username: "Tom"}
	loft := account.Caller{ID: f.register(t, account.Studio, "Loft", ""), Role: account.Studio, Username: "Loft"}
	root := account.Caller{ID: "root", Role: account.Admin, Proved: true}
	code := f.code(t, f.rita)
	held := `"status":"held","freeAt":"2026-11-09T12:00:00Z"`

	testkit.Scenarios{
		{Name: "my code and what it brings", As: rita, Do: "GET /referrals/user/code", Status: http.StatusOK,
			Has: `"code":"` + code + `","link":"/?ref=` + code + `","percent":5,"months":12,"holdDays":7}`},
		{Name: "who brought me", As: tom, Do: "GET /referrals/user/code", Status: http.StatusOK,
			Has: `"invitedBy":{"username":"Rita","endsAt":"2027-11-02T12:00:00Z"}`},
		{Name: "a studio invites too", As: loft, Do: "GET /referrals/user/code", Status: http.StatusOK, Has: `"code":`},
		{Name: "not the site's own people", As: root, Do: "GET /referrals/user/code", Status: http.StatusForbidden},
		{Name: "not a guest", Do: "GET /referrals/user/code", Status: http.StatusUnauthorized},

		{Name: "a performer is named", As: rita, Do: "GET /referrals/user/search", Status: http.StatusOK,
			Has: `"username":"Nina","role":"performer","active":true,"earned":3.5`},
		{Name: "a member is masked", As: rita, Do: "GET /referrals/user/search", Status: http.StatusOK,
			Has: `"username":"T•••","role":"user","active":true,"earned":5`, Lacks: "Tom"},
		{Name: "nor is his account told", As: rita, Do: "GET /referrals/user/search", Status: http.StatusOK, Has: `"total":2`, Lacks: f.tom},
		{Name: "page by page", As: rita, Do: "GET /referrals/user/search?offset=2", Status: http.StatusOK, Has: `{"data":[],"total":2}`},
		{Name: "not everything at once", As: rita, Do: "GET /referrals/user/search?limit=1000", Status: http.StatusUnprocessableEntity},
		{Name: "no page before the first", As: rita, Do: "GET /referrals/user/search?offset=-1", Status: http.StatusUnprocessableEntity},
		{Name: "others see their own", As: zoe, Do: "GET /referrals/user/search", Status: http.StatusOK, Has: `"username":"A•••"`, Lacks: "Nina"},
		{Name: "not a guest's list", Do: "GET /referrals/user/search", Status: http.StatusUnauthorized},

		{Name: "sums", As: rita, Do: "GET /referral-earnings/stats", Status: http.StatusOK,
			Has: `{"registered":2,"active":2,"earned":8.5,"held":8.5}`},
		{Name: "sums of nothing", As: tom, Do: "GET /referral-earnings/stats", Status: http.StatusOK,
			Has: `{"registered":0,"active":0,"earned":0,"held":0}`},
		{Name: "not a guest's sums", Do: "GET /referral-earnings/stats", Status: http.StatusUnauthorized},
		{Name: "rewards, until when they wait", As: rita, Do: "GET /referral-earnings/search", Status: http.StatusOK, Has: held},
		{Name: "without what was paid for", As: rita, Do: "GET /referral-earnings/search", Status: http.StatusOK, Has: `"total":2`, Lacks: "tip"},
		{Name: "words for a page", As: rita, Do: "GET /referral-earnings/search?offset=one", Status: http.StatusUnprocessableEntity},
		{Name: "not an admin's", As: root, Do: "GET /referral-earnings/search", Status: http.StatusForbidden},
		{Name: "not a guest's rewards", Do: "GET /referral-earnings/search", Status: http.StatusUnauthorized},

		{Name: "who invites", Do: "GET /referrals/codes/" + strings.ToLower(code), Status: http.StatusOK,
			Has: `"code":"` + code + `","username":"Rita"`, Lacks: f.rita},
		{Name: "nobody invites", Do: "GET /referrals/codes/22222222", Status: http.StatusNotFound, Has: "This invitation does not exist."},
		{Name: "what is no code", Do: "GET /referrals/codes/%00%27--", Status: http.StatusNotFound},
		{Name: "what is far too long", Do: "GET /referrals/codes/" + strings.Repeat("A", 65), Status: http.StatusUnprocessableEntity},
	}.Run(t, f.Routes)
}

// browser keeps its cookies, as a person's does.
type browser struct {
	h      *fixture
	cookie string
}

func (b *browser) call(t *testing.T, as account.Caller, do, body string) *httptest.ResponseRecorder {
	t.Helper()
	answer := testkit.Call(b.h.handler, as, do, body, map[string]string{"Cookie": b.cookie})
	for _, c := range answer.Result().Cookies() {
		if c.Name == "__Host-device" {
			if !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode || c.Path != "/" {
				t.Errorf("the device's cookie is %+v", c)
			}
			b.cookie = c.Name + "=" + c.Value
		}
	}
	return answer
}

// signUp registers by the real call and tells whether that counts for the code.
func (b *browser) signUp(t *testing.T, as account.Caller, name, code string) (counts bool) {
	t.Helper()
	answer := b.call(t, as, "POST /auth/users/register", `{"username":"`+name+`","email":"`+name+
		`@example.org","password":"a river of small stones","dateOfBirth":"1990-05-17","ref":"`+code+`"}`)
	if answer.Code != http.StatusOK {
		t.Fatalf("%s could not register: %s", name, answer.Body)
	}
	return testkit.Int(t, b.h.DB, `
		SELECT COUNT(*) FROM referrals f JOIN accounts a ON a.id = f.referred_id
		WHERE a.username = $1 AND f.void = ''`, name) == 1
}

// Rita looks at her link and registers once more in the same browser: that brings
// her nothing, nor does a second account of the third's.
func TestSameDeviceIsNotRewarded(t *testing.T) {
	f := gather(t)
	rita := account.Caller{ID: f.rita, Role: account.Member, Username: "Rita"}
	code := f.code(t, f.rita)
	home := &browser{h: f.fixture}
	home.call(t, rita, "GET /referrals/user/code", "")
	if home.cookie == "" {
		t.Fatal("the page with the code gave the browser no mark")
	}
	if home.signUp(t, account.Caller{}, "Again", code) {
		t.Error("an account from Rita's own browser counts")
	}
	away := &browser{h: f.fixture}
	away.call(t, account.Caller{}, "GET /referrals/codes/"+code, "")
	if !away.signUp(t, account.Caller{}, "Friend", code) {
		t.Error("a friend's account does not count")
	}
	var friend string
	f.DB.Read(t.Context(), readName(&friend, "Friend")) // seen by the next line
	if away.signUp(t, account.Caller{}, "FriendAgain", f.code(t, friend)) {
		t.Error("a second account from the friend's browser counts")
	}
	if (&browser{h: f.fixture}).signUp(t, rita, "Logged", code) {
		t.Error("an account made while Rita was logged in counts")
	}
	if n := testkit.Int(t, f.DB, `SELECT COUNT(*) FROM referral_devices WHERE length(device_hash) <> 64`); n != 0 {
		t.Errorf("%d marks are not kept as hashes", n)
	}
}

// What is no code, or nobody's, is passed over: nobody is turned away for it.
func TestUnknownCodeIsIgnored(t *testing.T) {
	f := gather(t)
	b := &browser{h: f.fixture}
	for name, code := range map[string]string{"One": "22222222", "Two": "' OR 1=1 --", "Three": "", "Four": "\\u0000"} {
		if b.signUp(t, account.Caller{}, name, code) {
			t.Errorf("%q is a code", code)
		}
	}
	if answer := b.call(t, account.Caller{}, "POST /auth/users/register", `{"username":"Five","ref":7}`); answer.Code != http.StatusUnprocessableEntity {
		t.Errorf("a number for a code answers %d", answer.Code)
	}
}

// A code is eight letters that cannot be taken for one another, and stays.
func TestCodes(t *testing.T) {
	h := setup(t)
	shape := regexp.MustCompile(`^[2-9A-HJKMNP-TW-Z]{8}$`)
	rita := h.register(t, account.Member, "Rita", "")
	first := h.code(t, rita)
	testkit.Together(8, func(int) {
		if again, err := h.Code(t.Context(), rita, ""); err != nil || again != first {
			t.Errorf("the code is %s, then %s: %v", first, again, err)
		}
	})
	seen := map[string]bool{}
	for _, name := range []string{"Ann", "Bob", "Cid", "Dan"} {
		code := h.code(t, h.register(t, account.Member, name, first))
		if !shape.MatchString(code) || seen[code] {
			t.Errorf("%s is no good code", code)
		}
		seen[code] = true
	}
}

// Who is brought is younger than who brings, and is brought once: a circle cannot
// close, and a second link changes nothing.
func TestNoCirclesAndNoSecondLink(t *testing.T) {
	f := gather(t)
	tomsCode := f.code(t, f.tom)
	ben := f.register(t, account.Member, "Ben", tomsCode)
	for _, bad := range [][2]string{{f.rita, ben}, {f.tom, f.zoe}, {f.tom, f.tom}} {
		err := testkit.TryExec(f.DB, `
			INSERT INTO referrals (id, referred_id, referrer_id, rate, created_at, ends_at) VALUES ('x', $1, $2, 500, 0, 4000000000000)`, bad[0], bad[1])
		if bad[0] != f.rita && err == nil {
			t.Errorf("%s could be brought by %s", bad[0], bad[1])
		}
	}
	f.Grant(t, ben, 100)
	f.pay(t, tip("1", ben, "vera", 100)) // even with the circle above, one reward and no chain
	f.Holds(t, ledger.Earnings(f.tom), 5_00)
	f.Holds(t, ledger.Earnings(f.rita), 0)
	f.Audit(t)
}
