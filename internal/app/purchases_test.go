package app_test

import (
	"errors"
	"fmt"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/fault"
	"limelight/internal/ledger"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
)

// sell lets somebody buy a gallery of Nina's for whole tokens, and returns the purchase's
// id and the item's.
func (s *site) sell(t *testing.T, buyer string, tokens int64, number int) (purchase, item string) {
	t.Helper()
	item = app.ItemOf(s.ids["nina"], tokens*100, number)
	purchase, err := app.Sell(t.Context(), s.cfg, s.ids[buyer], item)
	if err != nil {
		t.Fatal(err)
	}
	return purchase, item
}

// Tom buys galleries of Nina's: she hears of it by the spec's event, his other devices that
// they are his; what he undoes and what is given back in full is not, and all of it stands
// in the reports of everybody as "gallery".
func TestAPurchase(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Performer, Username: "nina"})
	ada, tom, nina := s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom"), s.in(t, account.Performer, "nina")
	wires := plug(t)
	onTom, onNina := wires.connect(t, "tom", tom), wires.connect(t, "nina", nina)

	first, item := s.sell(t, "tom", 25, 1)
	onNina.hears(t, "purchase_media_item_success", record{
		"transaction": record{"_id": first, "type": "gallery", "itemId": item, "title": "Beach at noon"}, "token": 25.0, "netPrice": 20.0,
	})
	onTom.hears(t, "purchase/changed", record{"type": "gallery", "itemId": item, "isBought": true})
	tom.do(t, "GET /purchased-items/user/galleries?q=noon", nil).must(t, 200, `"itemId":"`+item+`"`, `"performerInfo":{"_id":"`+s.ids["nina"]+`","username":"nina"}`, `"undoUntil"`)
	told := func(when string, want int) {
		t.Helper()
		testkit.Eventually(t, fmt.Sprintf("%s: she is told of %d sales", when, want), func() bool {
			list, _ := nina.do(t, "GET /notices?group=purchase", nil).must(t, 200).at("data").([]any)
			return len(list) == want
		})
	}
	told("he has bought", 1)
	tom.do(t, "POST /purchase-items/"+first+"/undo", nil).must(t, 200, `"isBought":false`, `"balance":100`)
	told("he has undone it", 0)
	onTom.hears(t, "purchase/changed", record{"type": "gallery", "itemId": item, "isBought": false})
	onNina.hears(t, "balance/changed", record{"balance": 0.0})
	onTom.hears(t, "balance/changed", record{"balance": 100.0})
	tom.do(t, "GET /purchased-items/user/search", nil).must(t, 200, `"total":0`)
	tom.do(t, "GET /refund-requests/payments", nil).must(t, 200, `"total":0`)
	s.audit(t)

	second, item := s.sell(t, "tom", 50, 2)
	if owns, err := app.Deliver(t.Context(), s.cfg, s.ids["tom"], item); err != nil || !owns {
		t.Fatalf("he does not get what he has bought: %v", err)
	}
	tom.do(t, "POST /purchase-items/"+second+"/undo", nil).must(t, 409, `"error":"delivered"`)
	tom.do(t, "GET /refund-requests/payments", nil).must(t, 200, `"type":"gallery","sourceId":"`+second+`","label":"Beach at noon"`, `"reasons":["not_as_promised","other"]`)
	asked := tom.do(t, "POST /refund-requests", record{
		"type": "gallery", "sourceId": second, "reason": "not_as_promised", "text": "There is no beach in it.",
	}).must(t, 200).text("_id")
	ada.do(t, "PUT /admin/refund-requests/"+asked, record{"status": "resolved", "note": "There is none indeed."}).must(t, 200, `"resolution":"full"`)
	onTom.hears(t, "purchase/changed", record{"type": "gallery", "itemId": item, "isBought": false})
	if owns, err := app.Deliver(t.Context(), s.cfg, s.ids["tom"], item); err != nil || owns {
		t.Errorf("he gets what was given back: %v", err)
	}
	s.audit(t)

	s.sell(t, "tom", 40, 3)
	nina.do(t, "GET /earning/performer/search?type=gallery", nil).must(t, 200, `"total":5`, `"originalPrice":40`, `"netPrice":-40`)
	nina.do(t, "GET /earning/performer/stats", nil).must(t, 200, `"gallery"`, `"totalNet":32`)
	tom.do(t, "GET /transactions/user/search?type=gallery", nil).must(t, 200, `"note":"Beach at noon"`, `"note":"Undone by the buyer"`)
	s.audit(t)
}

// What keeps tokens keeps them from galleries: a pause, a limit, a freeze, as with tips.
func TestPurchaseWithinLimits(t *testing.T) {
	k := openTill(t)
	k.grant(t, "tom", 500)
	k.tom.do(t, "PUT /member/spending-limits", record{"daily": 60, "weekly": 0, "monthly": 0}).must(t, 200)
	first, _ := k.sell(t, "tom", 50, 1)
	refused := func(what, code string) {
		t.Helper()
		_, err := app.Sell(t.Context(), k.cfg, k.ids["tom"], app.ItemOf(k.ids["nina"], 2000, 2))
		if _, gated := errors.AsType[*ledger.Refusal](err); !gated {
			t.Errorf("%s: %v", what, err)
		}
		if f, _ := errors.AsType[*fault.Fault](err); f == nil || f.Code != code {
			t.Errorf("%s: %v, want %s", what, err, code)
		}
	}
	refused("above his limit", "limit_reached")
	k.tom.do(t, "POST /purchase-items/"+first+"/undo", nil).must(t, 200)
	k.sell(t, "tom", 50, 3) // what was undone was not spent
	k.tom.do(t, "POST /member/cool-off", record{"hours": 24}).must(t, 200)
	refused("in his pause", "cool_off")
	k.tom.do(t, "POST /purchase-items/gallery/nothing", nil).must(t, 404, purchases.ErrNoItem.Error())
	k.audit(t)
}
