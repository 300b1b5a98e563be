package meter

import (
	"time"

	"limelight/internal/kit/money"
)

// Metered is how long the clock has run by at, its free seconds included. It may
// pass the paid boundary by as much as the next tick is late.
func (c Meter) Metered(at time.Time) time.Duration {
	if c.State != Running {
		return c.elapsed
	}
	return c.elapsed + max(0, instant(at).Sub(c.clockChangedAt))
}

// FreeLeft is how much of the free time remains at at.
func (c Meter) FreeLeft(at time.Time) time.Duration {
	if c.State == Closed {
		return 0
	}
	return max(0, c.Free-c.Metered(at))
}

// Left is how long what is paid, held and available (the member's wallet) lasts
// from at on.
func (c Meter) Left(at time.Time, available money.Tokens) time.Duration {
	if c.State == Closed {
		return 0
	}
	if !c.Renew {
		available = 0
	}
	return c.tariff().left(c.Metered(at), c.Periods, c.Held+available)
}

// Spent is what the member has paid so far: periods × price − refund.
func (c Meter) Spent() money.Tokens {
	return c.Price*money.Tokens(c.Periods) - c.Refund
}

// PaidUntil is when a running clock reaches the end of what is captured; the zero
// time while it does not run.
func (c Meter) PaidUntil() time.Time {
	if c.State != Running {
		return time.Time{}
	}
	return c.reaches(c.tariff().paidUntil(c.Periods))
}

// reaches is the instant at which the running clock shows metered.
func (c Meter) reaches(metered time.Duration) time.Time {
	return c.clockChangedAt.Add(metered - c.elapsed)
}

// run starts the clock. The next tick is due at once: it looks at the balance
// and decides when to look again.
func (c *Meter) run(at time.Time) {
	c.State, c.clockChangedAt, c.nextTickAt = Running, at, at
}

func (c Meter) tariff() tariff {
	return tariff{price: c.Price, period: c.Period, free: c.Free, minimum: c.Minimum, renews: c.Renew}
}

// instant is a time as it is stored.
func instant(at time.Time) time.Time { return at.UTC().Truncate(time.Millisecond) }

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
