package app_test

import (
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// order lets somebody buy so many of a product of Nina's for whole tokens each, and returns
// the order's id.
func (s *site) order(t *testing.T, buyer string, tokens int64, quantity int) (orderID string) {
	t.Helper()
	orderID, err := app.Order(t.Context(), s.cfg, s.ids[buyer], app.ItemOf(s.ids["nina"], tokens*100, 1), quantity)
	if err != nil {
		t.Fatal(err)
	}
	return orderID
}

// hasMail waits for a mail to somebody that says something, and nothing of where Tom lives.
func (s *site) hasMail(t *testing.T, to, says string) {
	t.Helper()
	testkit.Eventually(t, "a mail to "+to+" about "+says, func() bool {
		mail, err := app.OpenMail(t.Context(), s.cfg, to)
		if strings.Contains(mail.Text, "Secret Lane") {
			t.Errorf("the mail says where it goes: %s", mail.Text)
		}
		return err == nil && strings.Contains(mail.Subject+mail.Text, says)
	})
}

// Tom orders two of Nina's products: she hears of it by the spec's event and by mail, begins,
// and ships; only then are the tokens hers. He may ask for a refund until 14 days after the
// delivery, and an admin gives a part of it back.
func TestAnOrderOfAProduct(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Performer, Username: "nina"})
	ada, tom, nina := s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom"), s.in(t, account.Performer, "nina")
	wires := plug(t)
	onTom, onNina := wires.connect(t, "tom", tom), wires.connect(t, "nina", nina)

	id := s.order(t, "tom", 20, 2)
	onNina.hears(t, "purchase_media_item_success", record{"token": 40.0, "netPrice": 32.0})
	onNina.hears(t, "order/changed", record{"_id": id, "status": "created"})
	s.hasMail(t, "nina@example.com", "A new order")
	s.hasMail(t, "tom@example.com", "You can cancel it")
	nina.do(t, "GET /earning/performer/stats", nil).must(t, 200, `"totalNet":0`)
	tom.do(t, "GET /transactions/user/search?type=product", nil).must(t, 200, `"token":-40,"balance":60`)
	nina.do(t, "GET /earning/performer/search?type=product", nil).must(t, 200, `"total":0`)
	nina.do(t, "GET /orders/details/"+id, nil).must(t, 200, `"countryName":"Germany"`, "Secret Lane")
	tom.do(t, "GET /refund-requests/payments", nil).must(t, 200, `"type":"product"`)
	s.audit(t)

	nina.do(t, "PUT /orders/"+id+"/update", record{"status": "processing"}).must(t, 200)
	onTom.hears(t, "order/changed", record{"_id": id, "status": "processing"})
	tom.do(t, "POST /orders/user/"+id+"/cancel", nil).must(t, 409, `"error":"wrong_status"`)
	nina.do(t, "PUT /orders/"+id+"/update", record{"status": "shipped", "carrier": "DHL", "trackingNumber": "1Z"}).must(t, 200)
	onNina.hears(t, "balance/changed", record{"balance": 32.0})
	s.hasMail(t, "tom@example.com", "tracking number 1Z")
	nina.do(t, "PUT /orders/"+id+"/tracking", record{"carrier": "DHL", "trackingNumber": "2Z"}).must(t, 200, `"trackingHistory":[{"carrier":"DHL","trackingNumber":"1Z"`)
	onTom.hears(t, "order/changed", record{"_id": id, "status": "shipped", "corrected": true})
	s.hasMail(t, "tom@example.com", "tracking number 2Z")
	nina.do(t, "GET /earning/performer/stats", nil).must(t, 200, `"totalNet":32`)
	s.audit(t)

	purchase := tom.do(t, "GET /orders/user/details/"+id, nil).must(t, 200).text("purchaseId")
	asked := tom.do(t, "POST /refund-requests", record{
		"type": "product", "sourceId": purchase, "reason": "not_as_promised", "text": "One of them is broken.",
	}).must(t, 200).text("_id")
	ada.do(t, "PUT /admin/refund-requests/"+asked, record{"status": "resolved", "token": 10, "note": "One of them is broken indeed."}).must(t, 200, `"resolution":"partial"`)
	tom.do(t, "GET /orders/user/details/"+id, nil).must(t, 200, `"status":"shipped"`)
	s.audit(t)
	ada.do(t, "POST /admin/orders/"+id+"/refund", record{"reason": "Both of them are broken."}).must(t, 200, `"status":"refunded"`)
	onTom.hears(t, "balance/changed", record{"balance": 100.0})
	onNina.hears(t, "balance/changed", record{"balance": 0.0})
	tom.do(t, "GET /transactions/user/search?type=product", nil).must(t, 200, `"token":30,"balance":100`)
	nina.do(t, "GET /earning/performer/search?type=product", nil).must(t, 200, `"total":3`)
	s.hasMail(t, "nina@example.com", "Both of them are broken.")
	s.audit(t)
}

// What is still held is given back out of the hold, by the desk too: Nina needs nothing for it.
func TestARefundOfWhatIsHeld(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Performer, Username: "nina"})
	ada, tom, nina := s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom"), s.in(t, account.Performer, "nina")
	for _, c := range []struct {
		give   record
		status string
	}{
		{record{"status": "resolved", "token": 7.01, "note": "A part of it, then."}, "created"},
		{record{"status": "resolved", "note": "All of it, then."}, "refunded"},
	} {
		id := s.order(t, "tom", 20, 1)
		purchase := tom.do(t, "GET /orders/user/details/"+id, nil).must(t, 200).text("purchaseId")
		asked := tom.do(t, "POST /refund-requests", record{
			"type": "product", "sourceId": purchase, "reason": "other", "text": "It takes too long for me.",
		}).must(t, 200).text("_id")
		ada.do(t, "PUT /admin/refund-requests/"+asked, c.give).must(t, 200, `"status":"resolved"`)
		tom.do(t, "GET /orders/user/details/"+id, nil).must(t, 200, `"status":"`+c.status+`"`)
		s.audit(t)
		if c.status == "created" {
			nina.do(t, "PUT /orders/"+id+"/update", record{"status": "processing"}).must(t, 200)
			nina.do(t, "PUT /orders/"+id+"/update", record{"status": "shipped", "carrier": "DHL", "trackingNumber": "1Z"}).must(t, 200)
			nina.do(t, "GET /earning/performer/stats", nil).must(t, 200, `"totalNet":10.4`)
		}
	}
	s.audit(t)
}
