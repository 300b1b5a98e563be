package wheel

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// maxSeed bounds the member's seed, in characters.
const maxSeed = 64

// Promise is what a member is told before a spin: the hash of the server seed that
// will draw it, and which of their spins at this wheel it is.
type Promise struct {
	Commitment string `json:"commitment" doc:"SHA-256 of the next server seed, in hexadecimal"`
	Nonce      int64  `json:"nonce" doc:"which of my spins at this wheel, from 1"`
}

// Order is what a member asks for. Its JSON is what an Idempotency-Key stands for.
// An empty Commitment or Version is not compared: the member did not look.
type Order struct {
	MemberID       string
	MemberName     string `json:"-"`
	PerformerID    string
	ConversationID string // the room that hears of it; empty: the performer's public one
	ClientSeed     string
	Commitment     string
	Version        string // of the wheel that the member saw, its price included
}

// Receipt is what the member gets: the result, what is left in the wallet, and
// the promise of the next spin.
type Receipt struct {
	Result  Result
	Balance money.Tokens
	Next    Promise
}

// Spun is published when a spin has been recorded.
type Spun struct{ Result Result }

// EventName implements bus.Event.
func (Spun) EventName() string { return "wheel.spun" }

// Promised is the promise of the member's next spin at the performer's wheel. The
// first look makes the seed.
func (s *Service) Promised(ctx context.Context, memberID, performerID string) (p Promise, err error) {
	var next seed
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.admit(ctx, tx, performerID, account.Caller{ID: memberID, Role: account.Member}); err != nil {
			return err
		}
		next, err = selectSeed(ctx, tx, performerID, memberID)
		return err
	})
	if errors.Is(err, db.ErrNone) {
		err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			next, err = lockSeed(ctx, tx, performerID, memberID)
			return err
		})
	}
	if err != nil {
		return p, err
	}
	return next.promise()
}

// seed draws one spin of a member at a wheel.
type seed struct {
	server string // in hexadecimal
	nonce  int64
}

func (s seed) promise() (Promise, error) {
	commitment, err := Commitment(s.server)
	return Promise{Commitment: commitment, Nonce: s.nonce}, err
}

// Spin pays for one spin and draws it. A key that has been used gives the first
// receipt again. It fails with ErrNoPerformer, ErrNoRoom, ErrOffline, ErrClosed,
// ErrNotReady, ErrChanged, ErrPromise, ledger.ErrFunds or idempotency.ErrOtherBody; a
// refused spin uses up no seed.
func (s *Service) Spin(ctx context.Context, o Order, key string) (r Receipt, err error) {
	switch {
	case !id.Valid(o.PerformerID) || o.MemberID == o.PerformerID:
		return r, ErrNoPerformer
	case o.ConversationID != "" && !id.Valid(o.ConversationID):
		return r, ErrNoRoom
	case !isSeed(o.ClientSeed):
		return r, fault.Field("clientSeed", "Must be at most %d letters, digits, - and _", maxSeed)
	}
	if err := s.Limiter.Allow(ctx, rateRule, o.MemberID); err != nil {
		return r, err
	}
	return idempotency.Write(ctx, s.DB, rateRule+":"+o.MemberID, key, o, s.Now, func(ctx context.Context, tx *db.Tx) (Receipt, error) {
		return s.spin(ctx, tx, o)
	})
}

func (s *Service) spin(ctx context.Context, tx *db.Tx, o Order) (r Receipt, err error) {
	if err := s.admit(ctx, tx, o.PerformerID, account.Caller{ID: o.MemberID, Role: account.Member}); err != nil {
		return r, err
	}
	if o.ConversationID, err = s.room(ctx, tx, o); err != nil {
		return r, err
	}
	w, err := s.wheel(ctx, tx, o.PerformerID)
	if err == nil {
		err = w.refusal()
	}
	if err != nil {
		return r, err
	}
	if r.Result, err = s.draw(ctx, tx, o, w); err != nil {
		return r, err
	}
	if r.Next, err = nextSeed(ctx, tx, r.Result); err != nil {
		return r, err
	}
	if r.Balance, err = s.settle(ctx, tx, &r.Result); err != nil {
		return r, err
	}
	return r, s.Events.Publish(ctx, tx, Spun{r.Result})
}

// room is the conversation that hears of the spin.
func (s *Service) room(ctx context.Context, tx *db.Tx, o Order) (string, error) {
	if o.ConversationID == "" {
		return s.Rooms.PublicID(ctx, tx, o.PerformerID)
	}
	ok, err := s.Rooms.Hosts(ctx, tx, o.ConversationID, o.PerformerID, o.MemberID)
	if err != nil || !ok {
		return "", cmp.Or[error](err, ErrNoRoom)
	}
	return o.ConversationID, nil
}

// draw makes the result of the wheel that the member saw with the seed that was
// promised. Nothing is paid yet.
func (s *Service) draw(ctx context.Context, tx *db.Tx, o Order, w Wheel) (Result, error) {
	version := versionOf(w)
	if o.Version != "" && o.Version != version.ID {
		return Result{}, ErrChanged
	}
	mine, err := lockSeed(ctx, tx, o.PerformerID, o.MemberID)
	if err != nil {
		return Result{}, err
	}
	promised, err := mine.promise()
	if err != nil {
		return Result{}, err
	}
	if o.Commitment != "" && o.Commitment != promised.Commitment {
		return Result{}, ErrPromise
	}
	segment, err := Draw(mine.server, o.ClientSeed, mine.nonce, version.weights())
	if err != nil {
		return Result{}, err
	}
	now := s.Now()
	return Result{
		ID: id.New(now), PerformerID: o.PerformerID, MemberID: o.MemberID, MemberName: o.MemberName,
		ConversationID: o.ConversationID, Version: version, Segment: segment,
		ServerSeed: mine.server, ClientSeed: o.ClientSeed, Nonce: mine.nonce,
		Status: Pending, CreatedAt: now,
	}, nil
}

// settle pays for the result, records it and returns what is left in the wallet.
func (s *Service) settle(ctx context.Context, tx *db.Tx, r *Result) (money.Tokens, error) {
	terms, err := s.Rates.Terms(ctx, tx, Kind, r.PerformerID)
	if err == nil {
		err = terms.Valid()
	}
	if err != nil {
		return 0, fmt.Errorf("terms of %s: %w", r.PerformerID, err)
	}
	r.Terms, r.Shares = terms, terms.Split(r.Version.Price)
	posted, err := s.Ledger.Post(ctx, tx, r.transfer())
	if err != nil {
		return 0, err
	}
	r.TransferID = posted.ID
	if err := insertVersion(ctx, tx, r.PerformerID, r.Version, r.CreatedAt); err != nil {
		return 0, err
	}
	if err := insertResult(ctx, tx, *r); err != nil {
		return 0, err
	}
	wallet := ledger.Wallet(r.MemberID)
	held, err := s.Ledger.After(ctx, tx, posted, wallet)
	return held[wallet], err
}

func (r Result) transfer() ledger.Transfer {
	return ledger.Transfer{
		Key: Kind + ":" + r.ID, Kind: Kind, Reference: r.ID,
		Payer: r.MemberID, Payee: r.PerformerID, Memo: ledger.Written(r.Drawn().Label),
		Legs: r.Terms.Legs(r.Shares, ledger.Wallet(r.MemberID), r.PerformerID),
	}
}

// nextSeed replaces the seed that the result has used up, and promises the new one.
func nextSeed(ctx context.Context, tx *db.Tx, r Result) (Promise, error) {
	next := seed{newSeed(), r.Nonce + 1}
	if err := updateSeed(ctx, tx, r.PerformerID, r.MemberID, next); err != nil {
		return Promise{}, err
	}
	return next.promise()
}

// isSeed reports whether text may be a member's part of a draw. It may be empty, and has
// letters, digits, dashes and underscores only.
func isSeed(text string) bool { return text == "" || len(text) <= maxSeed && id.Valid(text) }
