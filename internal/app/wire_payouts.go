package app

import (
	"context"
	"slices"
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

// payoutsRates bound changes of payout details: each is mailed.
var payoutsRates = limit.Rules{"payouts.details": {Max: 20, Per: time.Hour}}

// wirePayouts builds where money goes out.
func wirePayouts(s *Services) {
	s.limits.Add(payoutsRates)
	s.payouts = payouts.New(payouts.Deps{
		DB: s.db, Ledger: s.ledger, Keys: s.keys, Members: s.studios, Debts: debts{s.ledger}, People: s.accounts,
		Audit: s.audit, Proof: s.accounts, Admins: s.accounts, Limiter: s.limits, Events: s.bus,
		Rules:  func() payouts.Rules { return payoutRules(s.settings.Get()) },
		Sender: func() rails.Sender { return payoutSender(s.settings.Get()) }, SiteName: s.profile.name, Kinds: kinds, Now: s.now,
	})
	s.section("payouts", "Payout requests, payout details, payout batches", s.payouts.Routes)
	s.rule(s.payouts.Rule())
	s.rule(ledger.Rule{Check: ledger.Prove(ledger.Invariant{Rule: "payouts.approved", Query: unapproved})})
	news := payoutNews{s.notifier, s.sockets}
	bus.On(s.bus, "mail.discardAsked", news.askDiscard)
	bus.On(s.bus, "mail.payoutDetails", news.notifyDetails)
	bus.On(s.bus, "mail.payoutRequested", news.notifyRequested)
	bus.On(s.bus, "mail.payoutChanged", news.notifyChanged)
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
	notifier
	sockets *socket.Server
}

func (n payoutNews) askDiscard(ctx context.Context, tx *db.Tx, e payouts.DiscardAsked) error {
	return n.accounts.AskAdmins(ctx, tx, e.By, payouts.DiscardNotice,
		account.Ask{Of: e.Total + " " + e.Currency, Path: "/admin/payouts/batches/" + e.BatchID})
}

func (n payoutNews) notifyDetails(ctx context.Context, tx *db.Tx, e payouts.DetailsChanged) error {
	return notify(ctx, tx, n.notifier, payouts.DetailsNotice, e.AccountID, e)
}

// notifyRequested tells a performer that their request is here, or the studio that pays them.
func (n payoutNews) notifyRequested(ctx context.Context, tx *db.Tx, e payouts.Requested) error {
	if e.StudioID == "" {
		return notify(ctx, tx, n.notifier, payouts.ReceivedNotice, e.AccountID, e)
	}
	performer, err := n.accounts.Get(ctx, tx, e.AccountID)
	if err != nil {
		return err
	}
	return notify(ctx, tx, n.notifier, payouts.StudioNotice, e.StudioID, payouts.StudioAsked{Requested: e, Name: performer.Name})
}

// notifyChanged tells who asked what became of the request. Who cancels it knows.
func (n payoutNews) notifyChanged(ctx context.Context, tx *db.Tx, e payouts.Changed) error {
	if !slices.Contains([]payouts.Status{payouts.Processing, payouts.Done, payouts.Rejected}, e.Status) {
		return nil
	}
	return notify(ctx, tx, n.notifier, payouts.ChangedNotice, e.AccountID, e)
}

func (n payoutNews) pushRequested(_ context.Context, e payouts.Requested) error {
	changed := payouts.Changed{RequestID: e.RequestID, Status: payouts.Pending}
	return payouts.ChangedPush.To(n.sockets, changed, e.AccountID, e.StudioID)
}

func (n payoutNews) pushChanged(_ context.Context, e payouts.Changed) error {
	return payouts.ChangedPush.To(n.sockets, e, e.AccountID, e.StudioID)
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
