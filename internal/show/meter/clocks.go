package meter

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// MoveClocks lets the clocks of some meters of a show run from an instant on, and stops
// those of others as of then. However many they are, they are read and written in one
// statement each.
//
// A waiting clock starts: without free time its first period is captured at once, out of
// what is held since the opening. A paused one goes on where it stopped. A running clock
// stops: periods that had begun by then are captured. The instant may lie in the past:
// after a crash it is the last one that is certain. A clock that is as it should be, or
// closed, is left alone. It fails with ErrUnknown when a meter does not exist.
func (m *Meters) MoveClocks(ctx context.Context, tx *db.Tx, at time.Time, run, stop []string) error {
	at = instant(at)
	all, err := lockMeters(ctx, tx, slices.Concat(run, stop))
	if err != nil {
		return err
	}
	balances, err := m.balancesOf(ctx, tx, all, stop)
	if err != nil {
		return err
	}
	var changed []Meter
	for _, c := range all {
		before := c
		if slices.Contains(run, c.ID) {
			err = m.runClock(ctx, tx, &c, at)
		} else if c.State == Running {
			err = m.stopBilled(ctx, tx, &c, at, balances)
		}
		if err != nil {
			return err
		}
		if c != before {
			changed = append(changed, c)
		}
	}
	return updateClocks(ctx, tx, changed)
}

func (m *Meters) runClock(ctx context.Context, tx *db.Tx, c *Meter, at time.Time) error {
	switch c.State {
	case Waiting:
		c.StartedAt = at
		c.run(at)
		return m.bill(ctx, tx, c, c.tariff().begun(0), &purse{}) // the first is held since the opening
	case Paused:
		c.run(latest(at, c.clockChangedAt))
	}
	return nil
}

// balancesOf are the wallets of those whose running clocks stop.
func (m *Meters) balancesOf(ctx context.Context, tx *db.Tx, all []Meter, stop []string) (map[ledger.Account]money.Tokens, error) {
	var wallets []ledger.Account
	for _, c := range all {
		if c.State == Running && slices.Contains(stop, c.ID) {
			wallets = append(wallets, ledger.Wallet(c.MemberID))
		}
	}
	if len(wallets) == 0 {
		return nil, nil
	}
	balances, err := m.Ledger.Balances(ctx, tx, wallets...)
	if err != nil {
		return nil, fmt.Errorf("balances of %d wallets: %w", len(wallets), err)
	}
	return balances, nil
}

// lockMeters are the meters with these ids, in their order: nobody else changes them until
// the transaction ends.
func lockMeters(ctx context.Context, tx *db.Tx, ids []string) (all []Meter, err error) {
	for part := range slices.Chunk(ids, rowsAtOnce) {
		places, args := db.In(1, part)
		found, err := db.All(ctx, tx, scanMeter, `
			SELECT `+columns+`
			FROM show_meters
			WHERE id IN `+places+`
			ORDER BY id`+tx.Fragment(db.ForUpdate), args...)
		if err != nil {
			return nil, fmt.Errorf("lock meters: %w", err)
		}
		all = append(all, found...)
	}
	if len(all) != len(ids) {
		return nil, ErrUnknown
	}
	return all, nil
}

// rowsAtOnce bounds what one statement names: engines bound the parameters of one.
const rowsAtOnce = 500

// updateClocks saves what MoveClocks changes. The rows are locked.
func updateClocks(ctx context.Context, tx *db.Tx, all []Meter) error {
	for part := range slices.Chunk(all, rowsAtOnce) {
		var args []any
		rows := make([]string, len(part))
		for i, c := range part {
			n := len(args)
			rows[i] = fmt.Sprintf("(CAST($%d AS TEXT), CAST($%d AS TEXT), CAST($%d AS BIGINT), CAST($%d AS BIGINT), CAST($%d AS BIGINT), CAST($%d AS INTEGER), CAST($%d AS BIGINT), CAST($%d AS INTEGER), CAST($%d AS BIGINT), CAST($%d AS TEXT))",
				n+1, n+2, n+3, n+4, n+5, n+6, n+7, n+8, n+9, n+10)
			args = append(args, c.ID, c.State, c.elapsed.Milliseconds(), db.Millis(c.clockChangedAt), db.Millis(c.nextTickAt),
				c.Periods, int64(c.Held), c.postings, db.Millis(c.StartedAt), c.Refused)
		}
		n, err := db.Exec(ctx, tx, `
			WITH clocks (id, state, elapsed, clock_changed_at, next_tick_at, periods, held, postings, started_at, refused) AS (VALUES `+strings.Join(rows, ", ")+`)
			UPDATE show_meters
			SET state = clocks.state, elapsed = clocks.elapsed, clock_changed_at = clocks.clock_changed_at, next_tick_at = clocks.next_tick_at,
			    periods = clocks.periods, held = clocks.held, postings = clocks.postings, started_at = clocks.started_at, refused = clocks.refused
			FROM clocks
			WHERE show_meters.id = clocks.id AND show_meters.state <> 'closed'`, args...)
		if err == nil && n != int64(len(part)) {
			err = fmt.Errorf("%d of %d are closed", int64(len(part))-n, len(part))
		}
		if err != nil {
			return fmt.Errorf("update clocks: %w", err)
		}
	}
	return nil
}
