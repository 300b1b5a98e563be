package messages

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// free is where nothing costs anything.
type free struct{}

func (free) Prices(context.Context, *db.Tx, ...string) (map[string]money.Tokens, error) {
	return nil, nil
}

func (free) Charge(context.Context, *db.Tx, Charge) error { return nil }

func (free) Release(context.Context, *db.Tx, string, string) error { return nil }

func (free) Drop(context.Context, *db.Tx, ...string) error { return nil }

func (free) CheckSale(Sale) (Offer, error) { return Offer{}, account.ErrForbidden }

func (free) Reviewed(context.Context, *db.Tx, string) (bool, error) {
	return false, account.ErrForbidden
}

func (free) Sell(context.Context, *db.Tx, Offer) error { return account.ErrForbidden }

func (free) Offers(context.Context, *db.Tx, ...string) (map[string]Offered, error) { return nil, nil }

func (free) Open(context.Context, *db.Tx, string, string, money.Tokens) (money.Tokens, error) {
	return 0, errNoMessage
}

func (free) GiveBack(context.Context, *db.Tx, string, string) error { return nil }

func (free) Balance(context.Context, *db.Tx, string) (money.Tokens, error) { return 0, nil }
