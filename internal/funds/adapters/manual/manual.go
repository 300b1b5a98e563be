// Package manual is the gateway of what arrives by hand: an admin credits or
// debits an account with a reason and a reference, such as that of a bank
// transfer.
//
// It is pure judgement: whether an entry may be made, and by how many. Who
// approves, and the books, are funds' affair.
//
// Invariants:
//   - nobody books for oneself, nor approves an own entry;
//   - above the limit a second admin approves;
//   - a reference is booked once: it is the event's key.
//
// Nothing arrives here from outside: every notification is refused.
package manual

import (
	"context"
	"maps"
	"net/http"
	"strings"

	"limelight/internal/funds/gateway"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
)

// ID is the gateway's name in addresses and settings.
const ID = "manual"

// The bounds of texts, in characters.
const (
	minReason    = 10
	maxReason    = 500
	maxReference = 80
	minReference = 3
)

// Form is what an operator enters, in whole tokens.
var Form = gateway.Form{
	{
		Name: "most", Label: "Largest entry (tokens)", Optional: true, Default: "50000", Pattern: `[0-9]{1,9}`, Shape: "Must be a whole number of tokens",
		Help: "Nobody can book more in one entry. From how many on a second admin must agree is a setting of the site.",
	},
}

// The refusals.
var (
	ErrSelf     = fault.New(fault.Forbidden, "You cannot book tokens for yourself.")
	ErrApprover = fault.New(fault.Forbidden, "Another admin must approve this, neither the one who entered it nor the one who gets it.")
)

// Entry is what an admin wants to book.
type Entry struct {
	AdminID   string
	AccountID string
	Debit     bool // takes tokens away
	Tokens    money.Tokens
	Price     gateway.Money // what was paid for them; none when nothing was
	Reason    string        // why, for the audit log
	Reference string        // of the payment, once
}

// Gateway books by hand.
type Gateway struct {
	most money.Tokens
}

// New makes the gateway of a filled-in form, or refuses a wrong field.
func New(given gateway.Values, _ gateway.Deps) (*Gateway, error) {
	// Once a field here, which one admin could raise; now the setting secondAdminAbove.
	given = maps.Clone(given)
	delete(given, "alone")
	values, err := Form.Check(given)
	if err != nil {
		return nil, err
	}
	most, err := money.Parse(values["most"])
	if err != nil || most <= 0 {
		return nil, fault.Field("most", "Must be more than nothing")
	}
	return &Gateway{most: most}, nil
}

// Check returns the entry as it is booked, or refuses it.
func (g *Gateway) Check(e Entry) (Entry, error) {
	e.Reason, e.Reference = sanitize.Line(e.Reason), sanitize.Reference(e.Reference)
	var wrong []fault.Problem
	refuse := func(f *fault.Fault) { wrong = append(wrong, f.Fields...) }
	if e.AdminID == "" || e.AccountID == "" {
		return Entry{}, fault.Missing("accountId")
	}
	if e.AdminID == e.AccountID {
		return Entry{}, ErrSelf
	}
	if e.Tokens <= 0 || e.Tokens > g.most {
		refuse(fault.Between("tokens", "0.01", g.most))
	}
	if e.Price.Currency != "" || e.Price.Minor != 0 {
		if f, bad := e.Price.Valid().(*fault.Fault); bad {
			refuse(f)
		}
	}
	if f, bad := fault.Length("reason", e.Reason, minReason, maxReason).(*fault.Fault); bad {
		refuse(f)
	}
	if f, bad := fault.Length("reference", e.Reference, minReference, maxReference).(*fault.Fault); bad {
		refuse(f)
	}
	if len(wrong) > 0 {
		return Entry{}, fault.Refuse(wrong...)
	}
	return e, nil
}

// Approve refuses an admin who may not approve the entry.
func (g *Gateway) Approve(e Entry, adminID string) error {
	if adminID == "" || adminID == e.AdminID || adminID == e.AccountID {
		return ErrApprover
	}
	return nil
}

// Key is the business key of an entry: its reference, whatever its case, once a
// direction.
func (e Entry) Key() string {
	direction := "credit:"
	if e.Debit {
		direction = "debit:"
	}
	return direction + strings.ToLower(e.Reference)
}

// ID implements gateway.Gateway.
func (g *Gateway) ID() string { return ID }

// Caps implements gateway.Gateway. No package is bought here.
func (g *Gateway) Caps() gateway.Caps { return gateway.Caps{Adult: true} }

// Start is not for members.
func (g *Gateway) Start(context.Context, gateway.Intent) (gateway.Next, error) {
	return gateway.Next{}, gateway.ErrUnsupported
}

// Parse refuses everything: nobody outside may book.
func (g *Gateway) Parse(context.Context, gateway.Raw) ([]gateway.Event, error) {
	return nil, gateway.Unauthentic("nothing arrives by hand from outside")
}

// Ack implements gateway.Gateway.
func (g *Gateway) Ack(_ []gateway.Event, err error) gateway.Reply {
	return gateway.Answer(err, gateway.Reply{Status: http.StatusOK})
}

// Status has nobody to ask.
func (g *Gateway) Status(context.Context, gateway.Ref) (gateway.Snapshot, error) {
	return gateway.Snapshot{}, gateway.ErrUnsupported
}

// Refund is a debit, entered like any other.
func (g *Gateway) Refund(context.Context, gateway.Ref, gateway.Money, string) (gateway.Event, error) {
	return gateway.Event{}, gateway.ErrUnsupported
}
