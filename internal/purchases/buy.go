package purchases

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Order is what a member asks for. Its JSON is what an Idempotency-Key stands for.
type Order struct {
	Buyer    account.Caller `json:"-"`
	MemberID string         // the buyer's id
	Kind     string
	ItemID   string
	Price    *money.Tokens // the one that the member saw, of one; nil is not compared
	Quantity int           // 1 to MaxOfOne of a product, 1 of what is bought once; 0 is 1
	Address  Address       // of a product that is sent
}

// Receipt is what the member gets: the purchase, and what is left in the wallet.
type Receipt struct {
	Purchase Purchase
	Balance  money.Tokens
	OrderID  string // of a product
}

// Buy pays for an item, whose access begins with it. A key that has been used gives the
// first receipt again. It fails with ErrNoItem, ErrPriceChanged, ErrBought, ErrSoldOut,
// ledger.ErrFunds, a ledger.Refusal, a refused field or idempotency.ErrOtherBody.
func (s *Service) Buy(ctx context.Context, o Order, key string) (r Receipt, err error) {
	o.MemberID = o.Buyer.ID
	if !slices.Contains(Kinds, o.Kind) || !id.Valid(o.ItemID) {
		return r, ErrNoItem
	}
	if err := o.countable(); err != nil {
		return r, err
	}
	if err := s.Limiter.Allow(ctx, rateRule, o.MemberID); err != nil {
		return r, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		r, err = idempotency.Once(ctx, tx, rateRule+":"+o.MemberID, key, o, s.Now(), func() (Receipt, error) {
			return s.buy(ctx, tx, o)
		})
		return err
	})
	if err != nil {
		return Receipt{}, err
	}
	return r, nil
}

// countable refuses a quantity, and forgets the address of what goes nowhere.
func (o *Order) countable() error {
	o.Quantity = cmp.Or(o.Quantity, 1)
	if o.Kind != Product {
		if o.Quantity != 1 {
			return fault.Field("quantity", "Must be 1: this is bought once")
		}
		o.Address = Address{}
	}
	if o.Quantity < 1 || o.Quantity > MaxOfOne {
		return fault.Field("quantity", "Must be between 1 and %d", MaxOfOne)
	}
	return nil
}

func (s *Service) buy(ctx context.Context, tx *db.Tx, o Order) (Receipt, error) {
	item, err := s.forSale(ctx, tx, o)
	if err != nil {
		return Receipt{}, err
	}
	p, err := s.priced(ctx, tx, o, item)
	if err != nil {
		return Receipt{}, err
	}
	fresh, err := insertPurchase(ctx, tx, p, s.MAC)
	if err == nil && !fresh {
		err = ErrBought // also by another tab, in the same moment
	}
	if err != nil {
		return Receipt{}, err
	}
	if p.Item.Kind == Product {
		if err := s.Catalogue.Take(ctx, tx, p.Item.ID, p.Quantity); err != nil {
			return Receipt{}, err
		}
	}
	posted, err := s.Ledger.Post(ctx, tx, p.transfer())
	if err != nil {
		return Receipt{}, err
	}
	orderID := ""
	if p.Item.Kind == Product {
		if orderID, err = s.Orders.Open(ctx, tx, p, o.Address); err != nil {
			return Receipt{}, err
		}
	}
	left, err := s.left(ctx, tx, p, posted)
	if err != nil {
		return Receipt{}, err
	}
	return Receipt{Purchase: p, Balance: left, OrderID: orderID}, s.Events.Publish(ctx, tx, Bought{p})
}

// forSale is the item at the price that the member has seen.
func (s *Service) forSale(ctx context.Context, tx *db.Tx, o Order) (Item, error) {
	item, err := s.Catalogue.ForSale(ctx, tx, o.Kind, o.ItemID, o.Buyer)
	switch {
	case err != nil:
		return Item{}, err
	case item.PerformerID == o.MemberID:
		return Item{}, errOwn
	case o.Price != nil && *o.Price != item.Price:
		return Item{}, ErrPriceChanged.With("price", item.Price)
	case item.Price > maxPaid/money.Tokens(o.Quantity):
		return Item{}, fault.Field("quantity", "Must be less: nobody can pay that much at once")
	}
	return item, nil
}

// priced is the purchase of the item by the terms of this moment.
func (s *Service) priced(ctx context.Context, tx *db.Tx, o Order, item Item) (Purchase, error) {
	terms, err := s.Rates.Terms(ctx, tx, item.Kind, item.PerformerID)
	if err == nil {
		err = terms.Valid()
	}
	if err != nil {
		return Purchase{}, fmt.Errorf("terms of %s: %w", item.PerformerID, err)
	}
	names, err := s.People.Usernames(ctx, tx, item.PerformerID)
	if err != nil {
		return Purchase{}, fmt.Errorf("name of %s: %w", item.PerformerID, err)
	}
	now, price := s.Now(), item.Price*money.Tokens(o.Quantity)
	return Purchase{
		ID: id.New(now), Item: item, PerformerName: names[item.PerformerID], MemberID: o.MemberID,
		Quantity: o.Quantity, Price: price, Terms: terms, Shares: terms.Split(price), CreatedAt: now,
	}, nil
}

// maxPaid bounds what is paid at once, in units: what a JSON number carries exactly.
const maxPaid = money.Tokens(1) << 53

// maxMemo bounds what the ledger has of a title, in characters.
const maxMemo = 200

// transfer pays for the purchase: those who sell it, or the hold of what is sent.
func (p Purchase) transfer() ledger.Transfer {
	title, wallet := []rune(p.Item.Title), ledger.Wallet(p.MemberID)
	legs := p.Terms.Legs(p.Shares, wallet, p.Item.PerformerID)
	if p.Item.Physical {
		legs = []ledger.Leg{{Source: wallet, Target: ledger.Hold(p.ID), Amount: p.Price}}
	}
	return p.posting(p.Item.Kind, ledger.Written(string(title[:min(len(title), maxMemo)])), legs)
}

// posting is a transfer about the purchase, with a key of its own.
func (p Purchase) posting(key string, memo ledger.Memo, legs []ledger.Leg) ledger.Transfer {
	return ledger.Transfer{
		Key: key + ":" + p.ID, Kind: p.Item.Kind, Reference: p.ID, Payer: p.MemberID, Payee: p.Item.PerformerID, Memo: memo, Legs: legs,
	}
}

// left is what the member has after a transfer about the purchase.
func (s *Service) left(ctx context.Context, tx *db.Tx, p Purchase, posted ledger.Posted) (money.Tokens, error) {
	wallet := ledger.Wallet(p.MemberID)
	held, err := s.Ledger.After(ctx, tx, posted, wallet)
	return held[wallet], err
}
