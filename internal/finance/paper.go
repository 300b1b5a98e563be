package finance

import (
	"cmp"
	"context"

	"limelight/internal/kit/paper"
	"limelight/internal/ledger"
)

// Paper is a person's statement as PDF: all accounts with all lines.
func (s *Service) Paper(ctx context.Context, person string, span Span) ([]byte, error) {
	st, sheets, err := s.Sheets(ctx, person, span)
	if err != nil {
		return nil, err
	}
	p, err := paper.New("Statement of "+st.Person.Username, s.Now())
	if err != nil {
		return nil, err
	}
	p.Title("Statement of account", s.SiteName())
	p.Rows([][2]string{
		{"Username", st.Person.Username},
		{"Account", st.Person.ID},
		{"From", cmp.Or(paper.Moment(st.Span.From), "the beginning")},
		{"To", paper.Moment(st.Span.To)},
		{"Written", paper.Moment(s.Now())},
		{"Amounts", "in tokens; times are UTC"},
	})
	for _, one := range sheets {
		p.Heading(accountNames[one.Account.Class()])
		p.Rows([][2]string{
			{"Opening", one.Opening.String()}, {"In", one.In.String()}, {"Out", one.Out.String()}, {"Closing", one.Closing().String()},
		})
		if len(one.Lines) > 0 {
			s.printLines(p, one)
		}
	}
	return p.Bytes()
}

// columns are date, kind, the other side, the note, amount and balance.
var columns = paper.Table{
	Size: 8, Widths: []float64{28, 26, 30, 36, 25, 25}, Right: []bool{false, false, false, false, true, true},
}

func (s *Service) printLines(p *paper.Paper, one Sheet) {
	p.Head(columns, "Time", "Kind", "With", "Note", "Amount", "Balance")
	for _, l := range one.Lines {
		kind := s.Kinds.One(l.Kind)
		if l.Reverses != "" {
			kind += ", back"
		}
		p.Line(columns, l.At.UTC().Format("2006-01-02 15:04"), kind, cmp.Or(l.Other.Username, l.Other.ID), l.Memo,
			l.Amount.String(), l.Balance.String())
	}
	p.Total(columns, "", "", "", "Closing", "", one.Closing().String())
}

var accountNames = map[ledger.Class]string{"wallet": "Wallet", "earn": "Earnings", "receivable": "Owed to the site"}
