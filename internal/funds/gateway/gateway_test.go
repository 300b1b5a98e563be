package gateway_test

import (
	"context"
	"encoding/base32"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"limelight/internal/funds/gateway"
	"limelight/internal/funds/gateway/gatewaytest"
	"limelight/internal/kit/fault"
)

func TestPassThroughHasItsForm(t *testing.T) {
	in := gatewaytest.Intent(1000, "USD")
	id, tag, _ := strings.Cut(in.PassThrough, ".")
	if raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(tag); id != in.ID || err != nil || len(raw) != 32 {
		t.Errorf("the value is %s", in.PassThrough)
	}
	// Computed apart, by openssl.
	if want := in.ID + ".BDYAMCZWY2YIGNKPFBNW3GLOCQXAOG5R7XQ256VX4MVH3PUBJXOQ"; in.PassThrough != want {
		t.Errorf("the value is %s, want %s", in.PassThrough, want)
	}
	if !gatewaytest.Key.Vouches(in.PassThrough, in) {
		t.Error("the value does not fit its own intent")
	}
}

// Every change of a byte, and every other package, price, currency, account or
// key, makes another value.
func TestPassThroughHoldsEverything(t *testing.T) {
	in := gatewaytest.Intent(1000, "USD")
	for mutant := range gatewaytest.Mutants([]byte(in.PassThrough)) {
		if gatewaytest.Key.Vouches(string(mutant), in) {
			t.Fatalf("%q passes for %s", mutant, in.PassThrough)
		}
	}
	for name, change := range map[string]func(*gateway.Intent){
		"intent":   func(in *gateway.Intent) { in.ID += "x" },
		"package":  func(in *gateway.Intent) { in.PackageID = "pack-5500" },
		"amount":   func(in *gateway.Intent) { in.Price.Minor = 100 },
		"currency": func(in *gateway.Intent) { in.Price.Currency = "EUR" },
		"account":  func(in *gateway.Intent) { in.AccountID = "eve" },
	} {
		other := in
		change(&other)
		if gatewaytest.Key.Vouches(in.PassThrough, other) {
			t.Errorf("the value holds with another %s", name)
		}
	}
	if gateway.Key("another key").Vouches(in.PassThrough, in) {
		t.Error("the value holds with another key")
	}
}

func TestIntents(t *testing.T) {
	if err := gatewaytest.Intent(1000, "USD").Valid(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*gateway.Intent){
		"a bar in an id":  func(in *gateway.Intent) { in.PackageID = "a|1" },
		"no account":      func(in *gateway.Intent) { in.AccountID = "" },
		"no price":        func(in *gateway.Intent) { in.Price.Minor = 0 },
		"no currency":     func(in *gateway.Intent) { in.Price.Currency = "XXX" },
		"no value":        func(in *gateway.Intent) { in.PassThrough = "" },
		"another's value": func(in *gateway.Intent) { in.ID = "another" },
	} {
		in := gatewaytest.Intent(1000, "USD")
		change(&in)
		if in.Valid() == nil {
			t.Errorf("%s: the intent is valid", name)
		}
	}
}

func TestAgainst(t *testing.T) {
	in := gatewaytest.Intent(1000, "USD")
	usd := func(minor int64) gateway.Money { return gateway.Money{Minor: minor, Currency: "USD"} }
	event := func(kind gateway.Kind, change func(*gateway.Event)) gateway.Event {
		e := gateway.Event{Kind: kind, IntentID: in.ID, PassThrough: in.PassThrough, Amount: in.Price}
		change(&e)
		return e
	}
	same := func(*gateway.Event) {}
	bare := func(e *gateway.Event) { e.IntentID, e.PassThrough = "", "" }
	for name, c := range map[string]struct {
		e    gateway.Event
		fits bool
	}{
		"paid":                            {event(gateway.Paid, same), true},
		"overpaid":                        {event(gateway.Overpaid, same), true},
		"pending":                         {event(gateway.Pending, same), true},
		"refunded in part":                {event(gateway.Refunded, func(e *gateway.Event) { e.Amount = usd(1) }), true},
		"a refund that names a sale only": {event(gateway.Refunded, bare), true},
		"failed, without an amount":       {event(gateway.Failed, func(e *gateway.Event) { e.Amount = gateway.Money{} }), true},
		"paid a cent less":                {event(gateway.Paid, func(e *gateway.Event) { e.Amount = usd(999) }), false},
		"paid a cent more":                {event(gateway.Overpaid, func(e *gateway.Event) { e.Amount = usd(1001) }), false},
		"paid in another currency":        {event(gateway.Paid, func(e *gateway.Event) { e.Amount.Currency = "EUR" }), false},
		"paid without our value":          {event(gateway.Paid, func(e *gateway.Event) { e.PassThrough = "" }), false},
		"paid with another's value":       {event(gateway.Paid, func(e *gateway.Event) { e.PassThrough = in.ID + ".A" }), false},
		"paid for another":                {event(gateway.Paid, func(e *gateway.Event) { e.IntentID = "another" }), false},
		"paid, in doubt":                  {event(gateway.Paid, func(e *gateway.Event) { e.Doubts = []string{"?"} }), false},
		"refunded more than paid":         {event(gateway.Refunded, func(e *gateway.Event) { e.Amount = usd(1001) }), false},
		"refunded nothing":                {event(gateway.Refunded, func(e *gateway.Event) { e.Amount = usd(0) }), false},
		"refunded less than nothing":      {event(gateway.Voided, func(e *gateway.Event) { e.Amount = usd(-1) }), false},
		"charged back in yen":             {event(gateway.ChargebackOpened, func(e *gateway.Event) { e.Amount.Currency = "JPY" }), false},
		"refunded with another's value":   {event(gateway.Refunded, func(e *gateway.Event) { e.PassThrough = "x" }), false},
		"expired in yen":                  {event(gateway.Expired, func(e *gateway.Event) { e.Amount.Currency = "JPY" }), false},
	} {
		if got := gatewaytest.Key.Against(in, c.e); (len(got) == 0) != c.fits {
			t.Errorf("%s: the differences are %q", name, got)
		}
	}
}

func TestCaps(t *testing.T) {
	caps := gateway.Caps{Accepts: []gateway.Range{{Currency: "USD", Min: 295, Max: 10000}, {Currency: "JPY", Min: 50}}}
	for _, c := range []struct {
		price gateway.Money
		want  string
	}{
		{gateway.Money{Minor: 295, Currency: "USD"}, ""},
		{gateway.Money{Minor: 10000, Currency: "USD"}, ""},
		{gateway.Money{Minor: 1 << 40, Currency: "JPY"}, ""},
		{gateway.Money{Minor: 294, Currency: "USD"}, "This gateway takes at least 2.95 USD"},
		{gateway.Money{Minor: 10001, Currency: "USD"}, "This gateway takes at most 100.00 USD"},
		{gateway.Money{Minor: 500, Currency: "EUR"}, "This gateway does not take EUR"},
		{gateway.Money{Minor: 500, Currency: "doge"}, `The currency "doge" is not known`},
	} {
		err := caps.Carry(c.price)
		if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%v: %v, want %q", c.price, err, c.want)
		}
	}
	if err := caps.Admit(gateway.Site{Adult: true}); !errors.Is(err, gateway.ErrNotAdult) {
		t.Errorf("on an adult site: %v", err)
	}
	if err := (gateway.Caps{Development: true}).Admit(gateway.Site{}); !errors.Is(err, gateway.ErrNotDevelopment) {
		t.Errorf("in production: %v", err)
	}
	if err := (gateway.Caps{Adult: true}).Admit(gateway.Site{Adult: true}); err != nil {
		t.Error(err)
	}
}

func TestForm(t *testing.T) {
	form := gateway.Form{
		{Name: "key", Secret: true, Pattern: `sk_[a-z]+`, Shape: "Must be a key that begins with sk_"},
		{Name: "days", Optional: true, Default: "30", Pattern: `[0-9]+`, Shape: "Must be a number"},
		{Name: "weak", Optional: true, Default: gateway.No, Options: gateway.Switch()},
	}
	values, err := form.Check(gateway.Values{"key": " sk_abc\n"})
	if err != nil || values["key"] != "sk_abc" || values["days"] != "30" || values["weak"] != "no" {
		t.Errorf("the values are %v (%v)", values, err)
	}
	_, err = form.Check(gateway.Values{"key": "hush", "days": "x1", "weak": "maybe", "more": "1"})
	f, ok := errors.AsType[*fault.Fault](err)
	if !ok || len(f.Fields) != 4 {
		t.Fatalf("the refusal is %+v", err)
	}
	for i, want := range []string{"days: Must be a number", "key: Must be a key that begins with sk_", "more: This gateway has no such field", "weak: Must be one of no, yes"} {
		if got := f.Fields[i].Property + ": " + f.Fields[i].Text; got != want {
			t.Errorf("refused %q, want %q", got, want)
		}
		if strings.Contains(f.Fields[i].Text, "hush") {
			t.Error("a refusal repeats a secret")
		}
	}
	if _, err := form.Check(gateway.Values{}); err == nil {
		t.Error("a form without its key passes")
	}
	if _, err := form.Check(gateway.Values{"key": "sk_" + strings.Repeat("a", 5000)}); err == nil {
		t.Error("an endless value passes")
	}
}

func TestAddressesAndNetworks(t *testing.T) {
	for _, bad := range []string{"", "pay.test", "ftp://pay.test", "http://pay.test", "https://u:p@pay.test", "https://pay.test?x=1", "https://pay.test#x", "https://"} {
		if u, err := gateway.Address("address", bad); err == nil {
			t.Errorf("%q passes as %v", bad, u)
		}
	}
	for _, good := range []string{"https://pay.test", "https://pay.test/btc/", "http://127.0.0.1:23000", "http://[::1]:1", "http://localhost:1"} {
		if _, err := gateway.Address("address", good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	list, err := gateway.Networks("networks", "64.38.212.9/24, 2001:db8::/32\n10.0.0.1/32")
	if err != nil || len(list) != 3 || !list[0].Contains(netip.MustParseAddr("64.38.212.200")) {
		t.Errorf("the networks are %v (%v)", list, err)
	}
	for _, bad := range []string{"", " , ", "64.38.212.0", "x/24"} {
		if list, err := gateway.Networks("networks", bad); err == nil {
			t.Errorf("%q passes as %v", bad, list)
		}
	}
}

func TestReadRaw(t *testing.T) {
	from := netip.MustParseAddr("::ffff:64.38.212.1")
	r := httptest.NewRequest(http.MethodPost, "/hook?a=1", strings.NewReader("body"))
	raw, err := gateway.ReadRaw(r, from)
	if err != nil || string(raw.Body) != "body" || raw.Query.Get("a") != "1" || raw.RemoteIP.String() != "64.38.212.1" {
		t.Errorf("read %+v (%v)", raw, err)
	}
	for size, large := range map[int]bool{gateway.MaxBody: false, gateway.MaxBody + 1: true} {
		r := httptest.NewRequest(http.MethodPost, "/hook", strings.NewReader(strings.Repeat("a", size)))
		if _, err := gateway.ReadRaw(r, from); errors.Is(err, gateway.ErrTooLarge) != large {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
	r = httptest.NewRequest(http.MethodGet, "/hook?a=%zz", nil)
	if _, err := gateway.ReadRaw(r, from); !errors.Is(err, gateway.ErrUnauthentic) {
		t.Errorf("a broken query: %v", err)
	}
}

func TestFormsAndObjects(t *testing.T) {
	post := gateway.Raw{Method: http.MethodPost, Query: url.Values{"a": {"1"}}, Body: []byte("b=2&c=%C5%A1+x")}
	fields, err := post.Form()
	if err != nil || len(fields) != 3 || fields["c"] != "š x" {
		t.Errorf("the form is %v (%v)", fields, err)
	}
	for name, r := range map[string]gateway.Raw{
		"twice in the body":     {Method: http.MethodPost, Body: []byte("a=1&a=2")},
		"in query and body":     {Method: http.MethodPost, Query: url.Values{"b": {"2"}}, Body: []byte("b=2")},
		"twice in the query":    {Method: http.MethodGet, Query: url.Values{"b": {"2", "3"}}},
		"semicolons":            {Method: http.MethodPost, Body: []byte("a=1;b=2")},
		"more fields than sane": {Method: http.MethodPost, Body: []byte(many(201))},
	} {
		if fields, err := r.Form(); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("%s: %v (%v)", name, fields, err)
		}
	}
	object, err := gateway.Flat([]byte(` {"a":"1","b":0036,"c":1}`))
	if err == nil {
		t.Errorf("a number that JSON does not have was read: %v", object)
	}
	object, err = gateway.Flat([]byte(` {"a":"1","b":10.00,"c":true,"d":null} `))
	if err != nil || object["b"] != "10.00" || object["c"] != "true" || len(object) != 3 {
		t.Errorf("the object is %v (%v)", object, err)
	}
	for _, body := range []string{`{"a":{}}`, `{"a":[1]}`, `{"a":1}x`, `{"a":1}{}`, `[]`, `"a"`, `{"a":1,"a":1}`, `{"a"`, ``} {
		if object, err := gateway.Flat([]byte(body)); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("%s: %v (%v)", body, object, err)
		}
	}
}

func many(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("&f" + strings.Repeat("x", i) + "=1")
	}
	return b.String()
}

// What a vendor answers is bounded, never followed elsewhere and never repeated.
func TestCall(t *testing.T) {
	elsewhere := false
	vendor := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/ok":
			_, _ = io.WriteString(w, "fine")
		case "/huge":
			_, _ = io.WriteString(w, strings.Repeat("a", 2<<20))
		case "/away":
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		case "/elsewhere":
			elsewhere = true
		case "/no":
			http.Error(w, "hush", http.StatusBadRequest)
		case "/busy":
			http.Error(w, "hush", http.StatusTooManyRequests)
		default:
			http.Error(w, "hush", http.StatusInternalServerError)
		}
	}))
	defer vendor.Close()
	client := gateway.Bounded(vendor.Client())
	call := func(path string) ([]byte, error) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, vendor.URL+path+"?key=hush", nil)
		if err != nil {
			t.Fatal(err)
		}
		return gateway.Call(client, "ask", req)
	}
	if got, err := call("/ok"); err != nil || string(got) != "fine" {
		t.Errorf("the answer is %q (%v)", got, err)
	}
	for path, want := range map[string]error{
		"/huge": gateway.ErrUnreachable, "/away": gateway.ErrUnreachable, "/no": gateway.ErrRefused,
		"/busy": gateway.ErrUnreachable, "/broken": gateway.ErrUnreachable,
	} {
		_, err := call(path)
		if !errors.Is(err, want) {
			t.Errorf("%s: %v", path, err)
		}
		gatewaytest.KeepsSecrets(t, err, "hush", vendor.URL)
	}
	if elsewhere {
		t.Error("a redirect was followed")
	}
	vendor.Close()
	_, err := call("/ok")
	if !errors.Is(err, gateway.ErrUnreachable) {
		t.Errorf("a vendor that is gone: %v", err)
	}
	gatewaytest.KeepsSecrets(t, err, "hush", vendor.URL)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	req, _ := http.NewRequestWithContext(gone, http.MethodGet, "http://127.0.0.1:1/?key=hush", nil)
	_, err = gateway.Call(client, "ask", req)
	gatewaytest.KeepsSecrets(t, err, "hush", "127.0.0.1")
}

func TestNext(t *testing.T) {
	ref := gateway.Ref{Session: "s"}
	if n := gateway.Redirect("https://pay.test", ref); n.Fields != nil || n.URL != "https://pay.test" || n.Ref != ref {
		t.Errorf("the redirect is %+v", n)
	}
}

// A flat object that is read says the same however its fields are ordered, and
// no body makes the reader fall over.
func FuzzFlat(f *testing.F) {
	for _, body := range gatewaytest.Hostile() {
		if len(body) < 1000 {
			f.Add(body)
		}
	}
	f.Add([]byte(`{"a":"1","b":10.00}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if fields, err := gateway.Flat(body); err != nil && fields != nil {
			t.Errorf("%q gives both %v and %v", body, fields, err)
		}
	})
}

func TestParsedMoneyNeverRounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[0-9]{1,6}(\.[0-9]{0,5})?`).Draw(t, "text")
		m, err := gateway.ParseMoney(text, "USD")
		if err != nil {
			return
		}
		whole, part, _ := strings.Cut(text, ".")
		want := strings.TrimLeft(whole, "0") + "." + strings.TrimRight(part, "0")
		got := strings.TrimLeft(strings.TrimRight(m.Text(), "0"), "0")
		if got != want {
			t.Fatalf("%s was read as %s", text, m.Text())
		}
	})
}
