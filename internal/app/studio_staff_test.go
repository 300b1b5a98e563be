package app_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// worker is somebody who works for Stella's studio.
func worker(username string, rights ...string) app.Resident {
	return app.Resident{Role: account.Studio, Username: username, Studio: "stella", Rights: rights}
}

// Whoever works for a studio may do what their right opens and nothing else: every route is called with each
// right alone. What is for several roles, or for studios without a right, is the owner's.
func TestEveryStudioRouteByRight(t *testing.T) {
	residents := []app.Resident{{Role: account.Studio, Username: "stella"}}
	for _, right := range account.StudioRights() {
		residents = append(residents, worker(strings.TrimPrefix(right.ID, "studio."), right.ID))
	}
	s := open(t, residents...)
	routes, err := app.Routes()
	if err != nil {
		t.Fatal(err)
	}
	forAllStaff := []string{"GET /api/studio/me", "GET /api/studio/members"}
	opened := map[string]bool{}
	for _, right := range account.StudioRights() {
		v := s.in(t, account.Studio, strings.TrimPrefix(right.ID, "studio."))
		for _, r := range routes {
			if r.Public || !strings.Contains(r.Guard.Name, "studio") && r.Guard.Permission == "" || r.Guard.Name == account.SignedIn.Name {
				continue
			}
			want := r.Guard.Permission == right.ID && !strings.Contains(r.Guard.Name, alsoEarnings) || slices.Contains(forAllStaff, r.Method+" "+r.Path)
			got := v.request(t, r.Method, anyone.ReplaceAllString(r.Path, "nobody"), record{}).status
			if got == http.StatusForbidden == want || got == http.StatusUnauthorized {
				t.Errorf("%s %s answers who has %s alone with %d", r.Method, r.Path, right.ID, got)
			}
			opened[right.ID] = opened[right.ID] || r.Guard.Permission == right.ID
		}
	}
	for _, right := range account.StudioRights() {
		if !opened[right.ID] {
			t.Errorf("no route asks for %s", right.ID)
		}
	}
}

// What is done for a studio carries the name of who did it, for its owner and in the audit log of the site; and
// whoever is suspended or removed is out at once.
func TestStudioStaff(t *testing.T) {
	s := open(t, app.Resident{Role: account.Studio, Username: "stella"}, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Performer, Username: "nina", Studio: "stella"}, app.Resident{Role: account.Studio, Username: "rival"},
		worker("mia", "studio.models"))
	stella, rival, ada := s.in(t, account.Studio, "stella"), s.in(t, account.Studio, "rival"), s.in(t, account.Admin, "ada")
	mia := s.in(t, account.Studio, "mia")
	me := mia.do(t, "GET /users/me", nil).must(t, 200, `"studioRights":["studio.models"]`)
	if me.at("studio").(record)["username"] != "stella" {
		t.Errorf("mia works for %v", me.at("studio"))
	}
	if got := mia.do(t, "GET /studio/me", nil).must(t, 200); strings.Contains(string(got.body), `"balance"`) || strings.Contains(string(got.body), `"stats"`) {
		t.Errorf("mia, who may see no numbers, reads %s", got.body)
	}
	mia.do(t, "POST /studio/members/"+s.ids["nina"]+"/inactive", nil).must(t, 200)
	mia.do(t, "GET /studio/members", nil).must(t, 200, `"username":"nina"`)
	stella.do(t, "GET /studio/history", nil).must(t, 200, `"action":"studio_member.switched"`, `"username":"mia"`)
	stella.do(t, "GET /studio/history?by="+s.ids["mia"], nil).must(t, 200, `"total":1`)
	ada.do(t, "GET /admin/audit-log?actorId="+s.ids["mia"], nil).must(t, 200, `"behalfOf":"`+s.ids["stella"]+`"`)
	rival.do(t, "GET /studio/history", nil).must(t, 200, `"total":0`)
	rival.do(t, "PUT /studio/staff/"+s.ids["mia"], record{"rights": []string{"studio.models"}}).must(t, 404)
	rival.do(t, "POST /studio/staff/"+s.ids["mia"]+"/suspend", record{}).must(t, 404)
	stella.do(t, "PUT /studio/staff/"+s.ids["mia"], record{"rights": []string{"studio.everything"}}).must(t, 422)

	stella.do(t, "PUT /studio/staff/"+s.ids["mia"], record{"rights": []string{"studio.earnings"}}).must(t, 200)
	mia.do(t, "POST /studio/members/"+s.ids["nina"]+"/active", nil).must(t, 403)
	mia.do(t, "GET /earning/studio/stats", nil).must(t, 200)
	stella.do(t, "POST /studio/staff/"+s.ids["mia"]+"/suspend", record{"reason": "on leave"}).must(t, 200, `"status":"suspended"`)
	mia.do(t, "GET /earning/studio/stats", nil).must(t, 401)
	mia.do(t, "POST /auth/studio/login", record{"username": "mia", "password": app.Password}).must(t, 401)
	stella.do(t, "POST /studio/staff/"+s.ids["mia"]+"/restore", record{}).must(t, 200, `"status":"active"`)
	again := s.in(t, account.Studio, "mia")
	again.do(t, "GET /earning/studio/stats", nil).must(t, 200)
	stella.do(t, "POST /studio/staff/"+s.ids["mia"]+"/remove", record{}).must(t, 200, `"status":"removed"`)
	again.do(t, "GET /users/me", nil).must(t, 401)
	s.audit(t)
}

// Nobody works for a studio that is closed.
func TestStudioStaffOfClosedStudio(t *testing.T) {
	s := open(t, app.Resident{Role: account.Studio, Username: "stella"}, app.Resident{Role: account.Admin, Username: "ada"},
		worker("mia", "studio.models"))
	stella, mia := s.in(t, account.Studio, "stella"), s.in(t, account.Studio, "mia")
	stella.do(t, "POST /users/suspend-account", record{"password": app.Password}).must(t, 200)
	mia.do(t, "GET /users/me", nil).must(t, 401)
	s.guest().do(t, "POST /auth/studio/login", record{"username": "mia", "password": app.Password}).must(t, 401, `"error":"account_suspended"`)
}

// Who may see statistics sees no amount without the right to see earnings, nor an order that tells it; and who
// may offer commissions does not read from what they would have paid what was earned.
func TestStudioFiguresWithoutEarnings(t *testing.T) {
	s := open(t, app.Resident{Role: account.Studio, Username: "stella"}, app.Resident{Role: account.Performer, Username: "nina", Studio: "stella"},
		worker("mia", "studio.statistics", "studio.commissions"), worker("olga", "studio.statistics", "studio.commissions", "studio.earnings"))
	mia, olga := s.in(t, account.Studio, "mia"), s.in(t, account.Studio, "olga")
	for _, path := range []string{"/studio/statistics/models", "/studio/statistics/trend?days=2", "/studio/stats", "/studio/me", "/studio/statistics/export"} {
		if got := strings.ToLower(string(mia.do(t, "GET "+path, nil).must(t, 200).body)); strings.Contains(got, "token") || strings.Contains(got, "income") || strings.Contains(got, "net\"") {
			t.Errorf("%s tells mia of earnings: %s", path, got)
		}
		if got := strings.ToLower(string(olga.do(t, "GET "+path, nil).must(t, 200).body)); !strings.Contains(got, "token") {
			t.Errorf("%s tells olga of no earnings: %s", path, got)
		}
	}
	mia.do(t, "GET /studio/statistics/models", nil).must(t, 200, `"hoursOnline"`, `"username":"nina"`)
	mia.do(t, "GET /studio/statistics/models?sortBy=tokens", nil).must(t, 403)
	mia.do(t, "GET /studio/statistics/export?sortBy=tokensPerHour", nil).must(t, 403)
	olga.do(t, "GET /studio/statistics/models?sortBy=studioNet", nil).must(t, 200)
	mia.do(t, "POST /earning/studio/simulate", record{"rates": []record{}}).must(t, 403)
	olga.do(t, "POST /earning/studio/simulate", record{"rates": []record{}}).must(t, 200)
}

// Whose suspension is lifted is what they were before: a member whom the studio has switched off stays so.
func TestRestoredMemberStaysSwitchedOff(t *testing.T) {
	s := open(t, app.Resident{Role: account.Studio, Username: "stella"}, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Performer, Username: "nina", Studio: "stella"})
	stella, ada := s.in(t, account.Studio, "stella"), s.in(t, account.Admin, "ada")
	stella.do(t, "POST /studio/members/"+s.ids["nina"]+"/inactive", nil).must(t, 200)
	ada.do(t, "POST /admin/accounts/"+s.ids["nina"]+"/suspend", record{"reason": "a complaint"}).must(t, 200)
	ada.do(t, "POST /admin/accounts/"+s.ids["nina"]+"/restore", record{"reason": "it was wrong"}).must(t, 200)
	testkit.Eventually(t, "nina is switched off again", func() bool {
		nina := s.in(t, account.Performer, "nina")
		return strings.Contains(string(nina.do(t, "GET /users/me", nil).body), `"status":"inactive"`)
	})
}
