// Package ccbill takes payments by CCBill's FlexForms with dynamic pricing.
//
// CCBill does not sign its notifications. What stands for a signature is taken
// together: the networks they come from, the account they name, the digest of a
// sale, which only CCBill and we can make, and our pass-through value, which
// holds the price.
//
// Invariants:
//   - nothing from outside the configured networks is read;
//   - a sale without the right digest is ErrUnauthentic;
//   - another account, two prices that differ or a missing pass-through value is
//     a doubt: funds quarantine it;
//   - what CCBill does to subscriptions is ignored: every sale here is single.
//
// A form that failed can be filled in again, so a sale may follow a failure of
// the same intent.
//
// Shown against CCBill's published example and our own fixtures; not proven
// against the live service.
package ccbill

import (
	"context"
	"crypto/md5"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"

	"limelight/internal/funds/gateway"
	"limelight/internal/kit/fault"
)

// ID is the gateway's name in addresses and settings.
const ID = "ccbill"

// forms is where FlexForms are filled in.
const forms = "https://api.ccbill.com/wap-frontflex/flexforms/"

// DefaultNetworks is where CCBill sends from (its Webhooks user guide).
const DefaultNetworks = "64.38.212.0/24 64.38.215.0/24 64.38.240.0/24 64.38.241.0/24"

// Form is what an operator enters.
var Form = gateway.Form{
	{
		Name: "account", Label: "Account number", Pattern: `[0-9]{6}`, Shape: "Must be six digits",
		Help: "The main account, such as 900100 of 900100-0000.",
	},
	{
		Name: "subaccount", Label: "Sub-account", Pattern: `[0-9]{4}`, Shape: "Must be four digits",
		Help: "The four digits behind the dash. Dynamic pricing must be switched on for it.",
	},
	{
		Name: "flexId", Label: "FlexForm id", Pattern: `[0-9a-fA-F-]{36}`, Shape: "Must be an id such as 687fa3e0-e60d-4466-88e2-181fa56dd6a9",
		Help: "Of a FlexForm with dynamic pricing and single billing.",
	},
	{
		Name: "salt", Label: "Salt (encryption key)", Secret: true, Pattern: `\S{8,128}`, Shape: "Must be 8 to 128 characters without spaces",
		Help: "From CCBill's support, or the sub-account's advanced settings.",
	},
	{
		Name: "field", Label: "Pass-through field", Optional: true, Default: "limelight",
		Pattern: `[A-Za-z_][A-Za-z0-9_]{0,31}`, Shape: "Must be a name of letters, digits and low lines",
		Help: "Register this name with CCBill as a custom field of the form.",
	},
	{
		Name: "period", Label: "Period in days", Optional: true, Default: "30", Pattern: `[0-9]{1,3}`, Shape: "Must be between 2 and 365",
		Help: "A single billing needs one; it has no effect on tokens.",
	},
	{
		Name: "least", Label: "Smallest price", Optional: true, Default: "2.95", Pattern: `[0-9]{1,6}\.[0-9]{2}`, Shape: "Must be an amount such as 2.95",
		Help: "In every currency; a yen counts as a hundredth.",
	},
	{
		Name: "most", Label: "Largest price", Optional: true, Default: "100.00", Pattern: `[0-9]{1,6}\.[0-9]{2}`, Shape: "Must be an amount such as 100.00",
		Help: "Raise it when CCBill has raised yours.",
	},
	{
		Name: "networks", Label: "Networks of notifications", Optional: true, Default: DefaultNetworks,
		Help: "Where CCBill sends from. Change it only when CCBill says so.",
	},
}

// currencies are those of dynamic pricing.
var currencies = []string{"USD", "EUR", "GBP", "CAD", "AUD", "JPY"}

// Gateway is one sub-account of CCBill.
type Gateway struct {
	values   gateway.Values
	networks []netip.Prefix
	accepts  []gateway.Range
}

// New makes the gateway of a filled-in form, or refuses a wrong field.
func New(given gateway.Values, _ gateway.Deps) (*Gateway, error) {
	values, err := Form.Check(given)
	if err != nil {
		return nil, err
	}
	if days, err := strconv.Atoi(values["period"]); err != nil || days < 2 || days > 365 {
		return nil, fault.Between("period", 2, 365)
	}
	networks, err := gateway.Networks("networks", values["networks"])
	if err != nil {
		return nil, err
	}
	least, err := gateway.ParseMoney(values["least"], "USD")
	if err != nil {
		return nil, fault.Field("least", "Must be an amount such as 2.95")
	}
	most, err := gateway.ParseMoney(values["most"], "USD")
	if err != nil || most.Minor < least.Minor {
		return nil, fault.Field("most", "Must be at least the smallest price")
	}
	g := &Gateway{values: values, networks: networks}
	for _, c := range currencies {
		g.accepts = append(g.accepts, gateway.Range{Currency: c, Min: least.Minor, Max: most.Minor})
	}
	return g, nil
}

// ID implements gateway.Gateway.
func (g *Gateway) ID() string { return ID }

// Caps implements gateway.Gateway.
func (g *Gateway) Caps() gateway.Caps {
	return gateway.Caps{Accepts: slices.Clone(g.accepts), Adult: true}
}

// Start makes the address of the form. Nothing is called: the digest is what
// keeps the price as it is.
func (g *Gateway) Start(_ context.Context, in gateway.Intent) (gateway.Next, error) {
	if err := g.Caps().Take(in); err != nil {
		return gateway.Next{}, err
	}
	price, ok := in.Price.TextWith(2)
	currency, known := gateway.CurrencyOf(in.Price.Currency)
	if !ok || !known {
		return gateway.Next{}, fault.Field("price", "This gateway takes two decimals at most")
	}
	query := url.Values{
		"clientSubacc":    {g.values["subaccount"]},
		"initialPrice":    {price},
		"initialPeriod":   {g.values["period"]},
		"currencyCode":    {currency.Number},
		"formDigest":      {digest(price, g.values["period"], currency.Number, g.values["salt"])},
		g.values["field"]: {in.PassThrough},
	}
	return gateway.Redirect(forms+g.values["flexId"]+"?"+query.Encode(), gateway.Ref{}), nil
}

// digest is CCBill's checksum: the hexadecimal MD5 of its parts, one after the
// other (Dynamic Pricing user guide).
func digest(parts ...string) string {
	sum := md5.New()
	for _, part := range parts {
		_, _ = sum.Write([]byte(part)) // a hash never fails
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// sold reports, in constant time, whether CCBill vouches for a sale.
func (g *Gateway) sold(subscriptionID, given string) bool {
	want := digest(subscriptionID, "1", g.values["salt"])
	return subtle.ConstantTimeCompare([]byte(given), []byte(want)) == 1
}

// Ack implements gateway.Gateway: 200 and nothing.
func (g *Gateway) Ack(_ []gateway.Event, err error) gateway.Reply {
	return gateway.Answer(err, gateway.Reply{Status: http.StatusOK})
}

// Status cannot be asked for: reconcile daily against CCBill's export.
func (g *Gateway) Status(context.Context, gateway.Ref) (gateway.Snapshot, error) {
	return gateway.Snapshot{}, gateway.ErrUnsupported
}

// Refund is made in CCBill's own pages; its notification comes back here.
func (g *Gateway) Refund(context.Context, gateway.Ref, gateway.Money, string) (gateway.Event, error) {
	return gateway.Event{}, gateway.ErrUnsupported
}
