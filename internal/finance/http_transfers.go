package finance

import (
	"context"
	"net/http"
	"strings"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/csvx"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
)

func (s *Transfers) routes(r *api.Router) {
	api.Get(r, "/admin/finance/transfers", "finance.transfers", s.getTransfers, reader,
		api.Summary("Every transfer, newest first; looking for a person's goes into the audit log"), audit.As(transferSearched, ""))
	api.Get(r, "/admin/finance/transfers/{id}", "finance.transfer", s.getTransfer, reader, api.Summary("One transfer and what belongs to it"), audit.As(transferViewed, "transfer"))
	api.Raw(r, http.MethodGet, "/admin/finance/transfers/export", "finance.transfers.export", s.transfersFile, exporter, audit.As(transferExported, ""))
}

// TransferView is one transfer with its legs.
type TransferView struct {
	ID         string       `json:"_id"`
	Kind       string       `json:"kind"`
	Key        string       `json:"key" doc:"what its poster does not do twice"`
	Reference  string       `json:"reference" doc:"the fact it belongs to"`
	Memo       string       `json:"memo,omitempty"`
	Payer      *Person      `json:"payer,omitempty"`
	Payee      *Person      `json:"payee,omitempty"`
	Amount     money.Tokens `json:"amount" doc:"that its legs move together"`
	Legs       []LegView    `json:"legs"`
	Reverses   string       `json:"reverses,omitempty" doc:"the transfer that it takes back"`
	ReversedBy string       `json:"reversedBy,omitempty" doc:"the transfer that took it back"`
	CreatedAt  time.Time    `json:"createdAt"`
}

// LegView is one amount that moved.
type LegView struct {
	Source PlaceView    `json:"source"`
	Target PlaceView    `json:"target"`
	Amount money.Tokens `json:"amount"`
}

// PlaceView is an account of the ledger.
type PlaceView struct {
	Account string  `json:"account" doc:"such as wallet:…"`
	Class   string  `json:"class" doc:"wallet, earn, hold, payout, receivable, site:revenue, world:…"`
	Owner   *Person `json:"owner,omitempty" doc:"of a wallet, earnings or a receivable"`
}

// TransferPage is some transfers, newest first.
type TransferPage struct {
	Data []TransferView `json:"data"`
	Next string         `json:"next" doc:"ask for those before it; empty when there are no more"`
}

func (t Transfer) view(say lang.Teller) TransferView {
	v := TransferView{
		ID: t.ID, Kind: t.Kind, Key: t.Key, Reference: t.Reference, Memo: t.Memo.In(say), Payer: t.person(t.Payer), Payee: t.person(t.Payee),
		Amount: t.Amount(), Legs: make([]LegView, len(t.Legs)), Reverses: t.Reverses, ReversedBy: t.ReversedBy, CreatedAt: t.At,
	}
	for i, leg := range t.Legs {
		v.Legs[i] = LegView{t.place(leg.Source), t.place(leg.Target), leg.Amount}
	}
	return v
}

func (t Transfer) person(id string) *Person {
	if id == "" {
		return nil
	}
	return &Person{ID: id, Username: t.Names[id]}
}

func (t Transfer) place(a ledger.Account) PlaceView {
	return PlaceView{Account: string(a), Class: string(report.GroupOf(a)), Owner: t.person(ownerOf(a))}
}

type transfersInput struct {
	SpanInput
	Text    string `query:"q" maxLength:"200" doc:"how an id, a key or a reference begins; at least 3 characters"`
	Account string `query:"account" maxLength:"200" doc:"such as wallet:…, earn:…, site:revenue"`
	Person  string `query:"person" maxLength:"64" doc:"an account's id, or a username"`
	Kind    string `query:"kind" maxLength:"40"`
	Min     string `query:"least" maxLength:"20" doc:"tokens that its legs move together, at least"`
	Max     string `query:"most" maxLength:"20" doc:"and at most"`
	Before  string `query:"before" maxLength:"64" doc:"next of the page before"`
	Limit   int    `query:"limit" default:"25" minimum:"1" maximum:"100"`
}

func (in transfersInput) filter() (w Filter, err error) {
	w = Filter{Text: in.Text, Account: in.Account, Person: in.Person, Kind: in.Kind, Before: in.Before, Limit: in.Limit}
	if w.Span, err = in.span(); err != nil {
		return w, err
	}
	if w.Min, err = tokens("least", in.Min); err != nil {
		return w, err
	}
	w.Max, err = tokens("most", in.Max)
	return w, err
}

// tokens reads an amount of a query, which has no numbers of its own.
func tokens(property, text string) (money.Tokens, error) {
	if text = strings.TrimSpace(text); text == "" {
		return 0, nil
	}
	t, err := money.Parse(text)
	if err != nil || t < 0 {
		return 0, fault.Field(property, "Must be an amount of tokens, with at most 2 decimals")
	}
	return t, nil
}

func (s *Transfers) getTransfers(ctx context.Context, in *transfersInput) (v TransferPage, err error) {
	w, err := in.filter()
	if err != nil {
		return v, err
	}
	page, err := s.Search(ctx, w)
	return TransferPage{views(lang.In(ctx), page.Transfers), page.Next}, err
}

func views(say lang.Teller, list []Transfer) []TransferView {
	all := make([]TransferView, len(list))
	for i, t := range list {
		all[i] = t.view(say)
	}
	return all
}

// FileView is one transfer and what belongs to it.
type FileView struct {
	TransferView
	Split     *SplitView     `json:"split,omitempty" doc:"of an income"`
	Related   []TransferView `json:"related" doc:"of the same kind and reference, newest first, itself included"`
	More      bool           `json:"more" doc:"there are more of these"`
	Day       string         `json:"day" doc:"of the journal, UTC"`
	DayClosed bool           `json:"dayClosed"`
}

// SplitView is how an income was shared.
type SplitView struct {
	Gross  money.Tokens `json:"gross"`
	Fee    money.Tokens `json:"siteFee"`
	Studio money.Tokens `json:"studioNet"`
	Net    money.Tokens `json:"net" doc:"the performer's"`
	Back   bool         `json:"back" doc:"the shares were given back"`
}

type idInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Transfers) getTransfer(ctx context.Context, in *idInput) (v FileView, err error) {
	f, err := s.Open(ctx, in.ID)
	if err != nil {
		return v, err
	}
	say := lang.In(ctx)
	v = FileView{TransferView: f.view(say), Related: views(say, f.Related), More: f.More, Day: f.Day, DayClosed: f.DayClosed}
	if f.Split != nil {
		v.Split = &SplitView{f.Split.Gross(), f.Split.SiteFee, f.Split.StudioNet, f.Split.Net, f.Back}
	}
	return v, nil
}

// transfersFile takes what the listing of transfers takes, but for its page.
func (s *Transfers) transfersFile(w http.ResponseWriter, r *http.Request) error {
	span, err := spanOf(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	filter, err := transfersInput{
		Text: q.Get("q"), Account: q.Get("account"), Person: q.Get("person"), Kind: q.Get("kind"), Min: q.Get("least"), Max: q.Get("most"),
	}.filter()
	if err != nil {
		return err
	}
	filter.Span = span
	c, err := s.Choose(r.Context(), filter)
	if err != nil {
		return err
	}
	s.attach(w, csvx.MediaType, "transfers", ".csv")
	return s.WriteTransfers(r.Context(), w, c)
}
