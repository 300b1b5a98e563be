package app_test

import (
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/testkit"
)

var shipment = record{"status": "shipped", "carrier": "DHL", "trackingNumber": "1Z"}

// The money that Tom paid with is taken back before Nina has sent his order: it stays with her
// until somebody has decided, the tokens stay in the hold, and she reads nothing of his payment.
func TestAnOrderOfADisputedPayment(t *testing.T) {
	k := openTill(t)
	nina := k.in(t, account.Performer, "nina")
	k.ada.do(t, "PUT /admin/settings", record{"chargebackBearer": "shared"}).must(t, 200)
	book := k.sellsProduct(t, nina, k.ada, map[string]string{"type": "digital"}, aBook)
	paid := k.buys(t, k.small)
	paid.plays(t, "pay")
	id := k.order(t, "tom", 20, 1)
	k.tom.do(t, "POST /purchase-items/product/"+book, record{}).must(t, 200)
	link := "GET /user/performer-assets/products/" + book + "/download-link"
	file := k.tom.do(t, link, nil).must(t, 200).text("url")
	nina.do(t, "PUT /orders/"+id+"/update", record{"status": "processing"}).must(t, 200, `"dueAt"`)
	paid.plays(t, "dispute")

	refused := nina.do(t, "PUT /orders/"+id+"/update", shipment).must(t, 409, `"error":"payment_checked"`)
	for _, word := range []string{"chargeback", "dispute", "case", paid.id} {
		if strings.Contains(strings.ToLower(string(refused.body)), word) {
			t.Errorf("she reads %q in %s", word, refused.body)
		}
	}
	nina.do(t, "GET /orders/details/"+id, nil).must(t, 200, `"status":"processing"`, `"paymentChecked":true`)
	k.tom.do(t, link, nil).must(t, 409, `"error":"payment_checked"`)
	if got := k.tom.request(t, "GET", file, nil); got.status != http.StatusConflict {
		t.Errorf("an old link answers %d", got.status)
	}
	k.audit(t)

	paid.plays(t, "win")
	nina.do(t, "PUT /orders/"+id+"/update", shipment).must(t, 200, `"status":"shipped"`)
	if got := k.tom.request(t, "GET", file, nil); got.status != http.StatusOK {
		t.Errorf("after it was won the link answers %d", got.status)
	}
	k.audit(t)
}

// A dispute begins while Nina ships: she is refused, or the case holds what she was paid. It is
// never hers while the site alone would lose it.
func TestADisputeRacesAShipment(t *testing.T) {
	k := openTill(t)
	nina := k.in(t, account.Performer, "nina")
	k.ada.do(t, "PUT /admin/settings", record{"chargebackBearer": "shared"}).must(t, 200)
	for range testkit.Rounds(8, 4) {
		paid := k.buys(t, k.small)
		paid.plays(t, "pay")
		id := k.order(t, "tom", 50, 2) // all of the payment: the next round's order is paid by the next
		nina.do(t, "PUT /orders/"+id+"/update", record{"status": "processing"}).must(t, 200)
		var sent answer
		testkit.Together(2, func(i int) {
			if i == 0 {
				sent = nina.do(t, "PUT /orders/"+id+"/update", shipment)
			} else {
				paid.plays(t, "dispute")
			}
		})
		want := `"total":0`
		if sent.status == http.StatusOK {
			want = `"held":80`
		} else {
			sent.must(t, 409, `"payment_checked"`)
		}
		nina.do(t, "GET /payment/held", nil).must(t, 200, want)
		k.audit(t)
		paid.plays(t, "win")
		if sent.status != http.StatusOK {
			nina.do(t, "PUT /orders/"+id+"/update", shipment).must(t, 200)
		}
	}
}
