package btcpay

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"limelight/internal/funds/gateway"
	"limelight/internal/funds/gateway/gatewaytest"
	"limelight/internal/kit/fault"
	"limelight/internal/testkit"
)

const (
	store  = "9CiNzKoANXxmk5ayZngSXrHTiVvvgCrwrpFQd4m2K776"
	apiKey = "31312aceba93d5bed3e8b1d9b1a4a7bd02e6c1d6"
	secret = "a secret of the webhook"
)

// server is a BTCPay Server of the tests. What it is asked and what it answers
// is held against the published field list.
type server struct {
	*httptest.Server
	schema   schema
	invoices map[string]map[string]any
	made     int
	status   int // what it answers instead; 0: it works
}

func newServer(t *testing.T) *server {
	s := &server{schema: loadSchema(t), invoices: map[string]map[string]any{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		in, err := s.schema.request(r)
		if err != nil {
			t.Errorf("BTCPay would refuse %s %s: %v", r.Method, r.URL, err)
		}
		if got := r.Header.Get("Authorization"); got != "token "+apiKey {
			t.Errorf("the key is %q", got)
		}
		if s.status != 0 {
			w.WriteHeader(s.status)
			_, _ = io.WriteString(w, apiKey+secret)
			return
		}
		body, err := json.Marshal(s.answer(t, r))
		if err != nil {
			t.Error(err)
		}
		if err := s.schema.answer(in, http.StatusOK, body); err != nil {
			t.Errorf("our fake answers what BTCPay would not: %v", err)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) answer(t *testing.T, r *http.Request) any {
	_, id, one := strings.Cut(r.URL.Path, "/invoices/")
	switch {
	case one:
		return s.invoices[id]
	case r.Method == http.MethodGet:
		list := []any{}
		for _, i := range s.invoices {
			if order := i["metadata"].(map[string]any)["orderId"]; order == r.URL.Query().Get("orderId") && i["status"] == r.URL.Query().Get("status") {
				list = append(list, i)
			}
		}
		return list
	}
	var asked map[string]any
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		t.Error(err)
	}
	s.made++
	id = fmt.Sprintf("Invoice%d", s.made)
	s.invoices[id] = map[string]any{
		"id": id, "storeId": store, "amount": asked["amount"], "currency": asked["currency"], "metadata": asked["metadata"],
		"status": "New", "additionalStatus": "None", "checkoutLink": s.URL + "/i/" + id, "checkout": asked["checkout"],
	}
	return s.invoices[id]
}

func (s *server) set(id, status, additional string) {
	s.invoices[id]["status"], s.invoices[id]["additionalStatus"] = status, additional
}

func setup(t *testing.T) (*Gateway, *server) {
	t.Helper()
	s := newServer(t)
	g, err := New(gateway.Values{"address": s.URL, "storeId": store, "apiKey": apiKey, "webhookSecret": secret}, gatewaytest.Deps(s.Client(), testkit.NewClock().Now))
	if err != nil {
		t.Fatal(err)
	}
	return g, s
}

func TestStart(t *testing.T) {
	g, s := setup(t)
	in := gatewaytest.Intent(1000, "USD")
	next, err := g.Start(t.Context(), in)
	if err != nil || next.URL != s.URL+"/i/Invoice1" || next.Ref.Session != "Invoice1" {
		t.Fatalf("the next step is %+v (%v)", next, err)
	}
	i := s.invoices["Invoice1"]
	if i["amount"] != "10.00" || i["currency"] != "USD" || i["metadata"].(map[string]any)["orderId"] != in.PassThrough ||
		i["checkout"].(map[string]any)["redirectURL"] != in.ReturnURL {
		t.Errorf("the invoice is %v", i)
	}
	again, err := g.Start(t.Context(), in)
	if err != nil || again.URL != next.URL || s.made != 1 {
		t.Errorf("a second start made %d invoices: %+v (%v)", s.made, again, err)
	}
	s.set("Invoice1", "Expired", "None")
	if _, err := g.Start(t.Context(), in); err != nil || s.made != 2 {
		t.Errorf("after an expired invoice there are %d (%v)", s.made, err)
	}
	if _, err := g.Start(t.Context(), gateway.Intent{}); err == nil {
		t.Error("an invoice for nothing was made")
	}
	s.status = http.StatusForbidden
	_, err = g.Start(t.Context(), in)
	if !errors.Is(err, gateway.ErrRefused) {
		t.Errorf("a refused key: %v", err)
	}
	gatewaytest.KeepsSecrets(t, err, apiKey, secret, s.URL)
	s.Close()
	_, err = g.Start(t.Context(), in)
	if !errors.Is(err, gateway.ErrUnreachable) {
		t.Errorf("a server that is gone: %v", err)
	}
	gatewaytest.KeepsSecrets(t, err, apiKey, secret, s.URL)
}

func TestConfiguration(t *testing.T) {
	for field, bad := range map[string]string{
		"address": "http://pay.test", "storeId": "../../admin/and/more/of/that", "apiKey": "short", "webhookSecret": "short",
	} {
		given := gateway.Values{"address": "https://pay.test", "storeId": store, "apiKey": apiKey, "webhookSecret": secret}
		given[field] = bad
		_, err := New(given, gatewaytest.Deps(http.DefaultClient, testkit.NewClock().Now))
		if f, ok := errors.AsType[*fault.Fault](err); !ok || f.Fields[0].Property != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// news is a delivery as BTCPay signs it, held against the field list.
func news(t *testing.T, kind, id string, more map[string]any) gateway.Raw {
	t.Helper()
	body := map[string]any{
		"deliveryId": "d1", "webhookId": "w1", "originalDeliveryId": "d1", "isRedelivery": false,
		"type": kind, "timestamp": testkit.Noon.Unix(), "storeId": store, "invoiceId": id, "metadata": map[string]any{},
	}
	for name, value := range more {
		body[name] = value
	}
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return signedBy(text)
}

func signedBy(body []byte) gateway.Raw {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return gateway.Raw{
		Method: http.MethodPost, Body: body,
		Header: http.Header{"Content-Type": {"application/json"}, "Btcpay-Sig": {"sha256=" + hex.EncodeToString(mac.Sum(nil))}},
	}
}

func TestLifecycle(t *testing.T) {
	g, s := setup(t)
	in := gatewaytest.Intent(1000, "USD")
	if _, err := g.Start(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind, status, additional string
		want                     gateway.Kind
	}{
		{"InvoiceReceivedPayment", "New", "PaidPartial", gateway.Pending},
		{"InvoiceProcessing", "Processing", "None", gateway.Pending},
		{"InvoiceSettled", "Settled", "None", gateway.Paid},
		{"InvoiceSettled", "Settled", "Marked", gateway.Paid},
		{"InvoiceSettled", "Settled", "PaidLate", gateway.Paid},
		{"InvoiceSettled", "Settled", "PaidOver", gateway.Overpaid},
		{"InvoiceExpired", "Expired", "None", gateway.Expired},
		{"InvoiceExpired", "Expired", "PaidPartial", gateway.Underpaid},
		{"InvoiceInvalid", "Invalid", "None", gateway.Failed},
	} {
		s.set("Invoice1", c.status, c.additional)
		r := news(t, c.kind, "Invoice1", nil)
		events, err := g.Parse(t.Context(), r)
		if err != nil || len(events) != 1 {
			t.Fatalf("%s: %v (%v)", c.kind, events, err)
		}
		e := events[0]
		if e.Kind != c.want || e.Key != "Invoice1:"+c.kind || !e.At.Equal(testkit.Noon) || e.Ref.Session != "Invoice1" {
			t.Errorf("%s, %s, %s: %+v", c.kind, c.status, c.additional, e)
		}
		if differences := gatewaytest.Key.Against(in, e); len(differences) > 0 {
			t.Errorf("%s differs: %v", c.kind, differences)
		}
		snap, err := g.Status(t.Context(), gateway.Ref{Session: "Invoice1"})
		if err != nil {
			t.Fatal(err)
		}
		if c.status != "New" && (len(snap.Events) != 1 || snap.Events[0].Key != e.Key || snap.Events[0].Kind != e.Kind) {
			t.Errorf("%s: the status is %+v, the notification was %+v", c.kind, snap, e)
		}
		if c.status == "New" && len(snap.Events) != 0 {
			t.Errorf("an open invoice has the status %+v", snap)
		}
	}
}

// Overpaid says how much came.
func TestOverpaid(t *testing.T) {
	g, s := setup(t)
	if _, err := g.Start(t.Context(), gatewaytest.Intent(1000, "USD")); err != nil {
		t.Fatal(err)
	}
	s.set("Invoice1", "Settled", "PaidOver")
	s.invoices["Invoice1"]["paidAmount"] = "12.50"
	events, err := g.Parse(t.Context(), news(t, "InvoiceSettled", "Invoice1", map[string]any{"overPaid": true}))
	if err != nil || events[0].Amount.Minor != 1000 || events[0].Total.Minor != 1250 {
		t.Errorf("the event is %+v (%v)", events, err)
	}
}

// A notification alone credits nothing: the invoice must say the same.
func TestTheInvoiceDecides(t *testing.T) {
	g, s := setup(t)
	if _, err := g.Start(t.Context(), gatewaytest.Intent(1000, "USD")); err != nil {
		t.Fatal(err)
	}
	for _, status := range []string{"New", "Processing", "Expired", "Invalid"} {
		s.set("Invoice1", status, "None")
		events, err := g.Parse(t.Context(), news(t, "InvoiceSettled", "Invoice1", nil))
		if err == nil || errors.Is(err, gateway.ErrIgnore) || g.Ack(nil, err).Status != http.StatusInternalServerError {
			t.Errorf("settled by word, %s by deed: %v (%v)", status, events, err)
		}
	}
	s.set("Invoice1", "Settled", "PaidLate")
	for _, kind := range []string{"InvoiceExpired", "InvoiceInvalid", "InvoiceReceivedPayment"} {
		if _, err := g.Parse(t.Context(), news(t, kind, "Invoice1", nil)); !errors.Is(err, gateway.ErrIgnore) {
			t.Errorf("old news of %s: %v", kind, err)
		}
	}
	s.status = http.StatusBadGateway
	if _, err := g.Parse(t.Context(), news(t, "InvoiceSettled", "Invoice1", nil)); !errors.Is(err, gateway.ErrUnreachable) {
		t.Errorf("a server that does not answer: %v", err)
	}
}

func TestEveryFieldMismatched(t *testing.T) {
	in := gatewaytest.Intent(1000, "USD")
	for name, change := range map[string]func(i map[string]any){
		"amount":   func(i map[string]any) { i["amount"] = "9.99" },
		"currency": func(i map[string]any) { i["currency"] = "EUR" },
		"no sense": func(i map[string]any) { i["amount"] = "ten" },
		"store":    func(i map[string]any) { i["storeId"] = "another" },
		"order": func(i map[string]any) {
			i["metadata"] = map[string]any{"orderId": gatewaytest.Intent(1, "USD").PassThrough}
		},
	} {
		g, s := setup(t)
		if _, err := g.Start(t.Context(), in); err != nil {
			t.Fatal(err)
		}
		s.set("Invoice1", "Settled", "None")
		change(s.invoices["Invoice1"])
		events, err := g.Parse(t.Context(), news(t, "InvoiceSettled", "Invoice1", nil))
		if err != nil || len(gatewaytest.Key.Against(in, events[0])) == 0 {
			t.Errorf("%s: %+v goes through (%v)", name, events, err)
		}
	}
	g, s := setup(t)
	if _, err := g.Start(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	s.set("Invoice1", "Settled", "None")
	events, err := g.Parse(t.Context(), news(t, "InvoiceSettled", "Invoice1", map[string]any{"storeId": "another"}))
	if err != nil || len(gatewaytest.Key.Against(in, events[0])) == 0 {
		t.Errorf("another store: %+v goes through (%v)", events, err)
	}
	s.invoices["Invoice1"]["metadata"] = map[string]any{"orderId": "order 7 of another shop"}
	if _, err := g.Parse(t.Context(), news(t, "InvoiceSettled", "Invoice1", nil)); !errors.Is(err, gateway.ErrIgnore) {
		t.Errorf("another shop's invoice: %v", err)
	}
}

func TestOtherTypesAreIgnored(t *testing.T) {
	g, _ := setup(t)
	for _, kind := range []string{"InvoiceCreated", "InvoicePaymentSettled", "PayoutApproved", ""} {
		if _, err := g.Parse(t.Context(), news(t, kind, "Invoice1", nil)); !errors.Is(err, gateway.ErrIgnore) {
			t.Errorf("%q: %v", kind, err)
		}
	}
}

// Computed apart, by openssl.
func TestSignature(t *testing.T) {
	g, _ := setup(t)
	r := signedBy([]byte(`{"type":"InvoiceCreated"}`))
	if got, want := r.Header.Get("BTCPay-Sig"), "sha256=45c3000f15049d115aafc3ed7089fae9d6037b0618ce0605e90d48f372e349fd"; got != want {
		t.Errorf("the signature is %s, want %s", got, want)
	}
	if !g.authentic(r) {
		t.Error("the signature does not pass")
	}
}

func TestEveryByte(t *testing.T) {
	g, _ := setup(t)
	genuine := news(t, "InvoiceCreated", "Invoice1", nil)
	for mutant := range gatewaytest.Mutants(genuine.Body) {
		r := genuine
		r.Body = mutant
		if _, err := g.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Fatalf("%q passes (%v)", mutant, err)
		}
	}
	for mutant := range gatewaytest.Mutants([]byte(genuine.Header.Get("BTCPay-Sig"))) {
		r := genuine
		r.Header = http.Header{"Btcpay-Sig": {string(mutant)}}
		if _, err := g.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Fatalf("the signature %q passes (%v)", mutant, err)
		}
	}
	r := genuine
	r.Header = http.Header{}
	if _, err := g.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
		t.Errorf("no signature: %v", err)
	}
}

func TestWhatIsSigned(t *testing.T) {
	g, s := setup(t)
	rapid.Check(t, func(rt *rapid.T) {
		c := rapid.SampledFrom(gateway.Currencies()).Draw(rt, "currency")
		in := gatewaytest.Intent(rapid.Int64Range(1, 1e12).Draw(rt, "minor"), c.Code)
		id := rapid.StringMatching(`[A-Za-z0-9]{8,22}`).Draw(rt, "invoice")
		s.invoices = map[string]map[string]any{id: {
			"id": id, "storeId": store, "amount": in.Price.Text(), "currency": c.Code, "status": "Settled", "additionalStatus": "None",
			"checkoutLink": "https://pay.test/i/x", "metadata": map[string]any{"orderId": in.PassThrough},
		}}
		events, err := g.Parse(t.Context(), news(t, "InvoiceSettled", id, nil))
		if err != nil {
			rt.Fatal(err)
		}
		if differences := gatewaytest.Key.Against(in, events[0]); len(differences) > 0 || events[0].Key != id+":InvoiceSettled" {
			rt.Fatalf("%+v differs: %v", events[0], differences)
		}
	})
}

func TestHostile(t *testing.T) {
	g, _ := setup(t)
	for name, body := range gatewaytest.Hostile() {
		unsigned := signedBy(body)
		unsigned.Header.Del("BTCPay-Sig")
		if _, err := g.Parse(t.Context(), unsigned); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("%s, not signed: %v", name, err)
		}
		if events, err := g.Parse(t.Context(), signedBy(body)); !errors.Is(err, gateway.ErrUnauthentic) && !errors.Is(err, gateway.ErrIgnore) {
			t.Errorf("%s, signed: %v (%v)", name, events, err)
		}
	}
	for _, id := range []string{"", "../../../api/v1/users/me", "a b", "a?b", strings.Repeat("a", 65)} {
		if _, err := g.Parse(t.Context(), news(t, "InvoiceSettled", id, nil)); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("the invoice %q: %v", id, err)
		}
		if _, err := g.Status(t.Context(), gateway.Ref{Session: id}); !errors.Is(err, gateway.ErrUnsupported) {
			t.Errorf("the status of %q: %v", id, err)
		}
	}
	get := news(t, "InvoiceCreated", "Invoice1", nil)
	get.Method = http.MethodGet
	if _, err := g.Parse(t.Context(), get); !errors.Is(err, gateway.ErrUnauthentic) {
		t.Errorf("a GET: %v", err)
	}
}

// The server is the operator's own, but what it answers is still read with care.
func TestStrangeAnswers(t *testing.T) {
	answer := ""
	vendor := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, answer) }))
	defer vendor.Close()
	g, err := New(gateway.Values{"address": vendor.URL, "storeId": store, "apiKey": apiKey, "webhookSecret": secret}, gatewaytest.Deps(vendor.Client(), testkit.NewClock().Now))
	if err != nil {
		t.Fatal(err)
	}
	for _, answer = range []string{"", "<html>", "{}", "[]", `[{"id":"x","status":"New"}]`, `{"id":"Invoice2"}`, strings.Repeat("[", 1<<20+1)} {
		if next, err := g.Start(t.Context(), gatewaytest.Intent(1000, "USD")); err == nil {
			t.Errorf("%.20q: %+v", answer, next)
		}
		if snap, err := g.Status(t.Context(), gateway.Ref{Session: "Invoice1"}); err == nil {
			t.Errorf("%.20q: %+v", answer, snap)
		}
	}
}

func TestCapsAndAck(t *testing.T) {
	g, _ := setup(t)
	if caps := g.Caps(); !caps.Adult || !caps.SignedWebhook || !caps.PullStatus || caps.PartialRefund {
		t.Errorf("the gateway can %+v", caps)
	}
	if _, err := g.Refund(t.Context(), gateway.Ref{Sale: "Invoice1"}, gateway.Money{}, "k"); !errors.Is(err, gateway.ErrUnsupported) {
		t.Errorf("a refund: %v", err)
	}
	gatewaytest.Acknowledges(t, g, gateway.Reply{Status: http.StatusOK})
}

func FuzzParse(f *testing.F) {
	vendor := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"id":"Invoice1","status":"Settled"}`)
	}))
	f.Cleanup(vendor.Close)
	g, err := New(gateway.Values{"address": vendor.URL, "storeId": store, "apiKey": apiKey, "webhookSecret": secret}, gatewaytest.Deps(vendor.Client(), testkit.NewClock().Now))
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"type":"InvoiceSettled","invoiceId":"Invoice1"}`), true)
	f.Add([]byte(`{"type":"InvoiceSettled"}`), false)
	f.Fuzz(func(t *testing.T, body []byte, signed bool) {
		r := signedBy(body)
		if !signed {
			r.Header.Del("BTCPay-Sig")
		}
		if events, err := g.Parse(t.Context(), r); err == nil {
			t.Errorf("%q without our value passes as %+v", body, events)
		}
	})
}
