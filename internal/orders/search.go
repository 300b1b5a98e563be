package orders

import (
	"context"
	"fmt"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fold"
	"limelight/internal/kit/money"
)

// The orders of a listing.
const (
	ByCreated = "createdAt"
	ByChanged = "updatedAt"
	ByPrice   = "price"
	// ByDue goes by when the clock changes an order. What it does not change now is last: what is
	// closed, and what waits while a payment of its buyer is checked.
	ByDue = "dueAt"
)

// Filter chooses orders; what is empty does not choose.
type Filter struct {
	MemberID    string
	PerformerID string
	ItemID      string
	Status      Status
	Text        string    // words of the number, the item or the people
	From, To    time.Time // made from From on and before To
	SortBy      string    // one of the orders
	Ascending   bool
	Offset      int
	Limit       int
}

// Details are an order with its people's names of now.
type Details struct {
	Order
	Checked  bool         // a payment of its buyer is checked, and it waits to be shipped
	Address  *Address     // where it goes; nil in lists, and when that is no longer known
	Returned money.Tokens // what was given back of its price
	Replaced []Replaced   // trackings that were corrected, the newest first; nil in lists
}

// Search is a page of orders, and how many there are in all. It has no addresses.
func (s *core) Search(ctx context.Context, f Filter) (list []Details, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		due, err := s.counting(ctx, tx, f)
		if err != nil {
			return err
		}
		found, n, err := selectOrders(ctx, tx, f, fold.Words(f.Text), due)
		if err != nil {
			return err
		}
		total = n
		list, err = s.named(ctx, tx, found...)
		return err
	})
	return list, total, err
}

// counting is what a listing must know of deadlines, if it goes by them.
func (s *core) counting(ctx context.Context, tx *db.Tx, f Filter) (c counting, err error) {
	if f.SortBy != ByDue {
		return c, nil
	}
	c.after = s.Deadlines()
	if c.checked, err = s.Disputes.AllDisputed(ctx, tx); err != nil {
		return c, fmt.Errorf("ask for disputes: %w", err)
	}
	return c, nil
}

// Find is an order with its address; ErrNone also for one that is not the caller's.
func (s *core) Find(ctx context.Context, orderID string, theirs func(Order) bool) (d Details, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		o, err := selectTheirs(ctx, tx, orderID, theirs)
		if err != nil {
			return err
		}
		d, err = s.detail(ctx, tx, o)
		return err
	})
	return d, err
}

// detail is an order as its people read it, with its address and its trackings.
func (s *core) detail(ctx context.Context, tx *db.Tx, o Order) (d Details, err error) {
	list, err := s.named(ctx, tx, o)
	if err != nil {
		return d, err
	}
	d = list[0]
	if d.Replaced, err = selectReplaced(ctx, tx, o.ID); err != nil {
		return d, err
	}
	a, known, err := s.open(o)
	if known {
		d.Address = &a
	}
	return d, err
}

// named gives orders the names that their people have now, if they have any, and says what
// was given back of them, and which wait for a check of a payment.
func (s *core) named(ctx context.Context, tx *db.Tx, found ...Order) ([]Details, error) {
	var ids, purchaseIDs []string
	met := map[string]bool{}
	for _, o := range found {
		purchaseIDs = append(purchaseIDs, o.PurchaseID)
		for _, accountID := range []string{o.MemberID, o.PerformerID} {
			if !met[accountID] {
				met[accountID] = true
				ids = append(ids, accountID)
			}
		}
	}
	names, err := s.People.Usernames(ctx, tx, ids...)
	if err != nil {
		return nil, err
	}
	checked, err := s.checked(ctx, tx, found)
	if err != nil {
		return nil, err
	}
	returned, err := s.Money.Returned(ctx, tx, purchaseIDs...)
	if err != nil {
		return nil, err
	}
	list := make([]Details, len(found))
	for i, o := range found {
		if name := names[o.MemberID]; name != "" {
			o.MemberName = name
		}
		if name := names[o.PerformerID]; name != "" {
			o.PerformerName = name
		}
		list[i] = Details{Order: o, Checked: o.waits() && slices.Contains(checked, o.MemberID), Returned: returned[o.PurchaseID]}
	}
	return list, nil
}

// waits reports whether an order is still to be shipped.
func (o Order) waits() bool { return o.Status == Created || o.Status == Processing }

// checked are the buyers of orders that wait for a check of their payments.
func (s *core) checked(ctx context.Context, tx *db.Tx, found []Order) ([]string, error) {
	var buyers []string
	for _, o := range found {
		if o.waits() && !slices.Contains(buyers, o.MemberID) {
			buyers = append(buyers, o.MemberID)
		}
	}
	if len(buyers) == 0 {
		return nil, nil
	}
	return s.Disputes.Disputed(ctx, tx, buyers...)
}
