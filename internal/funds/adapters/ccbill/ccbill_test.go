package ccbill

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/funds/gateway"
	"limelight/internal/funds/gateway/gatewaytest"
	"limelight/internal/kit/fault"
	"limelight/internal/testkit"
)

// salt is the one of CCBill's published example (payments.md, Golden vectors).
const salt = "7d901dad245fd0ff6bc20d06"

var values = gateway.Values{
	"account": "900100", "subaccount": "0000", "flexId": "687fa3e0-e60d-4466-88e2-181fa56dd6a9", "salt": salt,
}

func setup(t *testing.T, change ...string) *Gateway {
	t.Helper()
	given := maps.Clone(values)
	for i := 0; i < len(change); i += 2 {
		given[change[i]] = change[i+1]
	}
	g, err := New(given, gatewaytest.Deps(nil, testkit.NewClock().Now))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestPublishedDigest(t *testing.T) {
	if got := digest("10.00", "30", "840", salt); got != "a7459445d0e5dc0963fe736dc5cf900b" {
		t.Errorf("the digest is %s", got)
	}
}

func TestStart(t *testing.T) {
	in := gatewaytest.Intent(1000, "USD")
	next, err := setup(t).Start(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(next.URL)
	if err != nil || next.Fields != nil {
		t.Fatalf("the next step is %+v (%v)", next, err)
	}
	if got := u.Scheme + "://" + u.Host + u.Path; got != "https://api.ccbill.com/wap-frontflex/flexforms/687fa3e0-e60d-4466-88e2-181fa56dd6a9" {
		t.Errorf("the form is at %s", got)
	}
	want := url.Values{
		"clientSubacc": {"0000"}, "initialPrice": {"10.00"}, "initialPeriod": {"30"}, "currencyCode": {"840"},
		"formDigest": {"a7459445d0e5dc0963fe736dc5cf900b"}, "limelight": {in.PassThrough},
	}
	if got := u.Query(); got.Encode() != want.Encode() {
		t.Errorf("the form is given\n%v, want\n%v", got, want)
	}
	if strings.Contains(next.URL, salt) {
		t.Error("the address tells the salt")
	}
}

// The price is the same text, of two decimals, in address and digest, in every
// currency that dynamic pricing has.
func TestStartInEveryCurrency(t *testing.T) {
	g := setup(t)
	for code, c := range map[string]struct{ number, price string }{
		"USD": {"840", "29.95"}, "EUR": {"978", "29.95"}, "GBP": {"826", "29.95"},
		"CAD": {"124", "29.95"}, "AUD": {"036", "29.95"}, "JPY": {"392", "2995.00"},
	} {
		next, err := g.Start(t.Context(), gatewaytest.Intent(2995, code))
		if err != nil {
			t.Fatal(err)
		}
		u, _ := url.Parse(next.URL)
		q := u.Query()
		if q.Get("currencyCode") != c.number || q.Get("initialPrice") != c.price ||
			q.Get("formDigest") != digest(c.price, "30", c.number, salt) {
			t.Errorf("%s: the form is given %v", code, q)
		}
	}
	for _, price := range []gateway.Money{{Minor: 294, Currency: "USD"}, {Minor: 10001, Currency: "USD"}, {Minor: 1000, Currency: "SEK"}} {
		if _, err := g.Start(t.Context(), gatewaytest.Intent(price.Minor, price.Currency)); err == nil {
			t.Errorf("a form for %v was opened", price)
		}
	}
	if _, err := g.Start(t.Context(), gateway.Intent{}); err == nil {
		t.Error("a form for nothing was opened")
	}
}

func TestConfiguration(t *testing.T) {
	for name, c := range map[string]struct{ field, value, want string }{
		"account":    {"account", "9001", "Must be six digits"},
		"subaccount": {"subaccount", "0", "Must be four digits"},
		"form":       {"flexId", "form", "Must be an id such as 687fa3e0-e60d-4466-88e2-181fa56dd6a9"},
		"salt":       {"salt", "a b c d e", "Must be 8 to 128 characters without spaces"},
		"name":       {"field", "1x", "Must be a name of letters, digits and low lines"},
		"days":       {"period", "1", "Must be between 2 and 365"},
		"many days":  {"period", "366", "Must be between 2 and 365"},
		"limits":     {"most", "1.00", "Must be at least the smallest price"},
		"networks":   {"networks", "here", "Must be address ranges such as 192.0.2.0/24"},
	} {
		given := maps.Clone(values)
		given[c.field] = c.value
		_, err := New(given, gatewaytest.Deps(nil, testkit.NewClock().Now))
		f, ok := errors.AsType[*fault.Fault](err)
		if !ok || f.Fields[0].Property != c.field || !strings.HasSuffix(f.Fields[0].Text, c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func TestCapsAndWhatIsNotOffered(t *testing.T) {
	g := setup(t, "most", "250.00")
	if caps := g.Caps(); !caps.Adult || caps.SignedWebhook || caps.PullStatus || len(caps.Accepts) != 6 || caps.Accepts[0].Max != 25000 {
		t.Errorf("the gateway can %+v", caps)
	}
	if _, err := g.Status(t.Context(), gateway.Ref{Sale: "1"}); !errors.Is(err, gateway.ErrUnsupported) {
		t.Errorf("a status: %v", err)
	}
	if _, err := g.Refund(t.Context(), gateway.Ref{Sale: "1"}, gateway.Money{}, "k"); !errors.Is(err, gateway.ErrUnsupported) {
		t.Errorf("a refund: %v", err)
	}
	gatewaytest.Acknowledges(t, g, gateway.Reply{Status: http.StatusOK})
}

var ccbillNode = netip.MustParseAddr("64.38.212.77")

// sale is NewSaleSuccess with the fields of CCBill's Webhooks user guide.
func sale(in gateway.Intent) map[string]string {
	return map[string]string{
		"eventType": "NewSaleSuccess", "clientAccnum": "900100", "clientSubacc": "0000",
		"subscriptionId": "1000000000", "transactionId": "0912191101000000159", "timestamp": "2026-11-02 05:00:00",
		"billedInitialPrice": "10.00", "billedCurrencyCode": "840", "subscriptionInitialPrice": "10.00",
		"subscriptionCurrencyCode": "840", "initialPeriod": "30", "country": "US",
		"dynamicPricingValidationDigest": digest("1000000000", "1", salt), "X-limelight": in.PassThrough,
	}
}

func back(kind string) map[string]string {
	return map[string]string{
		"eventType": kind, "clientAccnum": "900100", "clientSubacc": "0000", "subscriptionId": "1000000000",
		"transactionId": "0912191101000000160", "timestamp": "2026-11-03 05:00:00", "amount": "10.00",
		"currency": "USD", "currencyCode": "840", "reason": "Customer Refunded",
	}
}

func form(fields map[string]string) gateway.Raw {
	body := url.Values{}
	for name, value := range fields {
		body.Set(name, value)
	}
	return gateway.Raw{
		Method: http.MethodPost, Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}},
		Body: []byte(body.Encode()), RemoteIP: ccbillNode,
	}
}

func object(fields map[string]string) gateway.Raw {
	body, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	r := form(nil)
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	r.Body = body
	return r
}

func parse(t *testing.T, g *Gateway, r gateway.Raw) gateway.Event {
	t.Helper()
	events, err := g.Parse(t.Context(), r)
	if err != nil || len(events) != 1 {
		t.Fatalf("%d events (%v)", len(events), err)
	}
	return events[0]
}

func TestSale(t *testing.T) {
	g, in := setup(t), gatewaytest.Intent(1000, "USD")
	for name, r := range map[string]gateway.Raw{"form": form(sale(in)), "JSON": object(sale(in))} {
		e := parse(t, g, r)
		want := gateway.Event{
			Key: "NewSaleSuccess:0912191101000000159", Kind: gateway.Paid, IntentID: in.ID, PassThrough: in.PassThrough,
			Ref: gateway.Ref{Sale: "1000000000"}, Amount: in.Price, At: time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC),
		}
		if fmt.Sprint(e) != fmt.Sprint(want) {
			t.Errorf("%s: the event is\n%+v, want\n%+v", name, e, want)
		}
		if differences := gatewaytest.Key.Against(in, e); len(differences) > 0 {
			t.Errorf("%s: it differs: %v", name, differences)
		}
	}
}

// What CCBill puts into the address may stand in the body too, if it is the same.
func TestTypeInTheAddress(t *testing.T) {
	g, in := setup(t), gatewaytest.Intent(1000, "USD")
	fields := sale(in)
	delete(fields, "eventType")
	r := form(fields)
	r.Query = url.Values{"eventType": {"NewSaleSuccess"}, "clientAccnum": {"900100"}}
	if e := parse(t, g, r); e.Kind != gateway.Paid {
		t.Errorf("the event is %+v", e)
	}
	r.Query.Set("clientAccnum", "900101")
	if _, err := g.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
		t.Errorf("two accounts: %v", err)
	}
}

func TestKinds(t *testing.T) {
	g := setup(t)
	for name, kind := range map[string]gateway.Kind{
		"Refund": gateway.Refunded, "Return": gateway.Refunded, "Void": gateway.Voided, "Chargeback": gateway.ChargebackOpened,
	} {
		e := parse(t, g, form(back(name)))
		if e.Kind != kind || e.Key != name+":0912191101000000160" || e.Ref.Sale != "1000000000" || e.Amount.Minor != 1000 || e.Reason != "Customer Refunded" {
			t.Errorf("%s: %+v", name, e)
		}
		if differences := gatewaytest.Key.Against(gatewaytest.Intent(1000, "USD"), e); len(differences) > 0 {
			t.Errorf("%s differs: %v", name, differences)
		}
	}
	denied := sale(gatewaytest.Intent(1000, "USD"))
	denied["eventType"], denied["failureReason"] = "NewSaleFailure", "Declined"
	delete(denied, "dynamicPricingValidationDigest")
	if e := parse(t, g, form(denied)); e.Kind != gateway.Failed || e.Reason != "Declined" {
		t.Errorf("a denial is %+v", e)
	}
	for _, name := range []string{"RenewalSuccess", "RenewalFailure", "CrossSaleSuccess", "UpSaleSuccess", "Cancellation", "Expiration", "BillingDateChange"} {
		if _, err := g.Parse(t.Context(), form(back(name))); !errors.Is(err, gateway.ErrIgnore) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Only the documented networks are heard, to their edges.
func TestNetworks(t *testing.T) {
	g, in := setup(t), gatewaytest.Intent(1000, "USD")
	for text, heard := range map[string]bool{
		"64.38.212.1": true, "64.38.212.254": true, "64.38.215.9": true, "64.38.240.9": true, "64.38.241.9": true,
		"::ffff:64.38.212.9": true, "64.38.211.255": false, "64.38.213.0": false, "64.38.214.255": false,
		"64.38.216.0": false, "64.38.239.255": false, "64.38.242.0": false, "127.0.0.1": false, "::1": false,
	} {
		r := form(sale(in))
		r.RemoteIP = netip.MustParseAddr(text)
		_, err := g.Parse(t.Context(), r)
		if (err == nil) != heard || !heard && !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("%s: %v", text, err)
		}
	}
	r := form(sale(in))
	r.RemoteIP = netip.Addr{}
	if _, err := g.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
		t.Errorf("from nowhere: %v", err)
	}
	r.RemoteIP = netip.MustParseAddr("192.0.2.7")
	parse(t, setup(t, "networks", "192.0.2.0/24"), r)
}

// Each field, changed in turn, is refused or goes to quarantine.
func TestEveryFieldMismatched(t *testing.T) {
	g, in := setup(t), gatewaytest.Intent(1000, "USD")
	other := gatewaytest.Intent(100, "USD")
	for name, c := range map[string]struct {
		field, value string
		refused      bool
	}{
		"another account":       {"clientAccnum", "900101", false},
		"another sub-account":   {"clientSubacc", "0001", false},
		"no sub-account":        {"clientSubacc", "", false},
		"another sale":          {"subscriptionId", "1000000001", true},
		"another digest":        {"dynamicPricingValidationDigest", digest("1000000000", "0", salt), true},
		"no digest":             {"dynamicPricingValidationDigest", "", true},
		"no transaction":        {"transactionId", "", true},
		"a strange transaction": {"transactionId", "1'--", true},
		"a smaller price":       {"subscriptionInitialPrice", "1.00", false},
		"billed another price":  {"billedInitialPrice", "1.00", false},
		"another currency":      {"subscriptionCurrencyCode", "392", false},
		"no currency at all":    {"subscriptionCurrencyCode", "999", true},
		"another's value":       {"X-limelight", other.PassThrough, false},
		"no value":              {"X-limelight", "", false},
		"no type":               {"eventType", "", true},
	} {
		fields := sale(in)
		fields[c.field] = c.value
		if name == "no currency at all" {
			fields["billedCurrencyCode"], c.refused = "999", false
		}
		events, err := g.Parse(t.Context(), form(fields))
		switch {
		case c.refused && !errors.Is(err, gateway.ErrUnauthentic):
			t.Errorf("%s: %v", name, err)
		case !c.refused && err != nil:
			t.Errorf("%s: %v", name, err)
		case !c.refused && len(gatewaytest.Key.Against(in, events[0])) == 0:
			t.Errorf("%s: %+v goes through", name, events[0])
		}
	}
}

// No change of one byte credits anything else than the sale itself: it is
// refused, ignored, quarantined, or it changed what nobody reads.
func TestEveryByte(t *testing.T) {
	g, in := setup(t), gatewaytest.Intent(1000, "USD")
	for name, genuine := range map[string]gateway.Raw{"form": form(sale(in)), "JSON": object(sale(in))} {
		through, quarantined, refused := 0, 0, 0
		for mutant := range gatewaytest.Typed(genuine.Body) {
			r := genuine
			r.Body = mutant
			events, err := g.Parse(t.Context(), r)
			switch {
			case errors.Is(err, gateway.ErrUnauthentic), errors.Is(err, gateway.ErrIgnore):
				refused++
			case err != nil:
				t.Fatalf("%s: %q: %v", name, mutant, err)
			case len(gatewaytest.Key.Against(in, events[0])) > 0:
				quarantined++
			default:
				through++
				e := events[0]
				if e.Kind != gateway.Paid || e.IntentID != in.ID || e.Amount != in.Price || e.Ref.Sale != "1000000000" {
					t.Fatalf("%s: %q credits %+v", name, mutant, e)
				}
			}
		}
		if refused == 0 || quarantined == 0 {
			t.Errorf("%s: %d refused, %d quarantined, %d through", name, refused, quarantined, through)
		}
	}
}

func TestWhatIsWritten(t *testing.T) {
	g := setup(t)
	rapid.Check(t, func(t *rapid.T) {
		in := gatewaytest.Intent(rapid.Int64Range(295, 10000).Draw(t, "minor"), rapid.SampledFrom(currencies).Draw(t, "currency"))
		currency, _ := gateway.CurrencyOf(in.Price.Currency)
		text, _ := in.Price.TextWith(rapid.SampledFrom([]int{currency.Decimals, 2}).Draw(t, "decimals"))
		fields := sale(in)
		fields["subscriptionId"] = rapid.StringMatching(`[0-9]{1,20}`).Draw(t, "sale")
		fields["dynamicPricingValidationDigest"] = digest(fields["subscriptionId"], "1", salt)
		fields["billedInitialPrice"], fields["billedCurrencyCode"] = text, currency.Number
		fields["subscriptionInitialPrice"], fields["subscriptionCurrencyCode"] = text, strings.TrimLeft(currency.Number, "0")
		for _, r := range []gateway.Raw{form(fields), object(fields)} {
			events, err := g.Parse(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if differences := gatewaytest.Key.Against(in, events[0]); len(differences) > 0 || events[0].Amount != in.Price {
				t.Fatalf("%v came back as %+v (%v)", in.Price, events[0], differences)
			}
		}
	})
}

func TestHostile(t *testing.T) {
	g := setup(t)
	for name, body := range gatewaytest.Hostile() {
		for _, kind := range []string{"application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", ""} {
			r := form(nil)
			r.Body = body
			r.Header.Set("Content-Type", kind)
			if events, err := g.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
				t.Errorf("%s as %q: %v (%v)", name, kind, events, err)
			}
		}
	}
	r := form(sale(gatewaytest.Intent(1000, "USD")))
	r.Method = http.MethodGet
	if _, err := g.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
		t.Errorf("a GET: %v", err)
	}
	twice := form(sale(gatewaytest.Intent(1000, "USD")))
	twice.Body = append(twice.Body, "&subscriptionId=1000000000"...)
	if _, err := g.Parse(t.Context(), twice); !errors.Is(err, gateway.ErrUnauthentic) {
		t.Errorf("a field twice: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	g, err := New(values, gatewaytest.Deps(nil, testkit.NewClock().Now))
	if err != nil {
		f.Fatal(err)
	}
	in := gatewaytest.Intent(1000, "USD")
	f.Add("application/json", object(sale(in)).Body)
	f.Add("application/x-www-form-urlencoded", form(back("Refund")).Body)
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		r := form(nil)
		r.Body = body
		r.Header.Set("Content-Type", kind)
		events, err := g.Parse(t.Context(), r)
		if err != nil {
			return
		}
		e := events[0]
		if e.Kind.Credits() && len(gatewaytest.Key.Against(in, e)) == 0 && e.Amount != in.Price {
			t.Errorf("%q credits %+v", body, e)
		}
	})
}
