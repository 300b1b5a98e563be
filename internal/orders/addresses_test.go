package orders_test

import (
	"errors"
	"strings"
	"testing"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
)

// Addresses that nothing can be sent to are refused, by their field; the country may be that
// of the profile.
func TestAddresses(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	h.Grant(t, "ann", 100)
	for name, c := range map[string]struct {
		change func(*purchases.Address)
		field  string
	}{
		"none":               {func(a *purchases.Address) { a.Lines = " \n " }, "deliveryAddress"},
		"too short":          {func(a *purchases.Address) { a.Lines = "abc" }, "deliveryAddress"},
		"too long":           {func(a *purchases.Address) { a.Lines = strings.Repeat("long ", 200) }, "deliveryAddress"},
		"too many lines":     {func(a *purchases.Address) { a.Lines = strings.Repeat("x\n", 11) + "x" }, "deliveryAddress"},
		"a code that is not": {func(a *purchases.Address) { a.PostalCode = "<b>" }, "postalCode"},
		"no country":         {func(a *purchases.Address) { a.Country = "" }, "country"},
		"nowhere":            {func(a *purchases.Address) { a.Country = "XX" }, "country"},
	} {
		a := home
		c.change(&a)
		_, err := h.shop.Buy(t.Context(), purchases.Order{Buyer: tom, Kind: purchases.Product, ItemID: "mug", Address: a}, "")
		if refused, ok := errors.AsType[*fault.Fault](err); !ok || len(refused.Fields) != 1 || refused.Fields[0].Property != c.field {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := h.shop.Buy(t.Context(), purchases.Order{Buyer: tom, Kind: purchases.Product, ItemID: "wallpaper", Address: home}, "")
	if refused, ok := errors.AsType[*fault.Fault](err); !ok || refused.Fields[0].Property != "deliveryAddress" {
		t.Errorf("a wallpaper is sent: %v", err)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(100))

	r, err := h.shop.Buy(t.Context(), purchases.Order{
		Buyer: ann, Kind: purchases.Product, ItemID: "mug", Address: purchases.Address{Lines: "Ann\r\n2 Lane\u202e"},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	if a := h.find(t, r.OrderID).Address; a == nil || a.Country != "DE" || a.Lines != "Ann\n2 Lane" {
		t.Errorf("it goes to %+v", a)
	}
}

// The address is not in the database as it was written, nor in the news.
func TestAddressesAreSealed(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	h.sell(t, tom, "mug", 1)
	for _, where := range []string{
		`SELECT COUNT(*) FROM orders WHERE ship_to LIKE '%Secret%' OR words LIKE '%secret%'`,
		`SELECT COUNT(*) FROM bus_deliveries WHERE body LIKE '%Secret%'`,
	} {
		if n := testkit.Int(t, h.DB, where); n != 0 {
			t.Errorf("%d rows of %s", n, where)
		}
	}
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM orders WHERE ship_to <> ''`); n != 1 {
		t.Errorf("%d orders have an address", n)
	}
}
