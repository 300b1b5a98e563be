// Package verotel takes payments by Verotel's FlexPay, version 4.
//
// Invariants:
//   - a postback is read only when its signature fits every parameter that came;
//   - the answer is exactly "OK" after a commit and never otherwise: without it
//     Verotel gives a card payment back by itself, so a payment that we credit
//     and do not acknowledge would be lost to the site;
//   - the SHA-1 signatures of version 3 are refused unless a setting allows them.
//
// Shown against Verotel's published vectors, both ways; not proven against the
// live service.
package verotel

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"limelight/internal/funds/gateway"
)

// ID is the gateway's name in addresses and settings.
const ID = "verotel"

const (
	vendor  = "https://secure.verotel.com"
	version = "4"
)

// Form is what an operator enters.
var Form = gateway.Form{
	{
		Name: "shopId", Label: "Shop ID", Pattern: `[0-9]{1,12}`, Shape: "Must be a number",
		Help: "Control Center, Setup websites: the number of the website.",
	},
	{
		Name: "signatureKey", Label: "Signature key", Secret: true, Pattern: `\S{8,128}`, Shape: "Must be 8 to 128 characters without spaces",
		Help: "Control Center, website's details, FlexPay options.",
	},
	{
		Name: "sha1", Label: "Accept the weak signatures of version 3", Optional: true, Default: gateway.No, Options: gateway.Switch(),
		Help: "Leave off unless Verotel has told you that your shop's postbacks are signed with SHA-1.",
	},
}

// signed are the parameters of a start that Verotel signs; it ignores others.
var signed = []string{
	"version", "shopID", "type", "priceAmount", "priceCurrency", "paymentMethod", "description", "referenceID",
	"saleID", "custom1", "custom2", "custom3", "successURL", "declineURL",
	// Of subscriptions: unused here, part of the published vectors.
	"subscriptionType", "name", "period", "trialAmount", "trialPeriod", "cancelDiscountPercentage",
}

var currencies = []string{"USD", "EUR", "GBP", "AUD", "CAD", "CHF", "DKK", "NOK", "SEK"}

// Gateway is one shop of Verotel.
type Gateway struct {
	shop, key string
	sha1      bool
	base      string
	client    *http.Client
}

// New makes the gateway of a filled-in form, or refuses a wrong field.
func New(given gateway.Values, deps gateway.Deps) (*Gateway, error) {
	values, err := Form.Check(given)
	if err != nil {
		return nil, err
	}
	g := &Gateway{
		shop: values["shopId"], key: values["signatureKey"], sha1: values["sha1"] == gateway.Yes,
		base: vendor, client: gateway.Bounded(deps.Client),
	}
	if deps.Address != "" {
		g.base = deps.Address
	}
	return g, nil
}

// ID implements gateway.Gateway.
func (g *Gateway) ID() string { return ID }

// Caps implements gateway.Gateway.
func (g *Gateway) Caps() gateway.Caps {
	caps := gateway.Caps{Adult: true, PullStatus: true, SignedWebhook: true}
	for _, c := range currencies {
		caps.Accepts = append(caps.Accepts, gateway.Range{Currency: c, Min: 1})
	}
	return caps
}

// Start makes the address of the order page. Nothing is called.
func (g *Gateway) Start(_ context.Context, in gateway.Intent) (gateway.Next, error) {
	if err := g.Caps().Take(in); err != nil {
		return gateway.Next{}, err
	}
	params := map[string]string{
		"version": version, "shopID": g.shop, "type": "purchase",
		"priceAmount": in.Price.Text(), "priceCurrency": in.Price.Currency,
		"description": described(in.Description), "referenceID": in.ID, "custom1": in.PassThrough,
		"successURL": in.ReturnURL, "declineURL": in.CancelURL,
	}
	return gateway.Redirect(g.address("/startorder", params), gateway.Ref{Session: in.ID}), nil
}

func (g *Gateway) address(path string, params map[string]string) string {
	query := url.Values{"signature": {sign(g.key, params)}}
	for name, value := range params {
		query.Set(name, value)
	}
	return g.base + path + "?" + query.Encode()
}

// described is a text as Verotel takes it: at most 100 characters, and no colon,
// which would make the signed text of its postback ambiguous.
func described(text string) string {
	letters := []rune(strings.ReplaceAll(text, ":", " "))
	return string(letters[:min(len(letters), 100)])
}

// sign is the signature of what we send: only the parameters that Verotel signs.
func sign(key string, params map[string]string) string {
	known := map[string]string{}
	for name, value := range params {
		if slices.Contains(signed, name) {
			known[name] = value
		}
	}
	sum := sha256.Sum256(signedText(key, known))
	return hex.EncodeToString(sum[:])
}

// signedText is the secret and the parameters, sorted by their bytes, with
// colons between; raw values, empty ones left out.
func signedText(key string, params map[string]string) []byte {
	parts := []string{}
	for name, value := range params {
		if value != "" {
			parts = append(parts, name+"="+value)
		}
	}
	slices.Sort(parts)
	return []byte(strings.Join(append([]string{key}, parts...), ":"))
}

// authentic reports, in constant time, whether the signature fits all the
// parameters that came.
func (g *Gateway) authentic(params map[string]string) bool {
	rest := map[string]string{}
	for name, value := range params {
		if name != "signature" {
			rest[name] = value
		}
	}
	text, given := signedText(g.key, rest), []byte(params["signature"])
	strong := sha256.Sum256(text)
	fits := subtle.ConstantTimeCompare(given, []byte(hex.EncodeToString(strong[:]))) == 1
	if g.sha1 && !fits {
		weak := sha1.Sum(text)
		fits = subtle.ConstantTimeCompare(given, []byte(hex.EncodeToString(weak[:]))) == 1
	}
	return fits
}

// Ack implements gateway.Gateway.
func (g *Gateway) Ack(_ []gateway.Event, err error) gateway.Reply {
	return gateway.Answer(err, gateway.Reply{Status: http.StatusOK, ContentType: "text/plain", Body: "OK"})
}

// Refund is made in Verotel's Control Center; its postback comes back here.
func (g *Gateway) Refund(context.Context, gateway.Ref, gateway.Money, string) (gateway.Event, error) {
	return gateway.Event{}, gateway.ErrUnsupported
}

// Status asks for a sale by its id, or by the intent's before there is one.
func (g *Gateway) Status(ctx context.Context, ref gateway.Ref) (gateway.Snapshot, error) {
	params := map[string]string{"version": version, "shopID": g.shop}
	switch {
	case ref.Sale != "":
		params["saleID"] = ref.Sale
	case ref.Session != "":
		params["referenceID"] = ref.Session
	default:
		return gateway.Snapshot{}, gateway.ErrUnsupported
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.address("/salestatus", params), nil)
	if err != nil {
		return gateway.Snapshot{}, fmt.Errorf("verotel: look at a sale: %w", gateway.ErrUnreachable)
	}
	answer, err := gateway.Call(g.client, "verotel: look at a sale", req)
	if err != nil {
		return gateway.Snapshot{}, err
	}
	fields := lines(answer)
	switch {
	case fields["response"] == "NOTFOUND":
		return gateway.Snapshot{}, nil
	case fields["response"] != "FOUND":
		return gateway.Snapshot{}, fmt.Errorf("verotel: look at a sale: %w (no sale in the answer)", gateway.ErrUnreachable)
	case fields["saleResult"] != "APPROVED":
		return gateway.Snapshot{}, nil
	}
	e, err := g.event(gateway.Paid, "purchase", fields)
	if err != nil {
		return gateway.Snapshot{}, err
	}
	return gateway.Snapshot{Events: []gateway.Event{e}}, nil
}

// lines reads "name: value" lines, the first of each name.
func lines(answer []byte) map[string]string {
	fields := map[string]string{}
	for in := bufio.NewScanner(bytes.NewReader(answer)); in.Scan(); {
		name, value, ok := strings.Cut(in.Text(), ":")
		if _, twice := fields[name]; ok && !twice {
			fields[name] = strings.Trim(strings.TrimSpace(value), `"'`)
		}
	}
	return fields
}
