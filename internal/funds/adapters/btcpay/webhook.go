package btcpay

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"limelight/internal/funds/gateway"
)

// errDisagrees asks for another delivery: the invoice does not say what the
// notification says. The server may only be a moment behind itself.
var errDisagrees = errors.New("btcpay: the invoice does not agree with the notification")

// notification is what is read of a webhook's body.
type notification struct {
	Type      string `json:"type"`
	StoreID   string `json:"storeId"`
	InvoiceID string `json:"invoiceId"`
	Timestamp int64  `json:"timestamp"` // Unix seconds
}

// invoice is what is read of an invoice.
type invoice struct {
	ID           string `json:"id"`
	StoreID      string `json:"storeId"`
	Amount       amount `json:"amount"`
	PaidAmount   amount `json:"paidAmount"` // newer servers only
	Currency     string `json:"currency"`
	CheckoutLink string `json:"checkoutLink"`
	Status       string `json:"status"`
	Additional   string `json:"additionalStatus"`
	Metadata     struct {
		OrderID string `json:"orderId"`
	} `json:"metadata"`
}

// amount is a decimal that may come as a text or as a number.
type amount string

// UnmarshalJSON implements json.Unmarshaler.
func (a *amount) UnmarshalJSON(text []byte) error {
	if string(text) != "null" {
		*a = amount(strings.Trim(string(text), `"`))
	}
	return nil
}

func (i invoice) price() (gateway.Money, error) {
	return gateway.ParseMoney(string(i.Amount), i.Currency)
}

// fact is what the invoice's state means, and the notification that tells it.
func (i invoice) fact() (gateway.Kind, string) {
	switch i.Status {
	case "Processing":
		return gateway.Pending, "InvoiceProcessing"
	case "Settled":
		if i.Additional == "PaidOver" {
			return gateway.Overpaid, "InvoiceSettled"
		}
		return gateway.Paid, "InvoiceSettled"
	case "Expired":
		if i.Additional == "PaidPartial" {
			return gateway.Underpaid, "InvoiceExpired"
		}
		return gateway.Expired, "InvoiceExpired"
	case "Invalid":
		return gateway.Failed, "InvoiceInvalid"
	}
	return "", ""
}

// Parse implements gateway.Gateway.
func (g *Gateway) Parse(ctx context.Context, r gateway.Raw) ([]gateway.Event, error) {
	if r.Method != http.MethodPost || len(r.Body) > gateway.MaxBody || !g.authentic(r) {
		return nil, gateway.Unauthentic("the signature is not valid")
	}
	var n notification
	if err := json.Unmarshal(r.Body, &n); err != nil {
		return nil, gateway.Unauthentic("the body cannot be read")
	}
	switch n.Type {
	case "InvoiceReceivedPayment", "InvoiceProcessing", "InvoiceExpired", "InvoiceInvalid", "InvoiceSettled":
	default:
		return nil, gateway.ErrIgnore
	}
	if !isInvoiceID(n.InvoiceID) {
		return nil, gateway.Unauthentic("no invoice is named")
	}
	i, err := g.invoice(ctx, n.InvoiceID)
	if err != nil {
		return nil, err
	}
	kind, err := i.confirm(n.Type)
	if err != nil {
		return nil, err
	}
	e, err := g.event(i, n.Type, kind)
	if err != nil {
		return nil, err
	}
	e.At = time.Unix(n.Timestamp, 0).UTC()
	if n.StoreID != g.store {
		e.Doubts = append(e.Doubts, "the store is another one")
	}
	return []gateway.Event{e}, nil
}

// confirm is what a notification of this type means, now that the invoice has
// been asked. News that the invoice has left behind is ignored; news that it has
// not reached yet is asked for again.
func (i invoice) confirm(told string) (gateway.Kind, error) {
	kind, now := i.fact()
	final := now != "" && kind != gateway.Pending
	switch {
	case now == told:
		return kind, nil
	case told == "InvoiceReceivedPayment" && i.Status != "Settled":
		return gateway.Pending, nil // of a part, or of all without confirmations
	case told == "InvoiceReceivedPayment", final && told != "InvoiceSettled":
		return "", gateway.ErrIgnore
	}
	return "", errDisagrees
}

// authentic reports, in constant time, whether the signature is of the body. It
// is compared as text, so there is one way to write it.
func (g *Gateway) authentic(r gateway.Raw) bool {
	mac := hmac.New(sha256.New, g.webhookSecret)
	mac.Write(r.Body)
	want := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(r.Header.Get("BTCPay-Sig")), []byte(want))
}

func (g *Gateway) invoice(ctx context.Context, id string) (i invoice, err error) {
	err = g.call(ctx, "btcpay: look at an invoice", http.MethodGet, "/"+id, nil, &i)
	if err == nil && i.ID != id {
		err = errDisagrees
	}
	return i, err
}

// event ignores an invoice that another shop of the same store has made.
func (g *Gateway) event(i invoice, told string, kind gateway.Kind) (gateway.Event, error) {
	pass := i.Metadata.OrderID
	if gateway.IntentID(pass) == "" {
		return gateway.Event{}, gateway.ErrIgnore
	}
	e := gateway.Event{
		Key: i.ID + ":" + told, Kind: kind,
		IntentID: gateway.IntentID(pass), PassThrough: pass,
		Ref: gateway.Ref{Session: i.ID, Sale: i.ID},
	}
	price, err := i.price()
	if err != nil {
		e.Doubts = append(e.Doubts, "the amount or its currency cannot be read")
	}
	e.Amount = price
	if paid, err := gateway.ParseMoney(string(i.PaidAmount), i.Currency); err == nil {
		e.Total = paid
	}
	if i.StoreID != "" && i.StoreID != g.store {
		e.Doubts = append(e.Doubts, "the invoice is of another store")
	}
	if i.Additional == "Marked" {
		e.Reason = "marked by hand in BTCPay"
	}
	return e, nil
}
