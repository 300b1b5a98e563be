// Package gateway is the vocabulary that the payment gateways and the funds
// room share: what is asked of a gateway, and what it tells.
//
// A gateway is pure: clock, HTTP client, keys and state are given to it, and it
// opens no database. It says what a vendor said and how sure that is; whether
// tokens move is decided by funds alone.
//
// Invariants:
//   - an event comes out of Parse only after the vendor's own scheme has been
//     verified; one that is not genuine is ErrUnauthentic, whatever else it says;
//   - an event's Key is the business fact, not the delivery: a vendor that tells
//     a fact twice gives the same key, and so does Status;
//   - an event that credits carries the pass-through value of its intent
//     (Against refuses it otherwise);
//   - no error holds a secret, a vendor's answer or an address with its query.
//
// No test of this package or of a gateway talks to a vendor: none of them is
// proven against a live service (docs/gateways.md).
package gateway

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"limelight/internal/kit/fault"
)

// What a gateway fails with.
var (
	// ErrUnauthentic is a notification that the vendor did not send, or not so.
	ErrUnauthentic = errors.New("the notification is not authentic")
	// ErrIgnore is a genuine notification of something that funds need not know.
	ErrIgnore = errors.New("the notification is of no interest")
	// ErrUnsupported is a verb that the vendor offers no way for.
	ErrUnsupported = fault.New(fault.Conflict, "This gateway cannot do that. Use the vendor's own pages and record the outcome here.")
	// ErrUnreachable is a vendor that did not answer, or not sensibly.
	ErrUnreachable = fault.New(fault.Unavailable, "The payment service did not answer. Nothing has been charged; please try again in a minute.")
	// ErrRefused is a vendor that understood and said no.
	ErrRefused = fault.New(fault.Conflict, "The payment service refused this.")
)

// Gateway is one way for money to come in (payments.md, Interfaces).
type Gateway interface {
	ID() string
	Caps() Caps
	// Start opens a payment and says where the member goes. It may be repeated
	// for the same intent.
	Start(ctx context.Context, in Intent) (Next, error)
	// Parse verifies a notification and says what it means. It fails with
	// ErrUnauthentic, ErrIgnore, or with something that asks for a retry.
	Parse(ctx context.Context, r Raw) ([]Event, error)
	// Ack is what the vendor wants to hear once funds have committed (err is
	// nil) or have not. Only after a commit does it say that all is well.
	Ack(events []Event, err error) Reply
	// Status asks the vendor, or fails with ErrUnsupported.
	Status(ctx context.Context, ref Ref) (Snapshot, error)
	// Refund gives money back. The same key refunds once; the event is the one
	// that the vendor's notification of it will repeat.
	Refund(ctx context.Context, ref Ref, amount Money, key string) (Event, error)
}

// Caps are what a gateway can carry.
type Caps struct {
	Accepts       []Range // one a currency
	Adult         bool    // allowed on a site with adultMode on
	Development   bool    // allowed on a site in development mode only
	PartialRefund bool    // Refund takes less than all
	PullStatus    bool    // Status answers
	SignedWebhook bool    // notifications are signed by the vendor
}

// Range is what a gateway takes in one currency, in its minor units. Most 0 is
// no upper bound.
type Range struct {
	Currency string
	Min, Max int64
}

// Carry refuses a price that the gateway cannot carry. Funds ask when a package
// is saved, not when it is bought (payments.md, Intent).
func (c Caps) Carry(price Money) error {
	if err := price.Valid(); err != nil {
		return err
	}
	for _, r := range c.Accepts {
		switch {
		case r.Currency != price.Currency:
			continue
		case price.Minor < r.Min:
			return fault.Field("price", "This gateway takes at least %s", Money{r.Min, r.Currency})
		case r.Max > 0 && price.Minor > r.Max:
			return fault.Field("price", "This gateway takes at most %s", Money{r.Max, r.Currency})
		}
		return nil
	}
	return fault.Field("currency", "This gateway does not take %s", price.Currency)
}

// Take refuses an intent that is none, or whose price the gateway cannot carry.
func (c Caps) Take(in Intent) error {
	if err := in.Valid(); err != nil {
		return err
	}
	return c.Carry(in.Price)
}

// Site is what the operator has said about the whole site.
type Site struct {
	Adult       bool // the setting adultMode
	Development bool // development mode
}

// The refusals of Admit.
var (
	ErrNotAdult       = fault.New(fault.Conflict, "This gateway's vendor does not serve adult sites. Switch adultMode off or use another gateway.")
	ErrNotDevelopment = fault.New(fault.Conflict, "The sandbox moves no money, so it works in development mode only.")
)

// Admit refuses a gateway that must not be used on the site.
func (c Caps) Admit(s Site) error {
	switch {
	case s.Adult && !c.Adult:
		return ErrNotAdult
	case c.Development && !s.Development:
		return ErrNotDevelopment
	}
	return nil
}

// Deps are what every gateway is given.
type Deps struct {
	Client  *http.Client // carries all calls to the vendor
	Address string       // of the vendor's API in tests; empty: the vendor's own
	Now     func() time.Time
	Site    func() Site // read at each start: settings change
}

// Next is where the member goes: a redirect, or a form that posts itself.
type Next struct {
	URL    string
	Fields map[string]string // nil: follow URL; otherwise post these to it
	Ref    Ref               // what the vendor calls the payment so far
}

// Redirect sends the member to an address.
func Redirect(to string, ref Ref) Next { return Next{URL: to, Ref: ref} }

// Ref is what a vendor calls a payment. Funds keep both parts of every event:
// some vendors name only the sale when they take money back.
type Ref struct {
	Session string // the attempt: a checkout session, an invoice, our intent id
	Sale    string // what was bought; empty until there is one
}

// Raw is a notification as it arrived.
type Raw struct {
	Method   string
	Header   http.Header
	Query    url.Values
	Body     []byte
	RemoteIP netip.Addr
}

// Reply is an answer to a vendor.
type Reply struct {
	Status      int
	ContentType string
	Body        string
}

// Answer is the reply that most vendors want: ok after a commit and for what is
// of no interest, 403 and nothing for what is not authentic, and otherwise 500
// and nothing, so that the vendor tries again.
func Answer(err error, ok Reply) Reply {
	switch {
	case err == nil, errors.Is(err, ErrIgnore):
		return ok
	case errors.Is(err, ErrUnauthentic):
		return Reply{Status: http.StatusForbidden}
	}
	return Reply{Status: http.StatusInternalServerError}
}

// Snapshot is what a vendor says about a payment now: the events that it would
// have told by now, with the keys that its notifications have. None: it is open.
type Snapshot struct {
	Events []Event
}
