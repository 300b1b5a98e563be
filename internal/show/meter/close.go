package meter

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// End is how a meter is closed. Fault says that it was not the member's doing,
// nor the balance's: unused time is refunded and the minimum waived.
type End struct {
	At     time.Time // zero: now
	Reason string    // such as "member_left" or ReasonExhausted
	Fault  bool
}

// Receipt is what a closed meter came to: Gross − Refund was charged, and Shares
// sum to that.
type Receipt struct {
	MeterID        string
	ShowID         string
	MemberID       string
	PerformerID    string
	Kind           Kind
	Price          money.Tokens
	Periods        int
	MeteredSeconds int64 // how long the clock ran, FreeSeconds included, rounded down
	FreeSeconds    int64
	Gross          money.Tokens // Periods × Price
	Refund         money.Tokens
	Shares         ledger.Shares // after the refund, as it was really given
	StartedAt      time.Time     // zero: the clock never ran
	EndedAt        time.Time
	Reason         string
	Refused        string // why the member could not spend on when it ended; for the member alone
}

// Close ends a meter: it captures what had begun, then the rest of the minimum or
// the refund, and gives back what is still held. It asks no gate: ending always
// succeeds, whatever the member's account says. Closing again gives the same
// receipt.
func (m *Meters) Close(ctx context.Context, tx *db.Tx, meterID string, end End) (r Receipt, err error) {
	err = m.change(ctx, tx, meterID, func(c *Meter) error {
		if c.State != Closed {
			if err := m.close(ctx, tx, c, end); err != nil {
				return err
			}
			tx.AfterCommit(m.closed.WithLabelValues(c.EndReason).Inc)
		}
		r = c.Receipt()
		return nil
	})
	return r, err
}

func (m *Meters) close(ctx context.Context, tx *db.Tx, c *Meter, end End) error {
	if end.At.IsZero() {
		end.At = m.Now()
	}
	if err := m.stop(ctx, tx, c, instant(end.At), end.Reason != ReasonExhausted); err != nil {
		return err
	}
	c.State, c.EndedAt, c.EndReason, c.Fault = Closed, c.clockChangedAt, end.Reason, end.Fault
	if err := m.settle(ctx, tx, c); err != nil {
		return err
	}
	return m.release(ctx, tx, c, 0)
}

// stop halts the clock at at, or at the paid boundary when that comes first. With
// bill, periods that were entered by then are captured before.
func (m *Meters) stop(ctx context.Context, tx *db.Tx, c *Meter, at time.Time, bill bool) error {
	if !bill || c.State != Running {
		c.halt(at)
		return nil
	}
	balances, err := m.Ledger.Balances(ctx, tx, ledger.Wallet(c.MemberID))
	if err != nil {
		return fmt.Errorf("balance of %s: %w", c.MemberID, err)
	}
	return m.stopBilled(ctx, tx, c, at, balances)
}

// stopBilled stops a running clock and captures what was entered before. A look that
// came late leaves some that are not held: they were watched, so the wallet pays them
// without the gate, unless it was known to refuse. balances are what the wallets have,
// and have then.
func (m *Meters) stopBilled(ctx context.Context, tx *db.Tx, c *Meter, at time.Time, balances map[ledger.Account]money.Tokens) error {
	wallet := ledger.Wallet(c.MemberID)
	p := purse{promised: true}
	if c.Refused == "" {
		p.balance = balances[wallet]
	}
	entered := c.tariff().entered(c.Metered(latest(at, c.clockChangedAt)))
	if err := m.bill(ctx, tx, c, entered, &p); err != nil {
		return err
	}
	if c.Refused == "" {
		balances[wallet] = p.balance
	}
	c.halt(at)
	return nil
}

// halt stops the clock at at, or at the paid boundary when that comes first.
func (c *Meter) halt(at time.Time) {
	at = latest(at, c.clockChangedAt)
	metered := c.Metered(at)
	if paid := c.tariff().paidUntil(c.Periods); metered > paid {
		metered, at = paid, c.reaches(paid)
	}
	c.State, c.elapsed, c.clockChangedAt, c.nextTickAt = Paused, metered, at, time.Time{}
}

// settle brings what is captured to what is due. After a fault unused time comes
// back. Otherwise the minimum is added, out of the hold that was kept for it, and a
// period comes back that by the clock never began: it was captured before the clock
// was set back to the last instant that was seen.
func (m *Meters) settle(ctx context.Context, tx *db.Tx, c *Meter) error {
	if c.Fault {
		return m.refund(ctx, tx, c, c.tariff().refund(c.elapsed, c.Periods))
	}
	due := c.tariff().due(c.elapsed)
	for c.Periods < due {
		if err := m.capture(ctx, tx, c, c.EndedAt); err != nil {
			return err
		}
	}
	return m.refund(ctx, tx, c, c.Price*money.Tokens(c.Periods-due))
}

// refund gives an amount back along the terms. What performer or studio no longer
// have, the site gives in their place.
func (m *Meters) refund(ctx context.Context, tx *db.Tx, c *Meter, amount money.Tokens) error {
	if amount == 0 {
		return nil
	}
	parts := c.giveBack(amount)
	performer, studio := ledger.Earnings(c.PerformerID), ledger.Earnings(c.Terms.StudioID)
	accounts := []ledger.Account{performer}
	if c.Terms.StudioID != "" {
		accounts = append(accounts, studio)
	}
	have, err := m.Ledger.Balances(ctx, tx, accounts...)
	if err != nil {
		return fmt.Errorf("refund of %s: %w", c.ID, err)
	}
	c.Refund = amount
	c.Returned.Net = min(parts.Net, have[performer])
	c.Returned.StudioNet = min(parts.StudioNet, have[studio])
	c.Returned.SiteFee = amount - c.Returned.Net - c.Returned.StudioNet
	c.Absorbed = c.Returned.SiteFee - parts.SiteFee
	return m.postRefund(ctx, tx, c)
}

// giveBack shares a refund: whole periods as they were shared, the rest as the
// difference that a smaller price makes.
func (c *Meter) giveBack(amount money.Tokens) ledger.Shares {
	whole, rest := amount/c.Price, amount%c.Price
	part := c.Terms.Refund(c.Price, c.Price-rest)
	return ledger.Shares{
		SiteFee:   whole*c.Shares.SiteFee + part.SiteFee,
		StudioNet: whole*c.Shares.StudioNet + part.StudioNet,
		Net:       whole*c.Shares.Net + part.Net,
	}
}

func (m *Meters) postRefund(ctx context.Context, tx *db.Tx, c *Meter) error {
	memo := unusedMemo.With()
	if c.Absorbed > 0 {
		memo = absorbedMemo.With(c.Absorbed)
	}
	var legs []ledger.Leg
	for _, leg := range c.Terms.Legs(c.Returned, ledger.Wallet(c.MemberID), c.PerformerID) {
		legs = append(legs, ledger.Leg{Source: leg.Target, Target: leg.Source, Amount: leg.Amount})
	}
	posted, err := m.Ledger.Post(ctx, tx, ledger.Transfer{
		Key: "refund:" + c.ID, Kind: string(c.Kind), Reference: c.ID,
		Payer: c.MemberID, Payee: c.PerformerID, Memo: memo, Legs: legs,
	})
	if err != nil {
		return fmt.Errorf("refund of %s: %w", c.ID, again(err, ledger.ErrFunds)) // paid out since the look
	}
	c.refundID = posted.ID
	return nil
}

// Receipt is what the meter has come to; it is final once the meter is closed.
func (c Meter) Receipt() Receipt {
	n := money.Tokens(c.Periods)
	return Receipt{
		MeterID: c.ID, ShowID: c.ShowID, MemberID: c.MemberID, PerformerID: c.PerformerID,
		Kind: c.Kind, Price: c.Price, Periods: c.Periods,
		MeteredSeconds: int64(c.elapsed / time.Second),
		FreeSeconds:    int64(min(c.elapsed, c.Free) / time.Second),
		Gross:          n * c.Price, Refund: c.Refund,
		Shares: ledger.Shares{
			SiteFee:   n*c.Shares.SiteFee - c.Returned.SiteFee,
			StudioNet: n*c.Shares.StudioNet - c.Returned.StudioNet,
			Net:       n*c.Shares.Net - c.Returned.Net,
		},
		StartedAt: c.StartedAt, EndedAt: c.EndedAt, Reason: c.EndReason, Refused: c.Refused,
	}
}
