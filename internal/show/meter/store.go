package meter

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

const columns = `id, show_id, performer_id, member_id, kind, price, period, free, minimum, renew,
	studio_id, site_rate, member_rate, site_fee, studio_net, net,
	state, elapsed, clock_changed_at, next_tick_at, periods, held, postings, low,
	refund, refund_fee, refund_studio, refund_net, absorbed, COALESCE(refund_id, ''),
	opened_at, started_at, ended_at, end_reason, fault, refused`

func scanMeter(r db.Row) (c Meter, err error) {
	var period, free, elapsed, changed, next, opened, started, ended int64
	err = r.Scan(&c.ID, &c.ShowID, &c.PerformerID, &c.MemberID, &c.Kind, &c.Price, &period, &free, &c.Minimum, &c.Renew,
		&c.Terms.StudioID, &c.Terms.Site, &c.Terms.Member, &c.Shares.SiteFee, &c.Shares.StudioNet, &c.Shares.Net,
		&c.State, &elapsed, &changed, &next, &c.Periods, &c.Held, &c.postings, &c.low,
		&c.Refund, &c.Returned.SiteFee, &c.Returned.StudioNet, &c.Returned.Net, &c.Absorbed, &c.refundID,
		&opened, &started, &ended, &c.EndReason, &c.Fault, &c.Refused)
	c.Period, c.Free, c.elapsed = millis(period), millis(free), millis(elapsed)
	c.clockChangedAt, c.nextTickAt, c.OpenedAt = db.Time(changed), db.Time(next), db.Time(opened)
	c.StartedAt, c.EndedAt = db.Time(started), db.Time(ended)
	return c, err
}

func millis(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// selectMeter returns a meter, or db.ErrNone.
func selectMeter(ctx context.Context, tx *db.Tx, meterID string) (Meter, error) {
	return failed(db.One(ctx, tx, scanMeter, `SELECT `+columns+` FROM show_meters WHERE id = $1`, meterID))
}

// lockMeter is selectMeter, and nobody else changes the meter until the
// transaction ends.
func lockMeter(ctx context.Context, tx *db.Tx, meterID string) (Meter, error) {
	return failed(db.One(ctx, tx, scanMeter, `
		SELECT `+columns+` FROM show_meters WHERE id = $1`+tx.Fragment(db.ForUpdate), meterID))
}

func failed(c Meter, err error) (Meter, error) {
	if err != nil && !errors.Is(err, db.ErrNone) {
		return Meter{}, fmt.Errorf("select meter: %w", err)
	}
	return c, err
}

// selectOpen reports whether the member has another open meter in the show.
func selectOpen(ctx context.Context, tx *db.Tx, p Plan) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM show_meters WHERE show_id = $1 AND member_id = $2 AND id <> $3 AND ended_at = 0`,
		p.ShowID, p.MemberID, p.ID)
	if err != nil {
		return false, fmt.Errorf("count open meters: %w", err)
	}
	return n > 0, nil
}

func selectOfShow(ctx context.Context, tx *db.Tx, showID string) ([]Meter, error) {
	list, err := db.All(ctx, tx, scanMeter, `
		SELECT `+columns+` FROM show_meters WHERE show_id = $1 ORDER BY opened_at, id`, showID)
	if err != nil {
		return nil, fmt.Errorf("select meters of %s: %w", showID, err)
	}
	return list, nil
}

// selectEnded returns the member's meters that ended since an instant, the last to
// end first, without those that charged nothing.
func selectEnded(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]Meter, error) {
	list, err := db.All(ctx, tx, scanMeter, `
		SELECT `+columns+`
		FROM show_meters
		WHERE member_id = $1 AND ended_at >= $2 AND ended_at > 0 AND periods > 0
		ORDER BY ended_at DESC, id DESC
		LIMIT $3`, memberID, db.Millis(since), most)
	if err != nil {
		return nil, fmt.Errorf("select the ended meters of %s: %w", memberID, err)
	}
	return list, nil
}

// dueMeters finds its rows by the partial index show_meters_due.
const dueMeters = `
	SELECT ` + columns + `
	FROM show_meters
	WHERE next_tick_at > 0 AND next_tick_at <= $1
	ORDER BY next_tick_at, id
	LIMIT $2`

func selectDue(ctx context.Context, tx *db.Tx, now time.Time, limit int) ([]Meter, error) {
	list, err := db.All(ctx, tx, scanMeter, dueMeters, db.Millis(now), limit)
	if err != nil {
		return nil, fmt.Errorf("select due meters: %w", err)
	}
	return list, nil
}

func selectFreeUsed(ctx context.Context, tx *db.Tx, performerID, memberID string, since time.Time) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*)
		FROM show_meters
		WHERE member_id = $1 AND performer_id = $2 AND started_at > 0 AND started_at >= $3 AND free > 0`,
		memberID, performerID, db.Millis(since))
	if err != nil {
		return false, fmt.Errorf("count free starts: %w", err)
	}
	return n > 0, nil
}

// insertMeter writes a new meter, or reports that its id or the member's place in
// the show is taken.
func insertMeter(ctx context.Context, tx *db.Tx, c Meter) (inserted bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		INSERT INTO show_meters (id, show_id, performer_id, member_id, kind, price, period, free, minimum, renew,
			studio_id, site_rate, member_rate, site_fee, studio_net, net, state, clock_changed_at, held, postings, opened_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
		ON CONFLICT DO NOTHING`,
		c.ID, c.ShowID, c.PerformerID, c.MemberID, c.Kind, c.Price, c.Period.Milliseconds(), c.Free.Milliseconds(),
		c.Minimum, c.Renew, c.Terms.StudioID, c.Terms.Site, c.Terms.Member,
		c.Shares.SiteFee, c.Shares.StudioNet, c.Shares.Net, c.State, db.Millis(c.clockChangedAt), c.Held, c.postings,
		db.Millis(c.OpenedAt))
	if err != nil {
		return false, fmt.Errorf("insert meter: %w", err)
	}
	return rows == 1, nil
}

// updateMeter saves what changes after the opening. The row is locked.
func updateMeter(ctx context.Context, tx *db.Tx, c Meter) error {
	rows, err := db.Exec(ctx, tx, `
		UPDATE show_meters
		SET renew = $2, state = $3, elapsed = $4, clock_changed_at = $5, next_tick_at = $6, periods = $7, held = $8,
		    postings = $9, low = $10, refund = $11, refund_fee = $12, refund_studio = $13, refund_net = $14,
		    absorbed = $15, refund_id = NULLIF($16, ''), started_at = $17, ended_at = $18, end_reason = $19, fault = $20, refused = $21
		WHERE id = $1 AND state <> 'closed'`,
		c.ID, c.Renew, c.State, c.elapsed.Milliseconds(), db.Millis(c.clockChangedAt), db.Millis(c.nextTickAt), c.Periods, c.Held,
		c.postings, c.low, c.Refund, c.Returned.SiteFee, c.Returned.StudioNet, c.Returned.Net,
		c.Absorbed, c.refundID, db.Millis(c.StartedAt), db.Millis(c.EndedAt), c.EndReason, c.Fault, c.Refused)
	if err == nil && rows != 1 {
		err = errors.New("it is closed")
	}
	if err != nil {
		return fmt.Errorf("update meter %s: %w", c.ID, err)
	}
	return nil
}

// minuteRows is how a period is stored.
var minuteRows = db.StructOf[Minute]()

func insertMinute(ctx context.Context, tx *db.Tx, i Minute) error {
	_, err := db.Exec(ctx, tx, minuteRows.Insert("show_minutes"), minuteRows.Args(i)...)
	if err != nil {
		return fmt.Errorf("insert period %d of %s: %w", i.Number, i.MeterID, err)
	}
	return nil
}

func selectMinute(ctx context.Context, tx *db.Tx, meterID string, n int) (Minute, error) {
	i, err := db.One(ctx, tx, minuteRows.Scan, `
		SELECT `+minuteRows.Columns+`
		FROM show_minutes
		WHERE meter_id = $1 AND n = $2`, meterID, n)
	if err != nil {
		return i, fmt.Errorf("select period %d of %s: %w", n, meterID, err)
	}
	return i, nil
}
