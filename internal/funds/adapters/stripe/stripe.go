// Package stripe takes payments by Stripe's Checkout, for general-audience
// sites only: Stripe's list of restricted businesses has adult content on it, so
// the gateway refuses to start while adultMode is on.
//
// Invariants:
//   - a session credits once, under the key "paid:"+session, whichever of
//     Stripe's events says first that it is paid;
//   - refunds are told with the charge's total, disputes under the dispute's own
//     id: a duplicate or a late delivery changes nothing;
//   - an event of the other mode (test, live) than the key's raises a doubt.
//
// Keys are the business facts, not the ids of events as payments.md first had
// it: Stripe tells one fact by several events.
//
// Shown against Stripe's published mock server and its own signing code; not
// proven against the live service.
package stripe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	sdk "github.com/stripe/stripe-go/v86"

	"limelight/internal/funds/gateway"
)

// ID is the gateway's name in addresses and settings.
const ID = "stripe"

// intentKey is where our pass-through value lies in Stripe's metadata.
const intentKey = "intent_id"

// refundName is where the key of our own refund lies in Stripe's metadata.
const refundName = "refund_id"

// Form is what an operator enters.
var Form = gateway.Form{
	{
		Name: "secretKey", Label: "Secret key", Secret: true,
		Help:    "Stripe's dashboard, Developers, API keys. A restricted key needs to write Checkout Sessions and Refunds and to read Payment Intents and Charges.",
		Pattern: `(sk|rk)_(test|live)_[A-Za-z0-9_]{3,250}`, Shape: "Must be a secret key that begins with sk_ or rk_",
	},
	{
		Name: "webhookSecret", Label: "Signing secret of the webhook", Secret: true,
		Help:    "Shown by Stripe when the webhook's address has been registered.",
		Pattern: `whsec_[A-Za-z0-9+/=_]{3,250}`, Shape: "Must be a signing secret that begins with whsec_",
	},
}

// accepts are Stripe's smallest charges. Currencies whose decimals Stripe counts
// otherwise than ISO 4217 are left out.
var accepts = []gateway.Range{
	{Currency: "AED", Min: 200}, {Currency: "AUD", Min: 50}, {Currency: "BRL", Min: 50},
	{Currency: "CAD", Min: 50}, {Currency: "CHF", Min: 50}, {Currency: "CZK", Min: 15_00},
	{Currency: "DKK", Min: 2_50}, {Currency: "EUR", Min: 50}, {Currency: "GBP", Min: 30},
	{Currency: "HKD", Min: 4_00}, {Currency: "HUF", Min: 175_00}, {Currency: "INR", Min: 50},
	{Currency: "JPY", Min: 50}, {Currency: "MXN", Min: 10_00}, {Currency: "MYR", Min: 2_00},
	{Currency: "NOK", Min: 3_00}, {Currency: "NZD", Min: 50}, {Currency: "PLN", Min: 2_00},
	{Currency: "RON", Min: 2_00}, {Currency: "SEK", Min: 3_00}, {Currency: "SGD", Min: 50},
	{Currency: "THB", Min: 10_00}, {Currency: "USD", Min: 50},
}

// maxMinor is the largest amount that Stripe takes, eight digits.
const maxMinor = 99_999_999

// Gateway is one Stripe account.
type Gateway struct {
	deps   gateway.Deps
	client *sdk.Client
	secret string // of the webhook
	live   bool   // the key is for real money
}

// New makes the gateway of a filled-in form. It refuses a wrong field, and a site
// that Stripe does not serve.
func New(given gateway.Values, deps gateway.Deps) (*Gateway, error) {
	values, err := Form.Check(given)
	if err != nil {
		return nil, err
	}
	g := &Gateway{
		deps: deps, secret: values["webhookSecret"],
		live: strings.HasPrefix(values["secretKey"][2:], "_live_"),
	}
	if err := g.Caps().Admit(deps.Site()); err != nil {
		return nil, err
	}
	config := &sdk.BackendConfig{
		HTTPClient:        gateway.Bounded(deps.Client),
		LeveledLogger:     &sdk.LeveledLogger{Level: sdk.LevelNull}, // it would write vendor's answers
		EnableTelemetry:   sdk.Bool(false),
		MaxNetworkRetries: sdk.Int64(0), // who asked tries again, by the same key
	}
	if deps.Address != "" {
		config.URL = sdk.String(deps.Address)
	}
	g.client = sdk.NewClient(values["secretKey"], sdk.WithBackends(sdk.NewBackendsWithConfig(config)))
	return g, nil
}

// ID implements gateway.Gateway.
func (g *Gateway) ID() string { return ID }

// Caps implements gateway.Gateway.
func (g *Gateway) Caps() gateway.Caps {
	caps := gateway.Caps{PartialRefund: true, PullStatus: true, SignedWebhook: true}
	for _, r := range accepts {
		r.Max = maxMinor
		caps.Accepts = append(caps.Accepts, r)
	}
	return caps
}

// Start makes a Checkout Session. The intent's id is the idempotency key, so a
// second start of the same intent is the same session.
func (g *Gateway) Start(ctx context.Context, in gateway.Intent) (gateway.Next, error) {
	if err := g.Caps().Admit(g.deps.Site()); err != nil {
		return gateway.Next{}, err
	}
	if err := g.Caps().Take(in); err != nil {
		return gateway.Next{}, err
	}
	session, err := g.client.V1CheckoutSessions.Create(ctx, params(in))
	if err != nil {
		return gateway.Next{}, plainly("stripe: create a session", err)
	}
	if session.ID == "" || session.URL == "" {
		return gateway.Next{}, fmt.Errorf("stripe: create a session: %w (no address came)", gateway.ErrUnreachable)
	}
	return gateway.Redirect(session.URL, gateway.Ref{Session: session.ID}), nil
}

func params(in gateway.Intent) *sdk.CheckoutSessionCreateParams {
	metadata := map[string]string{intentKey: in.PassThrough}
	p := &sdk.CheckoutSessionCreateParams{
		Mode:              sdk.String("payment"),
		ClientReferenceID: sdk.String(in.PassThrough),
		Metadata:          metadata,
		// A charge inherits this, and with it what a refund says.
		PaymentIntentData: &sdk.CheckoutSessionCreatePaymentIntentDataParams{Metadata: metadata},
		// The member pays the frozen price in its own currency.
		AdaptivePricing: &sdk.CheckoutSessionCreateAdaptivePricingParams{Enabled: sdk.Bool(false)},
		SuccessURL:      sdk.String(in.ReturnURL),
		CancelURL:       sdk.String(in.CancelURL),
		LineItems: []*sdk.CheckoutSessionCreateLineItemParams{{
			Quantity: sdk.Int64(1),
			PriceData: &sdk.CheckoutSessionCreateLineItemPriceDataParams{
				Currency:    sdk.String(strings.ToLower(in.Price.Currency)),
				UnitAmount:  sdk.Int64(in.Price.Minor),
				ProductData: &sdk.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: sdk.String(in.Description)},
			},
		}},
	}
	p.SetIdempotencyKey(in.ID)
	return p
}

// Ack implements gateway.Gateway: 200 and nothing.
func (g *Gateway) Ack(_ []gateway.Event, err error) gateway.Reply {
	return gateway.Answer(err, gateway.Reply{Status: http.StatusOK})
}

// Status asks for the session, and for what became of its charge. Disputes are
// not in it: Stripe tells them by notification alone.
func (g *Gateway) Status(ctx context.Context, ref gateway.Ref) (gateway.Snapshot, error) {
	if !strings.HasPrefix(ref.Session, "cs_") {
		return gateway.Snapshot{}, gateway.ErrUnsupported
	}
	p := &sdk.CheckoutSessionRetrieveParams{}
	p.AddExpand("payment_intent.latest_charge")
	s, err := g.client.V1CheckoutSessions.Retrieve(ctx, ref.Session, p)
	if err != nil {
		return gateway.Snapshot{}, plainly("stripe: look at a session", err)
	}
	return g.snapshot(s), nil
}

func (g *Gateway) snapshot(s *sdk.CheckoutSession) (snap gateway.Snapshot) {
	o := object{
		ID: s.ID, Reference: s.ClientReferenceID, Metadata: s.Metadata,
		PaymentStatus: string(s.PaymentStatus), Total: s.AmountTotal, Currency: string(s.Currency),
	}
	if s.PaymentIntent != nil {
		o.PaymentIntent.ID = s.PaymentIntent.ID
	}
	switch s.Status {
	case sdk.CheckoutSessionStatusExpired:
		snap.Events = append(snap.Events, o.session(gateway.Expired))
	case sdk.CheckoutSessionStatusComplete:
		snap.Events = append(snap.Events, o.session(o.completed()))
	}
	if s.PaymentIntent != nil && s.PaymentIntent.LatestCharge != nil && s.PaymentIntent.LatestCharge.AmountRefunded > 0 {
		charge := s.PaymentIntent.LatestCharge
		snap.Events = append(snap.Events, object{
			ID: charge.ID, Metadata: s.Metadata, Currency: string(charge.Currency),
			Refunded: charge.AmountRefunded, PaymentIntent: o.PaymentIntent,
		}.refund(charge.AmountRefunded))
	}
	for i := range snap.Events {
		snap.Events[i].At = g.deps.Now()
		if s.Livemode != g.live {
			snap.Events[i].Doubts = append(snap.Events[i].Doubts, otherMode)
		}
	}
	return snap
}

// Refund gives back a part or all of a sale. The same key refunds once: Stripe keeps
// idempotency keys for a day only, so the sale's refunds are looked at first.
func (g *Gateway) Refund(ctx context.Context, ref gateway.Ref, amount gateway.Money, key string) (gateway.Event, error) {
	if ref.Sale == "" || key == "" || amount.Minor <= 0 {
		return gateway.Event{}, gateway.ErrUnsupported
	}
	r, err := g.refundOf(ctx, ref.Sale, key)
	if err == nil && r == nil {
		r, err = g.client.V1Refunds.Create(ctx, refundParams(ref, amount, key))
	}
	if err != nil {
		return gateway.Event{}, plainly("stripe: refund", err)
	}
	if failedRefund(string(r.Status)) {
		return gateway.Event{}, fmt.Errorf("stripe: refund: %w (%s)", gateway.ErrRefused, r.Status)
	}
	got := money(r.Amount, string(r.Currency))
	if got != amount {
		return gateway.Event{}, fmt.Errorf("stripe: refund: %s were asked for and %s answered", amount, got)
	}
	e := gateway.Event{
		Key: "refund:" + r.ID, Kind: gateway.Refunded, Ref: ref, Amount: got, At: g.deps.Now(),
	}
	if r.Charge != nil && r.Charge.AmountRefunded >= r.Amount {
		e.Key = refundKey(r.Charge.ID, r.Charge.AmountRefunded)
		e.Total = money(r.Charge.AmountRefunded, string(r.Currency))
	}
	return e, nil
}

func refundParams(ref gateway.Ref, amount gateway.Money, key string) *sdk.RefundCreateParams {
	p := &sdk.RefundCreateParams{PaymentIntent: sdk.String(ref.Sale), Amount: sdk.Int64(amount.Minor), Metadata: map[string]string{refundName: key}}
	p.SetIdempotencyKey(key)
	p.AddExpand("charge")
	return p
}

// refundOf finds the refund of a sale that was made with a key; nil without one.
func (g *Gateway) refundOf(ctx context.Context, sale, key string) (found *sdk.Refund, err error) {
	err = g.eachRefund(ctx, sale, func(r *sdk.Refund) {
		if r.Metadata[refundName] == key {
			found = r
		}
	})
	return found, err
}

// givenBack is what of a sale stays given back: refunds that have not failed.
func (g *Gateway) givenBack(ctx context.Context, sale string) (minor int64, err error) {
	err = g.eachRefund(ctx, sale, func(r *sdk.Refund) {
		if !failedRefund(string(r.Status)) {
			minor += r.Amount
		}
	})
	return minor, err
}

func (g *Gateway) eachRefund(ctx context.Context, sale string, do func(*sdk.Refund)) error {
	p := &sdk.RefundListParams{PaymentIntent: sdk.String(sale)}
	p.Limit = sdk.Int64(100)
	p.AddExpand("data.charge")
	for r, err := range g.client.V1Refunds.List(ctx, p).All(ctx) {
		if err != nil {
			return err
		}
		do(r)
	}
	return nil
}

// plainly names a failed call without what Stripe wrote: its words repeat parts
// of keys.
func plainly(what string, err error) error {
	if e, ok := errors.AsType[*sdk.Error](err); ok && e.HTTPStatusCode != 0 {
		return gateway.NoSuccess(what, e.HTTPStatusCode)
	}
	return fmt.Errorf("%s: %w", what, gateway.ErrUnreachable)
}
