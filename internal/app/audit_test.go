package app_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/api"
	"limelight/internal/testkit"
)

// harmless are the staff's calls that leave no line in the log: what they answer
// is nobody's private matter. A call is added here with its reason, or recorded.
var harmless = map[string]string{
	"admin.statistics":      "counts",
	"admin.dailyStatistics": "sums of the whole site",
	"admin.firstSteps":      "what the site is set up with",
	"show.staged":           "what is on stage, without its members",
	"settings.list":         "the site's own settings",
	"social.setup":          "the site's own settings; no secret",
	"settings.history":      "the site's own settings",
	"commissions.defaults":  "the site's own shares",
	"funds.allPackages":     "what everybody may buy",
	"funds.gateways":        "forms without their secrets",
	"finance.income":        "sums of the whole site",
	"pages.adminPosts":      "the site's own pages",
	"pages.adminPost":       "the site's own page",
	"categories.written":    "the site's own headings",
	"pages.adminBanners":    "the site's own banners",
	"notices.kinds":         "what the site may tell people",
	"notices.preview":       "samples",
	"places.addressData":    "the site's own files",
}

// elsewhere are the staff's calls that this test cannot carry out, and who shows
// that they are recorded. TestWitness shows it of all that are carried out.
var elsewhere = map[string]string{
	"admin.testMail": "is refused without a mail server, and recorded all the same: TestTestMail",
	"show.look":      "needs a picture on stage: show.TestMonitor",

	"transcoding.retry":   "needs a video that failed: transcoding.TestStaff",
	"orders.admin.refund": "needs an order: orders.TestHTTP",
	"assets.file":         "needs a digital product: TestADigitalProduct",
	"assets.soldFile":     "needs a digital product: TestADigitalProduct",
}

// own are calls for everybody who is logged in: an admin's are about their own
// account, or find nothing.
var own = []string{"auth.", "users.", "passkeys.", "exports.", "referrals.", "journal.", "messages.", "notices.", "show.", "webpush."}

// Every act of staff is audited, looking into private things included: each route
// that admits an admin and no member is called by one, on a site with people and
// money, and must leave a line in the log.
func TestStaffAudit(t *testing.T) {
	o := openOffice(t)
	calls := o.calls()
	routes, err := app.Routes()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	var list strings.Builder
	for _, r := range routes {
		known[r.Name] = true
		if !staffOnly(r) {
			if r.Guard.Check(account.WithCaller(context.Background(), account.Caller{ID: "a", Role: account.Admin, Proved: true})) == nil && !r.Public && !ofOwn(r.Name) {
				t.Errorf("%s admits admins among others: say in own whose things it shows", r.Name)
			}
			continue
		}
		if elsewhere[r.Name] != "" {
			continue
		}
		path, body := strings.TrimPrefix(r.Path, "/api"), any(nil)
		if call, found := calls[r.Name]; found {
			path, body = call()
		} else if strings.Contains(path, "{") || r.Method != http.MethodGet {
			t.Errorf("nobody says here how the staff's call %s is made", r.Name)
			continue
		}
		before := o.lines(t)
		o.ada.do(t, r.Method+" "+path, body).must(t, http.StatusOK)
		said := o.newest(t, o.lines(t)-before)
		if recorded := len(said) > 0; recorded == (harmless[r.Name] != "") {
			t.Errorf("%s (%s %s) left a line in the log: %v", r.Name, r.Method, path, recorded)
		}
		if len(said) > 0 {
			fmt.Fprintf(&list, "%-44s %s\n", r.Name, strings.Join(said, ", "))
		}
	}
	golden(t, "testdata/audit.golden", []byte(list.String()))
	for _, list := range []map[string]string{harmless, elsewhere} {
		for name := range list {
			if !known[name] {
				t.Errorf("there is no call %s any more", name)
			}
		}
	}
	for name := range calls {
		if !known[name] {
			t.Errorf("there is no call %s any more", name)
		}
	}
}

// Nobody makes the second person they need: where there are two admins, one who is
// invited by one of them gets in by the word of the other.
func TestASecondAdminIsNotOnesOwn(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Admin, Username: "bea"})
	ada, bea := s.in(t, account.Admin, "ada"), s.in(t, account.Admin, "bea")
	cleo := ada.do(t, "POST /admin/admins", record{"username": "cleo", "email": "cleo@example.com"}).must(t, 200).text("_id")
	login := record{"username": "cleo", "password": app.Password}
	bea.do(t, "GET /users/search?q=cleo", nil).must(t, 200, `"status":"suspended"`)
	ada.do(t, "POST /admin/accounts/"+cleo+"/restore", record{}).must(t, 409, `"second_admin"`)
	bea.do(t, "POST /admin/accounts/"+cleo+"/restore", record{}).must(t, 200)
	s.guest().do(t, "POST /auth/users/forgot", record{"email": "cleo@example.com"}).must(t, 200)
	testkit.Eventually(t, "cleo chooses a password", func() bool {
		return s.guest().do(t, "POST /auth/users/reset", record{"token": s.mailedLink(t, "cleo@example.com"), "password": app.Password}).status == 200
	})
	s.guest().do(t, "POST /auth/admin/login", login).must(t, 200)
}

// An admin who is made at the command line stands in the log, and the others are told.
func TestAdminCreateIsOnRecord(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"})
	ada := s.in(t, account.Admin, "ada")
	if err := app.CreateAdmin(t.Context(), s.cfg, "bea@example.com", "bea", app.Password); err != nil {
		t.Fatal(err)
	}
	ada.do(t, "GET /admin/audit-log", nil).must(t, 200, `"action":"admin.created"`, `"after":"bea"`)
	ada.do(t, "GET /admin/mails", nil).must(t, 200, `"A new admin: bea`)
}

// Whom the only admin of a site invites is let in at once, but for three days is no
// second person: not of a setting, an entry, a payout or another admin's account.
func TestANewAdminIsNobodysSecond(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Member, Username: "tom"})
	ada := s.in(t, account.Admin, "ada")
	cleosID := ada.do(t, "POST /admin/admins", record{"username": "cleo", "email": "cleo@example.com"}).must(t, 200).text("_id")
	s.guest().do(t, "POST /auth/users/reset", record{"token": s.mailedLink(t, "cleo@example.com"), "password": app.Password}).must(t, 200)
	cleo := s.in(t, account.Admin, "cleo")
	loosens := func(v visitor, value int) answer {
		return v.do(t, "PUT /admin/settings", record{"secondAdminAbove": value})
	}
	proposal := loosens(ada, 9000).must(t, 200).text("proposals.0._id")
	entry := func(tokens int, reference string) record {
		return record{"accountId": s.ids["tom"], "direction": "credit", "tokens": tokens, "price": 100, "currency": "USD",
			"reason": "a bank transfer of today", "reference": reference}
	}
	large := ada.do(t, "POST /admin/payments/entries", entry(800, "one")).must(t, 200).text("_id")
	approval := record{"decision": "approve", "reason": "as agreed with the member"}

	cleo.do(t, "POST /admin/settings/proposals/"+proposal+"/approve", record{}).must(t, 403, `"new_admin"`)
	loosens(cleo, 8000).must(t, 403, `"new_admin"`)
	cleo.do(t, "POST /admin/payments/entries/"+large+"/decide", approval).must(t, 403, `"new_admin"`)
	cleo.do(t, "POST /admin/payments/entries", entry(5, "two")).must(t, 403, `"new_admin"`)

	for _, call := range []string{
		"PUT /admin/payments/gateways/verotel", "POST /admin/payments/packages", "PUT /admin/payments/packages/x", "DELETE /admin/payments/packages/x",
		"POST /admin/payments/proposals/x/approve", "POST /admin/payments/intents/x/outcome", "POST /admin/payments/intents/x/refund", "POST /admin/payments/quarantine/x/decide",
		"POST /admin/payments/receivables/x/decide", "PUT /admin/refund-requests/x", "PUT /admin/commissions",
		"PUT /admin/commissions/accounts/" + s.ids["tom"], "POST /admin/admins",
	} {
		cleo.do(t, call, nil).must(t, 403, `"new_admin"`)
	}
	for _, key := range []string{"siteCommissionTip", "referralPercent", "headerScript"} {
		cleo.do(t, "PUT /admin/settings", record{key: 1}).must(t, 403, `"new_admin"`)
	}

	tamper(t, outside(t, s.cfg), `UPDATE accounts SET invited_at = 1 WHERE id = '`+cleosID+`'`) // some days later
	cleo.do(t, "POST /admin/payments/entries/"+large+"/decide", approval).must(t, 200)
	cleo.do(t, "POST /admin/settings/proposals/"+proposal+"/approve", record{}).must(t, 200)
}

// mailedLink is the token of the newest mail to an address that has one.
func (s *site) mailedLink(t *testing.T, to string) (token string) {
	t.Helper()
	testkit.Eventually(t, to+" gets a link", func() bool {
		mail, err := app.OpenMail(t.Context(), s.cfg, to)
		found := mailedToken.FindStringSubmatch(mail.Text)
		if err != nil || found == nil {
			return false
		}
		token = found[1]
		return true
	})
	return token
}

// What an admin sees of others through the calls of everybody is recorded too.
func TestStaffAuditOfSharedCalls(t *testing.T) {
	o := openOffice(t)
	for name, call := range map[string]string{
		"account.viewed": "GET /users/view/" + o.ids["tom"],
	} {
		before := o.lines(t)
		o.ada.do(t, call, nil).must(t, 200)
		if o.lines(t) != before+1 {
			t.Errorf("%s left %v lines in the log", call, o.lines(t)-before)
		}
		o.bea.do(t, "GET /admin/audit-log?actorId="+o.ids["ada"], nil).must(t, 200, `"action":"`+name+`"`)
	}
	tom := o.lines(t)
	o.tom.do(t, "GET /users/view/"+o.ids["tom"], nil).must(t, 200)
	if o.lines(t) != tom {
		t.Error("a member is recorded as staff")
	}
}

func staffOnly(r api.Route) bool {
	admits := func(role account.Role) bool {
		return r.Guard.Check(account.WithCaller(context.Background(), account.Caller{ID: "x", Role: role, Proved: true})) == nil
	}
	return !r.Public && admits(account.Admin) && !admits(account.Member)
}

func ofOwn(name string) bool {
	for _, beginning := range own {
		if strings.HasPrefix(name, beginning) {
			return true
		}
	}
	return false
}
