package ccbill

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"time"

	"limelight/internal/funds/gateway"
)

// kinds are the events that move money, by CCBill's names.
var kinds = map[string]gateway.Kind{
	"NewSaleSuccess": gateway.Paid,
	"NewSaleFailure": gateway.Failed,
	"Refund":         gateway.Refunded,
	"Return":         gateway.Refunded,
	"Void":           gateway.Voided,
	"Chargeback":     gateway.ChargebackOpened,
}

// arizona is the time zone of CCBill's timestamps, without summer time.
var arizona = time.FixedZone("MST", -7*60*60)

// Parse implements gateway.Gateway.
func (g *Gateway) Parse(_ context.Context, r gateway.Raw) ([]gateway.Event, error) {
	from := r.RemoteIP.Unmap()
	if !slices.ContainsFunc(g.networks, func(p netip.Prefix) bool { return p.Contains(from) }) {
		return nil, gateway.Unauthentic("the sender is none of CCBill's")
	}
	fields, err := read(r)
	if err != nil {
		return nil, err
	}
	name := fields["eventType"]
	kind, known := kinds[name]
	switch {
	case name == "":
		return nil, gateway.Unauthentic("the notification has no type")
	case !known:
		return nil, gateway.ErrIgnore
	case kind.Credits() && !g.sold(fields["subscriptionId"], fields["dynamicPricingValidationDigest"]):
		return nil, gateway.Unauthentic("the sale's digest is not valid")
	case !isNumber(fields["transactionId"]):
		return nil, gateway.Unauthentic("the notification has no transaction")
	}
	e := gateway.Event{
		Key: name + ":" + fields["transactionId"], Kind: kind,
		Ref:    gateway.Ref{Sale: fields["subscriptionId"]},
		Reason: cmp.Or(fields["reason"], fields["failureReason"]),
		Doubts: g.doubts(fields),
	}
	e.PassThrough = g.passThrough(fields)
	e.IntentID = gateway.IntentID(e.PassThrough)
	e.Amount, e.Doubts = amount(kind, fields, e.Doubts)
	if at, err := time.ParseInLocation(time.DateTime, fields["timestamp"], arizona); err == nil {
		e.At = at.UTC()
	}
	return []gateway.Event{e}, nil
}

// read joins query and body; a field in both must be the same in both.
func read(r gateway.Raw) (map[string]string, error) {
	if r.Method != http.MethodPost {
		return nil, gateway.Unauthentic("the notification is no POST")
	}
	body := map[string]string{}
	var err error
	switch r.MediaType() {
	case "application/json":
		body, err = gateway.Flat(r.Body)
	case "application/x-www-form-urlencoded", "application/x-www-form-encoded":
		body, err = gateway.Raw{Method: r.Method, Body: r.Body}.Form()
	default:
		err = gateway.Unauthentic("the body is neither a form nor JSON")
	}
	if err != nil {
		return nil, err
	}
	for name, list := range r.Query {
		if given, both := body[name]; len(list) != 1 || both && given != list[0] {
			return nil, gateway.Unauthentic("a field is given twice")
		}
		body[name] = list[0]
	}
	return body, nil
}

// doubts compare the account; JSON may have lost the zeros in front.
func (g *Gateway) doubts(fields map[string]string) (doubts []string) {
	if fields["clientAccnum"] != g.values["account"] {
		doubts = append(doubts, "the account is another one")
	}
	if sub := fields["clientSubacc"]; sub == "" || fmt.Sprintf("%04s", sub) != g.values["subaccount"] {
		doubts = append(doubts, "the sub-account is another one")
	}
	return doubts
}

// passThrough is our value. CCBill sets X- before the names of custom fields.
func (g *Gateway) passThrough(fields map[string]string) string {
	return cmp.Or(fields["X-"+g.values["field"]], fields[g.values["field"]])
}

// amount is what the event is about. A sale tells the price that the form was
// given and the one that was billed; they must not differ in one currency.
func amount(kind gateway.Kind, fields map[string]string, doubts []string) (gateway.Money, []string) {
	if !kind.Credits() && !kind.Reverses() {
		return gateway.Money{}, doubts
	}
	if !kind.Credits() {
		paid, ok := price(fields["amount"], fields["currencyCode"])
		if code := fields["currency"]; !ok || code != "" && code != paid.Currency {
			doubts = append(doubts, "the amount or its currency cannot be read")
		}
		return paid, doubts
	}
	billed, ok := price(fields["billedInitialPrice"], fields["billedCurrencyCode"])
	asked, both := price(fields["subscriptionInitialPrice"], fields["subscriptionCurrencyCode"])
	switch {
	case !ok && !both:
		doubts = append(doubts, "the amount or its currency cannot be read")
	case ok && both && billed.Currency == asked.Currency && billed != asked:
		doubts = append(doubts, "the price and what was billed differ")
	}
	if both {
		return asked, doubts
	}
	return billed, doubts
}

func price(text, number string) (gateway.Money, bool) {
	currency, ok := gateway.CurrencyNumbered(number)
	if !ok {
		return gateway.Money{}, false
	}
	m, err := gateway.ParseMoney(text, currency.Code)
	return m, err == nil
}

func isNumber(text string) bool {
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return text != "" && len(text) <= 40
}
