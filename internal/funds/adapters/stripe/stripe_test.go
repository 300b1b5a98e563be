package stripe

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"limelight/internal/funds/gateway"
	"limelight/internal/funds/gateway/gatewaytest"
	"limelight/internal/kit/fault"
	"limelight/internal/testkit"
)

const (
	secretKey     = "sk_test_51Limelight"
	webhookSecret = "whsec_51Limelight"
)

func setup(t *testing.T, address string, client *http.Client) *Gateway {
	t.Helper()
	deps := gatewaytest.Deps(client, testkit.NewClock().Now)
	deps.Address = address
	g, err := New(gateway.Values{"secretKey": secretKey, "webhookSecret": webhookSecret}, deps)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Stripe serves no adult sites: it is neither made nor started on one, also when
// the setting is switched on later.
func TestNeverOnAnAdultSite(t *testing.T) {
	site := gateway.Site{}
	deps := gatewaytest.Deps(http.DefaultClient, testkit.NewClock().Now)
	deps.Address = "http://127.0.0.1:1"
	deps.Site = func() gateway.Site { return site }
	values := gateway.Values{"secretKey": secretKey, "webhookSecret": webhookSecret}
	g, err := New(values, deps)
	if err != nil {
		t.Fatal(err)
	}
	site.Adult = true
	if _, err := New(values, deps); !errors.Is(err, gateway.ErrNotAdult) {
		t.Errorf("it was made: %v", err)
	}
	if _, err := g.Start(t.Context(), gatewaytest.Intent(1000, "USD")); !errors.Is(err, gateway.ErrNotAdult) {
		t.Errorf("it was started: %v", err)
	}
	if g.Caps().Adult {
		t.Error("it says that it serves adult sites")
	}
}

func TestConfiguration(t *testing.T) {
	for field, bad := range map[string]string{"secretKey": "pk_test_51Limelight", "webhookSecret": "hush-hush"} {
		given := gateway.Values{"secretKey": secretKey, "webhookSecret": webhookSecret}
		given[field] = bad
		_, err := New(given, gatewaytest.Deps(http.DefaultClient, testkit.NewClock().Now))
		f, ok := errors.AsType[*fault.Fault](err)
		if !ok || f.Fields[0].Property != field {
			t.Errorf("%s: %v", field, err)
		}
		gatewaytest.KeepsSecrets(t, err, bad)
	}
}

func TestCapsAndAck(t *testing.T) {
	g := setup(t, "http://127.0.0.1:1", http.DefaultClient)
	for _, r := range g.Caps().Accepts {
		if c, ok := gateway.CurrencyOf(r.Currency); !ok || c.Decimals > 2 || r.Min <= 0 || r.Max <= r.Min {
			t.Errorf("it takes %+v", r)
		}
	}
	for _, in := range []gateway.Intent{gatewaytest.Intent(49, "USD"), gatewaytest.Intent(1000, "KWD"), {}} {
		if _, err := g.Start(t.Context(), in); err == nil || errors.Is(err, gateway.ErrUnreachable) {
			t.Errorf("%v: %v", in.Price, err)
		}
	}
	gatewaytest.Acknowledges(t, g, gateway.Reply{Status: http.StatusOK})
}

// api is Stripe's API as far as the tests need it.
type api struct {
	*httptest.Server
	answers map[string]any // by path, or by method and path
	status  int            // instead of an answer
}

func newAPI(t *testing.T) *api {
	a := &api{answers: map[string]any{}}
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.status != 0 {
			w.WriteHeader(a.status)
			_, _ = io.WriteString(w, `{"error":{"type":"invalid_request_error","message":"Invalid API Key provided: `+secretKey+`"}}`)
			return
		}
		answer, own := a.answers[r.Method+" "+r.URL.Path]
		if !own {
			answer = a.answers[r.URL.Path]
		}
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(a.Close)
	return a
}

type fields = map[string]any

func TestStart(t *testing.T) {
	a := newAPI(t)
	g := setup(t, a.URL, a.Client())
	a.answers["/v1/checkout/sessions"] = fields{"id": "cs_test_1", "url": "https://checkout.stripe.com/c/pay/cs_test_1"}
	next, err := g.Start(t.Context(), gatewaytest.Intent(1000, "USD"))
	if err != nil || next.URL != "https://checkout.stripe.com/c/pay/cs_test_1" || next.Ref.Session != "cs_test_1" {
		t.Errorf("the next step is %+v (%v)", next, err)
	}
	for status, want := range map[int]error{
		http.StatusUnauthorized: gateway.ErrRefused, http.StatusBadRequest: gateway.ErrRefused,
		http.StatusConflict: gateway.ErrUnreachable, http.StatusTooManyRequests: gateway.ErrUnreachable,
		http.StatusInternalServerError: gateway.ErrUnreachable,
	} {
		a.status = status
		_, err := g.Start(t.Context(), gatewaytest.Intent(1000, "USD"))
		if !errors.Is(err, want) {
			t.Errorf("%d: %v", status, err)
		}
		gatewaytest.KeepsSecrets(t, err, secretKey, a.URL)
	}
	a.Close()
	_, err = g.Start(t.Context(), gatewaytest.Intent(1000, "USD"))
	if !errors.Is(err, gateway.ErrUnreachable) {
		t.Errorf("Stripe is gone: %v", err)
	}
	gatewaytest.KeepsSecrets(t, err, secretKey, a.URL)
}

func TestStatus(t *testing.T) {
	a, in := newAPI(t), gatewaytest.Intent(1000, "USD")
	g := setup(t, a.URL, a.Client())
	look := func(session fields) []gateway.Event {
		t.Helper()
		a.answers["/v1/checkout/sessions/cs_test_1"] = session
		snap, err := g.Status(t.Context(), gateway.Ref{Session: "cs_test_1"})
		if err != nil {
			t.Fatal(err)
		}
		return snap.Events
	}
	open := sessionObject(in, "unpaid")
	open["status"] = "open"
	if events := look(open); len(events) != 0 {
		t.Errorf("an open session tells %+v", events)
	}
	paid := sessionObject(in, "paid")
	paid["payment_intent"] = fields{"id": "pi_1", "latest_charge": chargeObject(in, 400)}
	events := look(paid)
	if len(events) != 2 || events[0].Key != "paid:cs_test_1" || events[1].Key != "refunded:ch_1:400" || events[1].Ref.Sale != "pi_1" {
		t.Fatalf("a paid and partly refunded session tells %+v", events)
	}
	for _, e := range events {
		if differences := gatewaytest.Key.Against(in, e); len(differences) > 0 {
			t.Errorf("%+v differs: %v", e, differences)
		}
	}
	if events := look(sessionObject(in, "unpaid")); len(events) != 1 || events[0].Kind != gateway.Pending {
		t.Errorf("a slow one tells %+v", events)
	}
	expired := sessionObject(in, "unpaid")
	expired["status"] = "expired"
	if events := look(expired); len(events) != 1 || events[0].Key != "expired:cs_test_1" {
		t.Errorf("an expired one tells %+v", events)
	}
	live := sessionObject(in, "paid")
	live["livemode"] = true
	if events := look(live); len(events) != 1 || len(gatewaytest.Key.Against(in, events[0])) == 0 {
		t.Errorf("one of the other mode goes through: %+v", events)
	}
	for _, id := range []string{"", "pi_1", "../x"} {
		if _, err := g.Status(t.Context(), gateway.Ref{Session: id}); !errors.Is(err, gateway.ErrUnsupported) {
			t.Errorf("the status of %q: %v", id, err)
		}
	}
}

func TestRefund(t *testing.T) {
	a, in := newAPI(t), gatewaytest.Intent(1000, "USD")
	g := setup(t, a.URL, a.Client())
	part, ref := gateway.Money{Minor: 400, Currency: "USD"}, gateway.Ref{Session: "cs_test_1", Sale: "pi_1"}
	answer := fields{"id": "re_1", "amount": 400, "currency": "usd", "status": "succeeded", "charge": chargeObject(in, 900)}
	a.answers["/v1/refunds"] = answer
	e, err := g.Refund(t.Context(), ref, part, "k")
	if err != nil || e.Kind != gateway.Refunded || e.Amount != part || e.Total.Minor != 900 || e.Key != "refunded:ch_1:900" {
		t.Errorf("the refund is %+v (%v)", e, err)
	}
	answer["charge"] = "ch_1"
	if e, err := g.Refund(t.Context(), ref, part, "k"); err != nil || e.Key != "refund:re_1" || e.Total.Currency != "" {
		t.Errorf("without its charge it is %+v (%v)", e, err)
	}
	answer["amount"] = 500
	if _, err := g.Refund(t.Context(), ref, part, "k"); err == nil {
		t.Error("another amount was given back")
	}
	answer["amount"], answer["status"] = 400, "failed"
	if _, err := g.Refund(t.Context(), ref, part, "k"); !errors.Is(err, gateway.ErrRefused) {
		t.Errorf("a failed refund: %v", err)
	}
	// Asked again after days, when Stripe has forgotten the key: the refund is found.
	answer["status"], answer["metadata"] = "succeeded", fields{"refund_id": "k"}
	a.answers["GET /v1/refunds"] = fields{"object": "list", "data": []fields{answer}}
	a.answers["POST /v1/refunds"] = fields{"id": "re_2", "amount": 400, "currency": "usd", "status": "succeeded", "charge": "ch_1"}
	if e, err := g.Refund(t.Context(), ref, part, "k"); err != nil || e.Key != "refund:re_1" {
		t.Errorf("asked again it is %+v (%v)", e, err)
	}
	if e, err := g.Refund(t.Context(), ref, part, "another"); err != nil || e.Key != "refund:re_2" {
		t.Errorf("another refund is %+v (%v)", e, err)
	}
	a.status = http.StatusBadRequest
	_, err = g.Refund(t.Context(), ref, part, "k")
	gatewaytest.KeepsSecrets(t, err, secretKey)
	for name, c := range map[string]struct {
		ref gateway.Ref
		key string
	}{"no sale": {gateway.Ref{}, "k"}, "no key": {ref, ""}} {
		if _, err := g.Refund(t.Context(), c.ref, part, c.key); !errors.Is(err, gateway.ErrUnsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
