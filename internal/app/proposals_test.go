package app_test

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// One admin alone cannot make tokens: neither with a gateway whose notifications they
// sign themselves, nor with a package that costs next to nothing. The others are told.
func TestOneAdminMakesNoTokens(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Admin, Username: "bea"},
		app.Resident{Role: account.Member, Username: "tom"})
	ada, bea, tom := s.in(t, account.Admin, "ada"), s.in(t, account.Admin, "bea"), s.in(t, account.Member, "tom")
	verotel := func(key string) record {
		return record{"isActive": true, "values": record{"shopId": "12345", "signatureKey": key}, "currencies": []string{"USD"}}
	}
	notified := func(referenceID, custom string, key string) string {
		q := url.Values{
			"shopID": {"12345"}, "type": {"purchase"}, "event": {"purchase"}, "saleID": {"991"}, "referenceID": {referenceID},
			"custom1": {custom}, "priceAmount": {"9.99"}, "priceCurrency": {"USD"},
		}
		text := key
		for _, name := range slices.Sorted(maps.Keys(q)) {
			text += ":" + name + "=" + q.Get(name)
		}
		sum := sha256.Sum256([]byte(text))
		q.Set("signature", hex.EncodeToString(sum[:]))
		return string(s.guest().do(t, "GET /payment/webhooks/verotel?"+q.Encode(), nil).body)
	}

	ada.do(t, "PUT /admin/payments/gateways/verotel", verotel("theirown1")).must(t, 200, `"waits":true`, `"isActive":false`)
	if got := notified("x", "x", "theirown1"); got == "OK" {
		t.Error("a key that waits signs")
	}
	ada.do(t, "GET /admin/payments/proposals", nil).must(t, 200, `"kind":"gateway"`, `"Switched on"`, `"Signature key: another one"`, `"byName":"ada"`)
	testkit.Eventually(t, "bea is asked", func() bool {
		mail, err := app.OpenMail(t.Context(), s.cfg, "bea@example.com")
		return err == nil && strings.Contains(mail.Text, "ada wants to change how Verotel is set up")
	})
	approveProposals(t, bea)

	promo := record{"name": "Promo", "tokens": 1_000_000, "bonus": 1_000_000, "currency": "USD", "price": 300, "isActive": true}
	id := ada.do(t, "POST /admin/payments/packages", promo).must(t, 200, `"waits":true`).text("_id")
	tom.do(t, "POST /payment/purchase-tokens/"+id, record{}).must(t, 404)
	ada.do(t, "POST /admin/payments/proposals/"+ada.do(t, "GET /admin/payments/proposals", nil).text("data.0._id")+"/approve", record{}).must(t, 409, `"another_admin"`)
	bea.do(t, "POST /admin/payments/proposals/"+bea.do(t, "GET /admin/payments/proposals", nil).text("data.0._id")+"/reject", record{}).must(t, 200)
	tom.do(t, "POST /payment/purchase-tokens/"+id, record{}).must(t, 404)

	small := ada.do(t, "POST /admin/payments/packages", record{"name": "Small", "tokens": 100, "currency": "USD", "price": 999, "isActive": true}).must(t, 200).text("_id")
	approveProposals(t, bea)
	bought := tom.do(t, "POST /payment/purchase-tokens/"+small, record{"gateway": "verotel"}).must(t, 200)
	page, err := url.Parse(bought.text("paymentUrl"))
	if err != nil {
		t.Fatal(err)
	}
	ada.do(t, "PUT /admin/payments/gateways/verotel", verotel("theirown2")).must(t, 200, `"waits":true`, `"isActive":true`)
	d := outside(t, s.cfg)
	credits := func() (n int) {
		if err := d.QueryRow(`SELECT COUNT(*) FROM funds_moves`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	forged := func() string {
		return notified(page.Query().Get("referenceID"), page.Query().Get("custom1"), "theirown2")
	}
	if got := forged(); got == "OK" || credits() != 0 {
		t.Errorf("the other key signs: %s, %d credits", got, credits())
	}
	approveProposals(t, bea)
	if got := forged(); got != "OK" || credits() != 1 {
		t.Errorf("with bea's word: %s, %d credits", got, credits())
	}
}
