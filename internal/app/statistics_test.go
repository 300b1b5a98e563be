package app_test

import (
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
)

// The site by days: who came, what members paid, what of it is the site's, also when some of it was given back.
func TestDailyStatistics(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Member, Username: "ann", Tokens: 100})
	ada, tom := s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom")
	today := func() answer { return ada.do(t, "GET /admin/statistics/daily", nil).must(t, 200, `"total":30`) }
	last := func(field string) any { return today().at("data.29." + field) }
	for range 2 {
		tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 50}).must(t, 200)
	}
	if day := last("day"); day != time.Now().UTC().Format(time.DateOnly) {
		t.Errorf("the last day is %v", day)
	}
	for field, want := range map[string]float64{"newMembers": 2, "newPerformers": 1, "newStudios": 0, "spent": 100, "income": 20, "liveMinutes": 0} {
		if got := last(field); got != want {
			t.Errorf("%s is %v, want %v", field, got, want)
		}
	}
	tip := tom.do(t, "GET /refund-requests/payments", nil).must(t, 200).text("data.0.sourceId")
	asked := tom.do(t, "POST /refund-requests", record{"type": "tip", "sourceId": tip, "reason": "duplicate", "text": "I pressed twice."}).must(t, 200).text("_id")
	ada.do(t, "PUT /admin/refund-requests/"+asked, record{"status": "resolved", "note": "You pressed it twice."}).must(t, 200)
	if spent, income := last("spent"), last("income"); spent != 50.0 || income != 10.0 {
		t.Errorf("after a refund %v were paid, of which %v are the site's", spent, income)
	}
	tom.do(t, "GET /admin/statistics/daily", nil).must(t, 403)
	ada.do(t, "GET /admin/statistics/daily?zone=Moon/Sea", nil).must(t, 422, `"property":"zone"`)
	ada.do(t, "GET /admin/statistics/daily?fromDate=2020-01-01T00:00:00Z", nil).must(t, 422, "at most 366 days")
	ada.do(t, "GET /admin/statistics/daily?fromDate=2026-11-28T00:00:00Z&toDate=2026-11-27T00:00:00Z", nil).must(t, 422)
}
