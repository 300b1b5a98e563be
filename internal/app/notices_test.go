package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/lang"
	"limelight/internal/testkit"
)

// Every kind of notice has words in each language for each of its samples, as text and as a
// page, and says the same after it was kept.
func TestNoticesInEveryLanguage(t *testing.T) {
	onSQLite(t)
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"})
	ada := s.in(t, account.Admin, "ada")
	list := ada.do(t, "GET /admin/notices", nil).must(t, 200).at("data").([]any)
	if len(list) < 50 {
		t.Fatalf("only %d kinds of notices were declared", len(list))
	}
	for _, one := range list {
		kind := one.(record)
		for sample := range int(kind["samples"].(float64)) {
			english := ""
			for _, language := range append(lang.All(), lang.Pseudo...) {
				call := fmt.Sprintf("GET /admin/notices/%s/preview?language=%s&sample=%d", kind["id"], language.Code, sample)
				letter := ada.do(t, call, nil).must(t, http.StatusOK)
				subject, html, text := letter.text("subject"), letter.text("html"), letter.text("text")
				if subject == "" || !strings.Contains(html, `dir="`+language.Dir+`"`) || strings.Contains(text+subject, "%!") || strings.Contains(html, "ZgotmplZ") {
					t.Errorf("%s says %s\n%s", call, subject, text)
				}
				if english == text {
					t.Errorf("%s says what it says in English", call)
				}
				if language.Code == lang.English {
					english = text
				}
			}
		}
	}
}

// A tip is in the performer's list at once, on every device; what is read on one is read on all. Who
// closes their account leaves no notices behind.
func TestNoticesOnEveryDevice(t *testing.T) {
	s := open(t, app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Performer, Username: "nina"})
	tom, nina := s.in(t, account.Member, "tom"), s.in(t, account.Performer, "nina")
	wires := plug(t)
	phone, desk := wires.connect(t, "phone", nina), wires.connect(t, "desk", nina)
	tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 20}).must(t, 200)
	for _, device := range []client{phone, desk} {
		device.hears(t, "notice/created", record{"unread": 1.0})
	}
	nina.do(t, "GET /notices?group=tip", nil).must(t, 200, `"title":"tom has tipped 20 tokens"`, `"isRead":false`)
	nina.do(t, "POST /notices/read", record{}).must(t, 200, `"total":0`)
	for _, device := range []client{phone, desk} {
		device.hears(t, "notice/read", record{"unread": 0.0})
	}
	tom.do(t, "GET /notices", nil).must(t, 200, `"data":[]`)
	nina.do(t, "POST /performers/suspend-account", record{"password": app.Password}).must(t, 200)
	testkit.Eventually(t, "her notices are gone", func() bool {
		left := -1
		err := outside(t, s.cfg).QueryRow(`SELECT COUNT(*) FROM notices WHERE account_id = '` + s.ids["nina"] + `'`).Scan(&left)
		return err == nil && left == 0
	})
}

// A performer on stage sees tips there; her list has those that came while she was not.
func TestNoNoticeOfATipOnStage(t *testing.T) {
	s := open(t, app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Performer, Username: "nina"})
	tom, nina := s.in(t, account.Member, "tom"), s.in(t, account.Performer, "nina")
	for _, status := range []string{"public", "private", "group", "offline"} {
		if _, err := outside(t, s.cfg).Exec(`UPDATE performers SET streaming_status = '` + status + `' WHERE id = '` + s.ids["nina"] + `'`); err != nil {
			t.Fatal(err)
		}
		tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 20}).must(t, 200)
		testkit.Eventually(t, "all who must have heard of the tip", func() bool {
			left := -1
			err := outside(t, s.cfg).QueryRow(`SELECT COUNT(*) FROM bus_deliveries`).Scan(&left)
			return err == nil && left == 0
		})
	}
	if list := nina.do(t, "GET /notices?group=tip", nil).must(t, 200).at("data").([]any); len(list) != 1 {
		t.Errorf("her list has %v", list)
	}
}
