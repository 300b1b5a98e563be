package finance

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	reader := account.SeeFinance.Guard()
	api.Get(r, "/admin/finance/income", "finance.income", s.getIncome, reader, api.Summary("What the site earned, by kind"), audit.Silent("sums of the whole site"))
	api.Get(r, "/admin/finance/balances", "finance.balances", s.getBalances, reader,
		api.Summary("The trial balance, and what the site owes in tokens"), audit.As(balancesViewed, ""))
	api.Get(r, "/admin/finance/receivables", "finance.receivables", s.getDebts, reader, api.Summary("Who owes the site tokens, the most first"), audit.As(debtsViewed, ""))
	api.Get(r, "/admin/finance/transfers", "finance.transfers", s.getTransfers, reader,
		api.Summary("Every transfer, newest first; looking for a person's goes into the audit log"), audit.As(transferSearched, ""))
	api.Get(r, "/admin/finance/transfers/{id}", "finance.transfer", s.getTransfer, reader, api.Summary("One transfer and what belongs to it"), audit.As(transferViewed, "transfer"))
	api.Get(r, "/admin/finance/people/{id}", "finance.statement", s.getStatement, reader,
		api.Summary("A person's statement; every look goes into the audit log"))
	s.fileRoutes(r)
}

// SpanInput is the span of time of an answer.
type SpanInput struct {
	FromDate time.Time `query:"fromDate" doc:"from this instant on"`
	ToDate   time.Time `query:"toDate" doc:"up to and including this instant; absent: now"`
}

// span checks the ends; toDate is included, to the millisecond that is stored.
func (in SpanInput) span() (Span, error) {
	if in.ToDate.IsZero() {
		return Span{From: in.FromDate}, nil
	}
	if in.ToDate.Before(in.FromDate) {
		return Span{}, fault.Field("toDate", "Must not be before fromDate")
	}
	return Span{From: in.FromDate, To: in.ToDate.Add(time.Millisecond)}, nil
}

// IncomeView is what the site earned, in tokens.
type IncomeView struct {
	Opening money.Tokens `json:"opening" doc:"of the site's revenue"`
	Closing money.Tokens `json:"closing"`
	Change  money.Tokens `json:"change" doc:"the sum of the nets"`
	Total   KindView     `json:"total"`
	Kinds   []KindView   `json:"kinds"`
}

// KindView is the income of one kind.
type KindView struct {
	Kind     string       `json:"kind"`
	Count    int          `json:"count" doc:"payments, not counting what takes them back"`
	Gross    money.Tokens `json:"gross" doc:"paid by members"`
	Refunded money.Tokens `json:"refunded" doc:"given back to them"`
	Fee      money.Tokens `json:"fee" doc:"that the site kept"`
	FeeBack  money.Tokens `json:"feeBack" doc:"of it, given back with refunds"`
	Losses   money.Tokens `json:"losses" doc:"that the site bore; negative when they came back"`
	Rewards  money.Tokens `json:"rewards" doc:"for referrals, out of the fee"`
	Other    money.Tokens `json:"other"`
	Net      money.Tokens `json:"net" doc:"fee − feeBack − losses − rewards + other"`
}

func kindView(k KindIncome) KindView {
	return KindView{k.Kind, k.Count, k.Gross, k.Refunded, k.Fee, k.FeeBack, k.Losses, k.Rewards, k.Other, k.Net()}
}

func (s *Service) getIncome(ctx context.Context, in *SpanInput) (v IncomeView, err error) {
	span, err := in.span()
	if err != nil {
		return v, err
	}
	income, err := s.Income(ctx, span)
	v = IncomeView{
		Opening: income.Opening, Closing: income.Closing, Change: income.Closing - income.Opening,
		Total: kindView(income.Total()), Kinds: make([]KindView, len(income.Kinds)),
	}
	for i, k := range income.Kinds {
		v.Kinds[i] = kindView(k)
	}
	return v, err
}

// BalancesView is the trial balance of a time, and the liabilities at its end.
type BalancesView struct {
	At          time.Time    `json:"at" doc:"the end of the time"`
	Classes     []ClassView  `json:"classes"`
	Sum         money.Tokens `json:"sum" doc:"of the closings; 0 in a sound ledger"`
	Sound       bool         `json:"sound" doc:"the closings sum to 0 and none is off"`
	Wallets     money.Tokens `json:"wallets"`
	Holds       money.Tokens `json:"holds"`
	Earnings    money.Tokens `json:"earnings"`
	Payouts     money.Tokens `json:"payouts" doc:"under way"`
	Outstanding money.Tokens `json:"outstanding" doc:"all four"`
	Receivables money.Tokens `json:"receivables" doc:"owed to the site"`
	Worth       *WorthView   `json:"worth,omitempty" doc:"at today's payout rate; absent when none is set"`
}

// ClassView is the line of one class of account.
type ClassView struct {
	Class   string       `json:"class"`
	Opening money.Tokens `json:"opening"`
	Debits  money.Tokens `json:"debits" doc:"taken out"`
	Credits money.Tokens `json:"credits" doc:"put in"`
	Closing money.Tokens `json:"closing"`
	Off     money.Tokens `json:"off" doc:"what the accounts hold beyond their postings; 0 in a sound ledger"`
}

// WorthView is money, with the decimals of the currency.
type WorthView struct {
	Currency string `json:"currency"`
	Earnings string `json:"earnings"`
	Payouts  string `json:"payouts"`
}

func (s *Service) getBalances(ctx context.Context, in *SpanInput) (v BalancesView, err error) {
	span, err := in.span()
	if err != nil {
		return v, err
	}
	b, err := s.Balances(ctx, span)
	v = BalancesView{
		At: b.Span.To.Add(-time.Millisecond), Sum: b.Sum(), Sound: b.Sound(), Classes: make([]ClassView, len(b.Groups)),
		Wallets: b.Closing("wallet"), Holds: b.Closing("hold"), Earnings: b.Closing("earn"), Payouts: b.Closing("payout"),
		Outstanding: b.Outstanding(), Receivables: -b.Closing("receivable"),
	}
	for i, c := range b.Groups {
		v.Classes[i] = ClassView{string(c.Group), c.Opening, c.Debits, c.Credits, c.Closing, c.Off()}
	}
	if price := s.Price(); price.Rate > 0 {
		v.Worth = &WorthView{price.Currency, price.Worth(v.Earnings), price.Worth(v.Payouts)}
	}
	return v, err
}

// DebtView is what one person owes.
type DebtView struct {
	Person Person       `json:"person"`
	Owed   money.Tokens `json:"owed"`
	Since  time.Time    `json:"since" doc:"of the oldest part"`
	Days   int          `json:"days" doc:"whole ones since then"`
}

type debtsInput struct {
	ToDate time.Time `query:"toDate" doc:"at this instant; absent: now"`
}

// at is the moment after the instant.
func (in debtsInput) at() time.Time {
	if in.ToDate.IsZero() {
		return in.ToDate
	}
	return in.ToDate.Add(time.Millisecond)
}

func (s *Service) getDebts(ctx context.Context, in *debtsInput) (page api.List[DebtView], err error) {
	list, err := s.Debts(ctx, in.at())
	page = api.List[DebtView]{Data: make([]DebtView, len(list)), Total: len(list)}
	for i, d := range list {
		page.Data[i] = DebtView(d)
	}
	return page, err
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

func (s *Service) getStatement(ctx context.Context, in *statementInput) (v StatementView, err error) {
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
		v.Lines[i] = l.view()
	}
	return v, err
}

func (l Line) view() StatementLine {
	v := StatementLine{
		ID: l.TransferID, Kind: l.Kind, Reference: l.Reference, Memo: l.Memo, Reverses: l.Reverses,
		Amount: l.Amount, Balance: l.Balance, CreatedAt: l.At,
	}
	if l.Other.ID != "" {
		v.Other = &Person{ID: l.Other.ID, Username: l.Other.Username}
	}
	return v
}
