package payouts

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/currency"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
	"limelight/internal/ledger"
	"limelight/internal/payouts/rails"
)

// maxText bounds notes, reasons and references, in characters.
const maxText = 200

// Requests are what people ask for.
type Requests struct {
	*core
	balances *Balances
}

// Order is what somebody asks for. Its JSON is what an Idempotency-Key stands for.
type Order struct {
	AccountID string
	Role      account.Role
	Method    rails.Method
	Units     money.Tokens // 0: all there is
	Note      string
}

// Create reserves tokens and freezes what they are worth. A key that has been
// used gives the first request again. It fails with what Preview would refuse,
// idempotency.ErrOtherBody or a refused field.
func (s *Requests) Create(ctx context.Context, o Order, key string) (r Request, err error) {
	o.Note = sanitize.Line(o.Note)
	if err := fault.Length("requestNote", o.Note, 0, maxText); err != nil {
		return Request{}, err
	}
	if o.Units < 0 {
		return Request{}, fault.Field("requestTokens", "Must be more than 0")
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		made, err := idempotency.Once(ctx, tx, "payouts.create:"+o.AccountID, key, o, s.Now(), func() (string, error) {
			return s.create(ctx, tx, o)
		})
		if err == nil {
			r, err = selectRequest(ctx, tx, made)
		}
		return err
	})
	return r, err
}

func (s *Requests) create(ctx context.Context, tx *db.Tx, o Order) (string, error) {
	p, to, err := s.balances.preview(ctx, tx, o)
	if err == nil {
		err = p.Refusal
	}
	if err != nil {
		return "", err
	}
	now := s.Now()
	r := Request{
		ID: id.New(now), AccountID: o.AccountID, Role: o.Role, Status: Pending, Method: o.Method, Shown: to.Label(),
		Units: p.Units, Amount: p.Amount, Currency: p.Currency, Rate: p.Rate, Lines: p.Lines, Since: p.Since, Until: p.Until,
		Note: o.Note, CreatedAt: now, UpdatedAt: now,
	}
	if o.Role == account.Performer {
		if r.StudioID, err = s.Members.StudioOf(ctx, tx, o.AccountID); err != nil {
			return "", err
		}
	}
	if r.destination, err = s.sealed(requestPlace(r.ID), to); err != nil {
		return "", err
	}
	posted, err := s.Ledger.Post(ctx, tx, ledger.Transfer{
		Key: KindReserve + ":" + r.ID, Kind: KindReserve, Reference: r.ID, Payer: r.AccountID,
		Legs: []ledger.Leg{{Source: ledger.Earnings(r.AccountID), Target: ledger.Payout(r.ID), Amount: r.Units}},
	})
	if err != nil {
		return "", err
	}
	r.transferID = posted.ID
	if err := insertRequest(ctx, tx, r, s.Keys.MAC()); err != nil {
		return "", err
	}
	return r.ID, s.Events.Publish(ctx, tx, Requested{
		RequestID: r.ID, AccountID: r.AccountID, StudioID: r.StudioID, Units: r.Units,
		Amount: currency.Text(r.Amount, r.Currency), Currency: r.Currency,
	})
}

// Filter chooses requests; what is empty does not choose. Account and Studio say
// whose; an empty Filter is everybody's.
type Filter struct {
	AccountID string
	StudioID  string // requests that this studio decides
	Site      bool   // requests that the site decides
	Studios   bool   // requests that studios decide
	Status    Status
	Method    rails.Method
	From, To  time.Time // asked for from From on and before To; zero: without end
	Ascending bool
	Offset    int
	Limit     int
}

// Search is a page of requests, newest first, how many there are in all, and the
// usernames of those who asked.
func (s *Requests) Search(ctx context.Context, f Filter) (list []Request, total int, names map[string]string, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if list, total, err = selectRequests(ctx, tx, f); err != nil {
			return err
		}
		names, err = s.complete(ctx, tx, list)
		return err
	})
	return list, total, names, err
}

// View is one request, to who asked, to the studio that decides it and to
// admins. To others it is ErrAbsent.
func (s *Requests) View(ctx context.Context, requestID string, by account.Caller) (r Request, names map[string]string, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if r, err = selectRequest(ctx, tx, requestID); err != nil {
			return err
		}
		if by.Role != account.Admin && by.ID != r.AccountID && (r.StudioID == "" || by.ActsFor() != r.StudioID) {
			return ErrAbsent
		}
		r, names, err = s.completed(ctx, tx, r)
		return err
	})
	return r, names, err
}

// complete adds to requests the exported files that they were in, and gives the
// usernames of everybody in them.
func (s *Requests) complete(ctx context.Context, tx *db.Tx, list []Request) (map[string]string, error) {
	if err := addReleases(ctx, tx, list); err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for i, r := range list {
		ids[i] = r.AccountID
		for _, l := range r.Releases {
			ids = append(ids, l.SaidBy)
			if l.AgreedBy != "" {
				ids = append(ids, l.AgreedBy)
			}
		}
	}
	return s.People.Usernames(ctx, tx, ids...)
}

func (s *Requests) completed(ctx context.Context, tx *db.Tx, r Request) (Request, map[string]string, error) {
	one := []Request{r}
	names, err := s.complete(ctx, tx, one)
	return one[0], names, err
}
