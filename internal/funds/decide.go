package funds

import (
	"context"
	"fmt"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
	"limelight/internal/ledger"
	"limelight/internal/ledger/lots"
)

// Outcomes are how disputes end, where the vendor does not say.
type Outcomes struct {
	*core
	approvals  *Approvals
	settlement *Settlement
}

// The decisions about a receivable.
const (
	Recover  = "recover"  // take from the balance what is there
	WriteOff = "writeOff" // the site bears the rest
	Close    = "close"    // the same, and the account is shut
)

// The bounds of an admin's reason, in characters.
const (
	minReason = 10
	maxReason = 500
)

// reasoned makes an admin's reason a line, or refuses it.
func reasoned(text string) (string, error) {
	text = sanitize.Line(text)
	return text, fault.Length("reason", text, minReason, maxReason)
}

// another refuses an admin who decides about an own account.
func another(ctx context.Context, accountID string) (adminID string, err error) {
	adminID = account.CallerFrom(ctx).ID
	if adminID == accountID {
		return "", ErrAnotherAdmin
	}
	return adminID, nil
}

// DecideCase does with a receivable what an admin decided, which lifts the freeze.
// What can be recovered may be less than what is owed: then it can be recovered
// again, or written off. What one admin may not forgive alone waits for a second
// (Case.Waits). It fails with ErrNoCase, ErrDecided, or a refused field.
func (s *Losses) DecideCase(ctx context.Context, caseID, what, reason string) (c Case, err error) {
	if reason, err = reasoned(reason); err != nil {
		return Case{}, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err = s.decideCase(ctx, tx, caseID, what, reason, false)
		return err
	})
	return c, err
}

// decideCase is DecideCase; second says that the caller is the second admin.
func (s *Losses) decideCase(ctx context.Context, tx *db.Tx, caseID, what, reason string, second bool) (c Case, err error) {
	in, err := s.lockCase(ctx, tx, caseID, &c)
	if err != nil {
		return c, err
	}
	adminID, err := another(ctx, c.AccountID)
	if err != nil {
		return c, err
	}
	if c.State != CaseOpen && c.State != CaseDecided {
		return c, ErrDecided
	}
	if forgives := what == WriteOff || what == Close; forgives && !second {
		alone, err := s.approvals.DecidesAlone(ctx, tx, adminID, c.ID, c.owed())
		if err != nil {
			return c, err
		}
		if !alone {
			c.Waits = true
			return c, s.approvals.propose(ctx, tx, Proposal{Kind: ProposedReceivable, Subject: c.ID, Decision: &Decision{what, reason, c.AccountID, c.owed()}},
				c.owed().Brief(), "forgive a member "+c.owed().Brief()+" tokens")
		}
	}
	c.Decision, c.DecidedBy, c.Reason, c.DecidedAt = what, adminID, reason, s.Now()
	if err := s.decide(ctx, tx, in, &c); err != nil {
		return c, err
	}
	if err := updateCase(ctx, tx, c); err != nil {
		return c, err
	}
	if err := withdraw(ctx, tx, ProposedReceivable, c.ID); err != nil {
		return c, err
	}
	return c, s.Audit.Record(ctx, tx, audit.Act{Action: decidedCase[what], Subject: "receivable:" + c.ID, Reason: reason})
}

// lockCase reads a case once its payment is locked.
func (s *Losses) lockCase(ctx context.Context, tx *db.Tx, caseID string, c *Case) (in Intent, err error) {
	if *c, err = selectCase(ctx, tx, caseID); err != nil {
		return in, err
	}
	if in, err = lockIntent(ctx, tx, c.IntentID); err != nil {
		return in, err
	}
	*c, err = selectCase(ctx, tx, caseID)
	return in, err
}

func (s *Losses) decide(ctx context.Context, tx *db.Tx, in Intent, c *Case) error {
	switch c.Decision {
	case Recover:
		return s.recover(ctx, tx, in, c)
	case WriteOff:
		return s.writeOff(ctx, tx, in, c)
	case Close:
		if err := s.writeOff(ctx, tx, in, c); err != nil {
			return err
		}
		return s.Accounts.Suspend(ctx, tx, c.AccountID, c.Reason, account.CallerFrom(ctx).ID) // only an admin can lift it
	}
	return fault.Field("decision", "Must be one of recover, writeOff, close")
}

// recover takes from the wallet what is owed and there, and repays performers and
// studios first.
func (s *Losses) recover(ctx context.Context, tx *db.Tx, in Intent, c *Case) error {
	wallet := ledger.Wallet(c.AccountID)
	balance, err := s.Ledger.Balance(ctx, tx, wallet)
	if err != nil {
		return err
	}
	part := min(balance, c.owed())
	if err := s.postRecovery(ctx, tx, in, *c, actRecover, ledger.Leg{Source: wallet, Target: ledger.Receivable(c.AccountID), Amount: part}); err != nil {
		return err
	}
	if err := s.repay(ctx, tx, in, *c, part); err != nil {
		return err
	}
	c.Recovered += part
	c.State = CaseDecided
	if c.owed() == 0 {
		c.State = CaseClosed
	}
	return s.Events.Publish(ctx, tx, Recovered{CaseID: c.ID, AccountID: c.AccountID, Tokens: part})
}

// writeOff makes the rest the site's loss. What is held stays so until the dispute
// has its outcome.
func (s *Losses) writeOff(ctx context.Context, tx *db.Tx, in Intent, c *Case) error {
	shares, err := selectShares(ctx, tx, `case_id = $1`, c.ID)
	if err != nil {
		return err
	}
	part := max(0, c.owed()-absorbed(shares)-held(shares))
	c.WrittenOff += part
	c.State = CaseClosed
	return s.postRecovery(ctx, tx, in, *c, actWriteOff, ledger.Leg{Source: ledger.SiteRevenue, Target: ledger.Receivable(c.AccountID), Amount: part})
}

func (s *Losses) postRecovery(ctx context.Context, tx *db.Tx, in Intent, c Case, act string, leg ledger.Leg) error {
	if leg.Amount == 0 {
		return nil
	}
	return s.postNext(ctx, tx, in, act, ledger.Transfer{
		Kind: KindRecovery, Reference: c.ID, Payer: c.AccountID, Memo: recoveryMemo.With(), Legs: []ledger.Leg{leg},
	})
}

// RecordOutcome notes how a dispute ended, where the vendor does not say; one that
// was lost may be won on appeal. What one admin may not give back alone waits for a
// second (Intent.Waits). It fails with ErrNoPayment, and ErrDecided when there is
// nothing to record.
func (s *Outcomes) RecordOutcome(ctx context.Context, intentID string, won bool, reason string) (in Intent, err error) {
	if reason, err = reasoned(reason); err != nil {
		return Intent{}, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		in, err = s.recordOutcome(ctx, tx, intentID, won, reason, false)
		return err
	})
	return in, err
}

// recordOutcome is RecordOutcome; second says that the caller is the second admin.
func (s *Outcomes) recordOutcome(ctx context.Context, tx *db.Tx, intentID string, won bool, reason string, second bool) (Intent, error) {
	in, err := lockIntent(ctx, tx, intentID)
	if err != nil {
		return in, err
	}
	adminID, err := another(ctx, in.AccountID)
	if err != nil {
		return in, err
	}
	if in.Dispute != DisputeOpen && !(in.Dispute == DisputeLost && won) {
		return in, ErrDecided
	}
	if won && !second {
		if waits, err := s.proposeOutcome(ctx, tx, adminID, in, reason); err != nil || waits {
			in.Waits = waits
			return in, err
		}
	}
	kind, word, act := gateway.ChargebackLost, "lost", disputeLost
	if won {
		kind, word, act = gateway.ChargebackWon, "won", disputeWon
	}
	facts, err := s.settlement.selectFacts(ctx, tx, in.ID)
	if err != nil {
		return in, err
	}
	e := gateway.Event{Key: fmt.Sprintf("admin:%s:%s:%d", word, in.ID, len(facts)), Kind: kind, Reason: reason, At: s.Now()}
	if err := s.settlement.accept(ctx, tx, in, in.Gateway, "", e); err != nil {
		return in, err
	}
	if in, err = lockIntent(ctx, tx, intentID); err != nil {
		return in, err
	}
	if err := withdraw(ctx, tx, ProposedOutcome, in.ID); err != nil {
		return in, err
	}
	return in, s.Audit.Record(ctx, tx, audit.Act{Action: act, Subject: "payment:" + in.ID, Reason: reason})
}

// proposeOutcome lets a dispute that was won wait when it gives back more than one
// admin may alone.
func (s *Outcomes) proposeOutcome(ctx context.Context, tx *db.Tx, adminID string, in Intent, reason string) (waits bool, err error) {
	cases, err := selectCases(ctx, tx, `intent_id = $1`, in.ID)
	if err != nil {
		return false, err
	}
	c, _ := find(cases, CauseDispute)
	alone, err := s.approvals.DecidesAlone(ctx, tx, adminID, in.ID, c.Taken)
	if err != nil || alone {
		return false, err
	}
	return true, s.approvals.propose(ctx, tx, Proposal{Kind: ProposedOutcome, Subject: in.ID, Decision: &Decision{DisputeWon, reason, in.AccountID, c.Taken}},
		c.Taken.Brief(), "record a dispute as won, which gives "+c.Taken.Brief()+" tokens back")
}

// freeTokens are what a payment's credits still hold in the wallet.
func (s *CashRefunds) freeTokens(ctx context.Context, tx *db.Tx, in Intent) (left money.Tokens, err error) {
	credits, err := lots.Of(ctx, tx, in.AccountID)
	for _, lot := range credits {
		if lot.Reference == in.ID && (lot.Fact == KindPurchase || lot.Fact == KindBonus) {
			left += lot.Left
		}
	}
	return left, err
}
