package report

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Group is a line of the trial balance: a class of accounts, such as "wallet". Those that
// are nobody's are a group each, such as "site:revenue".
type Group string

// GroupOf is the group of an account.
func GroupOf(a ledger.Account) Group {
	switch class := a.Class(); class {
	case ledger.ClassSite, ledger.ClassWorld:
		return Group(a)
	default:
		return Group(class)
	}
}

// groupOf is GroupOf in SQL. What is no account of ours is a group of its own, so that
// it is seen.
func groupOf(column string) string {
	return `CASE substr(` + column + `, 1, 5) WHEN 'walle' THEN 'wallet' WHEN 'earn:' THEN 'earn' WHEN 'hold:' THEN 'hold'
		WHEN 'payou' THEN 'payout' WHEN 'recei' THEN 'receivable' ELSE ` + column + ` END`
}

// KindFlow sums what transfers of one kind did in a time, by whose side they took
// from and gave to. Members are wallets and holds; others are whoever is neither
// a member nor a receivable.
type KindFlow struct {
	Kind     string
	Paid     money.Tokens // by members to earnings or the site
	Payments int          // the transfers of Paid
	Returned money.Tokens // to members by anybody but members and the world

	SiteFromMembers, SiteToMembers         money.Tokens
	SiteFromReceivables, SiteToReceivables money.Tokens
	SiteFromOthers, SiteToOthers           money.Tokens
}

// SiteChange is what all of it changed of the site's account.
func (k KindFlow) SiteChange() money.Tokens {
	return k.SiteFromMembers - k.SiteToMembers + k.SiteFromReceivables - k.SiteToReceivables + k.SiteFromOthers - k.SiteToOthers
}

// KindFlows sums all postings from an instant on and before another, by kind, in
// the order of their names. It reads the postings of that time, kind after kind:
// so no engine has to sort them.
func KindFlows(ctx context.Context, tx *db.Tx, from, to time.Time) ([]KindFlow, error) {
	kinds, err := db.All(ctx, tx, db.String, allKinds)
	if err != nil {
		return nil, fmt.Errorf("select the kinds: %w", err)
	}
	list := make([]KindFlow, 0, len(kinds))
	for _, kind := range kinds {
		flow, err := db.One(ctx, tx, scanFlow, kindFlow, kind, id.Floor(from), id.Floor(to))
		if err != nil {
			return nil, fmt.Errorf("sum the flows of %s: %w", kind, err)
		}
		if flow != (KindFlow{}) {
			flow.Kind = kind
			list = append(list, flow)
		}
	}
	return list, nil
}

// allKinds goes from each kind to the next one by the index: there are few of
// them, and many transfers.
const allKinds = `
	WITH RECURSIVE kinds(kind) AS (
		SELECT MIN(kind) FROM ledger_transfers
		UNION ALL
		SELECT (SELECT MIN(t.kind) FROM ledger_transfers t WHERE t.kind > kinds.kind) FROM kinds WHERE kinds.kind IS NOT NULL
	)
	SELECT kind FROM kinds WHERE kind IS NOT NULL ORDER BY kind`

// kindFlow knows classes by their first letters. CROSS JOIN tells SQLite to begin
// with the transfers.
var kindFlow = func() string {
	const member = `IN ('walle', 'hold:')`
	sum := func(condition string) string {
		return `CAST(COALESCE(SUM(amount) FILTER (WHERE ` + condition + `), 0) AS BIGINT)`
	}
	const paid = `source ` + member + ` AND target IN ('earn:', 'site:')`
	return `
	SELECT ` + sum(paid) + `, COUNT(*) FILTER (WHERE leg = 1 AND ` + paid + `),
	       ` + sum(`target `+member+` AND source NOT IN ('walle', 'hold:', 'world')`) + `,
	       ` + sum(`target = 'site:' AND source `+member) + `, ` + sum(`source = 'site:' AND target `+member) + `,
	       ` + sum(`target = 'site:' AND source = 'recei'`) + `, ` + sum(`source = 'site:' AND target = 'recei'`) + `,
	       ` + sum(`target = 'site:' AND source NOT IN ('walle', 'hold:', 'recei')`) + `,
	       ` + sum(`source = 'site:' AND target NOT IN ('walle', 'hold:', 'recei')`) + `
	FROM (
		SELECT p.leg, p.amount, substr(p.source, 1, 5) AS source, substr(p.target, 1, 5) AS target
		FROM ledger_transfers t
		CROSS JOIN ledger_postings p
		WHERE t.kind = $1 AND t.id >= $2 AND t.id < $3 AND p.transfer_id = t.id
	) AS moved`
}()

func scanFlow(r db.Row) (k KindFlow, err error) {
	return k, r.Scan(&k.Paid, &k.Payments, &k.Returned, &k.SiteFromMembers, &k.SiteToMembers,
		&k.SiteFromReceivables, &k.SiteToReceivables, &k.SiteFromOthers, &k.SiteToOthers)
}

// GroupTotal is a line of the trial balance.
type GroupTotal struct {
	Group   Group
	Opening money.Tokens // the postings before the time
	Debits  money.Tokens // what they took from accounts of the class in it
	Credits money.Tokens // what they gave to them
	Closing money.Tokens // what the accounts hold at its end
}

// Off is what the accounts hold beyond what their postings say; it is nothing in a
// sound ledger.
func (c GroupTotal) Off() money.Tokens {
	return c.Closing - (c.Opening + c.Credits - c.Debits)
}

// TrialBalance is what every class of account held, got and gave, in the order of
// their names. The closing of the guarded ones is what the database keeps on their
// rows, less what came after: it was not summed from the same postings as the
// rest, so that a sound ledger is no matter of course. It reads all postings.
func TrialBalance(ctx context.Context, tx *db.Tx, from, to time.Time) ([]GroupTotal, error) {
	gave, err := db.All(ctx, tx, scanSums, groupSums("source"), id.Floor(from), id.Floor(to))
	if err != nil {
		return nil, fmt.Errorf("sum what classes gave: %w", err)
	}
	got, err := db.All(ctx, tx, scanSums, groupSums("target"), id.Floor(from), id.Floor(to))
	if err != nil {
		return nil, fmt.Errorf("sum what classes got: %w", err)
	}
	kept, err := db.All(ctx, tx, scanKept, keptByGroup)
	if err != nil {
		return nil, fmt.Errorf("sum the balances by class: %w", err)
	}
	return trialBalance(gave, got, kept), nil
}

// groupSums sums one side of the postings. By account first: an index has them in
// that order, so that only the accounts' sums are sorted by class.
func groupSums(side string) string {
	return `
		SELECT ` + groupOf("account") + ` AS account_group, CAST(SUM(before) AS BIGINT), CAST(SUM(within) AS BIGINT), CAST(SUM(after) AS BIGINT)
		FROM (
			SELECT ` + side + ` AS account,
			       COALESCE(SUM(amount) FILTER (WHERE transfer_id < $1), 0) AS before,
			       COALESCE(SUM(amount) FILTER (WHERE transfer_id >= $1 AND transfer_id < $2), 0) AS within,
			       COALESCE(SUM(amount) FILTER (WHERE transfer_id >= $2), 0) AS after
			FROM ledger_postings
			GROUP BY ` + side + `) AS accounts
		GROUP BY 1
		ORDER BY 1`
}

var keptByGroup = `
	SELECT ` + groupOf("id") + ` AS account_group, CAST(SUM(balance) AS BIGINT)
	FROM ledger_accounts
	GROUP BY 1
	ORDER BY 1`

type sums struct {
	group                 Group
	before, within, after money.Tokens
}

func scanSums(r db.Row) (s sums, err error) {
	return s, r.Scan(&s.group, &s.before, &s.within, &s.after)
}

type keptSum struct {
	group  Group
	amount money.Tokens
}

func scanKept(r db.Row) (k keptSum, err error) { return k, r.Scan(&k.group, &k.amount) }

func trialBalance(gave, got []sums, kept []keptSum) []GroupTotal {
	lines, after := map[Group]*GroupTotal{}, map[Group]money.Tokens{}
	line := func(g Group) *GroupTotal {
		if lines[g] == nil {
			lines[g] = &GroupTotal{Group: g}
		}
		return lines[g]
	}
	for _, s := range gave {
		l := line(s.group)
		l.Opening -= s.before
		l.Debits = s.within
		after[s.group] -= s.after
	}
	for _, s := range got {
		l := line(s.group)
		l.Opening += s.before
		l.Credits = s.within
		after[s.group] += s.after
	}
	for _, k := range kept {
		line(k.group).Closing = k.amount
	}
	list := make([]GroupTotal, 0, len(lines))
	for group, l := range lines {
		if ledger.Class(group).Guarded() {
			l.Closing -= after[group]
		} else {
			l.Closing += l.Opening + l.Credits - l.Debits // nothing is kept of these
		}
		list = append(list, *l)
	}
	slices.SortFunc(list, func(a, b GroupTotal) int { return strings.Compare(string(a.Group), string(b.Group)) })
	return list
}
