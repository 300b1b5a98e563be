package studio

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
)

// The ledger is the truth about every token, and a studio of 500 performers has hundreds of thousands of
// incomes there. What was earned and done on line on a day that is over does not change any more: a refund is a
// posting of its own day, and of a show that goes on the part of each day is known. So those days are summed
// once (Tally), and read with what there is since: those of the studio one by one, those of a member as all that
// they did up to a day, so that a span of any length is two rows of theirs. What counts is what performers did as
// members, day by day.

const dayLength = 24 * time.Hour

// settled is how long after its end a day is summed: until then a transaction may be under way.
const settled = 15 * time.Minute

func dayOf(at time.Time) int64 { return at.UnixMilli() / dayLength.Milliseconds() }

func dayStart(day int64) time.Time { return time.UnixMilli(day * dayLength.Milliseconds()).UTC() }

// work is what performers did for a studio.
type work struct {
	performerID string
	day         int64
	onlineTime
	incomes   int
	tokens    money.Tokens // of studio and performer together
	studioNet money.Tokens
	people    int // how many were on line
}

func (w work) plus(o work) work {
	w.onlineTime = w.onlineTime.plus(o.onlineTime)
	w.incomes, w.tokens, w.studioNet, w.people = w.incomes+o.incomes, w.tokens+o.tokens, w.studioNet+o.studioNet, w.people+o.people
	return w
}

// Tally sums the days that are over, of every studio that has one.
func (s *Statistics) Tally(ctx context.Context) error {
	var studios []string
	over := dayOf(s.Now().Add(-settled)) // the day that is not summed yet
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		studios, err = selectUnsummed(ctx, tx, over)
		return err
	})
	for _, studioID := range studios {
		for more := err == nil; more && err == nil; {
			more, err = s.tallyDay(ctx, studioID, over)
		}
	}
	return err
}

// tallyDay sums the next day of a studio, and reports whether there is one more.
func (s *Statistics) tallyDay(ctx context.Context, studioID string, over int64) (more bool, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := lockStudio(ctx, tx, studioID); err != nil {
			return err
		}
		sum, err := s.summed(ctx, tx, studioID)
		if err != nil || sum.through >= over {
			more = false
			return err
		}
		from, to := dayStart(sum.through), dayStart(sum.through+1)
		found, err := s.since(ctx, tx, studioID, from, to)
		if err != nil {
			return err
		}
		if err := insertTotals(ctx, tx, studioID, sum.through); err != nil {
			return err
		}
		all := work{day: sum.through}
		for _, w := range found {
			if err := addTotal(ctx, tx, studioID, w); err != nil {
				return err
			}
			all = all.plus(w)
		}
		if err := insertDay(ctx, tx, studioID, all); err != nil {
			return err
		}
		sum.online += all.online
		net, err := s.received(ctx, tx, studioID, from, to)
		if err != nil {
			return err
		}
		sum.through, sum.studioNet, more = sum.through+1, sum.studioNet+net, sum.through+1 < over
		return upsertSum(ctx, tx, studioID, sum)
	})
	return more, err
}

// summedDays are the sums of all days of a studio before one.
type summedDays struct {
	through   int64
	studioNet money.Tokens
	online    time.Duration
}

// summed is what is summed of a studio; first nothing, up to the day of its first membership.
func (s *Statistics) summed(ctx context.Context, tx *db.Tx, studioID string) (sum summedDays, err error) {
	sum, err = selectSum(ctx, tx, studioID)
	if err = absent(err, nil); err != nil || sum.through > 0 {
		return sum, err
	}
	first, err := db.One(ctx, tx, db.Int64, `
		SELECT CAST(COALESCE(MIN(joined_at), $2) AS BIGINT) FROM studio_memberships WHERE studio_id = $1`, studioID, db.Millis(s.Now()))
	return summedDays{through: dayOf(time.UnixMilli(first))}, err
}

// since is what members did in a span of whole days that are not summed, by performer and day.
func (s *Statistics) since(ctx context.Context, tx *db.Tx, studioID string, from, to time.Time) ([]work, error) {
	members, err := selectMemberships(ctx, tx, studioID, from, to)
	if err != nil {
		return nil, err
	}
	type key struct {
		performerID string
		day         int64
	}
	found, order := map[key]*work{}, []key{}
	at := func(performerID string, day int64) *work {
		k := key{performerID, day}
		if found[k] == nil {
			found[k], order = &work{performerID: performerID, day: day}, append(order, k)
		}
		return found[k]
	}
	incomes, err := report.IncomeByDay(ctx, tx, ledger.Earnings(studioID), s.Kinds, worked(studioID), from, to)
	for _, d := range incomes {
		w := at(d.Payee, d.Day)
		w.incomes, w.tokens, w.studioNet = d.Count, d.Net, d.Part
	}
	if err != nil {
		return nil, err
	}
	err = s.onlineSince(ctx, tx, members, from, to, func(performerID string, day int64, o onlineTime) {
		w := at(performerID, day)
		w.onlineTime, w.people = w.onlineTime.plus(o), 1
	})
	list := make([]work, len(order))
	for i, k := range order {
		list[i] = *found[k]
	}
	return list, err
}

// onlineSince tells what members did on line, by performer and day.
func (s *Statistics) onlineSince(ctx context.Context, tx *db.Tx, members []membership, from, to time.Time, tell func(performerID string, day int64, o onlineTime)) error {
	of, ids := map[string][]membership{}, []string{}
	for _, m := range members {
		if of[m.performerID] == nil {
			ids = append(ids, m.performerID)
		}
		of[m.performerID] = append(of[m.performerID], m)
	}
	type key struct {
		performerID string
		day         int64
	}
	sums := map[key]onlineTime{}
	err := s.Stage.Days(ctx, tx, ids, from, to, func(performerID string, day time.Time, online time.Duration, shows int) {
		k := key{performerID, dayOf(day)}
		sums[k] = sums[k].plus(onlineTime{online, shows})
	})
	for k, all := range sums {
		var part onlineTime
		for _, m := range of[k.performerID] {
			part = part.plus(m.of(k.day, all))
		}
		if part != (onlineTime{}) {
			tell(k.performerID, k.day, part)
		}
	}
	return err
}

// selectWork are the summed days of a studio from one on and before another, in sums of its own.
type selectWork func(ctx context.Context, tx *db.Tx, studioID string, from, to int64) ([]work, error)

// did is what members did from the day of from on and before the day of to: what is summed, and what there is since.
func (s *Statistics) did(ctx context.Context, tx *db.Tx, studioID string, from, to time.Time, summed selectWork) ([]work, error) {
	sum, err := s.summed(ctx, tx, studioID)
	if err != nil {
		return nil, err
	}
	list, err := summed(ctx, tx, studioID, min(sum.through, dayOf(from)), min(sum.through, dayOf(to)))
	if begin := max(sum.through, dayOf(from)); err == nil && begin < dayOf(to) {
		var rest []work
		rest, err = s.since(ctx, tx, studioID, dayStart(begin), to)
		list = append(list, rest...)
	}
	return list, err
}

// received is what reached a studio in a span, late refunds of who has left included.
func (s *Statistics) received(ctx context.Context, tx *db.Tx, studioID string, from, to time.Time) (sum money.Tokens, err error) {
	kinds, err := report.IncomeTotals(ctx, tx, ledger.Earnings(studioID), report.Query{Kinds: s.Kinds, From: from, To: to})
	for _, kind := range kinds {
		sum += kind.Net
	}
	return sum, err
}
