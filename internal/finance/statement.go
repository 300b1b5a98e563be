package finance

import (
	"context"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/lots"
	"limelight/internal/ledger/report"
)

// Statements are people's, with every line.
type Statements struct{ *core }

// Statement is what somebody had, got and gave in a time.
type Statement struct {
	Person   Person
	Span     Span
	Accounts []OwnAccount // those that were ever used: wallet, earnings, receivable
	Shown    ledger.Account
	Lines    []Line // of Shown, oldest first
	Next     string // ask for what comes after it; empty: there is no more
	Wallet   *Kinds // what is in the wallet today; nil for who has none
}

// OwnAccount is one account and what happened to it.
type OwnAccount struct {
	Account ledger.Account
	report.Turnover
}

// Line is one transfer, with the name of who was on the other side.
type Line struct {
	report.Line
	Other Person
}

// Kinds parts what a member has and has reserved, as the ledger's lots say.
type Kinds struct {
	Paid        money.Tokens
	Promotional money.Tokens
}

// Ask is for a person's statement, and one page of one account.
type Ask struct {
	Person string // an id or a username
	Span   Span
	Class  ledger.Class // which account's lines; empty: the first there is
	After  string
	Limit  int
}

// Statement is what somebody asked for. The look is on record.
func (s *Statements) Statement(ctx context.Context, a Ask) (st Statement, err error) {
	st.Span = s.upToNow(a.Span)
	if st.Person, err = s.openedFor(ctx, a.Person, statementViewed, st.Span); err != nil {
		return st, err
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.addAccounts(ctx, tx, &st); err != nil {
			return err
		}
		if st.Shown = st.choose(a.Class); st.Shown == "" {
			return nil
		}
		lines, err := s.page(ctx, tx, st, a)
		if err != nil {
			return err
		}
		if len(lines) > a.Limit {
			lines = lines[:a.Limit]
			st.Next = lines[a.Limit-1].TransferID
		}
		if st.Lines, err = s.withOthers(ctx, tx, st.Person.ID, lines); err != nil || a.After != "" {
			return err
		}
		st.Wallet, err = s.kinds(ctx, tx, st.Person)
		return err
	})
	return st, err
}

// page is one line more than was asked for, if there is one.
func (s *Statements) page(ctx context.Context, tx *db.Tx, st Statement, a Ask) ([]report.Line, error) {
	b := report.Batch{From: st.Span.From, To: st.Span.To, After: a.After, Limit: a.Limit + 1}
	for _, own := range st.Accounts {
		if own.Account == st.Shown {
			b.Balance = own.Opening
		}
	}
	if a.After > id.Floor(b.From) {
		var err error
		if b.Balance, err = report.BalanceAfter(ctx, tx, st.Shown, a.After); err != nil {
			return nil, err
		}
	}
	return report.Lines(ctx, tx, st.Shown, b)
}

// openedFor finds a person and puts the look on record.
func (s *Statements) openedFor(ctx context.Context, person string, action audit.Action, span Span) (p Person, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err = s.find(ctx, tx, person)
		return err
	})
	if err != nil {
		return p, err
	}
	return p, s.recordView(ctx, action, p.ID, span.String())
}

// String is the span for the audit log.
func (s Span) String() string {
	from := "the beginning"
	if !s.From.IsZero() {
		from = s.From.UTC().Format(time.RFC3339)
	}
	return from + " to " + s.To.UTC().Format(time.RFC3339)
}

// addAccounts sums the accounts of the statement's person; those that were never used
// are left out.
func (s *Statements) addAccounts(ctx context.Context, tx *db.Tx, st *Statement) error {
	for _, own := range report.OwnAccounts(st.Person.ID) {
		t, err := report.TurnoverOf(ctx, tx, own, st.Span.From, st.Span.To)
		if err != nil {
			return err
		}
		if t != (report.Turnover{}) || own.Class() == usual[st.Person.Role] {
			st.Accounts = append(st.Accounts, OwnAccount{own, t})
		}
	}
	return nil
}

// usual is the account that somebody of a role has, used or not.
var usual = map[string]ledger.Class{
	string(account.Member): "wallet", string(account.Performer): "earn", string(account.Studio): "earn",
}

// choose is the account of a class, or the usual one.
func (st Statement) choose(class ledger.Class) ledger.Account {
	if class == "" {
		class = usual[st.Person.Role]
	}
	for _, own := range st.Accounts {
		if own.Account.Class() == class {
			return own.Account
		}
	}
	return ""
}

// withOthers puts the other side's name beside each line.
func (s *Statements) withOthers(ctx context.Context, tx *db.Tx, personID string, lines []report.Line) ([]Line, error) {
	list, ids := make([]Line, len(lines)), make([]string, len(lines))
	for i, l := range lines {
		list[i].Line = l
		if list[i].Other.ID = l.Payee; l.Payee == personID {
			list[i].Other.ID = l.Payer
		}
		ids[i] = list[i].Other.ID
	}
	names, err := s.names(ctx, tx, ids)
	for i := range list {
		list[i].Other.Username = names[list[i].Other.ID]
	}
	return list, err
}

// kinds parts a member's tokens of today into paid and promotional ones.
func (s *Statements) kinds(ctx context.Context, tx *db.Tx, p Person) (*Kinds, error) {
	if p.Role != string(account.Member) {
		return nil, nil // who is no member has none
	}
	credits, err := lots.Of(ctx, tx, p.ID)
	k := &Kinds{}
	for _, l := range credits {
		if l.Kind == lots.Paid {
			k.Paid += l.Left + l.Held
		} else {
			k.Promotional += l.Left + l.Held
		}
	}
	return k, err
}

// maxPaper is how many lines a PDF may have: some hundred pages.
const maxPDFLines = 5_000

var errLong = fault.New(fault.Invalid, "This is more than a paper can hold. Please choose a shorter time, or the CSV file.")

// AccountLines are one account of a PDF with all its lines.
type AccountLines struct {
	OwnAccount
	Lines []Line
}

// AllLines are all accounts of a person with all their lines, of one moment. It
// fails with errLong. The look is on record.
func (s *Statements) AllLines(ctx context.Context, person string, span Span) (st Statement, list []AccountLines, err error) {
	st.Span = s.upToNow(span)
	if st.Person, err = s.openedFor(ctx, person, statementPrinted, st.Span); err != nil {
		return st, nil, err
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.addAccounts(ctx, tx, &st); err != nil {
			return err
		}
		left := maxPDFLines
		for _, own := range st.Accounts {
			lines, err := report.Lines(ctx, tx, own.Account, report.Batch{
				From: st.Span.From, To: st.Span.To, Balance: own.Opening, Limit: left + 1,
			})
			if err != nil {
				return err
			}
			if left -= len(lines); left < 0 {
				return errLong
			}
			named, err := s.withOthers(ctx, tx, st.Person.ID, lines)
			if err != nil {
				return err
			}
			list = append(list, AccountLines{own, named})
		}
		return nil
	})
	return st, slices.Clip(list), err
}
