package finance

import (
	"cmp"
	"context"
	"strings"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
)

// Transfers finds what was posted.
type Transfers struct{ *core }

// Filter is what transfers somebody looks for; what is empty does not choose.
type Filter struct {
	Text    string // how an id, a key or a reference begins
	Account string // such as wallet:…, earn:…, site:revenue
	Person  string // an id or a username
	Kind    string
	Span    Span
	Min     money.Tokens
	Max     money.Tokens
	Before  string // the last transfer of the page before
	Limit   int
}

// Transfer is one with the names of its people.
type Transfer struct {
	report.Record
	Names map[string]string // usernames by account id
}

// nameOf is the person's username, or the id of whom has none.
func (t Transfer) nameOf(id string) string { return cmp.Or(t.Names[id], id) }

// Page is some transfers, newest first, and after which the next page begins.
type Page struct {
	Transfers []Transfer
	Next      string // empty: there are no more
}

// minText is how much of an id, key or reference a search needs.
const minText = 3

// Search finds transfers. Who looks for one person's is on record.
func (s *Transfers) Search(ctx context.Context, w Filter) (page Page, err error) {
	c, err := s.criteria(ctx, w, personSearched)
	if err != nil {
		return page, err
	}
	c.Limit++ // one more tells whether there is a next page
	found, err := s.found(ctx, c)
	if len(found) > w.Limit {
		found = found[:w.Limit]
		page.Next = found[w.Limit-1].ID
	}
	page.Transfers = found
	return page, err
}

// criteria checks a filter. A look for one person's transfers goes on record as the
// action.
func (s *Transfers) criteria(ctx context.Context, w Filter, action audit.Action) (c report.Criteria, err error) {
	c = report.Criteria{
		Text: strings.TrimSpace(w.Text), Account: ledger.Account(strings.TrimSpace(w.Account)), Kind: w.Kind,
		From: w.Span.From, To: w.Span.To, Min: w.Min, Max: w.Max, Before: w.Before, Limit: w.Limit,
	}
	switch {
	case c.Text != "" && len(c.Text) < minText:
		return c, fault.Field("q", "Must have at least %d characters", minText)
	case c.Max > 0 && c.Max < c.Min:
		return c, fault.Field("most", "Must not be below least")
	}
	c.PersonID, err = s.personOf(ctx, w.Person, c.Account, action)
	return c, err
}

// Choose checks the filter for a file of transfers, see WriteTransfers. Who takes
// one person's away is on record.
func (s *Transfers) Choose(ctx context.Context, w Filter) (report.Criteria, error) {
	return s.criteria(ctx, w, personExported)
}

func (s *Transfers) found(ctx context.Context, c report.Criteria) (list []Transfer, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := report.Search(ctx, tx, c)
		if err != nil {
			return err
		}
		list, err = s.named(ctx, tx, found)
		return err
	})
	return list, err
}

// personOf is the id of the person whose transfers are wanted, once it is on
// record; an account of a person is that person's.
func (s *Transfers) personOf(ctx context.Context, person string, account ledger.Account, action audit.Action) (id string, err error) {
	if person = strings.TrimSpace(person); person != "" {
		err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
			p, err := s.find(ctx, tx, person)
			id = p.ID
			return err
		})
		if err != nil {
			return "", err
		}
		return id, s.recordView(ctx, action, id, "")
	}
	if owner := ownerOf(account); owner != "" {
		return "", s.recordView(ctx, action, owner, string(account))
	}
	return "", nil
}

// ownerOf is whose the account is; empty for what belongs to nobody.
func ownerOf(account ledger.Account) string {
	switch account.Class() {
	case ledger.ClassWallet, ledger.ClassEarnings, ledger.ClassReceivable:
		return account.Owner()
	}
	return ""
}

// named puts names beside the people of transfers.
func (s *Transfers) named(ctx context.Context, tx *db.Tx, found []report.Record) ([]Transfer, error) {
	var ids []string
	for _, r := range found {
		ids = append(ids, r.Payer, r.Payee)
		for _, leg := range r.Legs {
			ids = append(ids, ownerOf(leg.Source), ownerOf(leg.Target))
		}
	}
	names, err := s.names(ctx, tx, ids)
	list := make([]Transfer, len(found))
	for i, r := range found {
		list[i] = Transfer{r, names}
	}
	return list, err
}

// File is all that is known of one transfer.
type File struct {
	Transfer
	Split     *ledger.Shares // of an income: how it was shared; nil for others
	Back      bool           // the shares were given back
	Related   []Transfer     // of the same kind and reference, newest first, itself included
	More      bool           // there are more of them
	Day       string         // UTC, of the journal
	DayClosed bool
}

// maxRelated bounds the transfers of one fact that are listed with it: a long
// show has one for each minute.
const maxRelated = 50

// Open is a transfer's file, or ledger.ErrUnknown.
func (s *Transfers) Open(ctx context.Context, transferID string) (f File, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err := report.RecordOf(ctx, tx, transferID)
		if err != nil {
			return err
		}
		related := []report.Record{r}
		if r.Reference != "" {
			related, err = report.Search(ctx, tx, report.Criteria{Kind: r.Kind, Reference: r.Reference, Limit: maxRelated + 1})
		}
		if err != nil {
			return err
		}
		f.More = len(related) > maxRelated
		list, err := s.named(ctx, tx, append(related[:min(len(related), maxRelated)], r))
		if err != nil {
			return err
		}
		last := len(list) - 1
		f.Transfer, f.Related = list[last], list[:last]
		return nil
	})
	if err != nil {
		return File{}, err
	}
	f.split(s.isIncome(f.Kind))
	f.Day = f.At.UTC().Format(time.DateOnly)
	f.DayClosed, err = s.Days.Closed(ctx, f.Day)
	return f, err
}

// split says how an income was shared, by what was posted.
func (f *File) split(income bool) {
	flow := f.Flow()
	if !income || flow.Gross == 0 {
		return
	}
	f.Back = flow.Back
	f.Split = &ledger.Shares{SiteFee: flow.Fee, StudioNet: flow.Gross - flow.Fee - flow.Net, Net: flow.Net}
}
