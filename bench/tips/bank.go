package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"limelight/internal/app"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/tips"
)

// people is who tips whom. Nobody may tip more than ten times in ten seconds: so
// many members stay below that at thousands of tips a second.
var people = app.BenchPeople{Members: 5000, Performers: 100, Studios: 10}

// bank is the product's services on one engine, and that engine's own small bank.
type bank struct {
	*app.BenchSite
	ctx   context.Context
	turns atomic.Int64
	tpcb  func(callers int, span time.Duration) (perSecond float64, err error)
}

// next is the member whose turn it is, and a number that nobody had before.
func (b *bank) next() (memberID string, turn int64) {
	turn = b.turns.Add(1)
	return b.Members[turn%int64(len(b.Members))], turn
}

// tip is the whole of what a click on "tip" costs: may this member tip this
// performer in this room, on which terms, the idempotency key, the tip, its
// transfer and its news.
func (b *bank) tip(int) error { return b.send(b.Rooms[rand.IntN(len(b.Rooms))]) }

func (b *bank) send(room app.BenchRoom) error {
	memberID, turn := b.next()
	_, err := b.Tips.Send(b.ctx, tips.Order{
		SenderID: memberID, SenderName: "member", PerformerID: room.PerformerID, ConversationID: room.ConversationID,
		Token: money.Whole(int64(15 + 5*rand.IntN(8))),
	}, fmt.Sprint("click-", turn))
	return err
}

// transfer is the ledger alone: a transfer of three legs, with what the ledger
// asks of others.
func (b *bank) transfer(int) error {
	memberID, turn := b.next()
	room, gross := b.Rooms[rand.IntN(len(b.Rooms))], money.Whole(25)
	terms := ledger.Terms{Site: money.Percent(30), StudioID: fmt.Sprint("studio-", rand.IntN(people.Studios)), Member: money.Percent(60)}
	return b.DB.Write(b.ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := b.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: fmt.Sprint("transfer-", turn), Kind: "bench", Payer: memberID, Payee: room.PerformerID,
			Legs: terms.Legs(terms.Split(gross), ledger.Wallet(memberID), room.PerformerID),
		})
		return err
	})
}

// audit proves that nothing of what was measured was wrong.
func (b *bank) audit() error {
	return b.DB.Read(b.ctx, func(ctx context.Context, tx *db.Tx) error {
		transfers := ledger.Rule{Kinds: []string{"bench"}, Check: func(context.Context, *db.Tx) ([]ledger.Violation, error) { return nil, nil }}
		found, err := ledger.Audit(ctx, tx, tips.Rule(), b.Ledger.Rule(), transfers)
		if len(found) > 0 {
			return errors.Join(err, fmt.Errorf("the ledger is wrong: %v", found))
		}
		return err
	})
}
