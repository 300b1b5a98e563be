package funds

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/recovery"
)

// Reconciler asks gateways about payments of which nothing was heard.
type Reconciler struct {
	*core
	setups      *Setups
	settlement  *Settlement
	cashRefunds *CashRefunds
}

// Payments looks into them, for the back office and for their members.
type Payments struct {
	*core
	settlement *Settlement
}

// When an open payment's gateway is asked: after five minutes, an hour, and then
// daily, until the payment is given up (payments.md, 8). Money that comes after
// that still credits.
const (
	firstCheck  = 5 * time.Minute
	secondCheck = time.Hour
	dailyCheck  = 24 * time.Hour
	giveUp      = 30 * 24 * time.Hour
)

// The bounds of one run, for each gateway.
const (
	maxChecks      = 100 // payments
	maxUnreachable = 3   // payments in a row without an answer; the others wait for the next run
)

// Reconciled is what a run did.
type Reconciled struct {
	Asked   int // payments
	Events  int // that the gateways told
	Failed  int // payments of which their gateways told nothing
	Expired int // payments given up
	// Refusals are why, by gateway.
	Refusals map[string]error
}

// Reconcile asks the gateways about the open payments whose time has come, and
// again for refunds without an answer. What cannot be asked stays for an admin
// (Unsettled). It is safe on several nodes at once: everything settles once.
func (s *Reconciler) Reconcile(ctx context.Context) (r Reconciled, err error) {
	r.Refusals = map[string]error{}
	err = s.cashRefunds.askRefunds(ctx)
	due, looked := s.due(ctx)
	if looked != nil {
		return r, errors.Join(err, looked)
	}
	runs := make([]Reconciled, len(due))
	failures := make([]error, len(due))
	var all sync.WaitGroup
	for i, payments := range due { // a vendor that is slow holds up its own payments only
		all.Go(func() {
			failures[i] = recovery.Run(nil, "funds.reconcile", func() (err error) {
				runs[i], err = s.reconcileAll(ctx, payments)
				return err
			})
		})
	}
	all.Wait()
	for _, run := range runs {
		r.add(run)
	}
	return r, errors.Join(err, errors.Join(failures...))
}

func (r *Reconciled) add(run Reconciled) {
	r.Asked, r.Events, r.Failed, r.Expired = r.Asked+run.Asked, r.Events+run.Events, r.Failed+run.Failed, r.Expired+run.Expired
	maps.Copy(r.Refusals, run.Refusals)
}

// due are the payments whose time has come, by gateway.
func (s *Reconciler) due(ctx context.Context) (list [][]Intent, err error) {
	now := db.Millis(s.Now())
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		gateways, err := db.All(ctx, tx, db.String, `
			SELECT DISTINCT gateway FROM funds_intents WHERE next_check > 0 AND next_check <= $1 ORDER BY gateway`, now)
		if err != nil {
			return fmt.Errorf("select the gateways to ask: %w", err)
		}
		for _, id := range gateways {
			payments, err := selectIntents(ctx, tx, `gateway = $1 AND next_check > 0 AND next_check <= $2 ORDER BY next_check, id LIMIT $3`, id, now, maxChecks)
			if err != nil {
				return err
			}
			list = append(list, payments)
		}
		return nil
	})
	return list, err
}

// reconcileAll asks one gateway about its payments, one after the other.
func (s *Reconciler) reconcileAll(ctx context.Context, payments []Intent) (r Reconciled, err error) {
	r.Refusals = map[string]error{}
	unreachable := 0
	for _, in := range payments {
		if ctx.Err() != nil {
			return r, errors.Join(err, ctx.Err())
		}
		before := r.Failed
		err = errors.Join(err, s.reconcile(ctx, in, &r))
		if unreachable++; r.Failed == before {
			unreachable = 0
		}
		if unreachable == maxUnreachable {
			return r, err
		}
	}
	return r, err
}

// ReconcileOne asks about one payment now, whatever its state, and returns it as
// it is then. It fails with ErrNoPayment, or as the gateway does.
func (s *Reconciler) ReconcileOne(ctx context.Context, intentID string) (Intent, error) {
	in, err := s.intent(ctx, intentID)
	if err != nil {
		return in, err
	}
	events, err := s.ask(ctx, in)
	if err != nil {
		return in, err
	}
	if err := s.settlement.settleAll(ctx, in.Gateway, "", events); err != nil {
		return in, err
	}
	return s.intent(ctx, intentID)
}

// reconcile asks about one payment. It is put off first: one that cannot be asked
// about or settled does not lead the next run.
func (s *Reconciler) reconcile(ctx context.Context, in Intent, r *Reconciled) error {
	r.Asked++
	if err := s.putOff(ctx, in.ID); err != nil {
		return err
	}
	events, asked := s.ask(ctx, in)
	closed := errors.Is(asked, gateway.ErrNotDevelopment)
	if asked != nil && !closed && !errors.Is(asked, gateway.ErrUnsupported) {
		r.Failed++
		s.counts.failures.WithLabelValues(in.Gateway, callStatus).Inc()
		r.Refusals[in.Gateway] = fmt.Errorf("ask about payment %s: %w", in.ID, asked)
	}
	r.Events += len(events)
	if err := s.settlement.settleAll(ctx, in.Gateway, "", events); err != nil {
		return fmt.Errorf("settle payment %s: %w", in.ID, err)
	}
	switch {
	case closed:
		return s.end(ctx, in.ID, sandboxClosed, r)
	case s.Now().Sub(in.CreatedAt) >= giveUp:
		return s.end(ctx, in.ID, nothingHeard, r)
	}
	return nil
}

// putOff says when the payment is asked about next, unless something has settled it.
func (s *Reconciler) putOff(ctx context.Context, intentID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		in, err := lockIntent(ctx, tx, intentID)
		if err != nil {
			return err
		}
		in.Checks++
		wait := dailyCheck
		if in.Checks == 1 {
			wait = secondCheck
		}
		in.NextCheck = s.Now().Add(wait)
		if !in.open() && !in.Orphaned {
			in.NextCheck = time.Time{}
		}
		return updateIntent(ctx, tx, in)
	})
}

// Why the site itself gives a payment up. They are stored, and said in the reader's language.
var (
	sandboxClosed = lang.Mark("The sandbox is closed: the site does not run in development mode.")
	nothingHeard  = lang.Mark("Nothing was heard of it.")
)

// reasonIn is why a payment ended: the site's own words in the reader's language, and a vendor's as they came.
func reasonIn(say lang.Teller, reason string) string {
	if reason == sandboxClosed || reason == nothingHeard {
		return say(reason)
	}
	return reason
}

// end gives a payment up that is still open; what waits for an admin stays.
func (s *Reconciler) end(ctx context.Context, intentID, why string, r *Reconciled) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		in, err := lockIntent(ctx, tx, intentID)
		if err != nil || !in.open() && !in.Orphaned {
			return err
		}
		in.NextCheck = time.Time{}
		if err := updateIntent(ctx, tx, in); err != nil || in.State == Quarantine || in.Orphaned {
			return err
		}
		r.Expired++
		return s.settlement.accept(ctx, tx, in, in.Gateway, "", gateway.Event{Key: "given-up:" + in.ID, Kind: gateway.Expired, At: s.Now(), Reason: why})
	})
}

// ask is what the gateway tells of a payment; ErrUnsupported where it does not.
func (s *Reconciler) ask(ctx context.Context, in Intent) ([]gateway.Event, error) {
	g, err := s.setups.gatewayNow(ctx, in.Gateway)
	if err != nil {
		return nil, err
	}
	if in.Ref == (gateway.Ref{}) {
		return nil, nil // never started: there is nothing to ask for
	}
	snapshot, err := g.Status(ctx, in.Ref)
	return snapshot.Events, err
}

// Filter chooses payments; what is empty does not choose.
type Filter struct {
	Text      string // an id, a reference, or what the vendor calls the payment
	AccountID string
	Gateway   string
	State     string
	Unsettled bool // those that only an admin can settle
	Offset    int
	Limit     int
}

// unsettled are the payments that nobody but an admin can settle: paid too little
// or too much, in doubt, taken back without having been paid, in dispute, waiting
// for a second admin, refunded in vain, or open for a day at a gateway that tells nothing by itself.
const unsettled = `(state IN ('underpaid', 'quarantine') OR surplus OR parked OR dispute = 'open'
	OR kind <> 'purchase' AND state IN ('created', 'pending')
	OR state = 'paid' AND (SELECT failed_at FROM funds_refunds r WHERE r.intent_id = funds_intents.id ORDER BY r.id DESC LIMIT 1) > 0
	OR state IN ('created', 'pending') AND checks >= 2)`

// Search is a page of payments, newest first, and how many there are in all.
func (s *Payments) Search(ctx context.Context, f Filter) (list []Intent, total int, err error) {
	where := `($1 = '' OR id = $1 OR reference = $1 OR session = $1 OR sale = $1)
		AND ($2 = '' OR account_id = $2) AND ($3 = '' OR gateway = $3) AND ($4 = '' OR state = $4)`
	if f.Unsettled {
		where += " AND " + unsettled
	}
	args := []any{f.Text, f.AccountID, f.Gateway, f.State}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM funds_intents WHERE `+where, args...)
		if err != nil {
			return fmt.Errorf("count payments: %w", err)
		}
		list, err = selectIntents(ctx, tx, where+` ORDER BY id DESC LIMIT $5 OFFSET $6`, append(args, f.Limit, f.Offset)...)
		return err
	})
	return list, total, err
}

// File is all that is known of a payment.
type File struct {
	Intent     Intent
	Events     []Happened
	Mismatches []Mismatch
	Cases      []Case
	Refunds    []CashRefund
}

// Look opens the file of a payment; ErrNoPayment without it.
func (s *Payments) Look(ctx context.Context, intentID string) (f File, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if f.Intent, err = selectIntent(ctx, tx, `id = $1`, intentID); err != nil {
			return err
		}
		if f.Events, err = s.settlement.selectHappened(ctx, tx, intentID); err != nil {
			return err
		}
		if f.Mismatches, err = selectMismatches(ctx, tx, `intent_id = $1 ORDER BY id DESC`, intentID); err != nil {
			return err
		}
		if f.Cases, err = selectCases(ctx, tx, `intent_id = $1`, intentID); err != nil {
			return err
		}
		f.Refunds, err = selectRefunds(ctx, tx, `r.intent_id = $1`, intentID)
		return err
	})
	return f, err
}

// Receivables is a page of the cases, newest first. state may be empty: all.
func (s *Losses) Receivables(ctx context.Context, state, accountID string, offset, limit int) (list []Case, total int, err error) {
	const where = `($1 = '' OR state = $1) AND ($2 = '' OR account_id = $2)`
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM funds_cases WHERE `+where, state, accountID)
		if err != nil {
			return fmt.Errorf("count receivables: %w", err)
		}
		list, err = db.All(ctx, tx, scanCase, `
			SELECT `+caseColumns+` FROM funds_cases WHERE `+where+` ORDER BY id DESC LIMIT $3 OFFSET $4`, state, accountID, limit, offset)
		return err
	})
	return list, total, err
}

func selectIntents(ctx context.Context, tx *db.Tx, where string, args ...any) ([]Intent, error) {
	list, err := db.All(ctx, tx, scanIntent, `SELECT `+intentColumns+` FROM funds_intents WHERE `+where, args...)
	if err != nil {
		return nil, fmt.Errorf("select payments: %w", err)
	}
	return list, nil
}
