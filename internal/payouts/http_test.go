package payouts_test

import (
	"net/http"
	"strings"
	"testing"

	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

func TestHTTP(t *testing.T) {
	h := setup(t)
	h.earn(t, "nina", "tip", "a", 2000_00)
	h.earn(t, "loft", "tip", "b", 2000_00)
	click := map[string]string{"Idempotency-Key": "click-1"}
	const good = `{"accountHolder":"Nina","iban":"DE89 3704 0044 0532 0130 00"}`

	testkit.Scenarios{
		{Name: "no details yet", As: nina, Do: "GET /payment-information", Status: http.StatusOK, Has: `"total":0`},
		{Name: "a bank account", As: nina, Do: "POST /performers/bank-transfer/update", Body: good,
			Status: http.StatusOK, Has: `"iban":"DE••••3000"`, Lacks: "DE89370400440532013000"},
		{Name: "a wrong digit", As: nina, Do: "POST /performers/bank-transfer/update", Body: `{"accountHolder":"Nina","iban":"DE89370400440532013001"}`,
			Status: http.StatusUnprocessableEntity, Has: `"property":"iban"`},
		{Name: "nobody's account", As: nina, Do: "POST /performers/bank-transfer/update", Body: `{"iban":"DE89370400440532013000"}`,
			Status: http.StatusUnprocessableEntity, Has: `"property":"accountHolder"`},
		{Name: "a deposit", As: nina, Do: "POST /performers/direct-deposit/update", Body: `{"accountHolder":"Nina","routingNumber":"122105155","accountNumber":"12345678","accountType":"checking"}`,
			Status: http.StatusOK, Has: `"accountNumber":"••••5678"`},
		{Name: "a Paxum account", As: nina, Do: "POST /performers/paxum/update", Body: `{"accountHolder":"Nina","email":"nina@example.com"}`,
			Status: http.StatusOK, Has: `n•••@example.com`, Lacks: "nina@example.com"},
		{Name: "a coin", As: nina, Do: "POST /performers/bitpay/update", Body: `{"accountHolder":"Nina","coin":"BTC","address":"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"}`,
			Status: http.StatusOK, Has: `1A1z••••vfNa`},
		{Name: "by the common call", As: loft, Do: "POST /payment-information", Body: `{"type":"paxum","accountHolder":"Loft","email":"loft@example.com"}`,
			Status: http.StatusOK, Has: `"type":"paxum"`},
		{Name: "no such method", As: loft, Do: "POST /payment-information", Body: `{"type":"gold","accountHolder":"Loft"}`, Status: http.StatusUnprocessableEntity},
		{Name: "a studio's account", As: loft, Do: "POST /studio/bank-transfer/update", Body: good, Status: http.StatusOK},
		{Name: "a studio's deposit", As: loft, Do: "POST /studio/direct-deposit/update", Body: `{"accountHolder":"Loft","routingNumber":"122105155","accountNumber":"12345678","accountType":"checking"}`, Status: http.StatusOK},
		{Name: "a studio's Paxum account", As: loft, Do: "POST /studio/paxum/update", Body: `{"accountHolder":"Loft","email":"loft@example.com"}`, Status: http.StatusOK},
		{Name: "a studio's coin", As: loft, Do: "POST /studio/bitpay/update", Body: `{"accountHolder":"Loft","coin":"BTC","address":"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"}`, Status: http.StatusOK},
		{Name: "all of them", As: nina, Do: "GET /payment-information", Status: http.StatusOK, Has: `"total":4`, Lacks: "0532013000"},
		{Name: "and until when they freeze", As: nina, Do: "GET /payment-information", Status: http.StatusOK, Has: `"frozenUntil":"2026-11-05T12:00:00Z"`},
		{Name: "not a member's", As: tom, Do: "GET /payment-information", Status: http.StatusForbidden},
		{Name: "not a member's to set", As: tom, Do: "POST /payment-information", Body: `{"type":"paxum","accountHolder":"T","email":"t@example.com"}`, Status: http.StatusForbidden},
		{Name: "not a guest's", Do: "GET /payment-information", Status: http.StatusUnauthorized},
		{Name: "not a studio's call", As: loft, Do: "POST /performers/bank-transfer/update", Body: good, Status: http.StatusForbidden},
		{Name: "not a performer's call", As: nina, Do: "POST /studio/bank-transfer/update", Body: good, Status: http.StatusForbidden},

		{Name: "all is held", As: nina, Do: "GET /earning/performer/payout", Status: http.StatusOK,
			Has: `"heldEntries":[{"type":"tip","sourceId":"a","token":2000,"freeAt":"2026-11-09T12:00:00Z"}]`},
		{Name: "too early", As: nina, Do: "POST /payout-requests/performer", Body: `{"paymentAccountType":"bank_transfer"}`, Status: http.StatusConflict, Has: `"details_new"`},
	}.Run(t, h.Routes)
	h.clock.Advance(hold)

	testkit.Scenarios{
		{Name: "what it would cover", As: nina, Do: "GET /earning/performer/payout?paymentAccountType=bank_transfer", Status: http.StatusOK,
			Has: `"requestTokens":2000,"amount":"100.00","fee":"0.00","currency":"USD","rate":"0.0500","minimum":"50.00","lines":[{"type":"tip","count":1,"token":2000}]`, Lacks: "refusal"},
		{Name: "of a part", As: nina, Do: "GET /earning/performer/payout?requestTokens=500.5", Status: http.StatusOK, Has: `"refusal":"This is less than the minimum of a payout."`},
		{Name: "of no number", As: nina, Do: "GET /earning/performer/payout?requestTokens=many", Status: http.StatusUnprocessableEntity, Has: "requestTokens"},
		{Name: "a studio's", As: loft, Do: "GET /earning/studio/payout", Status: http.StatusOK, Has: `"available":2000`},
		{Name: "not a member's", As: tom, Do: "GET /earning/performer/payout", Status: http.StatusForbidden},
		{Name: "too much", As: nina, Do: "POST /payout-requests/performer", Body: `{"paymentAccountType":"bank_transfer","requestTokens":2001}`,
			Status: http.StatusConflict, Has: `"error":"insufficient_balance","message":"You do not have enough tokens.","missing":1`},
		{Name: "too little", As: nina, Do: "POST /payout-requests/performer", Body: `{"paymentAccountType":"bank_transfer","requestTokens":100}`,
			Status: http.StatusConflict, Has: `"error":"below_minimum"`},
		{Name: "nothing", As: nina, Do: "POST /payout-requests/performer", Body: `{"paymentAccountType":"bank_transfer","requestTokens":0}`,
			Status: http.StatusUnprocessableEntity, Has: `"property":"requestTokens"`},
		{Name: "less than nothing", As: nina, Do: "POST /payout-requests/performer", Body: `{"paymentAccountType":"bank_transfer","requestTokens":-5}`,
			Status: http.StatusUnprocessableEntity, Has: `"property":"requestTokens"`},
		{Name: "no method", As: nina, Do: "POST /payout-requests/performer", Body: `{}`, Status: http.StatusUnprocessableEntity, Has: "paymentAccountType"},
		{Name: "a request", As: nina, Do: "POST /payout-requests/performer", Body: `{"paymentAccountType":"bank_transfer","requestNote":"please"}`, Header: click,
			Status: http.StatusOK, Has: `"status":"pending"`},
		{Name: "the same click", As: nina, Do: "POST /payout-requests/performer", Body: `{"paymentAccountType":"bank_transfer","requestNote":"please"}`, Header: click,
			Status: http.StatusOK, Has: `"requestTokens":2000`},
		{Name: "another one", As: nina, Do: "POST /payout-requests/performer", Body: `{"paymentAccountType":"paxum"}`, Status: http.StatusConflict, Has: `"request_open"`},
		{Name: "not a member's request", As: tom, Do: "POST /payout-requests/performer", Body: `{"paymentAccountType":"paxum"}`, Status: http.StatusForbidden},
		{Name: "not a guest's request", Do: "POST /payout-requests/performer", Body: `{"paymentAccountType":"paxum"}`, Status: http.StatusUnauthorized},
		{Name: "not by a studio here", As: loft, Do: "POST /payout-requests/performer", Body: `{"paymentAccountType":"paxum"}`, Status: http.StatusForbidden},
		{Name: "a studio's request", As: loft, Do: "POST /payout-requests/studio", Body: `{"paymentAccountType":"bank_transfer"}`, Status: http.StatusOK, Has: `"role":"studio"`},
	}.Run(t, h.Routes)

	ninas, lofts := h.openOf(t, "nina"), h.openOf(t, "loft")
	one := func(path, id string) string { return strings.ReplaceAll(path, "{id}", id) }
	testkit.Scenarios{
		{Name: "my requests", As: nina, Do: "GET /payout-requests/performer/search?status=pending", Status: http.StatusOK, Has: `"total":1`, Lacks: "loft"},
		{Name: "of another status", As: nina, Do: "GET /payout-requests/performer/search?status=done", Status: http.StatusOK, Has: `"total":0`},
		{Name: "of a time", As: nina, Do: "GET /payout-requests/performer/search?fromDate=2026-11-10T00:00:00Z", Status: http.StatusOK, Has: `"total":0`},
		{Name: "of no time", As: nina, Do: "GET /payout-requests/performer/search?fromDate=2026-11-10T00:00:00Z&toDate=2026-11-01T00:00:00Z", Status: http.StatusUnprocessableEntity, Has: "toDate"},
		{Name: "my sums", As: nina, Do: "GET /payout-requests/performer/stats", Status: http.StatusOK,
			Has: `"reserved":2000,"paid":0,"byStatus":[{"status":"pending","currency":"USD","count":1,"token":2000,"amount":"100.00"}]`},
		{Name: "one of mine", As: nina, Do: one("GET /payout-requests/performer/{id}/view", ninas), Status: http.StatusOK, Has: `"account":"DE••••3000"`, Lacks: "firstBy"},
		{Name: "one of another's", As: nina, Do: one("GET /payout-requests/performer/{id}/view", lofts), Status: http.StatusNotFound},
		{Name: "its paper", As: nina, Do: one("GET /payout-requests/performer/{id}/statement", ninas), Status: http.StatusOK, Has: "%PDF-"},
		{Name: "another's paper", As: loft, Do: one("GET /payout-requests/studio/{id}/statement", ninas), Status: http.StatusNotFound},
		{Name: "another's to cancel", As: nina, Do: one("PUT /payout-requests/performer/{id}", lofts), Body: `{"status":"cancelled"}`, Status: http.StatusNotFound},
		{Name: "not hers to approve", As: nina, Do: one("PUT /payout-requests/performer/{id}", ninas), Body: `{"status":"processing"}`, Status: http.StatusUnprocessableEntity},
		{Name: "a studio's listing", As: loft, Do: "GET /payout-requests/studio/performer-request", Status: http.StatusOK, Has: `"total":0`},
		{Name: "not the studio's member", As: loft, Do: one("PUT /payout-requests/studio/update/{id}", ninas), Body: `{"status":"processing"}`, Status: http.StatusNotFound},
		{Name: "its own", As: loft, Do: one("PUT /payout-requests/studio/update/{id}", lofts), Body: `{"status":"processing"}`, Status: http.StatusConflict, Has: `"own_request"`},

		{Name: "the site's listing", As: ada, Do: "GET /admin/payouts?decider=site&status=pending", Status: http.StatusOK, Has: `"total":2`},
		{Name: "the studios' listing", As: ada, Do: "GET /admin/payouts?decider=studio", Status: http.StatusOK, Has: `"total":0`},
		{Name: "of one account", As: ada, Do: "GET /admin/payouts?accountId=nina&paymentAccountType=bank_transfer", Status: http.StatusOK, Has: `"total":1`},
		{Name: "no reason", As: ada, Do: one("PUT /admin/payouts/requests/{id}", ninas), Body: `{"status":"rejected"}`, Status: http.StatusUnprocessableEntity, Has: `"property":"note"`},
		{Name: "paid before approval", As: ada, Do: one("PUT /admin/payouts/requests/{id}", ninas), Body: `{"status":"done","reference":"x"}`, Status: http.StatusConflict, Has: `"not_approved"`},
		{Name: "paid without a reference", As: ada, Do: one("PUT /admin/payouts/requests/{id}", ninas), Body: `{"status":"done"}`, Status: http.StatusUnprocessableEntity, Has: `"property":"reference"`},
		{Name: "approved", As: ada, Do: one("PUT /admin/payouts/requests/{id}", ninas), Body: `{"status":"processing"}`, Status: http.StatusOK, Has: `"status":"processing"`},
		{Name: "too late to cancel", As: nina, Do: one("PUT /payout-requests/performer/{id}", ninas), Body: `{"status":"cancelled"}`, Status: http.StatusConflict, Has: `"under_way"`},
		{Name: "no admin's cancelling", As: ada, Do: one("PUT /admin/payouts/requests/{id}", ninas), Body: `{"status":"cancelled"}`, Status: http.StatusUnprocessableEntity},
		{Name: "a request that is not", As: ada, Do: "PUT /admin/payouts/requests/lost", Body: `{"status":"processing"}`, Status: http.StatusNotFound},
		{Name: "the admin's view", As: ada, Do: one("GET /admin/payouts/requests/{id}", ninas), Status: http.StatusOK, Has: `"userInfo":{"_id":"nina","username":"nina"}`, Lacks: "0532013000"},
		{Name: "and paper", As: ada, Do: one("GET /admin/payouts/requests/{id}/statement", ninas), Status: http.StatusOK, Has: "%PDF-"},
		{Name: "a batch of the wrong rail", As: ada, Do: "POST /admin/payouts/batches", Body: `{"rail":"sepa","requestIds":["` + ninas + `"]}`, Status: http.StatusConflict, Has: "euros"},
		{Name: "a batch of nothing", As: ada, Do: "POST /admin/payouts/batches", Body: `{"rail":"csv","requestIds":[]}`, Status: http.StatusUnprocessableEntity},
		{Name: "a batch", As: ada, Do: "POST /admin/payouts/batches", Body: `{"rail":"csv","requestIds":["` + ninas + `"]}`, Status: http.StatusOK, Has: `"total":"100.00"`},
		{Name: "is listed", As: bea, Do: "GET /admin/payouts/batches?state=approved", Status: http.StatusOK, Has: `"payments":1`},
		{Name: "no member's listing", As: tom, Do: "GET /admin/payouts", Status: http.StatusForbidden},
		{Name: "no studio's listing", As: loft, Do: "GET /admin/payouts", Status: http.StatusForbidden},
		{Name: "no guest's listing", Do: "GET /admin/payouts", Status: http.StatusUnauthorized},
		{Name: "no performer's decision", As: nina, Do: one("PUT /admin/payouts/requests/{id}", lofts), Body: `{"status":"processing"}`, Status: http.StatusForbidden},
		{Name: "no studio's batch", As: loft, Do: "POST /admin/payouts/batches", Body: `{"rail":"csv","requestIds":["x"]}`, Status: http.StatusForbidden},
		{Name: "cancelled by the studio", As: loft, Do: one("PUT /payout-requests/studio/{id}", lofts), Body: `{"status":"cancelled"}`, Status: http.StatusOK, Has: `"status":"cancelled"`},
	}.Run(t, h.Routes)

	list, _, err := h.ListBatches(t.Context(), "", 0, 10)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d batches: %v", len(list), err)
	}
	batch := "/admin/payouts/batches/" + list[0].ID
	testkit.Scenarios{
		{Name: "seen with its requests", As: ada, Do: "GET " + batch, Status: http.StatusOK, Has: `"requests":[{"_id":"` + ninas},
		{Name: "unexported", As: ada, Do: "POST " + batch + "/paid", Body: `{"reference":"bank 1"}`, Status: http.StatusConflict, Has: `"not_exported"`},
		{Name: "no performer's file", As: nina, Do: "POST " + batch + "/export", Status: http.StatusForbidden},
		{Name: "no guest's file", Do: "POST " + batch + "/export", Status: http.StatusUnauthorized},
		{Name: "the file", As: ada, Do: "POST " + batch + "/export", Status: http.StatusOK, Has: "DE89370400440532013000"},
		{Name: "approved already", As: bea, Do: "POST " + batch + "/approve", Status: http.StatusConflict, Has: `"repeated"`},
		{Name: "paid without a reference", As: ada, Do: "POST " + batch + "/paid", Body: `{}`, Status: http.StatusUnprocessableEntity},
		{Name: "paid", As: ada, Do: "POST " + batch + "/paid", Body: `{"reference":"bank 1"}`, Status: http.StatusOK, Has: `"state":"paid"`},
		{Name: "paid again", As: ada, Do: "POST " + batch + "/paid", Body: `{"reference":"bank 1"}`, Status: http.StatusConflict, Has: `"batch_closed"`},
		{Name: "not discarded any more", As: ada, Do: "POST " + batch + "/discard", Body: `{"reason":"oh"}`, Status: http.StatusConflict, Has: `"batch_closed"`},
		{Name: "no such batch", As: ada, Do: "GET /admin/payouts/batches/lost", Status: http.StatusNotFound, Has: "This batch does not exist."},
		{Name: "done", As: nina, Do: one("GET /payout-requests/performer/{id}/view", ninas), Status: http.StatusOK, Has: `"reference":"bank 1"`, Lacks: "batchId"},
	}.Run(t, h.Routes)
	h.Holds(t, ledger.WorldPayout, 2000_00)
	h.Audit(t)
}

// A studio sees and decides the request of its own performer.
func TestHTTPOfAStudio(t *testing.T) {
	h := setup(t)
	h.ready(t, 2000, sara)
	id := h.asked(t, sara).ID
	testkit.Scenarios{
		{Name: "in its listing", As: loft, Do: "GET /payout-requests/studio/performer-request?status=pending", Status: http.StatusOK, Has: `"username":"sara"`},
		{Name: "looked at", As: loft, Do: "GET /payout-requests/studio/" + id + "/view", Status: http.StatusOK, Has: `"studioId":"loft"`, Lacks: "0532013000"},
		{Name: "not by another studio", As: dock, Do: "GET /payout-requests/studio/" + id + "/view", Status: http.StatusNotFound},
		{Name: "nor decided by it", As: dock, Do: "PUT /payout-requests/studio/update/" + id, Body: `{"status":"processing"}`, Status: http.StatusNotFound},
		{Name: "nor by an admin", As: ada, Do: "PUT /admin/payouts/requests/" + id, Body: `{"status":"processing"}`, Status: http.StatusConflict, Has: `"studio_decides"`},
		{Name: "rejected without a reason", As: loft, Do: "PUT /payout-requests/studio/update/" + id, Body: `{"status":"rejected"}`, Status: http.StatusUnprocessableEntity},
		{Name: "approved", As: loft, Do: "PUT /payout-requests/studio/update/" + id, Body: `{"status":"processing"}`, Status: http.StatusOK},
		{Name: "paid", As: loft, Do: "PUT /payout-requests/studio/update/" + id, Body: `{"status":"done","note":"cash"}`, Status: http.StatusOK, Has: `"reference":"cash"`},
		{Name: "paid again", As: loft, Do: "PUT /payout-requests/studio/update/" + id, Body: `{"status":"done"}`, Status: http.StatusConflict, Has: `"request_closed"`},
		{Name: "no performer's call", As: sara, Do: "PUT /payout-requests/studio/update/" + id, Body: `{"status":"done"}`, Status: http.StatusForbidden},
	}.Run(t, h.Routes)
	h.Audit(t)
}

// Whoever finds her browser open cannot lead her money elsewhere.
func TestNewDetailsNeedAFreshProof(t *testing.T) {
	h := setup(t)
	h.stale = true
	const body = `{"accountHolder":"Nina","iban":"DE89370400440532013000"`
	scenarios := testkit.Scenarios{
		{Name: "without", As: nina, Do: "POST /performers/bank-transfer/update", Body: body + "}",
			Status: http.StatusUnprocessableEntity, Has: `"property":"currentPassword"`},
		{Name: "wrong", As: nina, Do: "POST /performers/bank-transfer/update", Body: body + `,"currentPassword":"plush"}`,
			Status: http.StatusUnprocessableEntity, Has: "not your password"},
		{Name: "nothing was kept", As: nina, Do: "GET /payment-information", Status: http.StatusOK, Has: `"total":0,"freezeHours":72`},
		{Name: "right", As: nina, Do: "POST /performers/bank-transfer/update", Body: body + `,"currentPassword":"velvet"}`,
			Status: http.StatusOK, Has: `"iban":"DE••••3000"`, Lacks: "velvet"},
	}
	for len(scenarios) < 21 {
		scenarios = append(scenarios, testkit.Scenario{Name: "once more", As: nina, Do: "POST /performers/bank-transfer/update",
			Body: body + "}", Status: http.StatusUnprocessableEntity})
	}
	scenarios = append(scenarios, testkit.Scenario{Name: "too often", As: nina, Do: "POST /performers/bank-transfer/update",
		Body: body + "}", Status: http.StatusTooManyRequests})
	scenarios.Run(t, h.Routes)
}
