package report

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Criteria choose transfers; what is empty does not choose. All that is given
// must be true of a transfer.
type Criteria struct {
	Text      string         // how its id, its key or its reference begins
	Reference string         // exactly
	Account   ledger.Account // it took from this one or gave to it
	PersonID  string         // who paid, was paid, or holds an account of it
	Kind      string         //
	From, To  time.Time      // from From on and before To; zero: without end
	Min       money.Tokens   // that its legs move together
	Max       money.Tokens   // zero: no bound
	Before    string         // only what is older than the transfer with this id
	Limit     int
}

// Record is a transfer as it stands in the ledger.
type Record struct {
	ledger.Transfer
	ID         string
	At         time.Time
	Reverses   string // the transfer that it takes back; empty for most
	ReversedBy string // the transfer that took it back; empty for most
}

// Amount is what the legs move together.
func (r Record) Amount() (sum money.Tokens) {
	for _, leg := range r.Legs {
		sum += leg.Amount
	}
	return sum
}

// OwnAccounts are those that belong to one person.
func OwnAccounts(personID string) []ledger.Account {
	return []ledger.Account{ledger.Wallet(personID), ledger.Earnings(personID), ledger.Receivable(personID)}
}

// Search is a page of the transfers that fit, newest first; the next page is
// Before its last one. It walks backwards along an index of what is rarest among
// the criteria and stops when the page is full: only the sum of the legs has none,
// so an amount that hardly ever occurs, alone, reads the whole journal.
func Search(ctx context.Context, tx *db.Tx, c Criteria) ([]Record, error) {
	query, args := c.query()
	list, err := db.All(ctx, tx, scanRecord, query, args...)
	if err != nil {
		return nil, fmt.Errorf("search transfers: %w", err)
	}
	return list, addLegs(ctx, tx, list)
}

// RecordOf is one transfer, or ledger.ErrUnknown.
func RecordOf(ctx context.Context, tx *db.Tx, transferID string) (Record, error) {
	r, err := db.One(ctx, tx, scanRecord, `
		SELECT `+recordColumns+`
		FROM ledger_transfers t
		LEFT JOIN ledger_transfers r ON r.reverses = t.id
		WHERE t.id = $1`, transferID)
	if errors.Is(err, db.ErrNone) {
		return r, ledger.ErrUnknown
	}
	if err != nil {
		return r, fmt.Errorf("select the transfer %s: %w", transferID, err)
	}
	list := []Record{r}
	err = addLegs(ctx, tx, list)
	return list[0], err
}

const recordColumns = `t.id, t.key, t.kind, t.reference, t.payer, t.payee, t.memo,
		       COALESCE(t.reverses, ''), COALESCE(r.id, ''), t.created_at`

func scanRecord(r db.Row) (t Record, err error) {
	var at int64
	err = r.Scan(&t.ID, &t.Key, &t.Kind, &t.Reference, &t.Payer, &t.Payee, &t.Memo, &t.Reverses, &t.ReversedBy, &at)
	t.At = db.Time(at)
	return t, err
}

// addLegs reads the legs of a page, in order.
func addLegs(ctx context.Context, tx *db.Tx, list []Record) error {
	at := make(map[string]int, len(list))
	ids := make([]string, len(list))
	for i, r := range list {
		at[r.ID], ids[i] = i, r.ID
	}
	type owned struct {
		transferID string
		ledger.Leg
	}
	in, args := db.In(1, ids)
	legs, err := db.All(ctx, tx, func(r db.Row) (o owned, err error) {
		return o, r.Scan(&o.transferID, &o.Source, &o.Target, &o.Amount)
	}, `
		SELECT transfer_id, source, target, amount
		FROM ledger_postings
		WHERE transfer_id IN `+in+`
		ORDER BY transfer_id, leg`, args...)
	if err != nil {
		return fmt.Errorf("select the legs of %d transfers: %w", len(list), err)
	}
	for _, o := range legs {
		r := &list[at[o.transferID]]
		r.Legs = append(r.Legs, o.Leg)
	}
	return nil
}

// query makes the statement. Each of its branches walks along one index in the
// order of ids, with everything else as filters, and gives at most a page; the
// newest of all branches are the page.
func (c Criteria) query() (string, []any) {
	var b builder
	limit := b.arg(c.Limit)
	branches := c.branches(&b)
	for i, branch := range branches {
		branches[i] = fmt.Sprintf("SELECT id FROM (%s ORDER BY id DESC LIMIT %s) AS b%d", branch, limit, i)
	}
	return `
		SELECT ` + recordColumns + `
		FROM (` + strings.Join(branches, " UNION ") + `) AS found
		JOIN ledger_transfers t ON t.id = found.id
		LEFT JOIN ledger_transfers r ON r.reverses = t.id
		ORDER BY t.id DESC
		LIMIT ` + limit, b.args
}

// builder gathers the values of a statement.
type builder struct{ args []any }

func (b *builder) arg(value any) string {
	b.args = append(b.args, value)
	return fmt.Sprintf("$%d", len(b.args))
}

// branches choose by the first of these that is given; the others filter.
func (c Criteria) branches(b *builder) (list []string) {
	rest := c
	switch {
	case c.Reference != "":
		list = rest.alongTransfers(b, "t.reference = "+b.arg(c.Reference))
	case c.Text != "":
		rest.Text = ""
		from, to := b.arg(c.Text), b.arg(c.Text+afterAll)
		for _, column := range []string{"t.id", "t.key", "t.reference"} {
			own := column + " >= " + from + " AND " + column + " < " + to + " AND " + c.begins(b, column)
			list = append(list, rest.alongTransfers(b, own)...)
		}
	case c.Account != "" && (GroupOf(c.Account) != Group(c.Account) || c.PersonID == "" && c.Kind == ""):
		rest.Account = "" // the site's and the world's take part in nearly everything: anything else is rarer
		list = rest.alongPostings(b, c.Account)
	case c.PersonID != "":
		rest.PersonID = ""
		person := b.arg(c.PersonID)
		list = append(rest.alongTransfers(b, "t.payer = "+person), rest.alongTransfers(b, "t.payee = "+person)...)
		list = append(list, rest.alongPostings(b, OwnAccounts(c.PersonID)...)...)
	case c.Kind != "":
		rest.Kind = ""
		list = rest.alongTransfers(b, "t.kind = "+b.arg(c.Kind))
	default:
		list = rest.alongTransfers(b, "TRUE")
	}
	return list
}

// afterAll ends the range of texts with a common beginning, in every order of
// letters that ends with z; begins makes it exact.
var afterAll = strings.Repeat("z", 32)

func (c Criteria) begins(b *builder, column string) string {
	return fmt.Sprintf("substr(%s, 1, %s) = %s", column, b.arg(len([]rune(c.Text))), b.arg(c.Text))
}

func (c Criteria) alongTransfers(b *builder, own string) []string {
	where := append([]string{own}, c.filters(b, "t.id")...)
	return []string{"SELECT t.id AS id FROM ledger_transfers t WHERE " + strings.Join(where, " AND ")}
}

// alongPostings has two branches for each account. CROSS JOIN tells SQLite to
// begin with the postings, whose index has the order that is wanted.
func (c Criteria) alongPostings(b *builder, accounts ...ledger.Account) (list []string) {
	where := append(c.filters(b, "p.transfer_id"), "t.id = p.transfer_id")
	for _, account := range accounts {
		own := b.arg(account)
		for _, side := range []string{"source", "target"} {
			list = append(list, "SELECT DISTINCT p.transfer_id AS id FROM ledger_postings p CROSS JOIN ledger_transfers t WHERE p."+
				side+" = "+own+" AND "+strings.Join(where, " AND "))
		}
	}
	return list
}

// filters are the criteria by which the branch does not choose already. column is
// the id by whose order it walks.
func (c Criteria) filters(b *builder, column string) (where []string) {
	for _, end := range []struct{ sign, id string }{{">=", id.Floor(c.From)}, {"<", id.Floor(c.To)}, {"<", c.Before}} {
		if end.id != "" {
			where = append(where, column+" "+end.sign+" "+b.arg(end.id))
		}
	}
	if c.Kind != "" { // joined to nothing, it is no reason to walk along the index of kinds
		where = append(where, "t.kind || '' = "+b.arg(c.Kind))
	}
	if c.Text != "" {
		where = append(where, "("+c.begins(b, "t.id")+" OR "+c.begins(b, "t.key")+" OR "+c.begins(b, "t.reference")+")")
	}
	if c.Account != "" {
		where = append(where, touches(b, c.Account))
	}
	if c.PersonID != "" {
		person := b.arg(c.PersonID)
		where = append(where, "("+person+" IN (t.payer, t.payee) OR "+touches(b, OwnAccounts(c.PersonID)...)+")")
	}
	const amount = `(SELECT CAST(SUM(x.amount) AS BIGINT) FROM ledger_postings x WHERE x.transfer_id = t.id)`
	if c.Min > 0 {
		where = append(where, amount+" >= "+b.arg(c.Min))
	}
	if c.Max > 0 {
		where = append(where, amount+" <= "+b.arg(c.Max))
	}
	return where
}

func touches(b *builder, accounts ...ledger.Account) string {
	var list []string
	for _, account := range accounts {
		list = append(list, b.arg(account)+" IN (x.source, x.target)")
	}
	return "EXISTS (SELECT 1 FROM ledger_postings x WHERE x.transfer_id = t.id AND (" + strings.Join(list, " OR ") + "))"
}
