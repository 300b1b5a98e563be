package app_test

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// The back office over a whole site: a tip is found by the names of its people,
// the site's part is its income, and who looked at whom is in the audit log.
func TestFinance(t *testing.T) {
	s := open(t,
		app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Performer, Username: "nina"})
	ada, tom := s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom")
	tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 50}).must(t, 200)

	ada.do(t, "GET /admin/finance/income", nil).must(t, 200, `"kind":"tip","count":1,"gross":50,"refunded":0,"fee":10`, `"change":10`)
	ada.do(t, "GET /admin/finance/balances", nil).must(t, 200, `"sum":0,"sound":true,"wallets":50,"holds":0,"earnings":40`)
	found := ada.do(t, "GET /admin/finance/transfers?person=NINA&kind=tip", nil).must(t, 200,
		`"payer":{"_id":"`+s.ids["tom"]+`","username":"tom"}`, `"owner":{"_id":"`+s.ids["nina"]+`","username":"nina"}`)
	id := found.at("data").([]any)[0].(map[string]any)["_id"].(string)
	ada.do(t, "GET /admin/finance/transfers/"+id, nil).must(t, 200, `"siteFee":10`, `"dayClosed":false`)
	ada.do(t, "GET /admin/finance/people/tom", nil).must(t, 200, `"closing":50`, `"role":"user"`, `"promotional":50`)
	ada.do(t, "GET /admin/finance/people/nobody", nil).must(t, 404)

	ada.do(t, "GET /admin/audit-log?subject=account:"+s.ids["nina"], nil).must(t, 200, "finance.transfers_searched", `"actor":"ada"`)
	ada.do(t, "GET /admin/audit-log?subject=account:"+s.ids["tom"], nil).must(t, 200, "finance.statement_viewed", "the beginning to ")
}
