// Package btcpay takes payments by the operator's own BTCPay Server (Greenfield
// API): bitcoin and what else it is set up for.
//
// Invariants:
//   - a notification is read only when its signature fits the raw body;
//   - what it says is not believed: the invoice itself is asked, and only a
//     settled one credits;
//   - an invoice's facts have the keys invoice:type, from notification and status.
//
// There are no chargebacks. Refunds are pull payments that the operator makes in
// BTCPay. A payment that comes late may settle an invoice that has expired.
//
// Shown against the field list of BTCPay's published API; not proven against the
// live service.
package btcpay

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"limelight/internal/funds/gateway"
)

// ID is the gateway's name in addresses and settings.
const ID = "btcpay"

// Form is what an operator enters.
var Form = gateway.Form{
	{
		Name: "address", Label: "Address of the server", Pattern: `https?://\S{1,300}`, Shape: "Must be an address such as https://pay.example.com",
		Help: "The BTCPay Server that you run or rent.",
	},
	{
		Name: "storeId", Label: "Store ID", Pattern: `[A-Za-z0-9]{20,64}`, Shape: "Must be 20 to 64 letters and digits",
		Help: "Store settings, General.",
	},
	{
		Name: "apiKey", Label: "API key", Secret: true, Pattern: `[A-Za-z0-9]{20,100}`, Shape: "Must be 20 to 100 letters and digits",
		Help: "Account, API keys, for this store alone: may view and create invoices, nothing else.",
	},
	{
		Name: "webhookSecret", Label: "Secret of the webhook", Secret: true, Pattern: `.{12,200}`, Shape: "Must be 12 to 200 characters",
		Help: "Store settings, Webhooks: shown when the webhook is made.",
	},
}

// Gateway is one store of a BTCPay Server.
type Gateway struct {
	base          *url.URL
	store         string
	key           string
	webhookSecret []byte
	client        *http.Client
	now           func() time.Time
}

// New makes the gateway of a filled-in form, or refuses a wrong field.
func New(given gateway.Values, deps gateway.Deps) (*Gateway, error) {
	values, err := Form.Check(given)
	if err != nil {
		return nil, err
	}
	base, err := gateway.Address("address", values["address"])
	if err != nil {
		return nil, err
	}
	return &Gateway{
		base: base, store: values["storeId"], key: values["apiKey"],
		webhookSecret: []byte(values["webhookSecret"]), client: gateway.Bounded(deps.Client), now: deps.Now,
	}, nil
}

// ID implements gateway.Gateway.
func (g *Gateway) ID() string { return ID }

// Caps implements gateway.Gateway.
func (g *Gateway) Caps() gateway.Caps {
	caps := gateway.Caps{Adult: true, PullStatus: true, SignedWebhook: true}
	for _, c := range gateway.Currencies() {
		caps.Accepts = append(caps.Accepts, gateway.Range{Currency: c.Code, Min: 1})
	}
	return caps
}

type newInvoice struct {
	Amount   string            `json:"amount"`
	Currency string            `json:"currency"`
	Metadata map[string]string `json:"metadata"`
	Checkout checkout          `json:"checkout"`
}

type checkout struct {
	RedirectURL string `json:"redirectURL"`
}

// Start makes an invoice, or finds the one that an earlier start has made: the
// API has no idempotency key, but invoices can be searched by our value.
func (g *Gateway) Start(ctx context.Context, in gateway.Intent) (gateway.Next, error) {
	if err := g.Caps().Take(in); err != nil {
		return gateway.Next{}, err
	}
	open, err := g.open(ctx, in)
	if err != nil {
		return gateway.Next{}, err
	}
	if open.ID == "" {
		open, err = g.create(ctx, in)
		if err != nil {
			return gateway.Next{}, err
		}
	}
	link, err := url.Parse(open.CheckoutLink)
	if err != nil || link.Scheme != "https" && link.Scheme != "http" || link.Host == "" || !isInvoiceID(open.ID) {
		return gateway.Next{}, fmt.Errorf("btcpay: create an invoice: %w (no address came)", gateway.ErrUnreachable)
	}
	return gateway.Redirect(open.CheckoutLink, gateway.Ref{Session: open.ID, Sale: open.ID}), nil
}

// open is the intent's invoice that still waits for money; none has no ID.
func (g *Gateway) open(ctx context.Context, in gateway.Intent) (invoice, error) {
	var list []invoice
	query := url.Values{"orderId": {in.PassThrough}, "status": {"New"}}
	err := g.call(ctx, "btcpay: look for an invoice", http.MethodGet, "?"+query.Encode(), nil, &list)
	if err != nil {
		return invoice{}, err
	}
	for _, i := range list {
		if price, err := i.price(); err == nil && i.Metadata.OrderID == in.PassThrough && i.Status == "New" && price == in.Price {
			return i, nil
		}
	}
	return invoice{}, nil
}

func (g *Gateway) create(ctx context.Context, in gateway.Intent) (made invoice, err error) {
	body, err := json.Marshal(newInvoice{
		Amount: in.Price.Text(), Currency: in.Price.Currency,
		Metadata: map[string]string{"orderId": in.PassThrough, "itemDesc": in.Description},
		Checkout: checkout{RedirectURL: in.ReturnURL},
	})
	if err != nil {
		return invoice{}, fmt.Errorf("btcpay: create an invoice: %w", err)
	}
	err = g.call(ctx, "btcpay: create an invoice", http.MethodPost, "", body, &made)
	return made, err
}

// call asks the store's invoices. An answer that cannot be read is as none.
func (g *Gateway) call(ctx context.Context, what, method, path string, body []byte, answer any) error {
	address := g.base.String() + "/api/v1/stores/" + g.store + "/invoices" + path
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%s: %w", what, gateway.ErrUnreachable)
	}
	req.Header.Set("Authorization", "token "+g.key)
	req.Header.Set("Accept", "application/json")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	text, err := gateway.Call(g.client, what, req)
	if err != nil {
		return err
	}
	if json.Unmarshal(text, answer) != nil {
		return fmt.Errorf("%s: %w (the answer cannot be read)", what, gateway.ErrUnreachable)
	}
	return nil
}

// Ack implements gateway.Gateway: 200 and nothing.
func (g *Gateway) Ack(_ []gateway.Event, err error) gateway.Reply {
	return gateway.Answer(err, gateway.Reply{Status: http.StatusOK})
}

// Status asks for the invoice.
func (g *Gateway) Status(ctx context.Context, ref gateway.Ref) (gateway.Snapshot, error) {
	if !isInvoiceID(ref.Session) {
		return gateway.Snapshot{}, gateway.ErrUnsupported
	}
	i, err := g.invoice(ctx, ref.Session)
	if err != nil {
		return gateway.Snapshot{}, err
	}
	kind, told := i.fact()
	if told == "" {
		return gateway.Snapshot{}, nil
	}
	e, err := g.event(i, told, kind)
	if err != nil {
		return gateway.Snapshot{}, err
	}
	e.At = g.now()
	return gateway.Snapshot{Events: []gateway.Event{e}}, nil
}

// Refund is a pull payment that the operator makes in BTCPay.
func (g *Gateway) Refund(context.Context, gateway.Ref, gateway.Money, string) (gateway.Event, error) {
	return gateway.Event{}, gateway.ErrUnsupported
}

// isInvoiceID reports whether text could be an invoice's id; it becomes part of an
// address.
func isInvoiceID(text string) bool {
	return text != "" && len(text) <= 64 && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") == ""
}
