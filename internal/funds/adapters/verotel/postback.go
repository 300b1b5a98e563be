package verotel

import (
	"cmp"
	"context"
	"net/http"
	"regexp"

	"limelight/internal/funds/gateway"
)

// Parse implements gateway.Gateway. A purchase has no event of its own: its type
// says it. The names in credits and chargebacks are to be confirmed with the
// vendor; what cannot be read sends the event to quarantine.
func (g *Gateway) Parse(_ context.Context, r gateway.Raw) ([]gateway.Event, error) {
	switch {
	case r.Method == http.MethodGet:
	case r.Method != http.MethodPost:
		return nil, gateway.Unauthentic("the postback is neither GET nor POST")
	case len(r.Body) > 0 && r.MediaType() != "application/x-www-form-urlencoded":
		return nil, gateway.Unauthentic("the postback is no form")
	}
	fields, err := r.Form()
	if err != nil {
		return nil, err
	}
	if ambiguous(fields) || !g.authentic(fields) {
		return nil, gateway.Unauthentic("the signature is not valid")
	}
	kind, name := gateway.Kind(""), cmp.Or(fields["event"], fields["type"])
	switch name {
	case "purchase":
		kind = gateway.Paid
	case "credit":
		kind = gateway.Refunded
	case "chargeback":
		kind = gateway.ChargebackOpened
	default:
		return nil, gateway.ErrIgnore
	}
	e, err := g.event(kind, name, fields)
	if err != nil {
		return nil, err
	}
	return []gateway.Event{e}, nil
}

// The text that is signed has no quoting, so a value with ":name=" in it, or a
// name with "=", could be two parameters that were signed apart.
var (
	plainName = regexp.MustCompile(`^[A-Za-z0-9_]+$`)
	twoInOne  = regexp.MustCompile(`:[A-Za-z0-9_]+=`)
)

func ambiguous(fields map[string]string) bool {
	for name, value := range fields {
		if !plainName.MatchString(name) || twoInOne.MatchString(value) {
			return true
		}
	}
	return false
}

// event reads what a postback and a status have in common.
func (g *Gateway) event(kind gateway.Kind, name string, fields map[string]string) (gateway.Event, error) {
	if fields["saleID"] == "" {
		return gateway.Event{}, gateway.Unauthentic("no sale is named")
	}
	e := gateway.Event{
		Key: name + ":" + fields["saleID"], Kind: kind,
		PassThrough: fields["custom1"],
		IntentID:    cmp.Or(gateway.IntentID(fields["custom1"]), fields["referenceID"]),
		Ref: gateway.Ref{
			Session: fields["referenceID"],
			Sale:    cmp.Or(fields["parentID"], fields["saleID"]), // of what was bought, not of the credit
		},
		Reason: fields["reason"],
	}
	if fields["shopID"] != g.shop {
		e.Doubts = append(e.Doubts, "the shop is another one")
	}
	if ref := fields["referenceID"]; ref != "" && ref != e.IntentID {
		e.Doubts = append(e.Doubts, "the reference and the pass-through value differ")
	}
	amount, err := gateway.ParseMoney(
		cmp.Or(fields["priceAmount"], fields["amount"]), cmp.Or(fields["priceCurrency"], fields["currency"]))
	if err != nil {
		e.Doubts = append(e.Doubts, "the amount or its currency cannot be read")
	}
	e.Amount = amount
	return e, nil
}
