// Package statement writes the paper of a payout: a PDF of one page or more that
// says what was asked for, at which rate, and what it covers. The same statement
// gives the same bytes.
package statement

import (
	"fmt"
	"time"

	"limelight/internal/kit/lang"
	"limelight/internal/kit/pdf"
)

// Statement is what the paper says. Amounts are texts, as they are to be read.
type Statement struct {
	Language  string // BCP 47
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
	say := lang.To(s.Language)
	p, err := pdf.New(s.Language, say("Payout %s", s.Number), s.ChangedAt)
	if err != nil {
		return nil, fmt.Errorf("the statement of %s: %w", s.Number, err)
	}
	p.Title(say("Payout statement"), s.Site)
	p.Rows([][2]string{
		{say("Request"), s.Number},
		{say("Paid to"), s.Payee},
		{say("Account holder"), s.Holder},
		{say("Method"), s.Method},
		{say("Account"), s.Account},
		{say("Paid by"), s.PaidBy},
		{say("Asked for"), say.Moment(s.AskedAt)},
		{say("Status"), s.Status},
		{say("Since"), say.Moment(s.ChangedAt)},
		{say("Reason"), s.Reason},
		{say("Payment reference"), s.Reference},
	})
	p.Heading(period(say, s.From, s.To))
	table := pdf.Table{Size: 10, Widths: []float64{100, 30, pdf.Width - 130}, Right: []bool{false, true, true}}
	p.Head(table, say("Income"), say("Entries"), say("Tokens"))
	for _, l := range s.Lines {
		p.Line(table, l.Label, l.Count, l.Tokens)
	}
	p.Total(table, say("Total"), "", s.Tokens)
	p.Heading(say("Payment"))
	p.Rows([][2]string{
		{say("Tokens"), s.Tokens},
		{say("Rate"), s.Rate},
		{say("Fee"), s.Fee},
		{say("Amount"), s.Amount},
	})
	return p.Bytes()
}

func period(say lang.Teller, from, to time.Time) string {
	if from.IsZero() {
		return say("Income before %s", say.Moment(to))
	}
	return say("Income from %s to %s", say.Moment(from), say.Moment(to))
}
