package app_test

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// A performer whom her studio switches off leaves the stage and the lists, and keeps
// her login, what she earned, her statements and the way to her money; and she may
// leave the studio, which switches her on again.
func TestInactivePerformerKeepsWhatIsHers(t *testing.T) {
	s := open(t, app.Resident{Role: account.Studio, Username: "stella"},
		app.Resident{Role: account.Performer, Username: "nina", Studio: "stella"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 200})
	stella, nina, tom := s.in(t, account.Studio, "stella"), s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom")
	ninaID := s.ids["nina"]
	s.publishes(t, nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key"))
	s.isLive(t, ninaID)
	tom.do(t, "POST /member/send-tip-token/"+ninaID, record{"token": 50}).must(t, 200)
	picture := s.watches(t, tom, ninaID)

	stella.do(t, "POST /studio/members/"+ninaID+"/inactive", nil).must(t, 200)
	within2s(t, map[string]<-chan struct{}{"her picture": picture.Gone()})
	testkit.Eventually(t, "nobody sees her", func() bool {
		return tom.do(t, "GET /performers/nina/view", nil).status == 404
	})
	tom.do(t, "POST /member/send-tip-token/"+ninaID, record{"token": 50}).must(t, 404)
	nina.do(t, "POST /streaming/live", record{}).must(t, 409, `"error":"account_inactive"`)

	again := s.in(t, account.Performer, "nina")
	for name, v := range map[string]visitor{"her session": nina, "a new login": again} {
		for _, call := range []string{
			"GET /performers/me", "GET /earning/performer/search", "GET /earning/performer/stats",
			"GET /payout-requests/performer/search", "GET /payout-requests/performer/stats",
		} {
			if got := v.do(t, call, nil); got.status != 200 {
				t.Errorf("%s: %s is answered %s", name, call, got.sum())
			}
		}
	}
	nina.do(t, "POST /performers/studio/leave", record{}).must(t, 200)
	testkit.Eventually(t, "she is seen again", func() bool {
		return tom.do(t, "GET /performers/nina/view", nil).status == 200
	})
	nina.do(t, "POST /streaming/live", record{}).must(t, 200)
	s.audit(t)
}

// A studio switches a member off, and on again by the same path.
func TestAMemberIsSwitchedOffAndOn(t *testing.T) {
	s := open(t, app.Resident{Role: account.Studio, Username: "stella"}, app.Resident{Role: account.Performer, Username: "nina", Studio: "stella"})
	stella := s.in(t, account.Studio, "stella")
	for _, status := range []string{"inactive", "active"} {
		stella.do(t, "POST /studio/members/"+s.ids["nina"]+"/"+status, nil).must(t, 200, `"status":"`+status+`"`)
		if got := stella.do(t, "GET /studio/members", nil).must(t, 200).text("data.0.status"); got != status {
			t.Errorf("the member is %s, want %s", got, status)
		}
	}
}
