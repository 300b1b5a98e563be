package funds

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Losses are payments whose money was taken back: what is taken of the member, what earners
// are exposed to, and what admins decide.
type Losses struct {
	*core
	approvals *Approvals
	postings  *Postings
}

// The causes of a loss.
const (
	CauseRefund  = "refund"
	CauseDispute = "dispute"
)

// The states of a case. An open one freezes the member's spending.
const (
	CaseOpen    = "open"
	CaseDecided = "decided" // to be recovered; the rest is still owed
	CaseClosed  = "closed"
	CaseWon     = "won" // the dispute was; all is as before
)

// Case is a loss: money of a payment that was taken back.
type Case struct {
	ID         string
	IntentID   string
	Cause      string
	AccountID  string
	Taken      money.Tokens // that the payment no longer gives
	Amount     money.Tokens // of it, what had been spent: the receivable
	Recovered  money.Tokens
	WrittenOff money.Tokens
	State      string
	Decision   string
	DecidedBy  string
	Reason     string
	OpenedAt   time.Time
	DecidedAt  time.Time
	Waits      bool // what was decided waits for a second admin
}

// owed is what the member has still to make good.
func (c Case) owed() money.Tokens {
	if c.State == CaseWon || c.State == CaseClosed {
		return 0
	}
	return c.Amount - c.Recovered - c.WrittenOff
}

// share is what one performer or studio has in a case.
type share struct {
	accountID string
	held      money.Tokens
	absorbed  money.Tokens
	repaid    money.Tokens
}

func held(shares []share) (sum money.Tokens) {
	for _, s := range shares {
		sum += s.held
	}
	return sum
}

func absorbed(shares []share) (sum money.Tokens) {
	for _, s := range shares {
		sum += s.absorbed - s.repaid
	}
	return sum
}

// takeBack brings what was taken of a paid payment to what its refunds and
// disputes are worth (payments.md, "Refunds and chargebacks of money").
func (s *Losses) takeBack(ctx context.Context, tx *db.Tx, in Intent, postings []posting) error {
	cases, err := selectCases(ctx, tx, `intent_id = $1`, in.ID)
	if err != nil {
		return err
	}
	if c, had := find(cases, CauseDispute); had && !in.inForce() && c.State != CaseWon {
		if err := s.restore(ctx, tx, in, &c, postings, CaseWon, disputeWonMemo.With()); err != nil {
			return err
		}
		cases = replaced(cases, c)
	}
	if c, had := find(cases, CauseRefund); had && worth(in.credit(), in.Refunded, in.Price.Minor) < c.Taken {
		switch err := noRefundOpen(ctx, tx, in.ID); {
		case err == nil:
			if err := s.restore(ctx, tx, in, &c, postings, CaseClosed, refundFailedMemo.With()); err != nil {
				return err
			}
			cases = replaced(cases, c)
		case !errors.Is(err, errRefundOpen): // its tokens are taken, its event is to come: it settles again
			return err
		}
	}
	due := worth(in.credit(), in.Refunded+in.Disputed, in.Price.Minor) - taken(cases)
	cause := CauseRefund
	if in.inForce() {
		cause = CauseDispute
	}
	c, had := find(cases, cause)
	if due > 0 || in.inForce() && (!had || c.State == CaseWon) {
		if c, err = s.lose(ctx, tx, in, c, cause, max(due, 0), ""); err != nil {
			return err
		}
	}
	final := cause == CauseRefund || in.Dispute == DisputeLost
	if c.ID == "" || !final {
		return nil
	}
	return s.absorb(ctx, tx, in, c)
}

func find(cases []Case, cause string) (Case, bool) {
	for _, c := range cases {
		if c.Cause == cause {
			return c, true
		}
	}
	return Case{}, false
}

func replaced(cases []Case, by Case) []Case {
	for i, c := range cases {
		if c.ID == by.ID {
			cases[i] = by
		}
	}
	return cases
}

func taken(cases []Case) (sum money.Tokens) {
	for _, c := range cases {
		sum += c.Taken
	}
	return sum
}

// lose takes tokens of a payment back: from the wallet what is there, and the
// rest as a receivable, whose spendings' shares are held. It opens the case, or
// opens it again; a refund that cost nobody anything needs no decision.
func (s *Losses) lose(ctx context.Context, tx *db.Tx, in Intent, c Case, cause string, due money.Tokens, refundID string) (Case, error) {
	if err := s.HoldDisputes(ctx, tx, in.AccountID); err != nil {
		return c, err
	}
	if c.ID == "" {
		c = Case{ID: id.New(s.Now()), IntentID: in.ID, Cause: cause, AccountID: in.AccountID, State: CaseClosed, OpenedAt: s.Now()}
		if err := insertCase(ctx, tx, c); err != nil {
			return c, err
		}
	}
	spent, err := s.clawBack(ctx, tx, in, c, due, refundID)
	if err != nil {
		return c, err
	}
	c.Taken += due
	c.Amount += spent
	if spent > 0 || cause == CauseDispute {
		c.State, c.Decision, c.DecidedBy = CaseOpen, "", ""
	}
	if err := updateCase(ctx, tx, c); err != nil {
		return c, err
	}
	if err := s.hold(ctx, tx, in, c, spent); err != nil || refundID != "" {
		return c, err
	}
	if err := s.Audit.Record(ctx, tx, audit.Act{Action: paymentTakenBack, Subject: "account:" + in.AccountID, Reason: cause + " of the payment " + in.ID}); err != nil {
		return c, err
	}
	return c, s.Events.Publish(ctx, tx, MoneyTakenBack{
		CaseID: c.ID, IntentID: in.ID, AccountID: in.AccountID, Cause: cause, Taken: due, Receivable: spent,
	})
}

// clawBack takes tokens back, the paid ones first, and returns what the wallet did
// not have. The ledger finds the lots: this payment's, then promotional ones, then
// the others (ledger.TakenBack).
func (s *Losses) clawBack(ctx context.Context, tx *db.Tx, in Intent, c Case, due money.Tokens, refundID string) (spent money.Tokens, err error) {
	postings, err := selectPostings(ctx, tx, `intent_id = $1`, in.ID)
	if err != nil {
		return 0, err
	}
	paid := in.Tokens
	for _, m := range postings {
		if m.act == actTake && m.reversedBy == "" {
			paid -= m.tokens
		}
	}
	for i, part := range []struct {
		act, kind string
		amount    money.Tokens
		world     ledger.Account
	}{
		{actTake, KindPurchase, min(due, paid), ledger.WorldCard},
		{actTakeBonus, KindBonus, due - min(due, paid), ledger.WorldGrant},
	} {
		if part.amount == 0 {
			continue
		}
		wallet := ledger.Wallet(in.AccountID)
		balance, err := s.Ledger.Balance(ctx, tx, wallet)
		if err != nil {
			return 0, err
		}
		there := min(balance, part.amount)
		legs := legsOf(ledger.Leg{Source: wallet, Target: part.world, Amount: there},
			ledger.Leg{Source: ledger.Receivable(in.AccountID), Target: part.world, Amount: part.amount - there})
		err = s.postings.post(ctx, tx, posting{intentID: in.ID, caseID: c.ID, refundID: refundID, act: part.act, key: nextKey(part.act, in, len(postings)+i)},
			ledger.Transfer{Kind: part.kind, Reference: in.ID, Payer: in.AccountID, Memo: takenBackMemo.With(), Legs: legs})
		if err != nil {
			return 0, raced(err)
		}
		spent += part.amount - there
	}
	return spent, nil
}

// legsOf leaves out what is empty.
func legsOf(all ...ledger.Leg) (legs []ledger.Leg) {
	for _, leg := range all {
		if leg.Amount > 0 {
			legs = append(legs, leg)
		}
	}
	return legs
}

// restore undoes a loss that is none any more (a dispute was won, a refund failed):
// tokens, receivable, holds and freeze.
func (s *Losses) restore(ctx context.Context, tx *db.Tx, in Intent, c *Case, postings []posting, state string, why ledger.Memo) error {
	var own, exposures []posting
	returned := false // part of what was held or borne has gone back, and may be paid out
	for _, m := range postings {
		switch {
		case m.caseID != c.ID || m.reversedBy != "":
		case m.act == actHold || m.act == actAbsorb || m.act == actRelease || m.act == actRepay || m.act == actRestore:
			exposures = append(exposures, m)
			returned = returned || m.act == actRelease || m.act == actRepay || m.act == actRestore
		default:
			own = append(own, m)
		}
	}
	if returned {
		if err := s.returnExposures(ctx, tx, in, *c, why); err != nil {
			return err
		}
	} else if err := s.postings.reverse(ctx, tx, exposures, why); err != nil {
		return err
	}
	if err := s.postings.reverse(ctx, tx, own, why); err != nil {
		return err
	}
	if _, err := db.Exec(ctx, tx, `DELETE FROM funds_case_shares WHERE case_id = $1`, c.ID); err != nil {
		return fmt.Errorf("release the shares of %s: %w", c.ID, err)
	}
	c.Taken, c.Amount, c.Recovered, c.WrittenOff, c.State = 0, 0, 0, 0, state
	return updateCase(ctx, tx, *c)
}

// selectTrouble reports whether a member's spending is frozen, and whether
// anything is owed.
func selectTrouble(ctx context.Context, tx *db.Tx, memberID string) (frozen, owes bool, err error) {
	cases, err := selectCases(ctx, tx, `account_id = $1 AND state IN ('open', 'decided')`, memberID)
	for _, c := range cases {
		frozen = frozen || c.State == CaseOpen
		owes = owes || c.owed() > 0
	}
	return frozen, owes, err
}

const caseColumns = `id, intent_id, cause, account_id, taken, amount, recovered, written_off, state,
	decision, decided_by, reason, opened_at, decided_at`

func scanCase(r db.Row) (c Case, err error) {
	var opened, decided int64
	err = r.Scan(&c.ID, &c.IntentID, &c.Cause, &c.AccountID, &c.Taken, &c.Amount, &c.Recovered, &c.WrittenOff, &c.State,
		&c.Decision, &c.DecidedBy, &c.Reason, &opened, &decided)
	c.OpenedAt, c.DecidedAt = db.Time(opened), db.Time(decided)
	return c, err
}

func selectCases(ctx context.Context, tx *db.Tx, where string, args ...any) ([]Case, error) {
	list, err := db.All(ctx, tx, scanCase, `SELECT `+caseColumns+` FROM funds_cases WHERE `+where+` ORDER BY id DESC`, args...)
	if err != nil {
		return nil, fmt.Errorf("select receivables: %w", err)
	}
	return list, nil
}

// selectCase returns one case, or ErrNoCase.
func selectCase(ctx context.Context, tx *db.Tx, caseID string) (Case, error) {
	c, err := db.One(ctx, tx, scanCase, `SELECT `+caseColumns+` FROM funds_cases WHERE id = $1`, caseID)
	if errors.Is(err, db.ErrNone) {
		return c, ErrNoCase
	}
	if err != nil {
		return c, fmt.Errorf("select the receivable %s: %w", caseID, err)
	}
	return c, nil
}

func insertCase(ctx context.Context, tx *db.Tx, c Case) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO funds_cases (id, intent_id, cause, account_id, taken, amount, recovered, written_off, state, opened_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		c.ID, c.IntentID, c.Cause, c.AccountID, c.Taken, c.Amount, c.Recovered, c.WrittenOff, c.State, db.Millis(c.OpenedAt))
	if err != nil {
		return fmt.Errorf("insert the receivable of %s: %w", c.IntentID, err)
	}
	return nil
}

func updateCase(ctx context.Context, tx *db.Tx, c Case) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE funds_cases
		SET taken = $2, amount = $3, recovered = $4, written_off = $5, state = $6, decision = $7, decided_by = $8, reason = $9, decided_at = $10
		WHERE id = $1`,
		c.ID, c.Taken, c.Amount, c.Recovered, c.WrittenOff, c.State, c.Decision, c.DecidedBy, c.Reason, db.Millis(c.DecidedAt))
	if err != nil {
		return fmt.Errorf("update the receivable %s: %w", c.ID, err)
	}
	return nil
}
