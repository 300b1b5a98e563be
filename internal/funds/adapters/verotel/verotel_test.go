package verotel

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"limelight/internal/funds/gateway"
	"limelight/internal/funds/gateway/gatewaytest"
	"limelight/internal/kit/fault"
	"limelight/internal/testkit"
)

// key and vector are Verotel's published example (payments.md, Golden vectors).
const key = "zpXwe2D77g4P7ysGJcr3rY87TBYs6J"

func vector() map[string]string {
	return map[string]string{
		"cancelDiscountPercentage": "30", "custom1": "My", "declineURL": "http://declineURL.test",
		"description": "My Dščřčřřěřě&?=blah123", "name": "My name", "period": "P1M", "priceAmount": "0.00",
		"priceCurrency": "USD", "referenceID": "reference1234", "saleID": "433456", "shopID": "68849",
		"subscriptionType": "RECURRING", "successURL": "http://backURL.test", "trialAmount": "0.01", "trialPeriod": "P3D",
	}
}

const (
	strongSignature = "ff5cf9bcc0497c8cb40087065e5016dcfbe2efd23327f6c67614fa23537c24b2"
	weakSignature   = "fc63f38e2722d2e5bc4f2044ad3ffb2051e89643" // of the same and blah=something
)

func setup(t *testing.T, address string, change ...string) *Gateway {
	t.Helper()
	given := gateway.Values{"shopId": "68849", "signatureKey": key}
	for i := 0; i < len(change); i += 2 {
		given[change[i]] = change[i+1]
	}
	deps := gatewaytest.Deps(http.DefaultClient, testkit.NewClock().Now)
	deps.Address = address
	g, err := New(given, deps)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestPublishedSignatureOfAStart(t *testing.T) {
	fields := vector()
	if got := sign(key, fields); got != strongSignature {
		t.Errorf("the signature is %s", got)
	}
	fields["blah"] = "something"
	if got := sign(key, fields); got != strongSignature {
		t.Errorf("with a parameter that is not signed it is %s", got)
	}
	fields["custom2"] = ""
	if got := sign(key, fields); got != strongSignature {
		t.Errorf("with an empty parameter it is %s", got)
	}
}

func TestPublishedSignatureOfAPostback(t *testing.T) {
	strict, lenient := setup(t, ""), setup(t, "", "sha1", "yes")
	strong := vector()
	strong["signature"] = strongSignature
	if !strict.authentic(strong) || !lenient.authentic(strong) {
		t.Error("the published signature does not pass")
	}
	weak := vector()
	weak["blah"], weak["signature"] = "something", weakSignature
	if strict.authentic(weak) {
		t.Error("a SHA-1 signature passes although no setting allows it")
	}
	if !lenient.authentic(weak) {
		t.Error("the published SHA-1 signature does not pass although a setting allows it")
	}
	weak["blah"] = "something else"
	if lenient.authentic(weak) {
		t.Error("a wrong SHA-1 signature passes")
	}
}

func TestStart(t *testing.T) {
	g, in := setup(t, ""), gatewaytest.Intent(1000, "EUR")
	in.Description = "a:" + strings.Repeat("ž", 120)
	next, err := g.Start(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(next.URL)
	if err != nil || u.Scheme+"://"+u.Host+u.Path != "https://secure.verotel.com/startorder" {
		t.Fatalf("the order page is at %s (%v)", next.URL, err)
	}
	q := u.Query()
	for name, want := range map[string]string{
		"version": "4", "shopID": "68849", "type": "purchase", "priceAmount": "10.00", "priceCurrency": "EUR",
		"description": "a " + strings.Repeat("ž", 98), "referenceID": in.ID, "custom1": in.PassThrough,
		"successURL": in.ReturnURL, "declineURL": in.CancelURL,
	} {
		if got := q.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if len(q) != 11 || len(q.Get("custom1")) > 255 {
		t.Errorf("the order page is given %v", q)
	}
	// What Verotel computes of what arrives.
	if q.Get("signature") != sign(key, flat(q)) || strings.Contains(next.URL, key) {
		t.Errorf("the address is %s", next.URL)
	}
	if next.Ref.Session != in.ID {
		t.Errorf("the payment is called %+v", next.Ref)
	}
	for _, bad := range []gateway.Intent{gatewaytest.Intent(1000, "JPY"), {}} {
		if _, err := g.Start(t.Context(), bad); err == nil {
			t.Errorf("an order of %v was opened", bad.Price)
		}
	}
}

func flat(q url.Values) map[string]string {
	fields := map[string]string{}
	for name := range q {
		fields[name] = q.Get(name)
	}
	return fields
}

func TestConfiguration(t *testing.T) {
	for field, bad := range map[string]string{"shopId": "shop", "signatureKey": "short", "sha1": "perhaps"} {
		given := gateway.Values{"shopId": "68849", "signatureKey": key}
		given[field] = bad
		_, err := New(given, gatewaytest.Deps(http.DefaultClient, testkit.NewClock().Now))
		if f, ok := errors.AsType[*fault.Fault](err); !ok || f.Fields[0].Property != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// signedBy is what Verotel sends.
func signedBy(fields map[string]string) map[string]string {
	fields = maps.Clone(fields)
	delete(fields, "signature")
	sum := sha256.Sum256(signedText(key, fields))
	fields["signature"] = hex.EncodeToString(sum[:])
	return fields
}

func purchase(in gateway.Intent) map[string]string {
	return map[string]string{
		"type": "purchase", "shopID": "68849", "saleID": "433456", "referenceID": in.ID, "custom1": in.PassThrough,
		"priceAmount": "10.00", "priceCurrency": "EUR", "paymentMethod": "CC", "description": "550 tokens",
	}
}

func get(fields map[string]string) gateway.Raw {
	r := gateway.Raw{Method: http.MethodGet, Query: url.Values{}}
	for name, value := range fields {
		r.Query.Set(name, value)
	}
	return r
}

func post(fields map[string]string) gateway.Raw {
	return gateway.Raw{
		Method: http.MethodPost, Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}},
		Body: []byte(get(fields).Query.Encode()),
	}
}

func TestPurchase(t *testing.T) {
	g, in := setup(t, ""), gatewaytest.Intent(1000, "EUR")
	for name, r := range map[string]gateway.Raw{"GET": get(signedBy(purchase(in))), "POST": post(signedBy(purchase(in)))} {
		events, err := g.Parse(t.Context(), r)
		if err != nil || len(events) != 1 {
			t.Fatalf("%s: %v (%v)", name, events, err)
		}
		e := events[0]
		if e.Key != "purchase:433456" || e.Kind != gateway.Paid || e.Ref != (gateway.Ref{Session: in.ID, Sale: "433456"}) {
			t.Errorf("%s: the event is %+v", name, e)
		}
		if differences := gatewaytest.Key.Against(in, e); len(differences) > 0 {
			t.Errorf("%s: it differs: %v", name, differences)
		}
	}
}

func TestCreditAndChargeback(t *testing.T) {
	g, in := setup(t, ""), gatewaytest.Intent(1000, "EUR")
	for name, kind := range map[string]gateway.Kind{"credit": gateway.Refunded, "chargeback": gateway.ChargebackOpened} {
		fields := purchase(in)
		fields["event"], fields["saleID"], fields["parentID"] = name, "433999", "433456"
		fields["amount"], fields["currency"] = "4.00", "EUR"
		delete(fields, "priceAmount")
		delete(fields, "priceCurrency")
		events, err := g.Parse(t.Context(), get(signedBy(fields)))
		if err != nil {
			t.Fatal(err)
		}
		e := events[0]
		if e.Key != name+":433999" || e.Kind != kind || e.Ref.Sale != "433456" || e.Amount.Minor != 400 {
			t.Errorf("%s: the event is %+v", name, e)
		}
		if differences := gatewaytest.Key.Against(in, e); len(differences) > 0 {
			t.Errorf("%s differs: %v", name, differences)
		}
	}
	for _, name := range []string{"rebill", "cancel", "expiry", "extend", "initial"} {
		fields := purchase(in)
		fields["event"] = name
		if _, err := g.Parse(t.Context(), get(signedBy(fields))); !errors.Is(err, gateway.ErrIgnore) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Each field, changed by who knows the key, is quarantined; by who does not, refused.
func TestEveryFieldMismatched(t *testing.T) {
	g, in := setup(t, ""), gatewaytest.Intent(1000, "EUR")
	for field, value := range map[string]string{
		"shopID": "68850", "referenceID": "another", "custom1": gatewaytest.Intent(1, "EUR").PassThrough,
		"priceAmount": "9.99", "priceCurrency": "USD",
	} {
		fields := signedBy(purchase(in))
		fields[field] = value
		if _, err := g.Parse(t.Context(), get(fields)); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("%s, not signed: %v", field, err)
		}
		events, err := g.Parse(t.Context(), get(signedBy(fields)))
		if err != nil || len(gatewaytest.Key.Against(in, events[0])) == 0 {
			t.Errorf("%s, signed: %v goes through (%v)", field, events, err)
		}
	}
	fields := purchase(in)
	delete(fields, "saleID")
	if _, err := g.Parse(t.Context(), get(signedBy(fields))); !errors.Is(err, gateway.ErrUnauthentic) {
		t.Errorf("no sale: %v", err)
	}
}

// Every change of one byte that changes a parameter is refused.
func TestEveryByte(t *testing.T) {
	g, in := setup(t, ""), gatewaytest.Intent(1000, "EUR")
	genuine := post(signedBy(purchase(in)))
	meant, err := url.ParseQuery(string(genuine.Body))
	if err != nil {
		t.Fatal(err)
	}
	same := 0
	for mutant := range gatewaytest.Mutants(genuine.Body) {
		r := genuine
		r.Body = mutant
		_, err := g.Parse(t.Context(), r)
		if errors.Is(err, gateway.ErrUnauthentic) {
			continue
		}
		read, broken := url.ParseQuery(string(mutant))
		if broken != nil || read.Encode() != meant.Encode() || err != nil {
			t.Fatalf("%q passes (%v)", mutant, err)
		}
		same++ // written otherwise, such as %2e for %2E: the same parameters
	}
	if same > 30 {
		t.Errorf("%d changes change nothing", same)
	}
}

func TestWhatIsSigned(t *testing.T) {
	g := setup(t, "")
	rapid.Check(t, func(t *rapid.T) {
		in := gatewaytest.Intent(rapid.Int64Range(1, 1e9).Draw(t, "minor"), rapid.SampledFrom(currencies).Draw(t, "currency"))
		fields := purchase(in)
		fields["priceAmount"], fields["priceCurrency"] = in.Price.Text(), in.Price.Currency
		fields["saleID"] = rapid.StringMatching(`[0-9]{1,12}`).Draw(t, "sale")
		fields["description"] = strings.ReplaceAll(rapid.String().Draw(t, "description"), ":", "")
		for _, r := range []gateway.Raw{get(signedBy(fields)), post(signedBy(fields))} {
			events, err := g.Parse(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if differences := gatewaytest.Key.Against(in, events[0]); len(differences) > 0 || events[0].Key != "purchase:"+fields["saleID"] {
				t.Fatalf("%+v differs: %v", events[0], differences)
			}
		}
	})
}

func TestHostile(t *testing.T) {
	g, in := setup(t, ""), gatewaytest.Intent(1000, "EUR")
	for name, body := range gatewaytest.Hostile() {
		r := post(nil)
		r.Body = body
		if events, err := g.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("%s: %v (%v)", name, events, err)
		}
	}
	json := post(signedBy(purchase(in)))
	json.Header.Set("Content-Type", "application/json")
	put := post(signedBy(purchase(in)))
	put.Method = http.MethodPut
	twice := post(signedBy(purchase(in)))
	twice.Body = append(twice.Body, "&saleID=433456"...)
	upper := signedBy(purchase(in))
	upper["signature"] = strings.ToUpper(upper["signature"])
	// The signed text of custom2=x and custom3=y, sent as one parameter.
	apart := purchase(in)
	apart["custom2"], apart["custom3"] = "x", "y"
	joined := signedBy(apart)
	joined["custom2"] = "x:custom3=y"
	delete(joined, "custom3")
	weak := purchase(in)
	sum := sha1.Sum(signedText(key, weak))
	weak["signature"] = hex.EncodeToString(sum[:])
	for name, r := range map[string]gateway.Raw{
		"another type": json, "another method": put, "a field twice": twice, "upper case": get(upper),
		"two parameters in one": get(joined), "SHA-1": get(weak), "nothing": get(nil),
	} {
		if events, err := g.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("%s: %v (%v)", name, events, err)
		}
	}
}

// Without "OK" Verotel gives the money back: the word comes after every commit,
// alone, and never otherwise.
func TestAck(t *testing.T) {
	g := setup(t, "")
	gatewaytest.Acknowledges(t, g, gateway.Reply{Status: http.StatusOK, ContentType: "text/plain", Body: "OK"})
	for _, kind := range []gateway.Kind{gateway.Paid, gateway.Refunded, gateway.ChargebackOpened} {
		if r := g.Ack([]gateway.Event{{Kind: kind}}, nil); r.Body != "OK" || r.Status != http.StatusOK {
			t.Errorf("after a commit of %s Verotel hears %+v", kind, r)
		}
	}
	for _, err := range []error{gateway.ErrUnauthentic, gateway.ErrUnreachable, errors.New("the database is gone")} {
		if r := g.Ack(nil, err); r.Body != "" || r.Status == http.StatusOK {
			t.Errorf("after %v Verotel hears %+v", err, r)
		}
	}
}

func TestStatus(t *testing.T) {
	in := gatewaytest.Intent(1000, "EUR")
	answer, status, asked := "", http.StatusOK, url.Values{}
	vendor := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Query()
		if r.URL.Path != "/salestatus" {
			t.Errorf("%s was asked", r.URL.Path)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer)
	}))
	defer vendor.Close()
	g := setup(t, vendor.URL)

	answer = "response: FOUND\nshopID: 68849\nsaleID: 433456\nreferenceID: " + in.ID + "\ncustom1: '" + in.PassThrough +
		"'\nsaleResult: APPROVED\npriceAmount: 10.00\npriceCurrency: EUR\n"
	snap, err := g.Status(t.Context(), gateway.Ref{Session: in.ID})
	if err != nil || len(snap.Events) != 1 {
		t.Fatalf("the status is %+v (%v)", snap, err)
	}
	if e := snap.Events[0]; e.Key != "purchase:433456" || len(gatewaytest.Key.Against(in, e)) > 0 {
		t.Errorf("the event is %+v", e)
	}
	if asked.Get("referenceID") != in.ID || asked.Get("version") != "4" || asked.Get("signature") != sign(key, flat(asked)) {
		t.Errorf("Verotel was asked %v", asked)
	}
	if _, err := g.Status(t.Context(), gateway.Ref{Session: in.ID, Sale: "433456"}); err != nil || asked.Get("saleID") != "433456" || asked.Has("referenceID") {
		t.Errorf("Verotel was asked %v (%v)", asked, err)
	}
	for _, open := range []string{"response: NOTFOUND\n", "response: FOUND\nsaleID: 1\nsaleResult: DECLINED\n"} {
		answer = open
		if snap, err := g.Status(t.Context(), gateway.Ref{Session: in.ID}); err != nil || len(snap.Events) != 0 {
			t.Errorf("%q: %+v (%v)", open, snap, err)
		}
	}
	for _, broken := range []string{"", "<html>", "response: ERROR\nerror: " + key} {
		answer = broken
		_, err := g.Status(t.Context(), gateway.Ref{Session: in.ID})
		if !errors.Is(err, gateway.ErrUnreachable) {
			t.Errorf("%q: %v", broken, err)
		}
		gatewaytest.KeepsSecrets(t, err, key)
	}
	answer, status = key, http.StatusInternalServerError
	_, err = g.Status(t.Context(), gateway.Ref{Session: in.ID})
	gatewaytest.KeepsSecrets(t, err, key, vendor.URL)
	if _, err := g.Status(t.Context(), gateway.Ref{}); !errors.Is(err, gateway.ErrUnsupported) {
		t.Errorf("nothing to ask for: %v", err)
	}
	if _, err := g.Refund(t.Context(), gateway.Ref{Sale: "1"}, in.Price, "k"); !errors.Is(err, gateway.ErrUnsupported) {
		t.Errorf("a refund: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	g, err := New(gateway.Values{"shopId": "68849", "signatureKey": key}, gatewaytest.Deps(http.DefaultClient, testkit.NewClock().Now))
	if err != nil {
		f.Fatal(err)
	}
	in := gatewaytest.Intent(1000, "EUR")
	f.Add(post(signedBy(purchase(in))).Body)
	genuine := get(signedBy(purchase(in))).Query.Encode()
	f.Fuzz(func(t *testing.T, body []byte) {
		r := post(nil)
		r.Body = body
		events, err := g.Parse(t.Context(), r)
		if read, _ := url.ParseQuery(string(body)); err == nil && read.Encode() != genuine {
			t.Errorf("%q passes as %+v", body, events)
		}
	})
}
