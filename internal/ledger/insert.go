package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// Earliest is before any transfer of any site. A clock that says less was not set, and a transfer by it would begin
// the journal in a year of which each day has to be closed.
var Earliest = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// ErrClock refuses a transfer while the machine's clock says a time before Earliest.
var ErrClock = fault.New(fault.Unavailable, "The site's clock is wrong, so nothing can be booked now. Please try again later.")

// insert writes the transfer with an id of now. The journal refuses ids of days that it has closed; that a clock runs
// slow, or that another one ran fast and closed a day too early, stops no transfer: it then belongs to the first open
// day, while At stays what the clock says.
func (l *Ledger) insert(ctx context.Context, tx *db.Tx, t Transfer, reverses string) (p Posted, written bool, err error) {
	if p.At = l.now(); p.At.Before(Earliest) {
		return p, false, ErrClock
	}
	for range 2 {
		at := p.At
		if l.overtaken.Load() {
			if at, err = l.afterSeal(ctx, tx, p.At); err != nil {
				return p, false, err
			}
		}
		p.ID = l.ids.next(at)
		bearer := l.bearerOf(t)
		written, err = insertTransfer(ctx, tx, p, t, reverses, bearer, l.macOf(p, t, reverses, bearer))
		if db.Check(err, "ledger_day_open") { // PostgreSQL: this transaction is over, the next one looks first
			l.overtaken.Store(true)
			return p, false, db.Again(err)
		}
		if !db.Raised(err, "ledger: the day of this transfer is closed") {
			return p, written, err
		}
		l.overtaken.Store(true)
	}
	return p, written, err
}

// bearerOf is what the transfer keeps: nothing where nobody earns.
func (l *Ledger) bearerOf(t Transfer) Bearer {
	earns := slices.ContainsFunc(t.Legs, func(leg Leg) bool { return leg.Target.Class() == ClassEarnings })
	switch {
	case !earns:
		return ""
	case l.Bearer == nil:
		return Shared
	}
	return l.Bearer()
}

// afterSeal is now, or the first instant after the closed days and after the newest transfer in them: so the ids of
// all nodes keep the order of posting.
func (l *Ledger) afterSeal(ctx context.Context, tx *db.Tx, now time.Time) (time.Time, error) {
	upto, err := db.One(ctx, tx, db.String, `SELECT upto FROM journal_seals ORDER BY day DESC LIMIT 1`)
	if errors.Is(err, db.ErrNone) {
		return now, nil
	}
	if err != nil {
		return now, fmt.Errorf("look for the newest seal: %w", err)
	}
	open, ok := id.Time(upto)
	if !ok || !now.Before(open) {
		l.overtaken.Store(false)
		return now, nil
	}
	newest, err := db.One(ctx, tx, db.String, `SELECT id FROM ledger_transfers ORDER BY id DESC LIMIT 1`)
	if errors.Is(err, db.ErrNone) {
		return open, nil
	}
	if err != nil {
		return now, fmt.Errorf("look for the newest transfer: %w", err)
	}
	if last, ok := id.Time(newest); ok && !last.Before(open) {
		open = last.Add(time.Millisecond)
	}
	return open, nil
}
