package stripe

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	sdk "github.com/stripe/stripe-go/v86"
	"github.com/stripe/stripe-go/v86/webhook"
	"pgregory.net/rapid"

	"limelight/internal/funds/gateway"
	"limelight/internal/funds/gateway/gatewaytest"
	"limelight/internal/testkit"
)

// event is Stripe's envelope around an object.
func event(kind string, object fields) fields {
	return fields{
		"id": "evt_1", "object": "event", "api_version": sdk.APIVersion, "created": testkit.Noon.Unix(), "livemode": false,
		"type": kind, "data": fields{"object": object},
	}
}

// signed is a delivery as Stripe's own package signs it.
func signed(t *testing.T, e fields, at time.Time) gateway.Raw {
	t.Helper()
	body, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return signedBy(body, at)
}

func signedBy(body []byte, at time.Time) gateway.Raw {
	s := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: webhookSecret, Timestamp: at})
	return gateway.Raw{
		Method: http.MethodPost, Body: body,
		Header: http.Header{"Content-Type": {"application/json"}, "Stripe-Signature": {s.Header}},
	}
}

func told(t *testing.T, kind string, object fields) gateway.Raw {
	return signed(t, event(kind, object), testkit.Noon)
}

func sessionObject(in gateway.Intent, status string) fields {
	return fields{
		"id": "cs_test_1", "object": "checkout.session", "client_reference_id": in.PassThrough,
		"metadata": fields{"intent_id": in.PassThrough}, "payment_status": status, "status": "complete",
		"amount_total": in.Price.Minor, "currency": strings.ToLower(in.Price.Currency), "payment_intent": "pi_1", "livemode": false,
	}
}

func chargeObject(in gateway.Intent, refunded int64) fields {
	return fields{
		"id": "ch_1", "object": "charge", "amount": in.Price.Minor, "amount_refunded": refunded, "currency": "usd",
		"payment_intent": "pi_1", "metadata": fields{"intent_id": in.PassThrough},
	}
}

func disputeObject(status string) fields {
	return fields{
		"id": "dp_1", "object": "dispute", "amount": 1000, "currency": "usd", "payment_intent": "pi_1", "charge": "ch_1",
		"status": status, "reason": "fraudulent", "metadata": fields{},
	}
}

func parse(t *testing.T, g *Gateway, r gateway.Raw) gateway.Event {
	t.Helper()
	events, err := g.Parse(t.Context(), r)
	if err != nil || len(events) != 1 {
		t.Fatalf("%d events (%v)", len(events), err)
	}
	return events[0]
}

func TestSessions(t *testing.T) {
	g, in := setup(t, "http://127.0.0.1:1", http.DefaultClient), gatewaytest.Intent(1000, "USD")
	for _, c := range []struct {
		kind, status string
		want         gateway.Kind
		key          string
	}{
		{"checkout.session.completed", "paid", gateway.Paid, "paid:cs_test_1"},
		{"checkout.session.async_payment_succeeded", "paid", gateway.Paid, "paid:cs_test_1"},
		{"checkout.session.completed", "unpaid", gateway.Pending, "pending:cs_test_1"},
		{"checkout.session.completed", "no_payment_required", gateway.Pending, "pending:cs_test_1"},
		{"checkout.session.async_payment_succeeded", "unpaid", gateway.Pending, "pending:cs_test_1"},
		{"checkout.session.async_payment_failed", "unpaid", gateway.Failed, "failed:cs_test_1"},
		{"checkout.session.expired", "unpaid", gateway.Expired, "expired:cs_test_1"},
	} {
		e := parse(t, g, told(t, c.kind, sessionObject(in, c.status)))
		if e.Kind != c.want || e.Key != c.key || e.Ref != (gateway.Ref{Session: "cs_test_1", Sale: "pi_1"}) || !e.At.Equal(testkit.Noon) {
			t.Errorf("%s, %s: %+v", c.kind, c.status, e)
		}
		if differences := gatewaytest.Key.Against(in, e); len(differences) > 0 {
			t.Errorf("%s differs: %v", c.kind, differences)
		}
	}
}

func TestRefunds(t *testing.T) {
	g, in := setup(t, "http://127.0.0.1:1", http.DefaultClient), gatewaytest.Intent(1000, "USD")
	first := event("charge.refunded", chargeObject(in, 400))
	first["data"].(fields)["previous_attributes"] = fields{"amount_refunded": 0}
	second := event("charge.refunded", chargeObject(in, 1000))
	second["data"].(fields)["previous_attributes"] = fields{"amount_refunded": 400}
	one, two := parse(t, g, signed(t, first, testkit.Noon)), parse(t, g, signed(t, second, testkit.Noon))
	if one.Amount.Minor != 400 || one.Total.Minor != 400 || one.Key != "refunded:ch_1:400" || one.Ref.Sale != "pi_1" {
		t.Errorf("the first part is %+v", one)
	}
	if two.Amount.Minor != 600 || two.Total.Minor != 1000 || two.Key != "refunded:ch_1:1000" {
		t.Errorf("the second part is %+v", two)
	}
	for _, e := range []gateway.Event{one, two} {
		if differences := gatewaytest.Key.Against(in, e); len(differences) > 0 || e.Kind != gateway.Refunded {
			t.Errorf("%+v differs: %v", e, differences)
		}
	}
}

// A refund that the payer's bank sends back days later: what stays given back is
// asked for, and the site's own key of it comes along.
func TestRefundFailed(t *testing.T) {
	a, in := newAPI(t), gatewaytest.Intent(1000, "USD")
	g := setup(t, a.URL, a.Client())
	a.answers["/v1/payment_intents/pi_1"] = fields{"id": "pi_1", "metadata": fields{"intent_id": in.PassThrough}}
	failed := fields{
		"id": "re_2", "object": "refund", "amount": 600, "currency": "usd", "payment_intent": "pi_1", "charge": "ch_1",
		"status": "failed", "failure_reason": "expired_or_canceled_card", "metadata": fields{"refund_id": "r-1"},
	}
	a.answers["GET /v1/refunds"] = fields{"object": "list", "data": []fields{failed, {"id": "re_1", "amount": 400, "currency": "usd", "status": "succeeded"}}}
	for _, kind := range []string{"refund.failed", "charge.refund.updated", "refund.updated"} {
		e := parse(t, g, told(t, kind, failed))
		if e.Kind != gateway.RefundFailed || e.Key != "refund-failed:re_2" || e.Amount.Minor != 600 || e.Total.Minor != 400 || e.Refund != "r-1" || e.Reason != "expired_or_canceled_card" {
			t.Errorf("%s: %+v", kind, e)
		}
		if differences := gatewaytest.Key.Against(in, e); len(differences) > 0 {
			t.Errorf("%s differs: %v", kind, differences)
		}
	}
	failed["status"] = "succeeded"
	if _, err := g.Parse(t.Context(), told(t, "refund.updated", failed)); !errors.Is(err, gateway.ErrIgnore) {
		t.Errorf("a refund that arrived: %v", err)
	}
	failed["status"], a.answers["/v1/payment_intents/pi_1"] = "failed", fields{"id": "pi_1", "metadata": fields{"order": "7"}}
	if _, err := g.Parse(t.Context(), told(t, "refund.failed", failed)); !errors.Is(err, gateway.ErrIgnore) {
		t.Errorf("another shop's refund: %v", err)
	}
}

// What a bank reports as fraud counts, moves no money, and names its payment alone.
func TestFraudReports(t *testing.T) {
	a, in := newAPI(t), gatewaytest.Intent(1000, "USD")
	g := setup(t, a.URL, a.Client())
	a.answers["/v1/payment_intents/pi_1"] = fields{"id": "pi_1", "metadata": fields{"intent_id": in.PassThrough}}
	warning := fields{
		"id": "issfr_1", "object": "radar.early_fraud_warning", "actionable": true, "charge": "ch_1", "payment_intent": "pi_1",
		"fraud_type": "unauthorized_use_of_card",
	}
	e := parse(t, g, told(t, "radar.early_fraud_warning.created", warning))
	if e.Kind != gateway.FraudReported || e.Key != "fraud:issfr_1" || e.Reason != "unauthorized_use_of_card" || e.Ref.Sale != "pi_1" || e.Kind.Reverses() || e.Kind.Credits() {
		t.Errorf("a report: %+v", e)
	}
	if differences := gatewaytest.Key.Against(in, e); len(differences) > 0 {
		t.Errorf("it differs: %v", differences)
	}
	a.answers["/v1/payment_intents/pi_1"] = fields{"id": "pi_1", "metadata": fields{"order": "7"}}
	if _, err := g.Parse(t.Context(), told(t, "radar.early_fraud_warning.created", warning)); !errors.Is(err, gateway.ErrIgnore) {
		t.Errorf("another shop's: %v", err)
	}
	delete(warning, "payment_intent")
	if _, err := g.Parse(t.Context(), told(t, "radar.early_fraud_warning.created", warning)); !errors.Is(err, gateway.ErrIgnore) {
		t.Errorf("of no payment: %v", err)
	}
}

func TestDisputes(t *testing.T) {
	a, in := newAPI(t), gatewaytest.Intent(1000, "USD")
	g := setup(t, a.URL, a.Client())
	a.answers["/v1/payment_intents/pi_1"] = fields{"id": "pi_1", "metadata": fields{"intent_id": in.PassThrough}}
	for _, c := range []struct {
		kind, status string
		want         gateway.Kind
		key          string
	}{
		{"charge.dispute.created", "needs_response", gateway.ChargebackOpened, "dispute:dp_1:chargeback-opened"},
		{"charge.dispute.funds_withdrawn", "needs_response", gateway.ChargebackOpened, "dispute:dp_1:chargeback-opened"},
		{"charge.dispute.closed", "won", gateway.ChargebackWon, "dispute:dp_1:chargeback-won"},
		{"charge.dispute.funds_reinstated", "won", gateway.ChargebackWon, "dispute:dp_1:chargeback-won"},
		{"charge.dispute.closed", "lost", gateway.ChargebackLost, "dispute:dp_1:chargeback-lost"},
	} {
		e := parse(t, g, told(t, c.kind, disputeObject(c.status)))
		if e.Kind != c.want || e.Key != c.key || e.Reason != "fraudulent" || e.Ref.Sale != "pi_1" {
			t.Errorf("%s, %s: %+v", c.kind, c.status, e)
		}
		if differences := gatewaytest.Key.Against(in, e); len(differences) > 0 {
			t.Errorf("%s differs: %v", c.kind, differences)
		}
	}
	for _, status := range []string{"warning_needs_response", "warning_under_review", "warning_closed"} {
		for _, kind := range []string{"charge.dispute.created", "charge.dispute.closed"} {
			if _, err := g.Parse(t.Context(), told(t, kind, disputeObject(status))); !errors.Is(err, gateway.ErrIgnore) {
				t.Errorf("%s, %s: %v", kind, status, err)
			}
		}
	}
	a.status = http.StatusInternalServerError
	if _, err := g.Parse(t.Context(), told(t, "charge.dispute.created", disputeObject("needs_response"))); !errors.Is(err, gateway.ErrUnreachable) {
		t.Errorf("Stripe does not say which payment: %v", err)
	}
}

// What another shop of the same account sells, and what is not about payments,
// is acknowledged and forgotten.
func TestIgnored(t *testing.T) {
	a := newAPI(t)
	g := setup(t, a.URL, a.Client())
	a.answers["/v1/payment_intents/pi_1"] = fields{"id": "pi_1", "metadata": fields{"order": "7"}}
	foreign := sessionObject(gatewaytest.Intent(1000, "USD"), "paid")
	foreign["metadata"] = fields{"order": "7"}
	charge := chargeObject(gatewaytest.Intent(1000, "USD"), 100)
	charge["metadata"] = nil
	none := disputeObject("needs_response")
	none["payment_intent"] = nil
	for kind, object := range map[string]fields{
		"checkout.session.completed": foreign, "charge.refunded": charge, "charge.dispute.created": disputeObject("needs_response"),
		"charge.dispute.funds_withdrawn": none, "customer.created": {"id": "cus_1"}, "charge.succeeded": charge,
	} {
		if e, err := g.Parse(t.Context(), told(t, kind, object)); !errors.Is(err, gateway.ErrIgnore) {
			t.Errorf("%s: %+v (%v)", kind, e, err)
		}
	}
}

func TestEveryFieldMismatched(t *testing.T) {
	g, in := setup(t, "http://127.0.0.1:1", http.DefaultClient), gatewaytest.Intent(1000, "USD")
	other := gatewaytest.Intent(1, "USD").PassThrough
	for name, change := range map[string]func(e, s fields){
		"amount":        func(_, s fields) { s["amount_total"] = 999 },
		"currency":      func(_, s fields) { s["currency"] = "eur" },
		"our value":     func(_, s fields) { s["metadata"], s["client_reference_id"] = fields{"intent_id": other}, other },
		"one reference": func(_, s fields) { s["client_reference_id"] = other },
		"live mode":     func(e, _ fields) { e["livemode"] = true },
	} {
		session := sessionObject(in, "paid")
		e := event("checkout.session.completed", session)
		change(e, session)
		if got := parse(t, g, signed(t, e, testkit.Noon)); len(gatewaytest.Key.Against(in, got)) == 0 {
			t.Errorf("another %s goes through: %+v", name, got)
		}
	}
}

func TestEveryByte(t *testing.T) {
	g, in := setup(t, "http://127.0.0.1:1", http.DefaultClient), gatewaytest.Intent(1000, "USD")
	genuine := told(t, "checkout.session.completed", sessionObject(in, "paid"))
	for mutant := range gatewaytest.Mutants(genuine.Body) {
		r := genuine
		r.Body = mutant
		if _, err := g.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Fatalf("%q passes (%v)", mutant, err)
		}
	}
	for mutant := range gatewaytest.Mutants([]byte(genuine.Header.Get("Stripe-Signature"))) {
		r := genuine
		r.Header = http.Header{"Stripe-Signature": {string(mutant)}}
		if _, err := g.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Fatalf("the signature %q passes (%v)", mutant, err)
		}
	}
}

func TestSignatures(t *testing.T) {
	g, in := setup(t, "http://127.0.0.1:1", http.DefaultClient), gatewaytest.Intent(1000, "USD")
	e := event("checkout.session.completed", sessionObject(in, "paid"))
	for age, fits := range map[time.Duration]bool{
		0: true, 300 * time.Second: true, -300 * time.Second: true, 301 * time.Second: false, -301 * time.Second: false, 24 * time.Hour: false,
	} {
		_, err := g.Parse(t.Context(), signed(t, e, testkit.Noon.Add(-age)))
		if (err == nil) != fits || !fits && !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("%v old: %v", age, err)
		}
	}
	genuine := signed(t, e, testkit.Noon)
	header := genuine.Header.Get("Stripe-Signature")
	at, v1, _ := strings.Cut(header, ",")
	wrong := "v1=" + strings.Repeat("0", 64)
	for name, c := range map[string]struct {
		header string
		fits   bool
	}{
		"as it is":                   {header, true},
		"a rolled secret, new first": {at + "," + v1 + "," + wrong, true},
		"a rolled secret, old first": {at + "," + wrong + "," + v1, true},
		"with the test scheme":       {header + ",v0=" + strings.Repeat("0", 64), true},
		"only a wrong one":           {at + "," + wrong, false},
		"only the test scheme":       {at + "," + strings.Replace(v1, "v1", "v0", 1), false},
		"no signature":               {at, false},
		"no time":                    {v1, false},
		"two times":                  {at + ",t=1," + v1, false},
		"a time twice":               {at + "," + header, false},
		"a time with a sign":         {strings.Replace(header, "t=", "t=+", 1), false},
		"a newer time":               {fmt.Sprintf("t=%d,%s", testkit.Noon.Unix()+1, v1), false},
		"upper case":                 {at + ",v1=" + strings.ToUpper(v1[3:]), false},
		"nothing":                    {"", false},
		"nonsense":                   {"a,b=c=d", false},
	} {
		r := genuine
		r.Header = http.Header{"Stripe-Signature": {c.header}}
		_, err := g.Parse(t.Context(), r)
		if (err == nil) != c.fits || !c.fits && !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Computed apart, by openssl.
func TestSignatureOfTheSDK(t *testing.T) {
	r := signedBy([]byte(`{"id":"evt_1"}`), testkit.Noon)
	if got, want := r.Header.Get("Stripe-Signature"), "t=1793620800,v1=8a3e0b267651ca35556086ced1cbf4a0d072c3ca27c5e973f42b333ed49fca1c"; got != want {
		t.Errorf("the header is %s, want %s", got, want)
	}
}

func TestWhatIsSigned(t *testing.T) {
	g := setup(t, "http://127.0.0.1:1", http.DefaultClient)
	rapid.Check(t, func(rt *rapid.T) {
		r := rapid.SampledFrom(g.Caps().Accepts).Draw(rt, "currency")
		in := gatewaytest.Intent(rapid.Int64Range(r.Min, r.Max).Draw(rt, "minor"), r.Currency)
		session := sessionObject(in, "paid")
		session["id"] = "cs_live_" + rapid.StringMatching(`[A-Za-z0-9]{10,60}`).Draw(rt, "session")
		session["customer_details"] = fields{"name": rapid.String().Draw(rt, "name")}
		e := parse(t, g, told(t, "checkout.session.completed", session))
		if differences := gatewaytest.Key.Against(in, e); len(differences) > 0 || e.Key != "paid:"+session["id"].(string) || e.Amount != in.Price {
			rt.Fatalf("%+v differs: %v", e, differences)
		}
	})
}

func TestHostile(t *testing.T) {
	g := setup(t, "http://127.0.0.1:1", http.DefaultClient)
	for name, body := range gatewaytest.Hostile() {
		r := signedBy(body, testkit.Noon)
		if events, err := g.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("%s, signed: %v (%v)", name, events, err)
		}
		r.Header = http.Header{}
		if _, err := g.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string]func(fields){
		"no data":         func(e fields) { delete(e, "data") },
		"no object":       func(e fields) { e["data"] = fields{} },
		"a strange one":   func(e fields) { e["data"] = fields{"object": fields{"amount_total": "ten"}} },
		"a thin event":    func(e fields) { e["object"] = "v2.core.event" },
		"half an amount":  func(e fields) { e["data"] = fields{"object": fields{"amount_total": 10.5}} },
		"strange history": func(e fields) { e["data"].(fields)["previous_attributes"] = fields{"amount_refunded": "x"} },
	} {
		e := maps.Clone(event("checkout.session.completed", sessionObject(gatewaytest.Intent(1000, "USD"), "paid")))
		change(e)
		if events, err := g.Parse(t.Context(), signed(t, e, testkit.Noon)); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("%s: %v (%v)", name, events, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	deps := gatewaytest.Deps(http.DefaultClient, testkit.NewClock().Now)
	deps.Address = "http://127.0.0.1:1"
	g, err := New(gateway.Values{"secretKey": secretKey, "webhookSecret": webhookSecret}, deps)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"object":"event","type":"checkout.session.completed","data":{"object":{"id":"cs_1"}}}`), "t=1,v1=00")
	f.Fuzz(func(t *testing.T, body []byte, header string) {
		r := gateway.Raw{Method: http.MethodPost, Body: body, Header: http.Header{"Stripe-Signature": {header}}}
		if events, err := g.Parse(t.Context(), r); err == nil {
			t.Errorf("%q passes as %+v", body, events)
		}
		if events, err := g.Parse(t.Context(), signedBy(body, testkit.Noon)); err == nil && events[0].PassThrough == "" {
			t.Errorf("%q passes without our value as %+v", body, events)
		}
	})
}
