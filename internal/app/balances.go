package app

import (
	"context"
	"log/slog"
	"slices"
	"sync"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/recovery"
	"limelight/internal/kit/socket"
	"limelight/internal/ledger"
)

// wireBalances builds what pushes balances.
func wireBalances(s *Services) {
	s.background("balances", newBalances(s.db, s.ledger, s.accounts, s.sockets, s.log).Run)
}

// balanceChanged is the one event that tells a balance.
var balanceChanged = socket.Declare[balancePayload]("balance/changed")

type balancePayload struct {
	Balance money.Tokens `json:"balance"`
}

// balances pushes to people what they hold when it has moved, whatever moved it. Transfers
// that follow each other quickly are one push: what is read is the balance of then.
type balances struct {
	db       *db.DB
	ledger   *ledger.Ledger
	accounts *account.Service
	sockets  *socket.Server
	log      *slog.Logger

	wake  chan struct{}
	mu    sync.Mutex
	moved map[string]bool // by account id
}

func newBalances(d *db.DB, l *ledger.Ledger, accounts *account.Service, sockets *socket.Server, log *slog.Logger) *balances {
	b := &balances{
		db: d, ledger: l, accounts: accounts, sockets: sockets, log: log,
		wake: make(chan struct{}, 1), moved: map[string]bool{},
	}
	l.Moved = b.note
	return b
}

// pushedAtOnce bounds whose balances one transaction reads.
const pushedAtOnce = 500

// note remembers whose balances have moved.
func (b *balances) note(moved ledger.Moved) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range moved.Accounts {
		if id := a.Person(); id != "" {
			b.moved[id] = true
		}
	}
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

func (b *balances) take() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	ids := make([]string, 0, len(b.moved))
	for id := range b.moved {
		ids = append(ids, id)
	}
	clear(b.moved)
	return ids
}

// Run pushes until ctx ends. What cannot be read is not pushed again: clients ask for their
// balance when they connect, and hear of the next change.
func (b *balances) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-b.wake:
		}
		for ids := range slices.Chunk(b.take(), pushedAtOnce) {
			err := recovery.Run(b.log, "balances.push", func() error { return b.push(ctx, ids) })
			if err != nil && ctx.Err() == nil {
				b.log.Error("push balances", "accounts", len(ids), "error", err)
			}
		}
	}
}

func (b *balances) push(ctx context.Context, ids []string) error {
	people := map[string]ledger.Account{}
	var held map[ledger.Account]money.Tokens
	err := b.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		cards, err := b.accounts.Cards(ctx, tx, ids...)
		if err != nil {
			return err
		}
		var purses []ledger.Account
		for id, card := range cards {
			people[id] = purseOf(card.Role, id)
			purses = append(purses, people[id])
		}
		held, err = b.ledger.Balances(ctx, tx, purses...)
		return err
	})
	if err != nil {
		return err
	}
	for id, purse := range people {
		if err := socket.To(b.sockets, socket.AccountRoom(id), balanceChanged, balancePayload{held[purse]}); err != nil {
			return err
		}
	}
	return nil
}

// purseOf is the account that a person calls their balance.
func purseOf(role account.Role, id string) ledger.Account {
	if role == account.Performer || role == account.Studio {
		return ledger.Earnings(id)
	}
	return ledger.Wallet(id)
}
