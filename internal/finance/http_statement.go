package finance

import (
	"context"
	"net/http"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/csvx"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

func (s *Statements) routes(r *api.Router) {
	api.Get(r, "/admin/finance/people/{id}", "finance.statement", s.getStatement, reader,
		api.Summary("A person's statement; every look goes into the audit log"))
	api.Raw(r, http.MethodGet, "/admin/finance/people/{id}/export", "finance.statement.export", s.statementFile, exporter)
	api.Raw(r, http.MethodGet, "/admin/finance/people/{id}/paper", "finance.statement.paper", s.statementPDF, exporter)
}

// StatementView is a person's statement and a page of one account.
type StatementView struct {
	Person   Person          `json:"person"`
	At       time.Time       `json:"at" doc:"the end of the time"`
	Accounts []OwnView       `json:"accounts" doc:"the person's own: wallet, earn, receivable"`
	Shown    string          `json:"shown" doc:"the class whose lines these are; empty when there is none"`
	Lines    []StatementLine `json:"lines" doc:"oldest first"`
	Next     string          `json:"next" doc:"ask for the lines after it; empty when there are no more"`
	Wallet   *KindsView      `json:"wallet,omitempty" doc:"what a member has and has reserved today"`
}

// OwnView is one account in the time.
type OwnView struct {
	Class   string       `json:"class"`
	Opening money.Tokens `json:"opening"`
	In      money.Tokens `json:"in"`
	Out     money.Tokens `json:"out"`
	Closing money.Tokens `json:"closing"`
}

// KindsView parts tokens into bought and given ones.
type KindsView struct {
	Paid        money.Tokens `json:"paid"`
	Promotional money.Tokens `json:"promotional"`
}

// StatementLine is one transfer as the account saw it.
type StatementLine struct {
	ID        string       `json:"_id" doc:"of the transfer"`
	Kind      string       `json:"kind"`
	Reference string       `json:"reference"`
	Other     *Person      `json:"other,omitempty" doc:"who paid or was paid"`
	Memo      string       `json:"memo,omitempty"`
	Reverses  string       `json:"reverses,omitempty"`
	Amount    money.Tokens `json:"amount" doc:"into the account, negative out of it"`
	Balance   money.Tokens `json:"balance" doc:"afterwards"`
	CreatedAt time.Time    `json:"createdAt"`
}

type statementInput struct {
	SpanInput
	ID    string `path:"id" doc:"an account's id, or a username"`
	Class string `query:"account" enum:"wallet,earn,receivable," doc:"whose lines; absent: the usual one of the role"`
	After string `query:"after" maxLength:"64"`
	Limit int    `query:"limit" default:"50" minimum:"1" maximum:"200"`
}

func (s *Statements) getStatement(ctx context.Context, in *statementInput) (v StatementView, err error) {
	span, err := in.span()
	if err != nil {
		return v, err
	}
	st, err := s.Statement(ctx, Ask{Person: in.ID, Span: span, Class: ledger.Class(in.Class), After: in.After, Limit: in.Limit})
	v = StatementView{
		Person: st.Person, At: st.Span.To.Add(-time.Millisecond), Shown: string(st.Shown.Class()), Next: st.Next,
		Accounts: make([]OwnView, len(st.Accounts)), Lines: make([]StatementLine, len(st.Lines)), Wallet: (*KindsView)(st.Wallet),
	}
	for i, own := range st.Accounts {
		v.Accounts[i] = OwnView{string(own.Account.Class()), own.Opening, own.In, own.Out, own.Closing()}
	}
	for i, l := range st.Lines {
		v.Lines[i] = l.view(lang.In(ctx))
	}
	return v, err
}

func (l Line) view(say lang.Teller) StatementLine {
	v := StatementLine{
		ID: l.TransferID, Kind: l.Kind, Reference: l.Reference, Memo: l.Memo.In(say), Reverses: l.Reverses,
		Amount: l.Amount, Balance: l.Balance, CreatedAt: l.At,
	}
	if l.Other.ID != "" {
		v.Other = &Person{ID: l.Other.ID, Username: l.Other.Username}
	}
	return v
}

func (s *Statements) statementFile(w http.ResponseWriter, r *http.Request) error {
	span, err := spanOf(r)
	if err != nil {
		return err
	}
	st, err := s.Prepare(r.Context(), r.PathValue("id"), span)
	if err != nil {
		return err
	}
	s.attach(w, csvx.MediaType, "statement-"+st.Person.Username, ".csv")
	return s.WriteStatement(r.Context(), w, st)
}

func (s *Statements) statementPDF(w http.ResponseWriter, r *http.Request) error {
	span, err := spanOf(r)
	if err != nil {
		return err
	}
	pdf, err := s.PDF(r.Context(), r.PathValue("id"), span)
	if err != nil {
		return err
	}
	s.attach(w, "application/pdf", "statement", ".pdf")
	_, err = w.Write(pdf)
	return err
}
