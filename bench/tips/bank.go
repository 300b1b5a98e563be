package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/tips"
	"limelight/migrations"
)

const (
	members    = 1000
	performers = 100
	listeners  = 3 // subscribers of a tip: the toast, the room, the balances
)

// bank is the product's tips on one engine, and that engine's own small bank.
type bank struct {
	db     *db.DB
	ledger *ledger.Ledger
	tips   *tips.Service
	keys   atomic.Int64
	tpcb   func(callers int, span time.Duration) (perSecond float64, err error)
	close  func() error
}

func newBank(ctx context.Context, where string) (*bank, error) {
	d, err := db.Open(ctx, where)
	if err != nil {
		return nil, err
	}
	if _, err := d.Migrate(ctx, migrations.Files); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	news := bus.New(d, slog.Default(), time.Now)
	for i := range listeners {
		bus.Tell(news, fmt.Sprint("bench.", i), func(context.Context, tips.Sent) error { return nil })
	}
	b := &bank{db: d, ledger: ledger.New(time.Now)}
	b.tips = tips.New(tips.Deps{
		DB: d, Ledger: b.ledger, Performers: everybody{}, Rooms: everybody{}, Rates: everybody{},
		Events: news, Limiter: everybody{}, Limits: func() tips.Limits { return tips.Presets }, Now: time.Now,
	})
	delivering, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- news.Run(delivering) }()
	b.close = func() error {
		stop()
		return errors.Join(<-ended, d.Close())
	}
	return b, b.fill(ctx)
}

// fill gives every member more than can be spent here.
func (b *bank) fill(ctx context.Context) error {
	return b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for i := range members {
			if _, err := b.ledger.Grant(ctx, tx, member(i), money.Whole(1_000_000_000), member(i), ""); err != nil {
				return err
			}
		}
		return nil
	})
}

func member(i int) string    { return fmt.Sprint("member-", i) }
func performer(i int) string { return fmt.Sprint("performer-", i) }

// tip is the whole of what a click on "tip" costs the database: the idempotency
// key, the tip, its transfer and its news, which a worker delivers beside.
func (b *bank) tip(int) error {
	_, err := b.tips.Send(context.Background(), tips.Order{
		SenderID: member(rand.IntN(members)), SenderName: "member",
		PerformerID: performer(rand.IntN(performers)),
		Token:       money.Whole(int64(15 + 5*rand.IntN(8))),
	}, fmt.Sprint("click-", b.keys.Add(1)))
	return err
}

// transfer is the ledger alone: a transfer of three legs.
func (b *bank) transfer(int) error {
	from, to := member(rand.IntN(members)), performer(rand.IntN(performers))
	terms, gross := termsOf(to), money.Whole(25)
	return b.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := b.ledger.Post(ctx, tx, ledger.Transfer{
			Key: fmt.Sprint("transfer-", b.keys.Add(1)), Kind: "bench", Payer: from, Payee: to,
			Legs: terms.Legs(terms.Split(gross), ledger.Wallet(from), to),
		})
		return err
	})
}

// audit proves that nothing of what was measured was wrong.
func (b *bank) audit(ctx context.Context) error {
	return b.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		transfers := ledger.Rule{Kinds: []string{"bench"}, Check: func(context.Context, *db.Tx) ([]ledger.Violation, error) { return nil, nil }}
		found, err := ledger.Audit(ctx, tx, tips.Rule(), transfers)
		if len(found) > 0 {
			return fmt.Errorf("the ledger is wrong: %v", found)
		}
		return err
	})
}

// everybody is neighbours who always say yes.
type everybody struct{}

// termsOf puts every performer into one of ten studios, which is dearer than
// working alone: a leg more, and ten rows that are in every tenth tip.
func termsOf(performerID string) ledger.Terms {
	return ledger.Terms{Site: money.Percent(30), StudioID: "studio-" + performerID[len(performerID)-1:], Member: money.Percent(60)}
}

func (everybody) Receives(context.Context, *db.Tx, string, string) (bool, error) { return true, nil }

func (everybody) Admits(context.Context, *db.Tx, string, account.Caller) (bool, error) {
	return true, nil
}

func (everybody) Hosts(context.Context, *db.Tx, string, string, string) (bool, error) {
	return true, nil
}

func (everybody) Terms(_ context.Context, _ *db.Tx, _, performerID string) (ledger.Terms, error) {
	return termsOf(performerID), nil
}

func (everybody) Allow(context.Context, string, string) error { return nil }
