package funds_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

func TestHTTP(t *testing.T) {
	h := setup(t)
	p := h.opened(t)
	buy := "POST /payment/purchase-tokens/" + p.ID
	click := map[string]string{"Idempotency-Key": "click-1"}
	const admin = "/admin/payments"
	spanish := tom
	spanish.Language = "es"

	testkit.Scenarios{
		{Name: "a guest sees the packages", Do: "GET /package/token/search", Status: http.StatusOK,
			Has: `"pricePerToken":834`, Lacks: "lastGateway"},
		{Name: "and how to pay", Do: "GET /package/token/search", Status: http.StatusOK, Has: `"gateways":[{"_id":"vendor","name":"The vendor"}]`},
		{Name: "a member buys", As: tom, Do: buy, Body: `{}`, Header: click, Status: http.StatusOK, Has: `"paymentUrl":"https://vendor.test/pay"`},
		{Name: "the same click again", As: tom, Do: buy, Body: `{}`, Header: click, Status: http.StatusOK, Has: `"fields":{"back":`},
		{Name: "the same key, another body", As: tom, Do: buy, Body: `{"gateway":"vendor"}`, Header: click, Status: http.StatusConflict, Has: "Idempotency-Key"},
		{Name: "a gateway that is off", As: tom, Do: buy, Body: `{"gateway":"stripe"}`, Status: http.StatusConflict, Has: "gateway_not_offered"},
		{Name: "without a verified mail", As: eve, Do: buy, Body: `{}`, Status: http.StatusConflict, Has: "email_unverified"},
		{Name: "no package", As: tom, Do: "POST /payment/purchase-tokens/none", Body: `{}`, Status: http.StatusNotFound, Has: "This package does not exist."},
		{Name: "not a performer's call", As: nina, Do: buy, Body: `{}`, Status: http.StatusForbidden},
		{Name: "not a guest's", Do: buy, Body: `{}`, Status: http.StatusUnauthorized},
		{Name: "his payments", As: tom, Do: "GET /payment/transactions/search", Status: http.StatusOK, Has: `"total":1`},
		{Name: "no payment", As: tom, Do: "GET /payment/transactions/none", Status: http.StatusNotFound},
		{Name: "his limits", As: tom, Do: "GET /member/spending-limits", Status: http.StatusOK, Has: `"daily":0`},
		{Name: "he sets them", As: tom, Do: "PUT /member/spending-limits", Body: `{"daily":50.5,"weekly":0,"monthly":0}`, Status: http.StatusOK, Has: `"daily":50.5`},
		{Name: "not below zero", As: tom, Do: "PUT /member/spending-limits", Body: `{"daily":-1,"weekly":0,"monthly":0}`, Status: http.StatusUnprocessableEntity},
		{Name: "no pause of nothing", As: tom, Do: "POST /member/cool-off", Body: `{"hours":0}`, Status: http.StatusUnprocessableEntity},
		{Name: "a pause", As: tom, Do: "POST /member/cool-off", Body: `{"hours":1}`, Status: http.StatusOK, Has: "coolOffUntil"},
		{Name: "no buying in it", As: tom, Do: buy, Body: `{}`, Status: http.StatusConflict, Has: "cool_off"},
		{Name: "what is held", As: nina, Do: "GET /payment/held", Status: http.StatusOK, Has: `"total":0`},
		{Name: "not a member's", As: tom, Do: "GET /payment/held", Status: http.StatusForbidden},

		{Name: "the back office is not a member's", As: tom, Do: "GET " + admin + "/intents", Status: http.StatusForbidden},
		{Name: "nor a guest's", Do: "GET " + admin + "/gateways", Status: http.StatusUnauthorized},
		{Name: "whose a payment is", As: ada, Do: "GET " + admin + "/intents?accountId=tom", Status: http.StatusOK, Has: `"username":"tom"`},
		{Name: "packages", As: ada, Do: "GET " + admin + "/packages", Status: http.StatusOK, Has: `"isActive":true`},
		{Name: "a new one", As: ada, Do: "POST " + admin + "/packages", Body: `{"name":"Big","price":5000,"currency":"USD","tokens":600,"isActive":true}`, Status: http.StatusOK, Has: `"priceText":"50.00"`},
		{Name: "with a name in Spanish", As: ada, Do: "PUT " + admin + "/packages/" + p.ID, Body: `{"name":"Small","price":1000,"currency":"USD","tokens":120,"isActive":true,"translations":{"es":{"name":"Pequeño"}}}`, Status: http.StatusOK, Has: `"translations":{"es":{"name":"Pequeño"}}`},
		{Name: "read in it", As: spanish, Do: "GET /package/token/search", Status: http.StatusOK, Has: `"name":"Pequeño"`, Lacks: "Small"},
		{Name: "in English as it is", Do: "GET /package/token/search", Status: http.StatusOK, Has: `"name":"Small"`, Lacks: "translations"},
		{Name: "the admin reads what is written", As: ada, Do: "GET " + admin + "/packages", Status: http.StatusOK, Has: `"translations":{"es":{"name":"Pequeño"}}`},
		{Name: "kept when not given", As: ada, Do: "PUT " + admin + "/packages/" + p.ID, Body: `{"name":"Small","price":1000,"currency":"USD","tokens":120,"isActive":true}`, Status: http.StatusOK},
		{Name: "so", As: spanish, Do: "GET /package/token/search", Status: http.StatusOK, Has: `"name":"Pequeño"`},
		{Name: "a wrong one", As: ada, Do: "POST " + admin + "/packages", Body: `{"name":"Big","price":1,"currency":"USD","tokens":600,"isActive":true}`, Status: http.StatusUnprocessableEntity, Has: "at least 1.00 USD"},
		{Name: "changed", As: ada, Do: "PUT " + admin + "/packages/none", Body: `{"name":"Big","price":5000,"currency":"USD","tokens":600}`, Status: http.StatusNotFound},
		{Name: "removed", As: ada, Do: "DELETE " + admin + "/packages/none", Status: http.StatusNotFound},
		{Name: "gateways never tell a secret", As: ada, Do: "GET " + admin + "/gateways", Status: http.StatusOK, Has: `"set":["secret"]`, Lacks: "hush"},
		{Name: "set up", As: ada, Do: "PUT " + admin + "/gateways/vendor", Body: `{"isActive":true,"values":{"shop":"NO"}}`, Status: http.StatusUnprocessableEntity, Has: "small letters"},
		{Name: "an unknown one", As: ada, Do: "PUT " + admin + "/gateways/none", Body: `{}`, Status: http.StatusNotFound},
		{Name: "search", As: ada, Do: "GET " + admin + "/intents?accountId=tom&gateway=vendor&status=created", Status: http.StatusOK, Has: `"total":1`},
		{Name: "by a reference that is none", As: ada, Do: "GET " + admin + "/intents?q=none", Status: http.StatusOK, Has: `"total":0`},
		{Name: "no payment to look at", As: ada, Do: "GET " + admin + "/intents/none", Status: http.StatusNotFound},
		{Name: "reconcile now", As: ada, Do: "POST " + admin + "/reconcile", Status: http.StatusOK, Has: `"asked":0`},
		{Name: "one", As: ada, Do: "POST " + admin + "/intents/none/reconcile", Status: http.StatusNotFound},
		{Name: "no outcome but these", As: ada, Do: "POST " + admin + "/intents/none/outcome", Body: `{"outcome":"draw","reason":"x"}`, Status: http.StatusUnprocessableEntity},
		{Name: "no refund of nothing", As: ada, Do: "POST " + admin + "/intents/none/refund", Body: `{"reason":"` + because + `"}`, Status: http.StatusNotFound},
		{Name: "quarantine", As: ada, Do: "GET " + admin + "/quarantine?status=open", Status: http.StatusOK, Has: `"total":0`},
		{Name: "nothing in it", As: ada, Do: "GET " + admin + "/quarantine/none", Status: http.StatusNotFound},
		{Name: "nothing to decide", As: ada, Do: "POST " + admin + "/quarantine/none/decide", Body: `{"decision":"drop","reason":"` + because + `"}`, Status: http.StatusNotFound},
		{Name: "receivables", As: ada, Do: "GET " + admin + "/receivables", Status: http.StatusOK, Has: `"total":0`},
		{Name: "no receivable", As: ada, Do: "POST " + admin + "/receivables/none/decide", Body: `{"decision":"recover","reason":"` + because + `"}`, Status: http.StatusNotFound},
		{Name: "an entry", As: ada, Do: "POST " + admin + "/entries", Body: `{"accountId":"tom","direction":"credit","tokens":12.5,"reason":"` + because + `","reference":"wire-9"}`, Status: http.StatusOK, Has: `"status":"paid"`},
		{Name: "again", As: ada, Do: "POST " + admin + "/entries", Body: `{"accountId":"tom","direction":"credit","tokens":12.5,"reason":"` + because + `","reference":"wire-9"}`, Status: http.StatusConflict, Has: "already been booked"},
		{Name: "without a reason", As: ada, Do: "POST " + admin + "/entries", Body: `{"accountId":"tom","direction":"debit","tokens":1,"reason":"no","reference":"wire-9"}`, Status: http.StatusUnprocessableEntity, Has: "Must have 10 to 500 characters"},
		{Name: "no entry to decide", As: ada, Do: "POST " + admin + "/entries/none/decide", Body: `{"decision":"approve","reason":"` + because + `"}`, Status: http.StatusNotFound},
		{Name: "not a member's entry", As: tom, Do: "POST " + admin + "/entries", Body: `{"accountId":"tom","direction":"credit","tokens":1,"reason":"` + because + `","reference":"mine"}`, Status: http.StatusForbidden},
	}.Run(t, h.Routes)
	if h.vendor.starts != 1 {
		t.Errorf("the vendor was asked to start %d times for one click", h.vendor.starts)
	}
	if got := h.Balance(t, ledger.Wallet("tom")); got != 1250 {
		t.Errorf("Tom holds %v", got)
	}
}

// A purchase through the sandbox, as a person does it: buy, the vendor's page,
// a slow transfer, paid while the buyer waits.
func TestSandboxStory(t *testing.T) {
	h := setup(t)
	h.opened(t)
	if _, err := h.SetUp(as(ada), "vendor", funds.Setup{Values: gateway.Values{"shop": "abc"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.SetUp(as(ada), "sandbox", funds.Setup{Active: true}); err != nil {
		t.Fatal(err)
	}
	shop, err := h.Packages(t.Context(), "tom", false)
	if err != nil || shop.Offers[0].Carriers[0].Gateway != "sandbox" {
		t.Fatal(shop, err)
	}
	answer := testkit.Call(h.router, tom, "POST /payment/purchase-tokens/"+shop.Offers[0].ID, `{"gateway":"sandbox"}`, nil)
	var started struct{ Data funds.StartedView }
	if err := json.Unmarshal(answer.Body.Bytes(), &started); err != nil || answer.Code != http.StatusOK {
		t.Fatal(answer.Body, err)
	}
	page, err := url.Parse(started.Data.PaymentURL)
	if err != nil {
		t.Fatal(err)
	}
	do := func(move string, want funds.State) {
		t.Helper()
		req := httptest.NewRequest(http.MethodPost, page.Path, strings.NewReader(url.Values{"do": {move}}.Encode()))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		h.shop.Pages().ServeHTTP(w, req)
		if w.Code != http.StatusSeeOther {
			t.Errorf("%s is answered %d: %s", move, w.Code, w.Body)
		}
		h.is(t, funds.Intent{ID: started.Data.TransactionID}, want)
		h.changed.All(t) // each in its turn
	}
	do("pending", funds.Pending)
	do("pay", funds.Paid)
	h.holds(t, ledger.Wallet("tom"), 120)
	do("again", funds.Paid)
	h.holds(t, ledger.Wallet("tom"), 120)
	if told := h.changed.All(t); len(told) != 2 || told[0].State != funds.Pending || told[1].State != funds.Paid {
		t.Errorf("told: %+v", told)
	}
	do("dispute", funds.ChargedBack)
	do("win", funds.Paid)
	do("refund", funds.Refunded)
	h.holds(t, ledger.Wallet("tom"), 0)
	if shop, err = h.Packages(t.Context(), "tom", false); err != nil || shop.Last != "sandbox" {
		t.Errorf("the last gateway is %q (%v)", shop.Last, err)
	}
	h.Audit(t)
}
