package finance

import (
	"cmp"
	"context"
	"io"

	"limelight/internal/kit/csvx"
	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/ledger/report"
)

// WriteIncome writes the site's income of a time, with a line for the whole.
func WriteIncome(out io.Writer, say lang.Teller, in Income) error {
	w, err := csvx.New(out, say("kind"), say("payments"), say("gross"), say("refunded"), say("site fee"), say("fee given back"), say("losses"), say("rewards"), say("other"), say("net"))
	if err != nil {
		return err
	}
	total := in.Total()
	total.Kind = "total"
	for _, k := range append(in.Kinds, total) {
		net := k.Net()
		if k.Kind == "total" {
			net = in.Closing - in.Opening
		}
		if err := w.Line(k.Kind, k.Count, k.Gross, k.Refunded, k.Fee, k.FeeBack, k.Losses, k.Rewards, k.Other, net); err != nil {
			return err
		}
	}
	return w.End()
}

// WriteBalances writes a trial balance, with a line for the whole.
func WriteBalances(out io.Writer, say lang.Teller, b Balances) error {
	w, err := csvx.New(out, say("accounts"), say("opening"), say("debits"), say("credits"), say("closing"), say("off"))
	if err != nil {
		return err
	}
	var total report.GroupTotal
	for _, c := range b.Groups {
		if err := w.Line(string(c.Group), c.Opening, c.Debits, c.Credits, c.Closing, c.Off()); err != nil {
			return err
		}
		total.Opening += c.Opening
		total.Debits += c.Debits
		total.Credits += c.Credits
		total.Closing += c.Closing
	}
	if err := w.Line("total", total.Opening, total.Debits, total.Credits, total.Closing, total.Off()); err != nil {
		return err
	}
	return w.End()
}

// WriteDebts writes who owes what.
func WriteDebts(out io.Writer, say lang.Teller, list []Debt) error {
	w, err := csvx.New(out, say("account"), say("username"), say("owed"), say("since"), say("days"))
	if err != nil {
		return err
	}
	for _, d := range list {
		if err := w.Line(d.Person.ID, d.Person.Username, d.Owed, d.Since, d.Days); err != nil {
			return err
		}
	}
	return w.End()
}

// batch is how many lines or transfers are read at once; a slow reader holds no
// transaction open in between.
const batch = 1_000

// WriteTransfers writes the transfers that fit, newest first, with a line for each
// of their legs: the amounts of one id are what moved together.
func (s *Transfers) WriteTransfers(ctx context.Context, out io.Writer, c report.Criteria) error {
	say := lang.In(ctx)
	w, err := csvx.New(out, say("time"), say("id"), say("kind"), say("reference"), say("payer"), say("payee"), say("from"), say("to"), say("amount"), say("memo"), say("takes back"), say("key"))
	if err != nil {
		return err
	}
	for more := true; more; {
		c.Limit = batch
		page, err := s.found(ctx, c)
		if err != nil {
			return err
		}
		for _, t := range page {
			c.Before = t.ID
			for _, leg := range t.Legs {
				if err := w.Line(t.At, t.ID, t.Kind, t.Reference, t.nameOf(t.Payer), t.nameOf(t.Payee), string(leg.Source), string(leg.Target),
					leg.Amount, t.Memo.In(say), t.Reverses, t.Key); err != nil {
					return err
				}
			}
		}
		more = len(page) == batch
	}
	return w.End()
}

// Prepare finds whose statement is wanted and sums the accounts. The look is on
// record.
func (s *Statements) Prepare(ctx context.Context, person string, span Span) (st Statement, err error) {
	st.Span = s.upToNow(span)
	if st.Person, err = s.openedFor(ctx, person, statementExported, st.Span); err != nil {
		return st, err
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error { return s.addAccounts(ctx, tx, &st) })
	return st, err
}

// WriteStatement writes a prepared statement, account after account: an opening,
// its lines, a closing.
func (s *Statements) WriteStatement(ctx context.Context, out io.Writer, st Statement) error {
	say := lang.In(ctx)
	w, err := csvx.New(out, say("time"), say("account"), say("id"), say("kind"), say("reference"), say("other"), say("memo"), say("amount"), say("balance"), say("takes back"))
	if err != nil {
		return err
	}
	for _, own := range st.Accounts {
		if err := w.Line(st.Span.From, string(own.Account), "", "opening", "", "", "", "", own.Opening, ""); err != nil {
			return err
		}
		if err := s.writeLines(ctx, say, w, st, own); err != nil {
			return err
		}
		if err := w.Line(st.Span.To, string(own.Account), "", "closing", "", "", "", "", own.Closing(), ""); err != nil {
			return err
		}
	}
	return w.End()
}

func (s *Statements) writeLines(ctx context.Context, say lang.Teller, w csvx.Writer, st Statement, own OwnAccount) error {
	b := report.Batch{From: st.Span.From, To: st.Span.To, Balance: own.Opening, Limit: batch}
	for more := true; more; {
		var page []Line
		err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
			lines, err := report.Lines(ctx, tx, own.Account, b)
			if err != nil {
				return err
			}
			page, err = s.withOthers(ctx, tx, st.Person.ID, lines)
			return err
		})
		if err != nil {
			return err
		}
		for _, l := range page {
			b.After, b.Balance = l.TransferID, l.Balance
			other := cmp.Or(l.Other.Username, l.Other.ID)
			if err := w.Line(l.At, string(own.Account), l.TransferID, l.Kind, l.Reference, other, l.Memo.In(say), l.Amount, l.Balance, l.Reverses); err != nil {
				return err
			}
		}
		more = len(page) == batch
	}
	return nil
}
