package finance

import (
	"cmp"
	"context"

	"limelight/internal/kit/lang"
	"limelight/internal/kit/pdf"
	"limelight/internal/ledger"
)

// PDF is a person's statement as PDF: all accounts with all lines.
func (s *Statements) PDF(ctx context.Context, person string, span Span) ([]byte, error) {
	st, sheets, err := s.AllLines(ctx, person, span)
	if err != nil {
		return nil, err
	}
	say := lang.In(ctx)
	p, err := pdf.New(lang.Of(ctx), say("Statement of %s", st.Person.Username), s.Now())
	if err != nil {
		return nil, err
	}
	p.Title(say("Statement of account"), s.SiteName())
	p.Rows([][2]string{
		{say("Username"), st.Person.Username},
		{say("Account"), st.Person.ID},
		{say("From"), cmp.Or(say.Moment(st.Span.From), say("the beginning"))},
		{say("To"), say.Moment(st.Span.To)},
		{say("Written"), say.Moment(s.Now())},
		{say("Amounts"), say("in tokens; times are UTC")},
	})
	for _, one := range sheets {
		p.Heading(say(accountNames[one.Account.Class()]))
		p.Rows([][2]string{
			{say("Opening"), one.Opening.String()}, {say("In"), one.In.String()}, {say("Out"), one.Out.String()},
			{say("Closing"), one.Closing().String()},
		})
		if len(one.Lines) > 0 {
			s.printLines(p, say, one)
		}
	}
	return p.Bytes()
}

// columns are date, kind, the other side, the note, amount and balance.
var columns = pdf.Table{
	Size: 8, Widths: []float64{28, 26, 30, 36, 25, 25}, Right: []bool{false, false, false, false, true, true},
}

func (s *Statements) printLines(p *pdf.Document, say lang.Teller, one AccountLines) {
	p.Head(columns, say("Time"), say("Kind"), say("With"), say("Note"), say("Amount"), say("Balance"))
	for _, l := range one.Lines {
		kind := say(s.Kinds.One(l.Kind))
		if l.Reverses != "" {
			kind = say("%s, back", kind)
		}
		p.Line(columns, l.At.UTC().Format("2006-01-02 15:04"), kind, cmp.Or(l.Other.Username, l.Other.ID), l.Memo.In(say),
			l.Amount.String(), l.Balance.String())
	}
	p.Total(columns, "", "", "", say("Closing"), "", one.Closing().String())
}

var accountNames = map[ledger.Class]string{
	"wallet": lang.Mark("Wallet"), "earn": lang.Mark("Earnings"), "receivable": lang.Mark("Owed to the site"),
}
