package app

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
	"limelight/internal/ledger"
	"limelight/internal/payouts"
	"limelight/internal/payouts/rails"
	"limelight/internal/settings"
)

// payoutChanged tells how far a payout is.
var payoutChanged = socket.Declare[payoutPayload]("payout/changed")

type payoutPayload struct {
	ID     string         `json:"id" doc:"of the request"`
	Status payouts.Status `json:"status" enum:"pending,processing,done,rejected,cancelled"`
}

// payoutsRates bound changes of payout details: each is mailed.
var payoutsRates = limit.Rules{"payouts.details": {Most: 20, Per: time.Hour}}

// wirePayouts builds where money goes out.
func wirePayouts(s *Services) {
	s.limits.Add(payoutsRates)
	s.payouts = payouts.New(payouts.Deps{
		DB: s.db, Ledger: s.ledger, Keys: s.keys, Members: s.studios, Debts: debts{s.ledger}, People: s.people,
		Audit: s.audit, Proof: s.accounts, Admins: s.accounts, Limiter: s.limits, Events: s.bus,
		Rules:  func() payouts.Rules { return payoutRules(s.settings.Get()) },
		Sender: func() rails.Sender { return payoutSender(s.settings.Get()) }, SiteName: s.profile.name, Kinds: kinds, Now: s.now,
	})
	s.section("payouts", "Payout requests, payout details, payout batches", s.payouts.Routes)
	s.rule(s.payouts.Rule())
	s.rule(unapprovedPayouts())
	news := payoutNews{s.accounts, s.letters, s.sockets}
	bus.On(s.bus, "mail.discardAsked", news.mailDiscardAsked)
	bus.On(s.bus, "mail.payoutDetails", news.mailDetails)
	bus.On(s.bus, "mail.payoutRequested", news.mailRequested)
	bus.On(s.bus, "mail.payoutChanged", news.mailChanged)
	bus.Tell(s.bus, "sockets.payoutRequested", news.pushRequested)
	bus.Tell(s.bus, "sockets.payoutChanged", news.pushChanged)
}

// payoutRules are the operator's rules for payouts.
func payoutRules(now settings.Current) payouts.Rules {
	return payouts.Rules{
		Currency: now.Currency, Rate: int64(now.TokenPayoutRate), Hold: time.Duration(now.PayoutHoldDays) * 24 * time.Hour,
		Minimum: map[rails.Method]int64{
			rails.BankTransfer: int64(now.PayoutLeastBank), rails.DirectDeposit: int64(now.PayoutLeastDeposit),
			rails.Paxum: int64(now.PayoutLeastPaxum), rails.BitPay: int64(now.PayoutLeastBitpay),
		},
		Freeze: time.Duration(now.PayoutFreezeHours) * time.Hour, TwoAbove: int64(now.PayoutTwoAbove),
	}
}

// payoutSender is the site in files for its bank.
func payoutSender(now settings.Current) rails.Sender {
	return rails.Sender{
		Name: now.PayoutSenderName, IBAN: now.PayoutSenderIBAN, BIC: now.PayoutSenderBIC, ACHBank: now.PayoutACHBank,
		ACHRouting: now.PayoutACHRouting, ACHOrigin: now.PayoutACHOrigin, ACHCompany: now.PayoutACHCompany, ACHLongName: now.PayoutACHLongName,
	}
}

// debts are what later earnings are spoken for.
type debts struct{ *ledger.Ledger }

// Owed is what somebody's later earnings are spoken for: a refund that could not
// be given. What is in dispute has left the earnings already.
func (d debts) Owed(ctx context.Context, tx *db.Tx, accountID string) (money.Tokens, error) {
	balance, err := d.Balance(ctx, tx, ledger.Receivable(accountID))
	return max(0, -balance), err
}

// payoutNews tell of payouts: who asked, and their studio.
type payoutNews struct {
	accounts *account.Service
	letters  letters
	sockets  *socket.Server
}

func (n payoutNews) mailDiscardAsked(ctx context.Context, tx *db.Tx, e payouts.DiscardAsked) error {
	return n.accounts.AskAdmins(ctx, tx, e.By, "discard a payout batch of "+e.Total+" "+e.Currency+" whose file was exported",
		"/admin/payouts/batches/"+e.BatchID)
}

func (n payoutNews) mailDetails(ctx context.Context, tx *db.Tx, e payouts.DetailsChanged) error {
	return n.letters.write(ctx, tx, e.AccountID, "Your payout details were changed",
		"your payout details were changed to "+e.Shown+". Payouts begin again on "+e.FrozenUntil.UTC().Format("2 January 2006, 15:04 MST")+
			". If this was not you, change your password now and tell us before then.")
}

// mailRequested writes to the studio that a performer wants to be paid.
func (n payoutNews) mailRequested(ctx context.Context, tx *db.Tx, e payouts.Requested) error {
	if e.StudioID == "" {
		return n.letters.write(ctx, tx, e.AccountID, "We have your payout request",
			"we have your request for a payout of "+e.Amount+" "+e.Currency+" and will look at it.")
	}
	return n.letters.writeAbout(ctx, tx, e.StudioID, e.AccountID, "A payout request of your studio",
		" asks for a payout of "+e.Amount+" "+e.Currency+". Please log in and decide it.")
}

// mailChanged writes to who asked what became of the request. Who cancels it knows.
func (n payoutNews) mailChanged(ctx context.Context, tx *db.Tx, e payouts.Changed) error {
	amount := e.Amount + " " + e.Currency
	switch e.Status {
	case payouts.Processing:
		return n.letters.write(ctx, tx, e.AccountID, "Your payout is on its way", "your payout of "+amount+" is approved and is being paid.")
	case payouts.Done:
		return n.letters.write(ctx, tx, e.AccountID, "Your payout was paid", "your payout of "+amount+" was paid. You find the statement in your account.")
	case payouts.Rejected:
		return n.letters.write(ctx, tx, e.AccountID, "Your payout request was rejected",
			"your request for a payout of "+amount+" was rejected, and its tokens are yours again. The reason:\n\n"+e.Reason)
	}
	return nil
}

func (n payoutNews) pushRequested(_ context.Context, e payouts.Requested) error {
	return errors.Join(n.push(e.AccountID, e.RequestID, payouts.Pending), n.push(e.StudioID, e.RequestID, payouts.Pending))
}

func (n payoutNews) pushChanged(_ context.Context, e payouts.Changed) error {
	return errors.Join(n.push(e.AccountID, e.RequestID, e.Status), n.push(e.StudioID, e.RequestID, e.Status))
}

func (n payoutNews) push(accountID, requestID string, status payouts.Status) error {
	if accountID == "" {
		return nil
	}
	return socket.To(n.sockets, socket.AccountRoom(accountID), payoutChanged, payoutPayload{requestID, status})
}

// unapprovedPayouts are approvals that nobody gave.
func unapprovedPayouts() ledger.Rule {
	return ledger.Rule{Check: func(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
		return ledger.Find(ctx, tx, "payouts.approved", unapproved)
	}}
}

// unapproved are requests and batches whose approval, or whose second word on what was
// exported, is not in the staff's log.
const unapproved = `
	SELECT r.id, 'is approved by ' || a.by_whom || ', who has not done so'
	FROM payout_requests r
	JOIN (
		SELECT id, first_by AS by_whom FROM payout_requests WHERE first_by <> ''
		UNION
		SELECT id, approved_by FROM payout_requests WHERE approved_by <> ''
	) AS a ON a.id = r.id
	WHERE NOT EXISTS (
		SELECT 1 FROM audit_log l
		WHERE l.subject = 'payout_request:' || r.id AND l.actor_id = a.by_whom
		  AND l.action IN ('payout.first_approval', 'payout.processing', 'payout.done'))
	UNION ALL
	SELECT b.id, 'is a batch approved by ' || b.approver || ', who has not done so'
	FROM payout_batches b
	WHERE b.approver <> '' AND NOT EXISTS (
		SELECT 1 FROM audit_log l
		WHERE l.subject = 'payout_batch:' || b.id AND l.actor_id = b.approver
		  AND (l.action = 'payout_batch.approved' OR l.action = 'payout_batch.created' AND NOT b.two_needed))
	UNION ALL
	SELECT b.id, 'is a batch given up by ' || b.discard_by || ', who has not done so'
	FROM payout_batches b
	WHERE b.discard_by <> '' AND NOT EXISTS (
		SELECT 1 FROM audit_log l
		WHERE l.subject = 'payout_batch:' || b.id AND l.actor_id = b.discard_by
		  AND l.action IN ('payout_batch.discard_asked', 'payout_batch.discarded'))
	UNION ALL
	SELECT b.id, 'is a batch closed by ' || b.closed_by || ', who has not done so'
	FROM payout_batches b
	WHERE b.closed_by <> '' AND NOT EXISTS (
		SELECT 1 FROM audit_log l
		WHERE l.subject = 'payout_batch:' || b.id AND l.actor_id = b.closed_by
		  AND l.action IN ('payout_batch.discarded', 'payout_batch.paid'))
	UNION ALL
	SELECT b.id, 'is a batch that was exported, and says that it was not'
	FROM payout_batches b
	WHERE b.exported_at = 0 AND EXISTS (
		SELECT 1 FROM audit_log l WHERE l.subject = 'payout_batch:' || b.id AND l.action = 'payout_batch.exported')
	UNION ALL
	SELECT r.request_id, 'is said not to have been paid by ' || a.by_whom || ', who has not said so'
	FROM payout_releases r
	JOIN (
		SELECT request_id, batch_id, said_by AS by_whom FROM payout_releases
		UNION
		SELECT request_id, batch_id, agreed_by FROM payout_releases WHERE agreed_by <> ''
	) AS a ON a.request_id = r.request_id AND a.batch_id = r.batch_id
	WHERE NOT EXISTS (
		SELECT 1 FROM audit_log l
		WHERE l.actor_id = a.by_whom AND (
			l.subject = 'payout_batch:' || r.batch_id AND l.action IN ('payout_batch.discard_asked', 'payout_batch.discarded')
			OR l.subject = 'payout_request:' || r.request_id AND l.action IN ('payout.bounced', 'payout.release_agreed')))
	ORDER BY 1, 2`
