package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"limelight/internal/funds/gateway"
	"limelight/internal/kit/fault"
)

// State is how far an order is.
type State string

// The states. A refunded order stays paid.
const (
	Open     State = "open"
	Pending  State = "pending"
	Paid     State = "paid"
	Declined State = "declined"
	Expired  State = "expired"
	Disputed State = "disputed"
	Won      State = "won"  // by the site
	Lost     State = "lost" // by the site
)

// Order is one payment of the sandbox. It is kept as JSON.
type Order struct {
	ID          string                   `json:"id"`
	Version     int                      `json:"version"`
	State       State                    `json:"state"`
	Price       gateway.Money            `json:"price"`
	Refunded    int64                    `json:"refunded"` // minor units
	PassThrough string                   `json:"passThrough"`
	Description string                   `json:"description"`
	ReturnURL   string                   `json:"returnUrl"`
	CreatedAt   time.Time                `json:"createdAt"`
	Told        []Told                   `json:"told"`
	Refunds     map[string]gateway.Event `json:"refunds,omitempty"` // of the site, by its key
}

// Told is a notification of an order.
type Told struct {
	Body      string `json:"body"` // as signed and sent
	Delivered bool   `json:"delivered"`
}

// move is what somebody does on the page: from which states, to which, and what
// is told of it.
type move struct {
	Name  string
	Label string
	from  []State
	to    State
	kind  gateway.Kind
	word  string // of the key
}

var moves = []move{
	{"pay", "Pay", []State{Open, Pending}, Paid, gateway.Paid, "paid"},
	{"pending", "Start a slow bank transfer", []State{Open}, Pending, gateway.Pending, "pending"},
	{"decline", "Decline the card", []State{Open, Pending}, Declined, gateway.Failed, "failed"},
	{"expire", "Let it expire", []State{Open, Pending}, Expired, gateway.Expired, "expired"},
	{"dispute", "Dispute the payment", []State{Paid}, Disputed, gateway.ChargebackOpened, "dispute:opened"},
	{"win", "The site wins", []State{Disputed}, Won, gateway.ChargebackWon, "dispute:won"},
	{"lose", "The site loses", []State{Disputed}, Lost, gateway.ChargebackLost, "dispute:lost"},
}

// The refusals of a move.
var (
	errMove   = fault.New(fault.Conflict, "That cannot be done with this payment any more.")
	errAmount = fault.New(fault.Invalid, "Give back at least the smallest coin and at most what is left.")
)

// possible are the moves that an order allows. What has been given back in full
// cannot be disputed.
func (o Order) possible() (list []move) {
	for _, m := range moves {
		if slices.Contains(m.from, o.State) && !(m.Name == "dispute" && o.left().Minor == 0) {
			list = append(list, m)
		}
	}
	return list
}

// left is what can still be given back.
func (o Order) left() gateway.Money {
	return gateway.Money{Minor: o.Price.Minor - o.Refunded, Currency: o.Price.Currency}
}

func (g *Gateway) move(o Order, name string) (Order, error) {
	for _, m := range o.possible() {
		if m.Name != name {
			continue
		}
		n := note{Key: m.word + ":" + o.ID, Kind: m.kind, Amount: o.Price}
		if m.kind == gateway.ChargebackOpened {
			n.Amount, n.Reason = o.left(), "played in the sandbox"
		}
		o.State = m.to
		return g.tell(o, n)
	}
	return o, errMove
}

func (g *Gateway) refund(o Order, amount gateway.Money) (Order, error) {
	switch {
	case o.State != Paid && o.State != Won:
		return o, errMove
	case amount.Currency != o.Price.Currency || amount.Minor <= 0 || amount.Minor > o.left().Minor:
		return o, errAmount
	}
	o.Refunded += amount.Minor
	total := gateway.Money{Minor: o.Refunded, Currency: o.Price.Currency}
	return g.tell(o, note{
		Key:  "refunded:" + o.ID + ":" + strconv.FormatInt(o.Refunded, 10),
		Kind: gateway.Refunded, Amount: amount, Total: &total,
	})
}

// tell adds a notification to the order's own; it is sent after it is kept.
func (g *Gateway) tell(o Order, n note) (Order, error) {
	n.Order, n.PassThrough, n.At = o.ID, o.PassThrough, g.deps.Now().UTC()
	body, err := json.Marshal(n)
	if err != nil {
		return o, fmt.Errorf("sandbox: write the notification: %w", err)
	}
	o.Told = append(slices.Clone(o.Told), Told{Body: string(body)})
	return o, nil
}

func (g *Gateway) save(ctx context.Context, o Order) error {
	o.Version++
	return g.parts.Store.Save(ctx, o)
}

// deliver sends what the site has not acknowledged, in order, and stops at the
// first that it does not take. With repeat, the last one is sent again too.
func (g *Gateway) deliver(ctx context.Context, id string, repeat bool) error {
	o, err := g.parts.Store.Load(ctx, id)
	if err != nil {
		return err
	}
	for i := range o.Told {
		if o.Told[i].Delivered && !(repeat && i == len(o.Told)-1) {
			continue
		}
		body := []byte(o.Told[i].Body)
		header := http.Header{"Content-Type": {"application/json"}, SignatureHeader: {g.sign(body)}}
		if err := g.parts.Send(ctx, header, body); err != nil {
			return fmt.Errorf("sandbox: deliver a notification: %w", err)
		}
		if err := g.delivered(ctx, id, i); err != nil {
			return err
		}
	}
	return nil
}

// delivered marks a notification, whatever else has changed in the order.
func (g *Gateway) delivered(ctx context.Context, id string, index int) error {
	for {
		o, err := g.parts.Store.Load(ctx, id)
		if err != nil || o.Told[index].Delivered {
			return err
		}
		o.Told = slices.Clone(o.Told)
		o.Told[index].Delivered = true
		if err := g.save(ctx, o); err == nil || !errors.Is(err, ErrStale) {
			return err
		}
	}
}

// Post is a Send that posts to an address by the given client.
func Post(client *http.Client, address string) Send {
	bounded := gateway.Bounded(client)
	return func(ctx context.Context, header http.Header, body []byte) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
		if err != nil {
			return fmt.Errorf("sandbox: the webhook's address: %w", gateway.ErrUnreachable)
		}
		req.Header = header.Clone()
		_, err = gateway.Call(bounded, "sandbox: tell the site", req)
		return err
	}
}
