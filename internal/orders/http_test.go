package orders_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/testkit"
)

func TestHTTP(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	_, id := h.sell(t, tom, "mug", 2)
	_, other := h.sell(t, tom, "print", 1)
	const shipped = `{"status":"shipped","carrier":"DHL","trackingNumber":"1Z","trackingUrl":"https://dhl.example/1Z"}`
	update, mine, his := "PUT /orders/"+id+"/update", "GET /orders/details/"+id, "GET /orders/user/details/"+id
	testkit.Scenarios{
		{Name: "the seller's list", As: nina, Do: "GET /orders/search", Status: http.StatusOK,
			Has: `"title":"Mug","productType":"physical","quantity":2,"price":20,"status":"created"`, Lacks: secret},
		{Name: "with the buyer's name, and until when", As: nina, Do: "GET /orders/search?q=thumb", Status: http.StatusOK, Has: `"total":0`},
		{Name: "found by the buyer", As: nina, Do: "GET /orders/search?q=the+tom&status=created", Status: http.StatusOK,
			Has: `"dueAt":"2026-11-09T12:00:00Z","userInfo":{"_id":"tom","username":"the tom"}`, Lacks: "print"},
		{Name: "of one product", As: nina, Do: "GET /orders/search?productId=mug", Status: http.StatusOK, Has: `"total":1`},
		{Name: "of one that nobody bought", As: nina, Do: "GET /orders/search?productId=wallpaper", Status: http.StatusOK, Has: `"total":0`},
		{Name: "of one of another seller", As: nina, Do: "GET /orders/search?productId=print", Status: http.StatusOK, Has: `"total":0`},
		{Name: "the buyer's, of one product", As: tom, Do: "GET /orders/user/search?productId=print", Status: http.StatusOK, Has: `"total":1`, Lacks: "Mug"},
		{Name: "not by another time", As: nina, Do: "GET /orders/search?toDate=2026-11-01T00:00:00Z", Status: http.StatusOK, Has: `"total":0`},
		{Name: "the wrong way round", As: nina, Do: "GET /orders/search?toDate=2026-11-01T00:00:00Z&fromDate=2026-11-02T00:00:00Z", Status: http.StatusUnprocessableEntity},
		{Name: "by deadline", As: nina, Do: "GET /orders/search?sortBy=dueAt&sort=asc", Status: http.StatusOK, Has: `"total":1`},
		{Name: "in no other order", As: nina, Do: "GET /orders/search?sortBy=words", Status: http.StatusUnprocessableEntity},
		{Name: "the seller reads where it goes", As: nina, Do: mine, Status: http.StatusOK,
			Has: `"delivery":{"deliveryAddress":"Tom Thumb\n1 Secret Lane\nHometown","postalCode":"SW1A 1AA","country":"GB","countryName":"United Kingdom"}`},
		{Name: "another seller does not", As: sara, Do: mine, Status: http.StatusNotFound, Has: "This order does not exist."},
		{Name: "nor goes on with it", As: sara, Do: update, Body: `{"status":"processing"}`, Status: http.StatusNotFound},
		{Name: "nor a buyer", As: tom, Do: mine, Status: http.StatusForbidden},
		{Name: "the buyer's list", As: tom, Do: "GET /orders/user/search?sortBy=price&sort=asc", Status: http.StatusOK,
			Has: `"performerInfo":{"_id":"sara","username":"the sara"}`, Lacks: secret},
		{Name: "the buyer reads it", As: tom, Do: his, Status: http.StatusOK, Has: secret},
		{Name: "another buyer does not", As: ann, Do: his, Status: http.StatusNotFound},
		{Name: "nor cancels it", As: ann, Do: "POST /orders/user/" + id + "/cancel", Status: http.StatusNotFound},
		{Name: "nobody else's list", As: ann, Do: "GET /orders/user/search", Status: http.StatusOK, Has: `{"data":[],"total":0}`},
		{Name: "a guest", Do: his, Status: http.StatusUnauthorized},

		{Name: "no status", As: nina, Do: update, Body: `{"status":"cancelled"}`, Status: http.StatusUnprocessableEntity},
		{Name: "not yet", As: nina, Do: update, Body: shipped, Status: http.StatusConflict, Has: `"error":"wrong_status"`},
		{Name: "she begins", As: nina, Do: update, Body: `{"status":"processing","note":"Soon!"}`, Status: http.StatusOK, Has: `"status":"processing","note":"Soon!"`},
		{Name: "too late to cancel", As: tom, Do: "POST /orders/user/" + id + "/cancel", Status: http.StatusConflict, Has: `"status":"processing"`},
		{Name: "without a carrier", As: nina, Do: update, Body: `{"status":"shipped","trackingNumber":"1Z"}`, Status: http.StatusUnprocessableEntity, Has: `"carrier"`},
		{Name: "without a number", As: nina, Do: update, Body: `{"status":"shipped","carrier":"DHL"}`, Status: http.StatusUnprocessableEntity, Has: `"trackingNumber"`},
		{Name: "with a script", As: nina, Do: update, Body: `{"status":"shipped","carrier":"DHL","trackingNumber":"1","trackingUrl":"javascript:alert(1)"}`,
			Status: http.StatusUnprocessableEntity, Has: `"trackingUrl"`},
		{Name: "with an address that is too long once escaped", As: nina,
			Do: update, Body: `{"status":"shipped","carrier":"DHL","trackingNumber":"1","trackingUrl":"https://dhl.example/` + strings.Repeat("é", 200) + `"}`,
			Status: http.StatusUnprocessableEntity, Has: `"trackingUrl"`},
		{Name: "shipped", As: nina, Do: update, Body: shipped, Status: http.StatusOK, Has: `"carrier":"DHL","trackingNumber":"1Z","trackingUrl":"https://dhl.example/1Z","note":"Soon!"`},
		{Name: "and may be refunded by her for some time", As: nina, Do: mine, Status: http.StatusOK, Has: `"refundUntil":"2026-11-07T12:00:00Z"`},
		{Name: "the buyer sees the tracking", As: tom, Do: his, Status: http.StatusOK, Has: `"trackingNumber":"1Z"`},
		{Name: "delivered", As: nina, Do: update, Body: `{"status":"delivered"}`, Status: http.StatusOK, Has: `"deliveredAt"`, Lacks: secret},
		{Name: "the seller's reading is over", As: nina, Do: mine, Status: http.StatusOK, Lacks: secret},
		{Name: "and the slip is", As: nina, Do: "GET /orders/details/" + id + "/packing-slip", Status: http.StatusConflict, Has: `"error":"no_address"`},

		{Name: "an admin finds all", As: ada, Do: "GET /admin/orders/search?performerId=nina", Status: http.StatusOK,
			Has: `"userInfo":{"_id":"tom","username":"the tom"},"performerInfo":{"_id":"nina","username":"the nina"}`, Lacks: secret},
		{Name: "not a performer's call", As: nina, Do: "GET /admin/orders/search", Status: http.StatusForbidden},
		{Name: "without a reason", As: ada, Do: "POST /admin/orders/" + other + "/refund", Body: `{"reason":"no"}`, Status: http.StatusUnprocessableEntity},
		{Name: "with one", As: ada, Do: "POST /admin/orders/" + other + "/refund", Body: `{"reason":"She never answered."}`, Status: http.StatusOK,
			Has: `"status":"refunded","reason":"She never answered."`, Lacks: secret},
		{Name: "twice", As: ada, Do: "POST /admin/orders/" + other + "/refund", Body: `{"reason":"She never answered."}`, Status: http.StatusConflict},
	}.Run(t, h.Routes)
	if acts := testkit.Acts(t, h.DB); len(acts) != 1 || !strings.Contains(acts[0], "order.refunded") {
		t.Errorf("the audit log has %v", acts)
	}
	h.Audit(t)
}

// A stranger's order is answered byte by byte as one that does not exist.
func TestAStrangersOrder(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	_, id := h.sell(t, tom, "mug", 1)
	absent := "0" + id[1:]
	router := testkit.Router(h.Routes)
	for _, c := range []struct {
		as            account.Caller
		method, after string
		body          string
	}{
		{ann, "GET /orders/user/details/", "", ""}, {sara, "GET /orders/details/", "", ""},
		{ann, "POST /orders/user/", "/cancel", ""}, {sara, "PUT /orders/", "/update", `{"status":"processing"}`},
		{sara, "GET /orders/details/", "/packing-slip", ""}, {sara, "PUT /orders/", "/tracking", `{"carrier":"DHL","trackingNumber":"1"}`},
	} {
		theirs := testkit.Call(router, c.as, c.method+id+c.after, c.body, nil)
		none := testkit.Call(router, c.as, c.method+absent+c.after, c.body, nil)
		if theirs.Code != http.StatusNotFound || theirs.Code != none.Code || !bytes.Equal(theirs.Body.Bytes(), none.Body.Bytes()) {
			t.Errorf("%s%s: %d %s, an absent one %d %s", c.method, c.after, theirs.Code, theirs.Body, none.Code, none.Body)
		}
	}
}

// The packing slip is a PDF for the seller only.
func TestThePackingSlip(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	_, id := h.sell(t, tom, "mug", 1)
	router := testkit.Router(h.Routes)
	slip := testkit.Call(router, nina, "GET /orders/details/"+id+"/packing-slip", "", nil)
	if slip.Code != http.StatusOK || !bytes.HasPrefix(slip.Body.Bytes(), []byte("%PDF-")) {
		t.Fatalf("%d %.20s", slip.Code, slip.Body)
	}
	name := `packing-slip-` + h.find(t, id).Number + `.pdf`
	if got := slip.Header().Get("Content-Disposition"); !strings.Contains(got, name) {
		t.Errorf("it is called %q", got)
	}
	if digital := testkit.Call(router, tom, "GET /orders/details/"+id+"/packing-slip", "", nil); digital.Code != http.StatusForbidden {
		t.Errorf("its buyer gets %d", digital.Code)
	}
	_, id = h.sell(t, tom, "wallpaper", 1)
	if digital := testkit.Call(router, nina, "GET /orders/details/"+id+"/packing-slip", "", nil); digital.Code != http.StatusConflict {
		t.Errorf("of a digital one it is %d", digital.Code)
	}
}
