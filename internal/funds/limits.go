package funds

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// SpendingLimits are the members' own.
type SpendingLimits struct {
	*core
}

// raiseAfter is how long a higher limit waits: what was decided in a hot minute
// can be slept over (issue 4, point 5).
const raiseAfter = 24 * time.Hour

// maxCool bounds a cool-off.
const maxCool = 365 * 24 * time.Hour

// Caps are a member's own limits; 0: none.
type Caps struct {
	Daily   money.Tokens
	Weekly  money.Tokens
	Monthly money.Tokens
}

// Limits are a member's limits as they stand.
type Limits struct {
	Caps
	Next      Caps      // what acts from NextAt on; meaningful when that is set
	NextAt    time.Time // zero: nothing is to come
	CoolUntil time.Time // no spending and no buying before; zero: none
	Spent     Caps      // in the last 24 hours, 7 and 30 days
	Frozen    bool      // an admin decides about a payment
}

// windows are the spans of the limits, each of them rolling.
var windows = []struct {
	span time.Duration
	of   func(*Caps) *money.Tokens
}{
	{24 * time.Hour, func(c *Caps) *money.Tokens { return &c.Daily }},
	{7 * 24 * time.Hour, func(c *Caps) *money.Tokens { return &c.Weekly }},
	{30 * 24 * time.Hour, func(c *Caps) *money.Tokens { return &c.Monthly }},
}

// MaySpend is the one question that every spending asks, in its own transaction,
// before it takes amount out of a member's wallet. It fails with ErrFrozen,
// ErrCooling or ErrLimit. Who has limits takes turns, so that two spendings at
// once do not pass one limit.
func (s *SpendingLimits) MaySpend(ctx context.Context, tx *db.Tx, memberID string, amount money.Tokens) error {
	frozen, _, err := selectTrouble(ctx, tx, memberID)
	if err != nil {
		return err
	}
	if frozen {
		return ErrFrozen
	}
	return s.withinLimits(ctx, tx, memberID, amount)
}

func (s *SpendingLimits) withinLimits(ctx context.Context, tx *db.Tx, memberID string, amount money.Tokens) error {
	l, err := s.lockLimits(ctx, tx, memberID)
	if errors.Is(err, db.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	if s.Now().Before(l.CoolUntil) {
		return ErrCooling.With("until", l.CoolUntil)
	}
	for _, w := range windows {
		most := *w.of(&l.Caps)
		if most == 0 {
			continue
		}
		spent, err := selectSpent(ctx, tx, memberID, s.Now().Add(-w.span))
		if err != nil {
			return err
		}
		if spent+amount > most {
			return ErrLimit.With("left", max(0, most-spent))
		}
	}
	return nil
}

// Limits are the member's own.
func (s *SpendingLimits) Limits(ctx context.Context, memberID string) (l Limits, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if l, err = selectLimits(ctx, tx, memberID, ""); err != nil && !errors.Is(err, db.ErrNone) {
			return err
		}
		l = l.at(s.Now())
		for _, w := range windows {
			if *w.of(&l.Spent), err = selectSpent(ctx, tx, memberID, s.Now().Add(-w.span)); err != nil {
				return err
			}
		}
		l.Frozen, _, err = selectTrouble(ctx, tx, memberID)
		return err
	})
	return l, err
}

// SetLimits changes a member's limits: what is lower acts at once, what is higher
// or gone after 24 hours. A new wish replaces the one that waits.
func (s *SpendingLimits) SetLimits(ctx context.Context, memberID string, want Caps) (Limits, error) {
	for _, w := range windows {
		if *w.of(&want) < 0 || *w.of(&want) > money.Whole(10_000_000) {
			return Limits{}, fault.Between("limit", 0, 10_000_000)
		}
	}
	err := s.changeLimits(ctx, memberID, func(l *Limits) error {
		l.Next, l.NextAt = want, time.Time{}
		for _, w := range windows {
			is, wanted := w.of(&l.Caps), *w.of(&want)
			if lower := wanted > 0 && (*is == 0 || wanted < *is); lower {
				*is = wanted
			}
			if *is != wanted {
				l.NextAt = s.Now().Add(raiseAfter)
			}
		}
		return nil
	})
	if err != nil {
		return Limits{}, err
	}
	return s.Limits(ctx, memberID)
}

// CoolOff pauses a member's spending and buying. It can be made longer and not
// shorter.
func (s *SpendingLimits) CoolOff(ctx context.Context, memberID string, span time.Duration) (Limits, error) {
	if span <= 0 || span > maxCool {
		return Limits{}, fault.Between("hours", 1, int(maxCool.Hours()))
	}
	err := s.changeLimits(ctx, memberID, func(l *Limits) error {
		until := s.Now().Add(span)
		if until.Before(l.CoolUntil) {
			return fault.Field("hours", "A pause can be made longer, not shorter")
		}
		l.CoolUntil = until
		return nil
	})
	if err != nil {
		return Limits{}, err
	}
	return s.Limits(ctx, memberID)
}

func (s *SpendingLimits) changeLimits(ctx context.Context, memberID string, change func(*Limits) error) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := db.Exec(ctx, tx, `
			INSERT INTO funds_limits (member_id, daily, weekly, monthly, next_daily, next_weekly, next_monthly, next_at, cool_until, updated_at)
			VALUES ($1, 0, 0, 0, 0, 0, 0, 0, 0, $2)
			ON CONFLICT (member_id) DO NOTHING`, memberID, db.Millis(s.Now())); err != nil {
			return fmt.Errorf("open the limits of %s: %w", memberID, err)
		}
		l, err := s.lockLimits(ctx, tx, memberID)
		if err != nil {
			return err
		}
		if err := change(&l); err != nil {
			return err
		}
		return updateLimits(ctx, tx, memberID, l, s.Now())
	})
}

// at is the limits once what waited has come.
func (l Limits) at(now time.Time) Limits {
	if !l.NextAt.IsZero() && !now.Before(l.NextAt) {
		l.Caps, l.Next, l.NextAt = l.Next, Caps{}, time.Time{}
	}
	return l
}

// lockLimits returns a member's limits as they act now, or db.ErrNone.
func (s *SpendingLimits) lockLimits(ctx context.Context, tx *db.Tx, memberID string) (Limits, error) {
	l, err := selectLimits(ctx, tx, memberID, tx.Fragment(db.ForUpdate))
	return l.at(s.Now()), err
}

func scanLimits(r db.Row) (l Limits, err error) {
	var next, cool int64
	err = r.Scan(&l.Daily, &l.Weekly, &l.Monthly, &l.Next.Daily, &l.Next.Weekly, &l.Next.Monthly, &next, &cool)
	l.NextAt, l.CoolUntil = db.Time(next), db.Time(cool)
	return l, err
}

func selectLimits(ctx context.Context, tx *db.Tx, memberID, locking string) (Limits, error) {
	return db.One(ctx, tx, scanLimits, `
		SELECT daily, weekly, monthly, next_daily, next_weekly, next_monthly, next_at, cool_until
		FROM funds_limits
		WHERE member_id = $1`+locking, memberID)
}

func updateLimits(ctx context.Context, tx *db.Tx, memberID string, l Limits, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE funds_limits
		SET daily = $2, weekly = $3, monthly = $4, next_daily = $5, next_weekly = $6, next_monthly = $7,
		    next_at = $8, cool_until = $9, updated_at = $10
		WHERE member_id = $1`,
		memberID, l.Daily, l.Weekly, l.Monthly, l.Next.Daily, l.Next.Weekly, l.Next.Monthly,
		db.Millis(l.NextAt), db.Millis(l.CoolUntil), db.Millis(now))
	if err != nil {
		return fmt.Errorf("update the limits of %s: %w", memberID, err)
	}
	return nil
}

// selectSpent sums what left a wallet since then for shows, orders and people, less
// what came back of just that: what an older payment gives back is no room for
// another one. It reads the ledger's postings as the audit's rules do: ids carry
// their time, so a span is a range of an index.
func selectSpent(ctx context.Context, tx *db.Tx, memberID string, since time.Time) (money.Tokens, error) {
	spent, err := db.One(ctx, tx, db.Int64, `
		SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT)
		FROM (
			SELECT SUM(legs.amount) AS amount
			FROM (
				SELECT transfer_id, amount
				FROM ledger_flows
				WHERE source = $1 AND transfer_id >= $2 AND to_class NOT IN ('world', 'receivable')
				UNION ALL
				SELECT transfer_id, -amount
				FROM ledger_flows
				WHERE target = $1 AND transfer_id >= $2 AND from_class NOT IN ('world', 'receivable')
			) AS legs
			JOIN ledger_transfers t ON t.id = legs.transfer_id
			GROUP BY t.kind, t.reference
		) AS facts
		WHERE amount > 0`, ledger.Wallet(memberID), id.Floor(since))
	if err != nil {
		return 0, fmt.Errorf("sum what %s spent: %w", memberID, err)
	}
	return max(0, money.Tokens(spent)), nil
}
