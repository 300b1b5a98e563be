package ledger

import (
	"context"

	"limelight/internal/kit/db"
)

// PaidAsSplit: payments were posted as they were split. What breaks it is that something else left
// the payer, or reached the performer, the studio or the site. What has no transfer
// is found by other rules.
//
// payments is a SELECT of one row for each payment, with the columns
//
//	subject        what a violation is about, and
//	text           how it reads: 'was not posted as it was split'
//	transfer_id    the transfer that paid it
//	payer_class    the account that paid: its class, 'wallet' or 'hold',
//	payer_id       and its owner
//	performer_id
//	studio_id      '' without one
//	gross, net, studio_net, site_fee
func PaidAsSplit(rule, payments string) Invariant {
	return Invariant{rule, sharesQuery(payments, `
		     SUM(CASE WHEN l.from_class = f.payer_class AND l.from_owner = f.payer_id THEN l.amount ELSE 0 END) <> f.gross
		  OR SUM(CASE WHEN l.to_class = 'earn' AND l.to_owner = f.performer_id THEN l.amount ELSE 0 END) <> f.net
		  OR SUM(CASE WHEN f.studio_id <> '' AND l.to_class = 'earn' AND l.to_owner = f.studio_id THEN l.amount ELSE 0 END) <> f.studio_net
		  OR SUM(CASE WHEN l.to_class = 'site' AND l.to_owner = 'revenue' THEN l.amount ELSE 0 END) <> f.site_fee`)}
}

// CheckShares finds what breaks PaidAsSplit.
func CheckShares(ctx context.Context, tx *db.Tx, rule, payments string) ([]Violation, error) {
	return FindAll(ctx, tx, PaidAsSplit(rule, payments))
}

// ReturnedAsSplit: payments were given back as they were split. returns has the columns
// of PaidAsSplit, and
//
//	owed_net, owed_studio  what performer and studio could not give, and owe since then
func ReturnedAsSplit(rule, returns string) Invariant {
	return Invariant{rule, sharesQuery(returns, `
		     SUM(CASE WHEN l.to_class = f.payer_class AND l.to_owner = f.payer_id THEN l.amount ELSE 0 END) <> f.gross
		  OR SUM(CASE WHEN l.from_class = 'earn' AND l.from_owner = f.performer_id THEN l.amount ELSE 0 END) <> f.net
		  OR SUM(CASE WHEN l.from_class = 'receivable' AND l.from_owner = f.performer_id THEN l.amount ELSE 0 END) <> f.owed_net
		  OR SUM(CASE WHEN f.studio_id <> '' AND l.from_class = 'earn' AND l.from_owner = f.studio_id THEN l.amount ELSE 0 END) <> f.studio_net
		  OR SUM(CASE WHEN f.studio_id <> '' AND l.from_class = 'receivable' AND l.from_owner = f.studio_id THEN l.amount ELSE 0 END) <> f.owed_studio
		  OR SUM(CASE WHEN l.from_class = 'site' AND l.from_owner = 'revenue' THEN l.amount ELSE 0 END) <> f.site_fee`)}
}

// sharesQuery asks of each fact for the few legs of its transfer, by their key, so that
// no engine has to sort or to gather them.
func sharesQuery(facts, wrong string) string {
	return `
		SELECT f.subject, f.text
		FROM (` + facts + `) AS f
		WHERE (
			SELECT SUM(l.amount) <> f.gross OR` + wrong + `
			FROM ledger_flows l
			WHERE l.transfer_id = f.transfer_id)
		ORDER BY f.subject, f.text`
}
