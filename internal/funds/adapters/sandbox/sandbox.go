// Package sandbox is a payment vendor of our own that moves no money: a hosted
// page on which a developer plays card, bank and quarrel. Its notifications go
// the way of every vendor's, through the same address and signed.
//
// Invariants:
//   - it works in development mode only: it neither starts, nor shows, nor
//     accepts a notification without it;
//   - an order changes only as the table of moves allows, and each change is
//     kept, with its notification, before it is sent: a restart loses nothing;
//   - notifications are signed with HMAC-SHA256 over the raw body.
//
// It stands for no vendor, so nothing about a live service is proven by it.
package sandbox

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"limelight/internal/funds/gateway"
	"limelight/internal/kit/fault"
)

// ID is the gateway's name in addresses and settings.
const ID = "sandbox"

// SignatureHeader carries the signature of a notification.
const SignatureHeader = "Limelight-Sandbox-Signature"

// Form has nothing to enter.
var Form = gateway.Form{}

// What a Store answers.
var (
	ErrNoOrder = fault.New(fault.NotFound, "This payment does not exist.")
	// ErrStale refuses to keep an order that somebody else has changed meanwhile.
	ErrStale = fault.New(fault.Conflict, "This payment has just changed. Look again.")
)

// Store keeps the sandbox's orders. Create does nothing when the order is there.
// Save replaces the order whose Version is one less than the given one's, and is
// ErrStale otherwise.
type Store interface {
	Load(ctx context.Context, id string) (Order, error)
	Create(ctx context.Context, o Order) error
	Save(ctx context.Context, o Order) error
}

// Send posts a notification to the site's own webhook address. It returns nil
// when the site has acknowledged it with 200, and only then.
type Send func(ctx context.Context, header http.Header, body []byte) error

// Parts are what the sandbox needs beside what every gateway does.
type Parts struct {
	Store Store
	Send  Send
	Base  string // the address of its pages, such as https://site/sandbox
	Key   []byte // signs notifications and names orders; the site's secret
}

// Gateway is the vendor and our side of it.
type Gateway struct {
	deps  gateway.Deps
	parts Parts
	base  *url.URL
}

// New makes the sandbox. It refuses a field, a short key and, outside
// development mode, everything.
func New(given gateway.Values, deps gateway.Deps, parts Parts) (*Gateway, error) {
	if _, err := Form.Check(given); err != nil {
		return nil, err
	}
	base, err := gateway.Address("base", parts.Base)
	if err != nil {
		return nil, err
	}
	if len(parts.Key) < sha256.Size {
		return nil, errors.New("sandbox: the key is too short")
	}
	g := &Gateway{deps: deps, parts: parts, base: base}
	return g, g.Caps().Admit(deps.Site())
}

// ID implements gateway.Gateway.
func (g *Gateway) ID() string { return ID }

// Caps implements gateway.Gateway.
func (g *Gateway) Caps() gateway.Caps {
	caps := gateway.Caps{Adult: true, Development: true, PartialRefund: true, PullStatus: true, SignedWebhook: true}
	for _, c := range gateway.Currencies() {
		caps.Accepts = append(caps.Accepts, gateway.Range{Currency: c.Code, Min: 1})
	}
	return caps
}

// Start keeps an order and says where its page is. The page's address cannot be
// guessed; who has it may play.
func (g *Gateway) Start(ctx context.Context, in gateway.Intent) (gateway.Next, error) {
	if err := g.Caps().Admit(g.deps.Site()); err != nil {
		return gateway.Next{}, err
	}
	if err := g.Caps().Take(in); err != nil {
		return gateway.Next{}, err
	}
	o := Order{
		ID: g.orderID(in.ID), Version: 1, State: Open, Price: in.Price, PassThrough: in.PassThrough,
		Description: in.Description, ReturnURL: in.ReturnURL, CreatedAt: g.deps.Now().UTC(),
	}
	if err := g.parts.Store.Create(ctx, o); err != nil {
		return gateway.Next{}, fmt.Errorf("sandbox: keep the order: %w", err)
	}
	return gateway.Redirect(g.base.JoinPath(o.ID).String(), gateway.Ref{Session: o.ID, Sale: o.ID}), nil
}

func (g *Gateway) orderID(intentID string) string {
	mac := hmac.New(sha256.New, g.parts.Key)
	mac.Write([]byte("order|" + intentID))
	return strings.ToLower(base32.StdEncoding.EncodeToString(mac.Sum(nil))[:32])
}

func (g *Gateway) sign(body []byte) string {
	mac := hmac.New(sha256.New, g.parts.Key)
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// note is the body of a notification.
type note struct {
	Key         string         `json:"key"`
	Kind        gateway.Kind   `json:"kind"`
	Order       string         `json:"order"`
	PassThrough string         `json:"passThrough"`
	Amount      gateway.Money  `json:"amount"`
	Total       *gateway.Money `json:"total,omitempty"` // of a refund: all so far
	At          time.Time      `json:"at"`
	Reason      string         `json:"reason,omitempty"`
}

func (n note) event() gateway.Event {
	e := gateway.Event{
		Key: n.Key, Kind: n.Kind, IntentID: gateway.IntentID(n.PassThrough), PassThrough: n.PassThrough,
		Ref: gateway.Ref{Session: n.Order, Sale: n.Order}, Amount: n.Amount, At: n.At, Reason: n.Reason,
	}
	if n.Total != nil {
		e.Total = *n.Total
	}
	return e
}

// Parse implements gateway.Gateway.
func (g *Gateway) Parse(_ context.Context, r gateway.Raw) ([]gateway.Event, error) {
	if err := g.Caps().Admit(g.deps.Site()); err != nil {
		return nil, gateway.Unauthentic("the sandbox is closed")
	}
	if r.Method != http.MethodPost || len(r.Body) > gateway.MaxBody ||
		!hmac.Equal([]byte(r.Header.Get(SignatureHeader)), []byte(g.sign(r.Body))) {
		return nil, gateway.Unauthentic("the signature is not valid")
	}
	var n note
	if err := json.Unmarshal(r.Body, &n); err != nil || n.Key == "" {
		return nil, gateway.Unauthentic("the body cannot be read")
	}
	return []gateway.Event{n.event()}, nil
}

// Ack implements gateway.Gateway: 200 and nothing.
func (g *Gateway) Ack(_ []gateway.Event, err error) gateway.Reply {
	return gateway.Answer(err, gateway.Reply{Status: http.StatusOK})
}

// Status tells all that has been told of the order.
func (g *Gateway) Status(ctx context.Context, ref gateway.Ref) (snap gateway.Snapshot, err error) {
	o, err := g.parts.Store.Load(ctx, ref.Session)
	if err != nil {
		return gateway.Snapshot{}, fmt.Errorf("sandbox: look at the order: %w", err)
	}
	for _, told := range o.Told {
		var n note
		if err := json.Unmarshal([]byte(told.Body), &n); err != nil {
			return gateway.Snapshot{}, fmt.Errorf("sandbox: read what was told: %w", err)
		}
		snap.Events = append(snap.Events, n.event())
	}
	return snap, nil
}

// Refund gives money back by the site's own wish. Its answer is the news: no
// notification follows, though Status repeats it.
func (g *Gateway) Refund(ctx context.Context, ref gateway.Ref, amount gateway.Money, key string) (gateway.Event, error) {
	o, err := g.parts.Store.Load(ctx, ref.Sale)
	if err != nil {
		return gateway.Event{}, fmt.Errorf("sandbox: refund: %w", err)
	}
	if done, ok := o.Refunds[key]; ok {
		return done, nil
	}
	o, err = g.refund(o, amount)
	if err != nil {
		return gateway.Event{}, err
	}
	last := &o.Told[len(o.Told)-1]
	last.Delivered = true
	var n note
	if err := json.Unmarshal([]byte(last.Body), &n); err != nil {
		return gateway.Event{}, fmt.Errorf("sandbox: refund: %w", err)
	}
	o.Refunds = with(o.Refunds, key, n.event())
	if err := g.save(ctx, o); err != nil {
		return gateway.Event{}, fmt.Errorf("sandbox: refund: %w", err)
	}
	return n.event(), nil
}

func with(m map[string]gateway.Event, key string, e gateway.Event) map[string]gateway.Event {
	changed := map[string]gateway.Event{key: e}
	for k, v := range m {
		changed[k] = v
	}
	return changed
}
