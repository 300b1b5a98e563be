package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/purchases"
	"limelight/internal/tips"
)

// people is who buys of whom. Nobody may buy more than ten times in ten seconds: so many
// members stay below that at thousands of purchases a second.
var people = app.BenchPeople{Members: 5000, Performers: 100, Studios: 10}

// store is the product's services on one engine.
type store struct {
	*app.BenchSite
	ctx context.Context

	bought    atomic.Int64 // all purchases so far
	from      int64        // how many there were before this round
	delivered atomic.Int64 // of the round's
	tipped    atomic.Int64
}

func withStore(ctx context.Context, cfg app.Config, do func(*store) error) error {
	cfg.Addr, cfg.MailFrom, cfg.LogLevel = "localhost:0", "no-reply@localhost", "warn"
	return app.WithBenchSite(ctx, cfg, people, func(ctx context.Context, r *app.BenchSite) error {
		s := &store{BenchSite: r, ctx: ctx}
		r.Purchases.Catalogue = catalogue{s}
		return do(s)
	})
}

// catalogue stands in for the galleries: item n is the n-th performer's, for 15 to 50
// tokens.
type catalogue struct{ *store }

func (c catalogue) ForSale(_ context.Context, _ *db.Tx, kind, itemID string, _ account.Caller) (purchases.Item, error) {
	var n int
	if _, err := fmt.Sscanf(itemID, "item-%d", &n); err != nil {
		return purchases.Item{}, err
	}
	return purchases.Item{
		Kind: kind, ID: itemID, PerformerID: c.Rooms[n%len(c.Rooms)].PerformerID,
		Title: fmt.Sprint("A day at the beach, part ", n), Price: money.Whole(int64(15 + 5*(n%8))),
	}, nil
}

func (catalogue) Cards(context.Context, *db.Tx, string, []string) (map[string]purchases.Card, error) {
	return nil, nil
}

func (catalogue) Take(context.Context, *db.Tx, string, int) error { return purchases.ErrNoItem }

func (catalogue) PutBack(context.Context, *db.Tx, string, int) error { return nil }

// pair is who buys what by the n-th purchase: all members one item of somebody's, in turn,
// then all of them another one.
func (s *store) pair(n int64) (memberID, itemID string) {
	members, sellers := int64(len(s.Members)), int64(len(s.Rooms))
	return s.Members[n%members], fmt.Sprint("item-", n/members*sellers+n%sellers)
}

func (s *store) beginRound() {
	s.from = s.bought.Load()
	s.delivered.Store(0)
}

// buy is the whole of what a click on "buy" costs but looking the item up: on which terms,
// whose name, the idempotency key, the purchase with its MAC, its transfer and its news.
func (s *store) buy() error {
	n := s.bought.Add(1) - 1
	memberID, itemID := s.pair(n)
	_, err := s.Purchases.Buy(s.ctx, purchases.Order{
		Buyer: account.Caller{ID: memberID, Role: account.Member}, Kind: purchases.Gallery, ItemID: itemID,
	}, fmt.Sprint("click-", n))
	return err
}

// tip is bench/tips': to a performer in their room.
func (s *store) tip() error {
	n := s.tipped.Add(1)
	room := s.Rooms[rand.IntN(len(s.Rooms))]
	_, err := s.Tips.Send(s.ctx, tips.Order{
		SenderID: s.Members[n%int64(len(s.Members))], SenderName: "member", PerformerID: room.PerformerID,
		ConversationID: room.ConversationID, Token: money.Whole(int64(15 + 5*rand.IntN(8))),
	}, fmt.Sprint("click-", n))
	return err
}

// deliver notes the first byte of what the round has bought, purchase by purchase.
func (s *store) deliver() error {
	n := s.from + s.delivered.Add(1) - 1
	if n >= s.bought.Load() {
		return errEnough
	}
	return s.send(n)
}

// deliverAgain is what every picture after the first asks.
func (s *store) deliverAgain() error {
	noted := min(s.delivered.Load(), s.bought.Load()-s.from)
	return s.send(s.from + rand.Int64N(noted))
}

func (s *store) send(n int64) error {
	memberID, itemID := s.pair(n)
	owns, err := s.Purchases.Deliver(s.ctx, memberID, purchases.Gallery, itemID)
	if err == nil && !owns {
		err = fmt.Errorf("%s does not own %s", memberID, itemID)
	}
	return err
}

// audit proves that nothing of what was measured was wrong.
func (s *store) audit() error {
	return s.DB.Read(s.ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := ledger.Audit(ctx, tx, tips.Rule(), s.Purchases.Rule(), s.Ledger.Rule())
		if len(found) > 0 {
			return errors.Join(err, fmt.Errorf("the ledger is wrong: %v", found))
		}
		return err
	})
}
