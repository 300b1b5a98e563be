package app_test

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// Tom tips twice by mistake, asks, and has it back: the office sees that it waits,
// both headers hear of it, he reads the answer by mail, and she sees it in her
// earnings.
func TestARefundRequest(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Performer, Username: "nina"})
	ada, tom, nina := s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom"), s.in(t, account.Performer, "nina")
	wires := plug(t)
	onTom, onNina := wires.connect(t, "tom", tom), wires.connect(t, "nina", nina)
	tip := tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 50}).must(t, 200).text("_id")
	onNina.hears(t, "balance/changed", record{"balance": 40.0})
	tom.do(t, "GET /refund-requests/payments", nil).must(t, 200, `"type":"tip","sourceId":"`+tip+`"`, `"username":"nina"`, `"reasons":["duplicate","mistake"]`)

	ask := record{"type": "tip", "sourceId": tip, "reason": "duplicate", "text": "I pressed the button twice."}
	asked := tom.do(t, "POST /refund-requests", ask).must(t, 200, `"status":"pending"`).text("_id")
	tom.do(t, "POST /refund-requests", ask).must(t, 409, `"already_asked"`)
	tom.do(t, "GET /refund-requests/payments", nil).must(t, 200, `{"data":[],"total":0}`)
	ada.do(t, "GET /statistics/admin", nil).must(t, 200, `"openRefunds":1`)
	ada.do(t, "GET /admin/refund-requests?status=pending", nil).must(t, 200, `"userInfo":{"_id":"`+s.ids["tom"]+`","username":"tom"}`)
	one := "/admin/refund-requests/" + asked
	ada.do(t, "GET "+one+"?token=20", nil).must(t, 200, `"left":50`, `"token":20,"siteFee":4,"studioNet":0,"performerNet":16`)

	decision := record{"status": "resolved", "token": 20, "note": "One of them was a mistake."}
	ada.do(t, "PUT "+one, decision).must(t, 200, `"resolution":"partial"`, `"refunded":20`)
	ada.do(t, "PUT "+one, decision).must(t, 409, `"decided"`)
	onTom.hears(t, "balance/changed", record{"balance": 70.0})
	onNina.hears(t, "balance/changed", record{"balance": 24.0})
	ada.hasMail(t, "tom", "Your tokens were given back", "gave back a part of it: 20.00 tokens")
	ada.do(t, "GET /statistics/admin", nil).must(t, 200, `"openRefunds":0`)
	tom.do(t, "GET /transactions/user/search", nil).must(t, 200, `"token":20,"balance":70,"note":"Refunded on request"`)
	nina.do(t, "GET /earning/performer/search", nil).must(t, 200, `"originalPrice":-20`, `"netPrice":-16`)
	nina.do(t, "GET /earning/performer/stats", nil).must(t, 200, `"totalNet":24`)
	s.audit(t)

	second := tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 15}).must(t, 200).text("_id")
	ask["sourceId"] = second
	asked = tom.do(t, "POST /refund-requests", ask).must(t, 200).text("_id")
	ada.do(t, "PUT /admin/refund-requests/"+asked, record{"status": "rejected", "note": "This one she had earned."}).must(t, 200, `"status":"rejected"`)
	ada.hasMail(t, "tom", "Your refund request was rejected", "This one she had earned.")
	tom.do(t, "GET /refund-requests/search?status=rejected", nil).must(t, 200, `"total":1`, `"note":"This one she had earned."`)
	ada.do(t, "GET /admin/audit-log?subject=refund_request:"+asked, nil).must(t, 200, `"refund.rejected"`)
	s.audit(t)
}

// Who got a part back, or nothing, and loses the access after that may ask once more for what
// is left, and no further time; more than the price nobody gets.
func TestRefundAfterTheAccessEnded(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Member, Username: "ann", Tokens: 100})
	nina, ada, tom, ann := s.in(t, account.Performer, "nina"), s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom"), s.in(t, account.Member, "ann")
	gallery, _ := s.sells(t, nina, ada)
	question := func(purchase string) record {
		return record{"type": "gallery", "sourceId": purchase, "reason": "other", "text": "I cannot see it any more."}
	}
	decides := func(request string, decision record) answer {
		decision["note"] = "We have looked at it."
		return ada.do(t, "PUT /admin/refund-requests/"+request, decision)
	}
	paid := map[string]string{}
	for name, first := range map[string]record{"tom": {"status": "resolved", "token": 4}, "ann": {"status": "rejected"}} {
		buyer := map[string]visitor{"tom": tom, "ann": ann}[name]
		paid[name] = buyer.do(t, "POST /purchase-items/gallery/"+gallery, record{}).must(t, 200).text("_id")
		asked := buyer.do(t, "POST /refund-requests", question(paid[name])).must(t, 200).text("_id")
		decides(asked, first).must(t, 200)
		buyer.do(t, "GET /refund-requests/payments", nil).must(t, 200, `"total":0`)
		buyer.do(t, "POST /refund-requests", question(paid[name])).must(t, 409, `"error":"already_asked"`)
	}
	ada.takesDown(t, gallery, true).must(t, 200)
	tom.do(t, "GET /refund-requests/payments", nil).must(t, 200, `"total":1`, `"refundable":16`)
	ann.do(t, "GET /refund-requests/payments", nil).must(t, 200, `"total":1`, `"refundable":20`)
	toms := tom.do(t, "POST /refund-requests", question(paid["tom"])).must(t, 200).text("_id")
	anns := ann.do(t, "POST /refund-requests", question(paid["ann"])).must(t, 200).text("_id")
	decides(toms, record{"status": "resolved", "token": 17}).must(t, 422, `"property":"token"`)
	decides(toms, record{"status": "resolved"}).must(t, 200, `"resolution":"full"`, `"refunded":16`)
	decides(anns, record{"status": "resolved", "token": 5}).must(t, 200, `"resolution":"partial"`)
	tom.do(t, "GET /purchased-items/user/galleries", nil).must(t, 200, `"total":0`)
	tom.do(t, "POST /refund-requests", question(paid["tom"])).must(t, 409)
	ann.do(t, "POST /refund-requests", question(paid["ann"])).must(t, 409, `"error":"already_asked"`)
	ada.do(t, "GET /admin/assets", nil).must(t, 200, `"buyers":1`, `"paid":15`)
	s.audit(t)
}
