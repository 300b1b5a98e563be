// Package finance is the back office's view of the money: every transfer, a
// person's statement, what the site earned, what it owes, and whether the books
// balance.
//
// It has no table and changes nothing but the audit log. Everything is read from
// the ledger's postings, each answer in one transaction, so that the figures of an
// answer are of one moment.
//
// Invariants:
//   - the nets of the site's income sum to the change of site:revenue;
//   - the opening of a statement and its lines make its closing;
//   - nobody's statement is looked at without a line in the audit log.
package finance

import (
	"context"
	"slices"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Person is somebody with accounts in the ledger.
type Person struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
	Role     string `json:"role,omitempty"`
}

// People knows who is who.
type People interface {
	// Usernames gives names by account id; an id that it does not know is absent.
	Usernames(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error)
	// Find looks for an id, and then for a username.
	Find(ctx context.Context, tx *db.Tx, idOrUsername string) (p Person, found bool, err error)
}

// Days knows which days of the ledger are closed. It is asked outside of every
// transaction: it has one of its own.
type Days interface {
	Closed(ctx context.Context, day string) (bool, error)
}

// Price is what a token of earnings is worth today.
type Price struct {
	Currency string // ISO 4217
	Decimals int    // of the currency
	Rate     int64  // ten-thousandths of a unit of Currency per token; 0: none is set
}

// Deps are what the reports are made from.
type Deps struct {
	DB       *db.DB
	People   People
	Audit    *audit.Log
	Days     Days
	Price    func() Price  // read at each use: a setting
	SiteName func() string // on statements
	Kinds    ledger.Kinds  // those of income split what a member paid
	Rewards  []string      // the kinds by which the site gives of its part
	Now      func() time.Time
}

// core is what every part of the reports has.
type core struct{ Deps }

// Service answers the back office: its reports behind one door.
type Service struct {
	*SiteIncome
	*TrialBalances
	*Receivables
	*Transfers
	*Statements
}

// New makes the service.
func New(d Deps) *Service {
	c := &core{d}
	return &Service{&SiteIncome{c}, &TrialBalances{c}, &Receivables{c}, &Transfers{c}, &Statements{c}}
}

// ErrNobody: an account of this id or name does not exist.
var ErrNobody = fault.New(fault.NotFound, "This account does not exist.")

// Span is a time from From on and before To.
type Span struct{ From, To time.Time }

// upToNow ends a span without an end now, so that what comes in meanwhile is left
// to the next answer.
func (s *core) upToNow(span Span) Span {
	if span.To.IsZero() {
		span.To = s.Now().Add(time.Millisecond)
	}
	return span
}

// names gives the usernames of ids, some of which may be empty or repeated.
func (s *core) names(ctx context.Context, tx *db.Tx, ids []string) (map[string]string, error) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	ids = slices.DeleteFunc(slices.Compact(ids), func(id string) bool { return id == "" })
	if len(ids) == 0 {
		return map[string]string{}, nil
	}
	return s.People.Usernames(ctx, tx, ids...)
}

// find is the person of an id or a username, or ErrNobody.
func (s *core) find(ctx context.Context, tx *db.Tx, idOrUsername string) (Person, error) {
	p, found, err := s.People.Find(ctx, tx, idOrUsername)
	if err == nil && !found {
		err = ErrNobody
	}
	return p, err
}

// recordView writes down that the caller looks at what somebody has, before it is
// read: who cannot be put on record sees nothing.
func (s *core) recordView(ctx context.Context, action audit.Action, personID, what string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Audit.Record(ctx, tx, audit.Act{Action: action, Subject: "account:" + personID, Reason: what})
	})
}

// sum adds up what of gives of each.
func sum[T any](list []T, of func(T) money.Tokens) (total money.Tokens) {
	for _, one := range list {
		total += of(one)
	}
	return total
}
