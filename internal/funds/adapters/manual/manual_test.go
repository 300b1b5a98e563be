package manual

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"limelight/internal/funds/gateway"
	"limelight/internal/funds/gateway/gatewaytest"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
)

func setup(t *testing.T, given gateway.Values) *Gateway {
	t.Helper()
	g, err := New(given, gatewaytest.Deps(nil, testkit.NewClock().Now))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// entry is Ada's, who books what Tom has paid by bank transfer.
func entry(change func(*Entry)) Entry {
	e := Entry{
		AdminID: "ada", AccountID: "tom", Tokens: money.Whole(500),
		Price:  gateway.Money{Minor: 4000, Currency: "EUR"},
		Reason: "Bank transfer of 2 November", Reference: "SEPA-2026-11-02/17",
	}
	change(&e)
	return e
}

func same(*Entry) {}

func TestCheck(t *testing.T) {
	g := setup(t, gateway.Values{"most": "1000"})
	e, err := g.Check(entry(func(e *Entry) { e.Reason = "  Bank\u202e transfer of 2 November \n" }))
	if err != nil || e != entry(same) {
		t.Errorf("booked %+v (%v)", e, err)
	}
	for name, c := range map[string]struct {
		change func(*Entry)
		want   string
	}{
		"nothing":            {func(e *Entry) { e.Tokens = 0 }, "tokens: Must be between 0.01 and 1000.00"},
		"less than nothing":  {func(e *Entry) { e.Tokens = -1 }, "tokens: Must be between 0.01 and 1000.00"},
		"too much":           {func(e *Entry) { e.Tokens = money.Whole(1000) + 1 }, "tokens: Must be between 0.01 and 1000.00"},
		"no reason":          {func(e *Entry) { e.Reason = " \u200b  short " }, "reason: Must have 10 to 500 characters"},
		"an endless reason":  {func(e *Entry) { e.Reason = strings.Repeat("a", 501) }, "reason: Must have 10 to 500 characters"},
		"no reference":       {func(e *Entry) { e.Reference = "" }, "reference: Must have 3 to 80 characters"},
		"a long reference":   {func(e *Entry) { e.Reference = strings.Repeat("a", 81) }, "reference: Must have 3 to 80 characters"},
		"a strange currency": {func(e *Entry) { e.Price.Currency = "XXX" }, `currency: The currency "XXX" is not known`},
		"a negative price":   {func(e *Entry) { e.Price.Minor = -1 }, "price: The price is out of range"},
		"nobody":             {func(e *Entry) { e.AccountID = "" }, "accountId: " + fault.Required},
	} {
		_, err := g.Check(entry(c.change))
		f, ok := errors.AsType[*fault.Fault](err)
		if !ok || len(f.Fields) != 1 || f.Fields[0].Property+": "+f.Fields[0].Text != c.want {
			t.Errorf("%s: %+v, want %s", name, err, c.want)
		}
	}
	if _, err := g.Check(entry(func(e *Entry) { e.Price = gateway.Money{} })); err != nil {
		t.Errorf("nothing was paid: %v", err)
	}
	if _, err := g.Check(entry(func(e *Entry) { e.AccountID = "ada" })); !errors.Is(err, ErrSelf) {
		t.Errorf("for herself: %v", err)
	}
}

func TestSecondAdmin(t *testing.T) {
	g := setup(t, gateway.Values{"most": "1000"})
	for who, fits := range map[string]bool{"ada": false, "tom": false, "": false, "ben": true} {
		if err := g.Approve(entry(same), who); (err == nil) != fits || !fits && !errors.Is(err, ErrApprover) {
			t.Errorf("%q approves: %v", who, err)
		}
	}
}

func TestReferenceIsTheKey(t *testing.T) {
	one, two := entry(same), entry(func(e *Entry) { e.Reference = "sepa-2026-11-02/17" })
	debit := entry(func(e *Entry) { e.Debit = true })
	if one.Key() != two.Key() || one.Key() == debit.Key() {
		t.Errorf("the keys are %s, %s and %s", one.Key(), two.Key(), debit.Key())
	}
}

func TestConfiguration(t *testing.T) {
	for _, bad := range []string{"many", "-1", "0"} {
		_, err := New(gateway.Values{"most": bad}, gatewaytest.Deps(nil, testkit.NewClock().Now))
		if f, ok := errors.AsType[*fault.Fault](err); !ok || f.Fields[0].Property != "most" {
			t.Errorf("%s: %v", bad, err)
		}
	}
	setup(t, gateway.Values{"alone": "10"}) // saved before the limit became a setting
}

// Nothing comes in from outside, and no member starts it.
func TestNoDoorToTheOutside(t *testing.T) {
	g := setup(t, nil)
	for name, body := range gatewaytest.Hostile() {
		if _, err := g.Parse(t.Context(), gateway.Raw{Method: http.MethodPost, Body: body}); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := g.Start(t.Context(), gatewaytest.Intent(1000, "EUR")); !errors.Is(err, gateway.ErrUnsupported) {
		t.Errorf("a start: %v", err)
	}
	if err := g.Caps().Carry(gateway.Money{Minor: 1000, Currency: "EUR"}); err == nil {
		t.Error("a package can be bought")
	}
	if _, err := g.Status(t.Context(), gateway.Ref{}); !errors.Is(err, gateway.ErrUnsupported) {
		t.Errorf("a status: %v", err)
	}
	if _, err := g.Refund(t.Context(), gateway.Ref{}, gateway.Money{}, ""); !errors.Is(err, gateway.ErrUnsupported) {
		t.Errorf("a refund: %v", err)
	}
	gatewaytest.Acknowledges(t, g, gateway.Reply{Status: http.StatusOK})
}
