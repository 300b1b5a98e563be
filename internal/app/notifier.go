package app

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/notices"
)

// notifier tells accounts, and the operator.
type notifier struct {
	accounts *account.Service
	notices  *notices.Notices
	profile  siteProfile
}

// staleAfter is when what happened is no news any more: after a long outage, or in the history
// of a demo, nobody is told of each tip.
const staleAfter = 24 * time.Hour

func (n notifier) stale(at time.Time) bool { return n.notices.Now().Sub(at) > staleAfter }

// notify tells an account.
func notify[D any](ctx context.Context, tx *db.Tx, n notifier, kind notices.Kind[D], accountID string, about D) error {
	to, err := n.accounts.Recipient(ctx, tx, accountID)
	if err != nil {
		return err
	}
	return kind.Send(ctx, tx, n.notices, to, about)
}

// notifyOf tells an account what another one did, whose name the notice is about.
func notifyOf(ctx context.Context, tx *db.Tx, n notifier, kind notices.Kind[string], accountID, otherID string) error {
	other, err := n.accounts.Get(ctx, tx, otherID)
	if err != nil {
		return err
	}
	return notify(ctx, tx, n, kind, accountID, other.Name)
}

// notifyOperator tells the operator, if an address of theirs is known.
func notifyOperator[D any](ctx context.Context, tx *db.Tx, n notifier, kind notices.Kind[D], about D) error {
	return kind.Send(ctx, tx, n.notices, notices.Recipient{Address: n.profile.operator(), Operator: true}, about)
}
