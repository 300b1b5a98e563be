package show

import (
	"context"
	"errors"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/money"
	"limelight/internal/show/core"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
	"limelight/internal/show/store"
)

// receipts say what a show came to, and settle a minute by hand.
type receipts struct{ *core.Core }

// Receipt is what a paid show came to, for one of its participants: a member
// sees what was paid, the performer the net share, neither the other's part.
type Receipt struct {
	ShowID        string           `json:"showId"`
	Type          string           `json:"type" enum:"private,group,peekIn"`
	Performer     Person           `json:"performer"`
	StartedAt     time.Time        `json:"startedAt,omitzero" doc:"absent: the media never met"`
	EndedAt       time.Time        `json:"endedAt,omitzero"`
	Seconds       int64            `json:"seconds" doc:"metered, free seconds included"`
	Minutes       int              `json:"minutes" doc:"charged"`
	Price         money.Tokens     `json:"price" doc:"tokens per minute"`
	Gross         *money.Tokens    `json:"gross,omitempty" doc:"what the member paid, the refund taken off"`
	Net           *money.Tokens    `json:"net,omitempty" doc:"the performer's share"`
	Refund        money.Tokens     `json:"refund" doc:"to the member, of unused time"`
	Reason        lifecycle.Reason `json:"reason"`
	Refused       string           `json:"refused,omitempty" enum:"limit_reached,cool_off,spending_frozen" doc:"why the member could not spend on; told to the member alone"`
	PolicyVersion int              `json:"policyVersion"`
	Lines         []ReceiptLine    `json:"lines,omitempty" doc:"for the performer: one for each member"`
}

// ReceiptLine is one member's part of the performer's receipt.
type ReceiptLine struct {
	Member  Person           `json:"member"`
	Seconds int64            `json:"seconds"`
	Minutes int              `json:"minutes"`
	Net     money.Tokens     `json:"net"`
	Refund  money.Tokens     `json:"refund"`
	Reason  lifecycle.Reason `json:"reason"`
	Peek    bool             `json:"peek,omitempty" doc:"looked in; counted in windows, not minutes"`
}

// Receipt is the caller's receipt of a show that is over for them. Everybody else
// is told that there is no such show.
func (s *receipts) Receipt(ctx context.Context, who account.Caller, showID string) (r Receipt, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		of, err := store.SelectShow(ctx, tx, showID)
		if errors.Is(err, db.ErrNone) || err == nil && !of.Paid() {
			return gate.ErrNoShow
		}
		if err != nil {
			return err
		}
		seats, err := store.SelectAllSeats(ctx, tx, showID)
		if err != nil {
			return err
		}
		meters, err := s.metersOf(ctx, tx, showID)
		if err != nil {
			return err
		}
		ids := []string{of.PerformerID}
		for _, one := range seats {
			ids = append(ids, one.MemberID)
		}
		cards, err := s.Accounts.Cards(ctx, tx, ids...)
		if err != nil {
			return err
		}
		r = Receipt{
			ShowID: of.ID, Type: of.Type, Performer: personOf(cards[of.PerformerID]), Price: of.Price,
			Reason: of.EndReason, PolicyVersion: of.PolicyVersion,
		}
		if who.ID == of.PerformerID {
			return r.forPerformer(of, seats, meters, cards)
		}
		return r.forMember(who.ID, of, seats, meters)
	})
	return r, err
}

func (s *receipts) metersOf(ctx context.Context, tx *db.Tx, showID string) (map[string]meter.Receipt, error) {
	list, err := s.Meters.OfShow(ctx, tx, showID)
	receipts := make(map[string]meter.Receipt, len(list))
	for _, m := range list {
		receipts[m.ID] = m.Receipt()
	}
	return receipts, err
}

// forPerformer sums what everybody brought. The names of peekers are shown
// only now that the show is over.
func (r *Receipt) forPerformer(of lifecycle.Show, seats []lifecycle.Seat, meters map[string]meter.Receipt, cards map[string]account.Card) error {
	if of.Status != lifecycle.Ended {
		return gate.ErrNoShow
	}
	var net money.Tokens
	r.Lines = []ReceiptLine{}
	for _, one := range seats {
		m, found := meters[one.ID]
		if !found {
			continue
		}
		net += m.Shares.Net
		r.Refund += m.Refund
		r.Lines = append(r.Lines, ReceiptLine{
			Member: personOf(cards[one.MemberID]), Seconds: m.MeteredSeconds, Minutes: m.Periods, Net: m.Shares.Net,
			Refund: m.Refund, Reason: one.Reason, Peek: one.Kind == lifecycle.PeekSeat,
		})
		if one.Kind == lifecycle.MemberSeat {
			r.Seconds += m.MeteredSeconds
			r.Minutes += m.Periods
		}
	}
	r.Net = &net
	r.StartedAt, r.EndedAt = of.LiveAt, of.EndedAt
	return nil
}

// forMember sums the member's seats: leaving a group show and coming back makes two.
func (r *Receipt) forMember(memberID string, of lifecycle.Show, seats []lifecycle.Seat, meters map[string]meter.Receipt) error {
	mine := slices.DeleteFunc(slices.Clone(seats), func(one lifecycle.Seat) bool { return one.MemberID != memberID })
	if len(mine) == 0 && of.MemberID != memberID || slices.ContainsFunc(mine, lifecycle.Seat.Taken) {
		return gate.ErrNoShow
	}
	var gross money.Tokens
	for _, one := range mine {
		m := meters[one.ID]
		gross += m.Gross - m.Refund
		r.Refund += m.Refund
		r.Seconds += m.MeteredSeconds
		r.Minutes += m.Periods
		if m.Price > 0 {
			r.Price = m.Price
		}
		if r.StartedAt.IsZero() {
			r.StartedAt = m.StartedAt
		}
		r.EndedAt, r.Reason, r.Refused = one.LeftAt, one.Reason, m.Refused
		if one.Kind == lifecycle.PeekSeat {
			r.Type = string(meter.PeekIn)
		}
	}
	if r.EndedAt.IsZero() {
		r.EndedAt = of.EndedAt
	}
	r.Gross = &gross
	return nil
}

// Payment is the minute that is running and what was paid for it.
type Payment struct {
	ID             string       `json:"_id"`
	Type           string       `json:"type" enum:"private,group"`
	OriginalPrice  money.Tokens `json:"originalPrice"`
	PerformerID    string       `json:"performerId"`
	ConversationID string       `json:"conversationId"`
	Minute         int          `json:"minute" doc:"from 1"`
	CreatedAt      time.Time    `json:"createdAt"`
	Balance        money.Tokens `json:"balance" doc:"what is left in the wallet"`
}

// Pay settles the minute now running of the caller's own meter and returns its
// transaction, however often it is called. The server bills the same without.
func (s *receipts) Pay(ctx context.Context, who account.Caller, conversationID, key string) (Payment, error) {
	return idempotency.Write(ctx, s.DB, "show.pay:"+who.ID, key, conversationID, s.Now, func(ctx context.Context, tx *db.Tx) (Payment, error) {
		return s.pay(ctx, tx, who.ID, conversationID)
	})
}

func (s *receipts) pay(ctx context.Context, tx *db.Tx, memberID, conversationID string) (Payment, error) {
	found, err := store.SelectByConversation(ctx, tx, conversationID)
	if errors.Is(err, db.ErrNone) {
		return Payment{}, gate.ErrNoShow
	}
	if err != nil {
		return Payment{}, err
	}
	current, err := s.LockShow(ctx, tx, found.ID)
	if err != nil {
		return Payment{}, err
	}
	one, err := store.SelectSeatOf(ctx, tx, current.ID, memberID)
	if errors.Is(err, db.ErrNone) || err == nil && one.Kind != lifecycle.MemberSeat {
		return Payment{}, gate.ErrNoShow
	}
	if err != nil {
		return Payment{}, err
	}
	if !one.Metered {
		return Payment{}, meter.ErrNoMinute
	}
	minute, err := s.Meters.Settle(ctx, tx, one.ID)
	if err != nil {
		return Payment{}, err
	}
	return Payment{
		ID: minute.TransferID, Type: current.Type, OriginalPrice: minute.Price, PerformerID: current.PerformerID,
		ConversationID: conversationID, Minute: minute.Number, CreatedAt: minute.CapturedAt, Balance: minute.Balance,
	}, nil
}

func (s *receipts) postPay(ctx context.Context, in *payInput) (Payment, error) {
	return s.Pay(ctx, account.CallerFrom(ctx), in.ConversationID, in.IdempotencyKey)
}

func (s *receipts) getReceipt(ctx context.Context, in *showInput) (Receipt, error) {
	return s.Receipt(ctx, account.CallerFrom(ctx), in.ID)
}

type payInput struct {
	api.Idempotent
	ConversationID string `path:"conversationId" maxLength:"64"`
}

type showInput struct {
	ID string `path:"id" maxLength:"64"`
}
