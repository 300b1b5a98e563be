package funds

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/audit"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/foureyes"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
)

// CashRefunds are money given back by the site's own wish.
type CashRefunds struct {
	*core
	approvals  *Approvals
	setups     *Setups
	postings   *Postings
	losses     *Losses
	settlement *Settlement
}

// The states of a cash refund.
const (
	refundDebited = "debited" // the tokens are taken, the gateway has not answered
	refundDone    = "done"
	refundRefused = "refused" // and the tokens are back
	refundFailed  = "failed"  // later: it was done, the money came back, and so did the tokens; kept as failed_at
)

// askAgain is how long a refund waits for its answer before it is asked again.
const askAgain = time.Minute

// CashRefund is cash given back by the site's own wish, for unspent tokens.
type CashRefund struct {
	ID       string // what the gateway refunds once
	IntentID string
	Amount   gateway.Money
	Tokens   money.Tokens
	State    string
	AskedBy  string
	Reason   string
	Waits    bool // for a second admin: nothing of it is done yet
}

// The refusals of a cash refund.
var (
	errNothingLeft = fault.New(fault.Conflict, "Nothing of this payment is unspent. Only unspent tokens can be paid back in cash.")
	errPartOnly    = fault.New(fault.Conflict, "Part of this payment is spent, and this way to pay gives back all or nothing.")
	errRefundOpen  = fault.New(fault.Conflict, "A refund of this payment is under way.")
	errNotPaid     = fault.New(fault.Conflict, "Only a payment that is paid and not disputed can be given back.")
)

// RefundCash refunds the unspent part of a payment in cash: the tokens are debited
// first, then the gateway is asked, and the tokens come back when it refuses. A
// gateway that does not answer is asked again with the same key (Reconcile). What one
// admin may not pay out alone waits for a second (CashRefund.Waits).
func (s *CashRefunds) RefundCash(ctx context.Context, intentID, reason string) (r CashRefund, err error) {
	if reason, err = reasoned(reason); err != nil {
		return CashRefund{}, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err = s.debitRefund(ctx, tx, intentID, reason, false)
		return err
	})
	if err != nil {
		return CashRefund{}, err
	}
	if r.Waits {
		return r, nil
	}
	return s.askRefund(ctx, r)
}

// debitRefund takes the unspent tokens, and writes the refund down; second says that
// the caller is the second admin.
func (s *CashRefunds) debitRefund(ctx context.Context, tx *db.Tx, intentID, reason string, second bool) (r CashRefund, err error) {
	in, err := lockIntent(ctx, tx, intentID)
	if err != nil {
		return r, err
	}
	g, err := s.setups.gatewayIn(ctx, tx, in.Gateway)
	if err != nil {
		return r, err
	}
	adminID, err := another(ctx, in.AccountID)
	if err != nil {
		return r, err
	}
	if in.State != Paid || in.Kind != Purchase {
		return r, errNotPaid
	}
	if err := noRefundOpen(ctx, tx, in.ID); err != nil {
		return r, err
	}
	left, err := s.freeTokens(ctx, tx, in)
	if err != nil {
		return r, err
	}
	cases, err := selectCases(ctx, tx, `intent_id = $1`, in.ID)
	if err != nil {
		return r, err
	}
	amount := min(cash(left, in), in.Price.Minor-in.Refunded)
	due := min(worth(in.credit(), in.Refunded+amount, in.Price.Minor)-taken(cases), left)
	switch {
	case amount <= 0 || due <= 0:
		return r, errNothingLeft
	case amount < in.Price.Minor && !g.Caps().PartialRefund:
		return r, errPartOnly
	}
	now := s.Now()
	r = CashRefund{
		ID: id.New(now), IntentID: in.ID, Amount: gateway.Money{Minor: amount, Currency: in.Price.Currency},
		Tokens: due, State: refundDebited, AskedBy: adminID, Reason: reason,
	}
	if !second {
		may, err := s.approvals.DecidesAlone(ctx, tx, adminID, r.ID, due)
		if err != nil {
			return r, err
		}
		if !may {
			r.Waits = true
			return r, s.approvals.propose(ctx, tx, Proposal{Kind: ProposedRefund, Subject: in.ID, Decision: &Decision{"", reason, in.AccountID, due}},
				r.Amount.String(), "pay a member "+r.Amount.String()+" back")
		}
	}
	if err := withdraw(ctx, tx, ProposedRefund, in.ID); err != nil {
		return r, err
	}
	if err := insertRefund(ctx, tx, r, now); err != nil {
		return r, err
	}
	c, _ := find(cases, CauseRefund)
	if _, err := s.losses.lose(ctx, tx, in, c, CauseRefund, due, r.ID); err != nil {
		return r, err
	}
	return r, s.Audit.Record(ctx, tx, audit.Act{Action: paymentRefunded, Subject: "payment:" + in.ID, Reason: fmt.Sprintf("%s: %s", r.Amount, reason)})
}

// cash is what unspent tokens of a payment are worth: rounded down.
func cash(left money.Tokens, in Intent) int64 {
	return int64(worth(money.Tokens(in.Price.Minor), int64(min(left, in.credit())), int64(in.credit())))
}

// askRefund asks the gateway, outside of any transaction, and settles its answer.
func (s *CashRefunds) askRefund(ctx context.Context, r CashRefund) (CashRefund, error) {
	in, err := s.intent(ctx, r.IntentID)
	if err != nil {
		return r, err
	}
	g, err := s.setups.gatewayNow(ctx, in.Gateway)
	if err != nil {
		return r, err
	}
	event, asked := g.Refund(ctx, in.Ref, r.Amount, r.ID)
	refused := errors.Is(asked, gateway.ErrRefused) || errors.Is(asked, gateway.ErrUnsupported)
	if asked != nil && !refused {
		return r, nil // not known: asked again with the same key
	}
	if event.At.IsZero() {
		event.At = s.Now() // it was given back now: later than a refund of the payment that failed
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		in, err := lockIntent(ctx, tx, r.IntentID)
		if err != nil {
			return err
		}
		if refused {
			return s.undoRefund(ctx, tx, in, &r)
		}
		if err := setRefund(ctx, tx, &r, refundDone); err != nil {
			return err
		}
		return s.settlement.accept(ctx, tx, in, in.Gateway, "", event)
	})
	if err == nil && refused {
		return r, asked
	}
	return r, err
}

// undoRefund gives the tokens back that a refused refund had taken.
func (s *CashRefunds) undoRefund(ctx context.Context, tx *db.Tx, in Intent, r *CashRefund) error {
	postings, err := selectPostings(ctx, tx, `refund_id = $1`, r.ID)
	if err != nil {
		return err
	}
	if err := s.postings.reverse(ctx, tx, postings, refundRefusedMemo.With()); err != nil {
		return err
	}
	cases, err := selectCases(ctx, tx, `intent_id = $1`, in.ID)
	if err != nil {
		return err
	}
	c, _ := find(cases, CauseRefund)
	c.Taken -= r.Tokens
	if err := updateCase(ctx, tx, c); err != nil {
		return err
	}
	if err := setRefund(ctx, tx, r, refundRefused); err != nil {
		return err
	}
	if err := foureyes.Forget(ctx, tx, movedAlone, r.ID); err != nil {
		return err
	}
	return s.settlement.settle(ctx, tx, in)
}

func insertRefund(ctx context.Context, tx *db.Tx, r CashRefund, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO funds_refunds (id, intent_id, amount, tokens, state, asked_by, reason, created_at, tried_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
		r.ID, r.IntentID, r.Amount.Minor, r.Tokens, r.State, r.AskedBy, r.Reason, db.Millis(now))
	if err != nil {
		return fmt.Errorf("insert the refund of %s: %w", r.IntentID, err)
	}
	return nil
}

// noRefundOpen refuses a second refund; the payment is locked, and the unique
// index stands behind it.
func noRefundOpen(ctx context.Context, tx *db.Tx, intentID string) error {
	n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM funds_refunds WHERE intent_id = $1 AND state = 'debited'`, intentID)
	if err != nil {
		return fmt.Errorf("look for a refund of %s: %w", intentID, err)
	}
	if n > 0 {
		return errRefundOpen
	}
	return nil
}

func setRefund(ctx context.Context, tx *db.Tx, r *CashRefund, state string) error {
	rows, err := db.Exec(ctx, tx, `UPDATE funds_refunds SET state = $2 WHERE id = $1 AND state = 'debited'`, r.ID, state)
	if err != nil {
		return fmt.Errorf("settle the refund %s: %w", r.ID, err)
	}
	if rows == 0 {
		return ErrDecided
	}
	r.State = state
	return nil
}

func scanRefund(r db.Row) (c CashRefund, err error) {
	return c, r.Scan(&c.ID, &c.IntentID, &c.Amount.Minor, &c.Amount.Currency, &c.Tokens, &c.State, &c.AskedBy, &c.Reason)
}

func selectRefunds(ctx context.Context, tx *db.Tx, where string, args ...any) ([]CashRefund, error) {
	list, err := db.All(ctx, tx, scanRefund, `
		SELECT r.id, r.intent_id, r.amount, i.currency, r.tokens, CASE WHEN r.failed_at > 0 THEN '`+refundFailed+`' ELSE r.state END, r.asked_by, r.reason
		FROM funds_refunds r
		JOIN funds_intents i ON i.id = r.intent_id
		WHERE `+where+`
		ORDER BY r.id DESC`, args...)
	if err != nil {
		return nil, fmt.Errorf("select refunds: %w", err)
	}
	return list, nil
}

// askRefunds asks again for the refunds whose answer is not known.
func (s *CashRefunds) askRefunds(ctx context.Context) error {
	var list []CashRefund
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		list, err = selectRefunds(ctx, tx, `r.state = 'debited' AND r.created_at <= $1`, db.Millis(s.Now().Add(-askAgain)))
		return err
	})
	for _, r := range list {
		if _, failed := s.askRefund(ctx, r); failed != nil && !isFault(failed) {
			err = errors.Join(err, failed)
		}
	}
	return err
}
