package purchases

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// seenEvery is how exactly it is known when an item was last seen: a buyer who looks
// through a gallery of a hundred photos causes one write.
const seenEvery = 5 * time.Minute

// Owned are those of the items that the member owns now.
func (s *Service) Owned(ctx context.Context, tx *db.Tx, memberID, kind string, itemIDs []string) (map[string]bool, error) {
	return selectOwned(ctx, tx, memberID, kind, itemIDs)
}

// OwnedSince is when the member bought an item that they own; zero: they do not.
func (s *Service) OwnedSince(ctx context.Context, tx *db.Tx, memberID, kind, itemID string) (time.Time, error) {
	p, err := selectLive(ctx, tx, memberID, kind, itemID)
	if errors.Is(err, db.ErrNone) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("look since when %s owns %s: %w", memberID, itemID, err)
	}
	return p.CreatedAt, nil
}

// FirstOwned is when the first of those bought an item who have it now; zero: nobody has.
func (s *Service) FirstOwned(ctx context.Context, tx *db.Tx, kind, itemID string) (time.Time, error) {
	at, err := selectFirstOwned(ctx, tx, kind, itemID)
	return db.Time(at), err
}

// Undoable is the purchase of an item that the member may still undo, and until when;
// false for none.
func (s *Service) Undoable(ctx context.Context, tx *db.Tx, memberID, kind, itemID string) (purchaseID string, until time.Time, ok bool, err error) {
	p, err := selectLive(ctx, tx, memberID, kind, itemID)
	if errors.Is(err, db.ErrNone) {
		return "", time.Time{}, false, nil
	}
	if err != nil {
		return "", time.Time{}, false, fmt.Errorf("look what %s may undo: %w", memberID, err)
	}
	until = p.UndoUntil()
	return p.ID, until, !s.Now().After(until), nil
}

// Deliver notes that a byte of what was paid for goes to its buyer now, who looks at it, and
// reports whether the member owns the item. After it, nothing is undone.
func (s *Service) Deliver(ctx context.Context, memberID, kind, itemID string) (owns bool, err error) {
	return s.deliver(ctx, memberID, kind, itemID, func(d delivery, now time.Time) bool {
		return !d.first.IsZero() && d.seen.After(now.Add(-seenEvery))
	})
}

// DeliverCover is Deliver of the picture that stands for the item in lists: it is no look at
// the item, and noted only where it ends an undo.
func (s *Service) DeliverCover(ctx context.Context, memberID, kind, itemID string) (owns bool, err error) {
	return s.deliver(ctx, memberID, kind, itemID, func(d delivery, now time.Time) bool {
		return !d.first.IsZero() || now.After(d.bought.Add(UndoWindow))
	})
}

// deliver notes a delivery, unless what is noted already is enough.
func (s *Service) deliver(ctx context.Context, memberID, kind, itemID string, enough func(d delivery, now time.Time) bool) (owns bool, err error) {
	if !id.Valid(memberID) || !id.Valid(itemID) {
		return false, nil
	}
	now, d := s.Now(), delivery{}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		d, err = selectDelivery(ctx, tx, memberID, kind, itemID)
		return err
	})
	if owns = d.live > 0; err != nil || !owns || enough(d, now) {
		return owns && err == nil, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		owns, err = updateDelivered(ctx, tx, memberID, kind, itemID, now)
		return err
	})
	return owns && err == nil, err
}

// Sales is what an item has brought: purchases that hold, and what its performer has of
// them, along the terms of each.
type Sales struct {
	Count int
	Paid  money.Tokens
	Net   money.Tokens
}

// Sales sums the purchases of items that have not ended, by item; what was never sold is
// absent. A part that was given back is not counted, whoever gave it.
func (s *Service) Sales(ctx context.Context, tx *db.Tx, kind string, itemIDs []string) (map[string]Sales, error) {
	groups, err := selectSales(ctx, tx, kind, itemIDs)
	if err != nil {
		return nil, err
	}
	sales := make(map[string]Sales, len(groups))
	for _, g := range groups {
		sum := sales[g.itemID]
		sum.Count += g.count
		sum.Paid += g.left * money.Tokens(g.count)
		sum.Net += g.terms.Split(g.left).Net * money.Tokens(g.count)
		sales[g.itemID] = sum
	}
	return sales, nil
}

// sold are purchases of one item with the same terms and the same tokens left.
type sold struct {
	itemID string
	terms  ledger.Terms
	left   money.Tokens
	count  int
}

// Find is a purchase, whosever it is, or ErrNoPurchase.
func (s *Service) Find(ctx context.Context, tx *db.Tx, purchaseID string) (Purchase, error) {
	p, err := selectPurchase(ctx, tx, purchaseID)
	if errors.Is(err, db.ErrNone) {
		return Purchase{}, ErrNoPurchase
	}
	return p, err
}

// Since are the member's newest purchases since an instant, whatever became of them.
func (s *Service) Since(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]Purchase, error) {
	return selectSince(ctx, tx, memberID, since, most)
}
