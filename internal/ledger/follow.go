package ledger

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// Follower adds to transfers of every kind what they bring about elsewhere: a
// part of the site's fee for somebody who was no side of it. It is the one place
// where that is possible for all kinds, so that no room has to think of it.
type Follower interface {
	// Follow is asked before a transfer is written, and only reads. What it
	// returns runs when the transfer has been written, in the same transaction;
	// nil for nothing. reverses is the transfer that is taken back, or empty.
	Follow(ctx context.Context, tx *db.Tx, t Transfer, reverses string) (Consequence, error)
}

// Consequence is what follows a transfer. Its failure is the transfer's.
type Consequence func(ctx context.Context, tx *db.Tx, p Posted) error

// FollowedBy names who follows every transfer from now on. It is called while the
// program is built, before the first one.
func (l *Ledger) FollowedBy(f Follower) { l.follower = f }

func (l *Ledger) follow(ctx context.Context, tx *db.Tx, t Transfer, reverses string) (Consequence, error) {
	if l.follower == nil {
		return nil, nil
	}
	then, err := l.follower.Follow(ctx, tx, t, reverses)
	if err != nil {
		return nil, fmt.Errorf("follow %s: %w", t.Key, err)
	}
	return then, nil
}

// Flow is what one transfer moved between who pays and who earns: wallets and
// holds on one side, earnings and the site on the other. What an earner gives back
// and owes for is given back.
type Flow struct {
	TransferID string
	Gross      money.Tokens
	Fee        money.Tokens // the site's part
	Net        money.Tokens // the payee's own part
	Back       bool         // it gave this back: a refund
}

// Flow is what the transfer moves, without its id; the zero Flow when nobody pays
// anybody by it.
func (t Transfer) Flow() Flow {
	var paid, back Flow
	for _, leg := range t.Legs {
		switch {
		case leg.Source.pays() && leg.Target.earns():
			paid.add(leg.Target, t.Payee, leg.Amount)
		case (leg.Source.earns() || leg.Source.owes()) && leg.Target.pays():
			back.add(leg.Source, t.Payee, leg.Amount)
		}
	}
	if back.Gross > 0 {
		back.Back = true
		return back
	}
	return paid
}

func (f *Flow) add(earner Account, payee string, amount money.Tokens) {
	f.Gross += amount
	switch earner {
	case SiteRevenue:
		f.Fee += amount
	case Earnings(payee), Receivable(payee):
		f.Net += amount
	}
}

// Flows are the payments and the refunds of one fact, by its kind and reference,
// oldest first, without what has been reversed and the reversals themselves.
func (l *Ledger) Flows(ctx context.Context, tx *db.Tx, kind, reference string) ([]Flow, error) {
	legs, err := db.All(ctx, tx, scanFlowLeg, `
		SELECT t.id, t.payee, p.source, p.target, p.amount
		FROM ledger_transfers t
		JOIN ledger_postings p ON p.transfer_id = t.id
		WHERE t.reference = $1 AND t.kind = $2 AND t.reverses IS NULL
		  AND NOT EXISTS (SELECT 1 FROM ledger_transfers r WHERE r.reverses = t.id)
		ORDER BY t.id, p.leg`, reference, kind)
	if err != nil {
		return nil, fmt.Errorf("select the flows of %s %s: %w", kind, reference, err)
	}
	var flows []Flow
	for len(legs) > 0 {
		one := Transfer{Payee: legs[0].payee}
		id := legs[0].transferID
		for len(legs) > 0 && legs[0].transferID == id {
			one.Legs, legs = append(one.Legs, legs[0].Leg), legs[1:]
		}
		if f := one.Flow(); f.Gross > 0 {
			f.TransferID = id
			flows = append(flows, f)
		}
	}
	return flows, nil
}

type flowLeg struct {
	transferID, payee string
	Leg
}

func scanFlowLeg(r db.Row) (l flowLeg, err error) {
	return l, r.Scan(&l.transferID, &l.payee, &l.Source, &l.Target, &l.Amount)
}
