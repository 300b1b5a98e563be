package stripe

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	sdk "github.com/stripe/stripe-go/v86"
	"github.com/stripe/stripe-go/v86/webhook"

	"limelight/internal/funds/gateway"
)

// tolerance is how old, or how far ahead, a signature may be.
const tolerance = 300 * time.Second

const otherMode = "the event is of the other mode, test or live, than the key"

// object is what is read of sessions, charges and disputes. Its fields are the
// same in every version of Stripe's API that webhooks are sent in.
type object struct {
	ID            string            `json:"id"`
	Reference     string            `json:"client_reference_id"`
	Metadata      map[string]string `json:"metadata"`
	PaymentStatus string            `json:"payment_status"`
	Total         int64             `json:"amount_total"`
	Amount        int64             `json:"amount"`
	Refunded      int64             `json:"amount_refunded"`
	Currency      string            `json:"currency"`
	PaymentIntent named             `json:"payment_intent"`
	Status        string            `json:"status"`
	Reason        string            `json:"reason"`
	FailureReason string            `json:"failure_reason"`
	FraudType     string            `json:"fraud_type"`
}

// named is an object that Stripe gives by its id or as a whole.
type named struct{ ID string }

// UnmarshalJSON implements json.Unmarshaler.
func (n *named) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		return json.Unmarshal(text, &n.ID)
	}
	var whole struct {
		ID string `json:"id"`
	}
	err := json.Unmarshal(text, &whole)
	n.ID = whole.ID
	return err
}

// refunds is what had been given back before an event. Stripe's package would
// read it as a floating number.
type refunds struct {
	Data struct {
		Previous struct {
			Refunded int64 `json:"amount_refunded"`
		} `json:"previous_attributes"`
	} `json:"data"`
}

// Parse implements gateway.Gateway. Stripe's own package verifies the signature;
// its clock is not ours, so the age is checked here.
func (g *Gateway) Parse(ctx context.Context, r gateway.Raw) ([]gateway.Event, error) {
	if len(r.Body) > gateway.MaxBody {
		return nil, gateway.Unauthentic("the body is too large")
	}
	header := r.Header.Get("Stripe-Signature")
	if err := g.fresh(header); err != nil {
		return nil, err
	}
	told, err := webhook.ConstructEventWithOptions(r.Body, header, g.secret, webhook.ConstructEventOptions{
		IgnoreTolerance: true, IgnoreAPIVersionMismatch: true,
	})
	if err != nil || told.Data == nil {
		return nil, gateway.Unauthentic("the signature or the event is not valid")
	}
	var o object
	var earlier refunds
	if json.Unmarshal(told.Data.Raw, &o) != nil || json.Unmarshal(r.Body, &earlier) != nil {
		return nil, gateway.Unauthentic("the event's object cannot be read")
	}
	e, err := g.event(ctx, told, o, earlier.Data.Previous.Refunded)
	if err != nil {
		return nil, err
	}
	e.At = time.Unix(told.Created, 0).UTC()
	if told.Livemode != g.live {
		e.Doubts = append(e.Doubts, otherMode)
	}
	return []gateway.Event{e}, nil
}

// fresh refuses a header whose time is not single, not plain or not now, and
// signatures that are not written as Stripe does: one signature, one text.
func (g *Gateway) fresh(header string) error {
	at, times := int64(0), 0
	for part := range strings.SplitSeq(header, ",") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "t":
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil || strconv.FormatInt(n, 10) != value {
				return gateway.Unauthentic("the signature's time cannot be read")
			}
			at, times = n, times+1
		case "v1":
			if strings.ToLower(value) != value {
				return gateway.Unauthentic("the signature is not in lower case")
			}
		}
	}
	if times != 1 {
		return gateway.Unauthentic("the signature has no time, or several")
	}
	if age := g.deps.Now().Sub(time.Unix(at, 0)); age > tolerance || age < -tolerance {
		return gateway.Unauthentic("the signature is too old or of the future")
	}
	return nil
}

func (g *Gateway) event(ctx context.Context, told sdk.Event, o object, before int64) (gateway.Event, error) {
	switch told.Type {
	case "checkout.session.completed":
		return o.ours(o.session(o.completed()))
	case "checkout.session.async_payment_succeeded":
		return o.ours(o.session(o.completed()))
	case "checkout.session.async_payment_failed":
		return o.ours(o.session(gateway.Failed))
	case "checkout.session.expired":
		return o.ours(o.session(gateway.Expired))
	case "charge.refunded":
		return o.ours(o.refund(o.Refunded - before))
	case "charge.dispute.created", "charge.dispute.funds_withdrawn", "charge.dispute.funds_reinstated", "charge.dispute.closed":
		return g.dispute(ctx, string(told.Type), o)
	case "radar.early_fraud_warning.created":
		return g.fraudReport(ctx, o)
	case "refund.failed", "refund.updated", "charge.refund.updated":
		return g.refundFailed(ctx, o)
	}
	return gateway.Event{}, gateway.ErrIgnore
}

// ours ignores what another shop of the same Stripe account sold.
func (o object) ours(e gateway.Event) (gateway.Event, error) {
	if e.PassThrough == "" {
		return gateway.Event{}, gateway.ErrIgnore
	}
	return e, nil
}

// completed is what a completed session means: only "paid" is money.
func (o object) completed() gateway.Kind {
	if o.PaymentStatus == "paid" {
		return gateway.Paid
	}
	return gateway.Pending
}

func (o object) session(kind gateway.Kind) gateway.Event {
	pass := o.Metadata[intentKey]
	e := gateway.Event{
		Key: string(kind) + ":" + o.ID, Kind: kind,
		IntentID: gateway.IntentID(pass), PassThrough: pass,
		Ref:    gateway.Ref{Session: o.ID, Sale: o.PaymentIntent.ID},
		Amount: money(o.Total, o.Currency),
	}
	if o.Reference != pass {
		e.Doubts = append(e.Doubts, "the session's two references differ")
	}
	return e
}

// refundKey is the fact that so much of a charge has been given back in all.
func refundKey(chargeID string, total int64) string {
	return "refunded:" + chargeID + ":" + strconv.FormatInt(total, 10)
}

func (o object) refund(now int64) gateway.Event {
	pass := o.Metadata[intentKey]
	return gateway.Event{
		Key: refundKey(o.ID, o.Refunded), Kind: gateway.Refunded,
		IntentID: gateway.IntentID(pass), PassThrough: pass,
		Ref:    gateway.Ref{Sale: o.PaymentIntent.ID},
		Amount: money(now, o.Currency), Total: money(o.Refunded, o.Currency),
	}
}

func failedRefund(status string) bool { return status == "failed" || status == "canceled" }

// refundFailed is a refund that the payer's bank sent back, days later: of a refund,
// nothing else is told here. It finds the intent by the payment, and asks what of
// it stays given back.
func (g *Gateway) refundFailed(ctx context.Context, o object) (gateway.Event, error) {
	if !failedRefund(o.Status) || o.PaymentIntent.ID == "" {
		return gateway.Event{}, gateway.ErrIgnore
	}
	payment, err := g.client.V1PaymentIntents.Retrieve(ctx, o.PaymentIntent.ID, nil)
	if err != nil {
		return gateway.Event{}, plainly("stripe: look at a refunded payment", err)
	}
	pass := payment.Metadata[intentKey]
	if pass == "" {
		return gateway.Event{}, gateway.ErrIgnore
	}
	stays, err := g.givenBack(ctx, o.PaymentIntent.ID)
	if err != nil {
		return gateway.Event{}, plainly("stripe: look at the refunds of a payment", err)
	}
	return gateway.Event{
		Key: "refund-failed:" + o.ID, Kind: gateway.RefundFailed,
		IntentID: gateway.IntentID(pass), PassThrough: pass,
		Ref:    gateway.Ref{Sale: o.PaymentIntent.ID},
		Amount: money(o.Amount, o.Currency), Total: money(stays, o.Currency),
		Refund: o.Metadata[refundName], Reason: o.FailureReason,
	}, nil
}

// dispute finds the intent by the payment that is disputed: a dispute itself
// carries nothing of ours. A warning moves no money and is ignored.
func (g *Gateway) dispute(ctx context.Context, kind string, o object) (gateway.Event, error) {
	outcome, ok := disputed(kind, o.Status)
	if !ok || o.PaymentIntent.ID == "" {
		return gateway.Event{}, gateway.ErrIgnore
	}
	payment, err := g.client.V1PaymentIntents.Retrieve(ctx, o.PaymentIntent.ID, nil)
	if err != nil {
		return gateway.Event{}, plainly("stripe: look at a disputed payment", err)
	}
	pass := payment.Metadata[intentKey]
	return o.ours(gateway.Event{
		Key: "dispute:" + o.ID + ":" + string(outcome), Kind: outcome,
		IntentID: gateway.IntentID(pass), PassThrough: pass,
		Ref:    gateway.Ref{Sale: o.PaymentIntent.ID},
		Amount: money(o.Amount, o.Currency), Reason: o.Reason,
	})
}

// fraudReport is what the payer's bank tells the card network: it counts against the
// site whether a dispute follows or not.
func (g *Gateway) fraudReport(ctx context.Context, o object) (gateway.Event, error) {
	if o.PaymentIntent.ID == "" {
		return gateway.Event{}, gateway.ErrIgnore
	}
	payment, err := g.client.V1PaymentIntents.Retrieve(ctx, o.PaymentIntent.ID, nil)
	if err != nil {
		return gateway.Event{}, plainly("stripe: look at a payment reported as fraud", err)
	}
	pass := payment.Metadata[intentKey]
	return o.ours(gateway.Event{
		Key: "fraud:" + o.ID, Kind: gateway.FraudReported,
		IntentID: gateway.IntentID(pass), PassThrough: pass,
		Ref: gateway.Ref{Sale: o.PaymentIntent.ID}, Reason: o.FraudType,
	})
}

func disputed(kind, status string) (gateway.Kind, bool) {
	switch {
	case strings.HasPrefix(status, "warning_"):
		return "", false
	case kind == "charge.dispute.created", kind == "charge.dispute.funds_withdrawn":
		return gateway.ChargebackOpened, true
	case kind == "charge.dispute.funds_reinstated", status == "won":
		return gateway.ChargebackWon, true
	case status == "lost":
		return gateway.ChargebackLost, true
	}
	return "", false
}

func money(minor int64, currency string) gateway.Money {
	return gateway.Money{Minor: minor, Currency: strings.ToUpper(currency)}
}
