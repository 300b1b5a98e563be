package meter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Tick is what a look at a running meter found.
type Tick struct {
	Meter       Meter
	Captured    int          // periods captured by this tick
	Low         int          // 120, 60 or 15 when that warning is newly due, else 0
	Exhausted   bool         // the next period has begun and cannot be paid: close it
	SecondsLeft int          // that paid, held and available tokens last, rounded up
	Missing     money.Tokens // for the next period; 0 when it is held or available
	Balance     money.Tokens // the member's wallet
}

// Due lists the running meters whose next tick is due, the longest waiting
// first.
func (m *Meters) Due(ctx context.Context, tx *db.Tx, now time.Time, limit int) ([]Meter, error) {
	return selectDue(ctx, tx, now, limit)
}

// Tick captures every period that has begun, holds the next one, and says how
// long the money lasts. An exhausted meter stays due until it is closed. A meter
// that does not run is only looked at.
func (m *Meters) Tick(ctx context.Context, tx *db.Tx, meterID string) (t Tick, err error) {
	now := instant(m.Now())
	err = m.change(ctx, tx, meterID, func(c *Meter) error {
		before := c.Periods
		exhausted, p, err := m.advance(ctx, tx, c, now)
		if err != nil {
			return err
		}
		t.Exhausted, t.Balance = exhausted, p.balance
		t.Captured = c.Periods - before
		left := c.Left(now, p.available())
		t.SecondsLeft = ceilSeconds(left)
		if c.Renew && c.State != Closed && p.refusal == nil {
			t.Missing = max(0, c.Price-c.Held-t.Balance)
		}
		if c.State == Running {
			t.Low = c.warn(left, t.Exhausted)
			c.nextTickAt = c.nextTick(now, left)
		}
		t.Meter = *c
		return nil
	})
	return t, err
}

// warn says which warning is newly reached and remembers it; more tokens make an
// earlier warning possible again. Nobody is warned of a window that simply ends.
func (c *Meter) warn(left time.Duration, exhausted bool) (low int) {
	if !c.Renew || exhausted {
		return 0
	}
	reached := level(left)
	if reached != 0 && (c.low == 0 || reached < c.low) {
		low = reached
	}
	c.low = reached
	return low
}

// nextTick is when there is next something to do: a period begins, or a warning is
// due.
func (c *Meter) nextTick(now time.Time, left time.Duration) time.Time {
	at := c.PaidUntil()
	if wait, ok := untilWarning(left); ok && c.Renew && now.Add(wait).Before(at) {
		return now.Add(wait)
	}
	return at
}

// Minute is a captured period and its transfer.
type Minute struct {
	MeterID    string `db:"meter_id"`
	Number     int    `db:"n"` // from 1
	TransferID string `db:"transfer_id"`
	Price      money.Tokens
	StartedAt  time.Time    `db:"started_at"`
	CapturedAt time.Time    `db:"captured_at"`
	Balance    money.Tokens // the member's wallet now
}

// Settle captures the period now running, unless it has been, and returns it. It
// fails with ErrNoMinute when none runs, and with ledger.ErrFunds or a
// ledger.Refusal when it cannot be paid. However often it is called, a period is charged once.
func (m *Meters) Settle(ctx context.Context, tx *db.Tx, meterID string) (minute Minute, err error) {
	now := instant(m.Now())
	var refusal error // what was captured before it stays captured
	err = m.change(ctx, tx, meterID, func(c *Meter) error {
		exhausted, p, err := m.advance(ctx, tx, c, now)
		switch {
		case err != nil:
			return err
		case exhausted && p.refusal != nil:
			refusal = p.refusal
			return nil
		case exhausted:
			refusal = ledger.ErrFunds.With("missing", max(0, c.Price-c.Held-p.balance))
			return nil
		case c.Periods == 0 || c.State == Closed:
			refusal = ErrNoMinute
			return nil
		}
		minute, err = selectMinute(ctx, tx, c.ID, c.Periods)
		minute.Price, minute.Balance = c.Price, p.balance
		return err
	})
	return minute, cmp.Or(err, refusal)
}

// purse is what a member has, and whether it may be spent.
type purse struct {
	balance  money.Tokens
	refusal  *ledger.Refusal // nil as far as is known: the gate is asked when tokens are taken
	promised bool            // the gate is not asked: what is taken has been watched
}

// available is what the next periods can be paid with.
func (p purse) available() money.Tokens {
	if p.refusal != nil {
		return 0
	}
	return p.balance
}

// advance brings a running meter to now: it captures what has begun and holds
// what comes next, as far as the member can and may pay.
func (m *Meters) advance(ctx context.Context, tx *db.Tx, c *Meter, now time.Time) (exhausted bool, p purse, err error) {
	if p.balance, err = m.balance(ctx, tx, ledger.Wallet(c.MemberID)); err != nil {
		return false, p, err
	}
	c.Refused = ""
	if c.State == Running {
		due := c.tariff().begun(c.Metered(now))
		if err := m.bill(ctx, tx, c, due, &p); err != nil {
			return false, p, err
		}
		exhausted = c.Periods < due
	}
	if c.State != Closed {
		err = m.topUp(ctx, tx, c, c.tariff().reserve(c.Periods), &p)
	}
	return exhausted, p, err
}

// bill captures the periods up to n that are not yet captured, in order, until
// the member cannot or may not pay.
func (m *Meters) bill(ctx context.Context, tx *db.Tx, c *Meter, n int, p *purse) error {
	for c.Periods < n {
		if c.Held < c.Price {
			if err := m.topUp(ctx, tx, c, c.Price, p); err != nil || c.Held < c.Price {
				return err
			}
		}
		if err := m.capture(ctx, tx, c, c.reaches(c.tariff().paidUntil(c.Periods))); err != nil {
			return err
		}
	}
	return nil
}

// capture takes the next period out of the hold and shares it.
func (m *Meters) capture(ctx context.Context, tx *db.Tx, c *Meter, startedAt time.Time) error {
	n := c.Periods + 1
	posted, err := m.Ledger.Post(ctx, tx, ledger.Transfer{
		Key: fmt.Sprintf("minute:%s:%d", c.ID, n), Kind: string(c.Kind), Reference: c.ID,
		Payer: c.MemberID, Payee: c.PerformerID, Memo: periodMemos[c.Kind].With(n),
		Legs: c.Terms.Legs(c.Shares, ledger.Hold(c.ID), c.PerformerID),
	})
	if err != nil {
		return fmt.Errorf("capture period %d of %s: %w", n, c.ID, err)
	}
	c.Periods, c.Held = n, c.Held-c.Price
	return insertMinute(ctx, tx, Minute{
		MeterID: c.ID, Number: n, TransferID: posted.ID, StartedAt: startedAt, CapturedAt: instant(posted.At),
	})
}

// periodMemos are what a statement calls a period.
var periodMemos = map[Kind]ledger.MemoFormat{Private: minuteMemo, Group: minuteMemo, PeekIn: windowMemo}

// topUp raises the hold to want out of the purse, when that is enough and the
// member may spend it. A refusal of the gate's is as if there were no tokens: it
// ends the seat at the paid boundary and fails nothing.
func (m *Meters) topUp(ctx context.Context, tx *db.Tx, c *Meter, want money.Tokens, p *purse) error {
	short := want - c.Held
	if !c.Renew || short <= 0 || short > p.available() {
		return nil
	}
	err := m.move(ctx, tx, c, short, heldMemo.With(), p.promised)
	if refusal, refused := errors.AsType[*ledger.Refusal](err); refused {
		p.refusal, c.Refused = refusal, refusal.Fault.Code
		return nil
	}
	if err != nil {
		return again(err, ledger.ErrFunds) // spent elsewhere since the balance was read
	}
	p.balance -= short
	return nil
}

// release gives back what is held above keep.
func (m *Meters) release(ctx context.Context, tx *db.Tx, c *Meter, keep money.Tokens) error {
	if c.Held <= keep {
		return nil
	}
	return m.move(ctx, tx, c, keep-c.Held, unheldMemo.With(), false)
}

// move takes an amount from the wallet into the hold, or back when it is
// negative. Each move has its number, and so its key. The gate is not asked for
// what was promised.
func (m *Meters) move(ctx context.Context, tx *db.Tx, c *Meter, amount money.Tokens, memo ledger.Memo, promised bool) error {
	leg := ledger.Leg{Source: ledger.Wallet(c.MemberID), Target: ledger.Hold(c.ID), Amount: amount}
	if amount < 0 {
		leg = ledger.Leg{Source: leg.Target, Target: leg.Source, Amount: -amount}
	}
	_, err := m.Ledger.Post(ctx, tx, ledger.Transfer{
		Key: fmt.Sprintf("hold:%s:%d", c.ID, c.postings+1), Kind: string(c.Kind), Reference: c.ID,
		Payer: c.MemberID, Payee: c.PerformerID, Memo: memo, Promised: promised, Legs: []ledger.Leg{leg},
	})
	if err != nil {
		return err
	}
	c.postings, c.Held = c.postings+1, c.Held+amount
	return nil
}

func (m *Meters) balance(ctx context.Context, tx *db.Tx, account ledger.Account) (money.Tokens, error) {
	balances, err := m.Ledger.Balances(ctx, tx, account)
	if err != nil {
		return 0, fmt.Errorf("balance of %s: %w", account, err)
	}
	return balances[account], nil
}
