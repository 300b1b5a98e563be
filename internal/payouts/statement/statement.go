// Package statement writes the paper of a payout: a PDF of one page or more that
// says what was asked for, at which rate, and what it covers. The same statement
// gives the same bytes.
package statement

import (
	"fmt"
	"time"

	"limelight/internal/kit/paper"
)

// Statement is what the paper says. Amounts are texts, as they are to be read.
type Statement struct {
	Site      string
	Number    string // the id of the request
	Payee     string // the username
	Holder    string // of the account that is paid
	Method    string
	Account   string // masked
	PaidBy    string
	Status    string
	Reason    string // of a rejection
	Reference string // of the payment
	AskedAt   time.Time
	ChangedAt time.Time // when it got its status
	From, To  time.Time // of the incomes; From may be zero
	Lines     []Line
	Tokens    string
	Rate      string // such as "0.0500 USD per token"
	Amount    string // with its currency
	Fee       string // with its currency
}

// Line is what is covered of one kind of income.
type Line struct{ Label, Count, Tokens string }

// PDF writes the paper.
func PDF(s Statement) ([]byte, error) {
	p, err := paper.New("Payout "+s.Number, s.ChangedAt)
	if err != nil {
		return nil, fmt.Errorf("the statement of %s: %w", s.Number, err)
	}
	p.Title("Payout statement", s.Site)
	p.Rows([][2]string{
		{"Request", s.Number},
		{"Paid to", s.Payee},
		{"Account holder", s.Holder},
		{"Method", s.Method},
		{"Account", s.Account},
		{"Paid by", s.PaidBy},
		{"Asked for", paper.Moment(s.AskedAt)},
		{"Status", s.Status},
		{"Since", paper.Moment(s.ChangedAt)},
		{"Reason", s.Reason},
		{"Payment reference", s.Reference},
	})
	p.Heading(period(s.From, s.To))
	table := paper.Table{Size: 10, Widths: []float64{100, 30, paper.Width - 130}, Right: []bool{false, true, true}}
	p.Head(table, "Income", "Entries", "Tokens")
	for _, l := range s.Lines {
		p.Line(table, l.Label, l.Count, l.Tokens)
	}
	p.Total(table, "Total", "", s.Tokens)
	p.Heading("Payment")
	p.Rows([][2]string{
		{"Tokens", s.Tokens},
		{"Rate", s.Rate},
		{"Fee", s.Fee},
		{"Amount", s.Amount},
	})
	return p.Bytes()
}

func period(from, to time.Time) string {
	if from.IsZero() {
		return "Income before " + paper.Moment(to)
	}
	return "Income from " + paper.Moment(from) + " to " + paper.Moment(to)
}
