package app

import (
	"context"
	"errors"
	"slices"
	"time"

	"limelight/internal/assets"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/orders"
	"limelight/internal/purchases"
	"limelight/internal/refunds"
)

// wirePurchasesRefunds lets members ask to have back what they paid for galleries, videos and
// products.
func wirePurchasesRefunds(s *Services) {
	s.refunds.Accept(refunds.Category{
		Kinds: purchases.Kinds, Reasons: []string{"not_as_promised", "other"}, Source: paidItems{s.purchases, s.orders, s.assets, s.now},
	})
}

// productWindow is for how long after its delivery a product may be asked about
// (behaviours, "Refunds").
const productWindow = 14 * 24 * time.Hour

// endedWindow is for how long after staff ended the access of a thing's buyers each of them
// may ask for a refund, whenever they bought it.
const endedWindow = 14 * 24 * time.Hour

// paidItems are purchases in the words of refunds. What was undone was given back. A
// product may be asked about from its sale on, and until some time after its delivery.
type paidItems struct {
	*purchases.Service
	orders *orders.Service
	assets *assets.Service
	now    func() time.Time
}

// closing sets until when a payment may be asked about whose access staff ended.
func (p paidItems) closing(ctx context.Context, tx *db.Tx, itemID string, paid refunds.Payment) (refunds.Payment, error) {
	ended, err := p.assets.AccessEnded(ctx, tx, []string{itemID})
	if at, found := ended[itemID]; found {
		p.reopen(&paid, at)
	}
	return paid, err
}

// reopen lets a payment be asked about for some time whose access staff ended at an instant,
// also when it was asked about before, and reports whether that time goes on.
func (p paidItems) reopen(paid *refunds.Payment, ended time.Time) bool {
	closes := ended.Add(endedWindow)
	if closes.Before(p.now()) {
		return false
	}
	paid.Reopened = ended
	if closes.After(paid.Closes) {
		paid.Closes = closes
	}
	return true
}

// withEnded gives the listed payments of a member more time whose access staff ended lately,
// and adds such as are not listed.
func (p paidItems) withEnded(ctx context.Context, tx *db.Tx, memberID string, listed []refunds.Payment, most int) ([]refunds.Payment, error) {
	all, err := p.Since(ctx, tx, memberID, time.Time{}, maxLookedAt)
	if err != nil || len(all) == 0 {
		return listed, err
	}
	items := make([]string, len(all))
	for i, one := range all {
		items[i] = one.Item.ID
	}
	ends, err := p.assets.AccessEnded(ctx, tx, items)
	if err != nil {
		return nil, err
	}
	added := 0
	for _, one := range all {
		at, found := ends[one.Item.ID]
		if !found || !one.EndedAt.IsZero() {
			continue
		}
		if i := slices.IndexFunc(listed, func(l refunds.Payment) bool { return l.Reference == one.ID }); i >= 0 {
			p.reopen(&listed[i], at)
			continue
		}
		if paid := paidItem(one); added < most && p.reopen(&paid, at) {
			listed, added = append(listed, paid), added+1
		}
	}
	return listed, nil
}

// maxLookedAt is how many of a member's purchases are looked at, the newest first.
const maxLookedAt = 1000

func (p paidItems) Recent(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]refunds.Payment, error) {
	found, err := p.Since(ctx, tx, memberID, since, most)
	var list []refunds.Payment
	for _, one := range found {
		if one.EndedAt.IsZero() && one.Item.Kind != purchases.Product {
			list = append(list, paidItem(one))
		}
	}
	if err != nil {
		return nil, err
	}
	products, err := p.recentProducts(ctx, tx, memberID, most)
	if err != nil {
		return nil, err
	}
	list = append(list, products...)
	return p.withEnded(ctx, tx, memberID, list, most)
}

func (p paidItems) recentProducts(ctx context.Context, tx *db.Tx, memberID string, most int) ([]refunds.Payment, error) {
	ordered, err := p.orders.Lately(ctx, tx, memberID, p.now().Add(-productWindow), most)
	if err != nil {
		return nil, err
	}
	list := make([]refunds.Payment, len(ordered))
	for i, o := range ordered {
		bought, err := p.Find(ctx, tx, o.PurchaseID)
		if err != nil {
			return nil, err
		}
		list[i] = p.paidProduct(bought, o)
	}
	return list, nil
}

// paidProduct closes some time after the delivery; until then, as if that were now.
func (p paidItems) paidProduct(bought purchases.Purchase, o orders.Order) refunds.Payment {
	paid := paidItem(bought)
	paid.Held = bought.Held()
	delivered := o.DeliveredAt
	if delivered.IsZero() {
		delivered = p.now()
	}
	paid.Closes = delivered.Add(productWindow)
	return paid
}

func (p paidItems) Payment(ctx context.Context, tx *db.Tx, kind, purchaseID string) (refunds.Payment, error) {
	found, err := p.Find(ctx, tx, purchaseID)
	if errors.Is(err, purchases.ErrNoPurchase) || err == nil && found.Item.Kind != kind {
		err = refunds.ErrNoPayment
	}
	if err != nil {
		return refunds.Payment{}, err
	}
	if kind != purchases.Product {
		return p.closing(ctx, tx, found.Item.ID, paidItem(found))
	}
	o, err := p.orders.Of(ctx, tx, purchaseID)
	if err != nil {
		return refunds.Payment{}, err
	}
	return p.closing(ctx, tx, found.Item.ID, p.paidProduct(found, o))
}

func (p paidItems) Refunded(ctx context.Context, tx *db.Tx, _, purchaseID string, amount money.Tokens) error {
	err := p.NoteRefund(ctx, tx, purchaseID, amount)
	if errors.Is(err, purchases.ErrUndone) || errors.Is(err, purchases.ErrRefunded) {
		return refunds.ErrNothing
	}
	return err
}

func paidItem(p purchases.Purchase) refunds.Payment {
	paid := refunds.Payment{
		Kind: p.Item.Kind, Reference: p.ID, MemberID: p.MemberID, PerformerID: p.Item.PerformerID, Label: p.Item.Title,
		Terms: p.Terms, Amounts: []money.Tokens{p.Price}, PaidAt: p.CreatedAt, From: p.CreatedAt,
	}
	if !p.UndoneAt.IsZero() {
		paid.Amounts = append(paid.Amounts, -p.Price)
	}
	if p.Refunded > 0 {
		paid.Amounts = append(paid.Amounts, -p.Refunded)
	}
	return paid
}
