package payouts

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/currency"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/payouts/rails"
)

func (s *Requests) routes(r *api.Router) {
	for _, who := range earners {
		path, name := "/payout-requests/"+who.path, "payouts."+who.path
		api.Post(r, path, name+".create", s.postRequest, who.role.Guard(), api.Summary("Ask for a payout"))
		api.Get(r, path+"/{id}/view", name+".view", s.getOne, who.views,
			api.Summary("One of my payout requests with what it consists of"))
		api.Get(r, path+"/search", name+".search", s.getOwn, who.role.Guard(), api.Summary("My payout requests, newest first"))
	}
	api.Get(r, "/payout-requests/studio/performer-request", "payouts.studio.members", s.getMembers, account.DecideModelPayouts.Guard(),
		api.Summary("The requests of my performers"))
	api.Get(r, "/admin/payouts", "payouts.admin.search", s.getAll, account.SeePayouts.Guard(),
		api.Summary("Payout requests of everybody, or those that the site decides"), audit.As(payoutSearched, ""))
	api.Get(r, "/admin/payouts/requests/{id}", "payouts.admin.view", s.getOne, account.SeePayouts.Guard(),
		api.Summary("A payout request with what it consists of"), audit.As(payoutViewed, "payout_request"))
}

// PayoutRequest is a request on the wire.
type PayoutRequest struct {
	ID             string       `json:"_id"`
	UserInfo       Person       `json:"userInfo" doc:"who asked"`
	Role           string       `json:"role" enum:"performer,studio"`
	StudioID       string       `json:"studioId,omitempty" doc:"the studio that decides; absent: the site"`
	Status         Status       `json:"status" enum:"pending,processing,done,rejected,cancelled"`
	Type           rails.Method `json:"paymentAccountType" enum:"bank_transfer,direct_deposit,paxum,bitpay"`
	Account        string       `json:"account" doc:"masked"`
	RequestTokens  money.Tokens `json:"requestTokens"`
	Amount         string       `json:"amount" doc:"with the decimals of the currency"`
	Fee            string       `json:"fee"`
	Currency       string       `json:"currency"`
	Rate           string       `json:"rate" doc:"units of the currency per token"`
	Lines          []Line       `json:"lines" doc:"what it covers; the lines sum to requestTokens"`
	FromDate       time.Time    `json:"fromDate,omitzero" doc:"incomes from here on; absent: all before toDate"`
	ToDate         time.Time    `json:"toDate"`
	RequestNote    string       `json:"requestNote,omitempty"`
	Reason         string       `json:"reason,omitempty"`
	Reference      string       `json:"reference,omitempty" doc:"of the payment"`
	SecondApproval bool         `json:"secondApproval" doc:"one admin has approved; another must"`
	FirstBy        string       `json:"firstBy,omitempty" doc:"who approved first; to admins, as are the next three"`
	ApprovedBy     string       `json:"approvedBy,omitempty"`
	DecidedBy      string       `json:"decidedBy,omitempty" doc:"who made it final"`
	BatchID        string       `json:"batchId,omitempty"`
	CreatedAt      time.Time    `json:"createdAt"`
	UpdatedAt      time.Time    `json:"updatedAt"`

	Releases []PayoutRelease `json:"releases,omitempty" doc:"the exported files it was in and left, oldest first: a bank may have paid them; to admins"`
}

// PayoutRelease is that a request left an exported file, on the wire.
type PayoutRelease struct {
	BatchID    string    `json:"batchId"`
	ExportedAt time.Time `json:"exportedAt"`
	ReleasedAt time.Time `json:"releasedAt"`
	Bounced    bool      `json:"bounced" doc:"the batch was paid without it; else it was discarded"`
	SaidBy     Person    `json:"saidBy" doc:"who said that the bank did not pay it"`
	AgreedBy   *Person   `json:"agreedBy,omitempty" doc:"the second admin who said so"`
}

func (l Release) wire(names map[string]string) PayoutRelease {
	w := PayoutRelease{
		BatchID: l.BatchID, ExportedAt: l.ExportedAt, ReleasedAt: l.At, Bounced: l.Bounced, SaidBy: Person{l.SaidBy, names[l.SaidBy]},
	}
	if l.AgreedBy != "" {
		w.AgreedBy = &Person{l.AgreedBy, names[l.AgreedBy]}
	}
	return w
}

// Person is somebody on the other side.
type Person struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
}

// wire is a request for somebody's eyes: who approved is the site's business.
func (r Request) wire(names map[string]string, eyes account.Role) PayoutRequest {
	w := PayoutRequest{
		ID: r.ID, UserInfo: Person{r.AccountID, names[r.AccountID]}, Role: string(r.Role), StudioID: r.StudioID,
		Status: r.Status, Type: r.Method, Account: r.Shown, RequestTokens: r.Units,
		Amount: currency.Text(r.Amount, r.Currency), Fee: currency.Text(0, r.Currency), Currency: r.Currency,
		Rate: tenThousandths(r.Rate), Lines: r.Lines, FromDate: r.Since, ToDate: r.Until, RequestNote: r.Note, Reason: r.Reason,
		Reference: r.Reference, SecondApproval: r.Status == Pending && r.FirstBy != "", CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
	}
	if eyes == account.Admin {
		w.FirstBy, w.ApprovedBy, w.DecidedBy, w.BatchID = r.FirstBy, r.ApprovedBy, r.DecidedBy, r.BatchID
		for _, l := range r.Releases {
			w.Releases = append(w.Releases, l.wire(names))
		}
	}
	return w
}

func wires(list []Request, total int, names map[string]string, eyes account.Role) api.List[PayoutRequest] {
	return api.ListOf(list, total, func(r Request) PayoutRequest { return r.wire(names, eyes) })
}

// errTokens refuses an amount of tokens that is none.
var errTokens = fault.Field("requestTokens", "Must be an amount of tokens above 0, with at most 2 decimals")

type createInput struct {
	api.Idempotent
	Body createBody
}

type createBody struct {
	Type          rails.Method  `json:"paymentAccountType" enum:"bank_transfer,direct_deposit,paxum,bitpay"`
	RequestTokens *money.Tokens `json:"requestTokens,omitempty" doc:"more than 0; absent: all that is available"`
	RequestNote   string        `json:"requestNote,omitempty" maxLength:"200"`
}

func (s *Requests) postRequest(ctx context.Context, in *createInput) (PayoutRequest, error) {
	me := account.CallerFrom(ctx)
	o := Order{AccountID: me.ID, Role: me.Role, Method: in.Body.Type, Note: in.Body.RequestNote}
	if asked := in.Body.RequestTokens; asked != nil {
		if o.Units = *asked; o.Units <= 0 { // 0 is no amount, and must not mean all there is
			return PayoutRequest{}, errTokens
		}
	}
	r, err := s.Create(ctx, o, in.IdempotencyKey)
	return r.wire(map[string]string{me.ID: me.Username}, me.Role), err
}

type oneInput struct {
	ID string `path:"id"`
}

func (s *Requests) getOne(ctx context.Context, in *oneInput) (PayoutRequest, error) {
	me := account.CallerFrom(ctx)
	r, names, err := s.View(ctx, in.ID, me)
	return r.wire(names, me.Role), err
}

// SearchInput chooses requests of a listing.
type SearchInput struct {
	api.Page
	Status   Status       `query:"status" enum:"pending,processing,done,rejected,cancelled"`
	Type     rails.Method `query:"paymentAccountType" enum:"bank_transfer,direct_deposit,paxum,bitpay"`
	FromDate time.Time    `query:"fromDate"`
	ToDate   time.Time    `query:"toDate" doc:"inclusive"`
	SortBy   string       `query:"sortBy" enum:"createdAt" default:"createdAt"`
	Sort     string       `query:"sort" enum:"asc,desc" default:"desc"`
}

func (in SearchInput) filter() (Filter, error) {
	end, err := api.SpanEnd(in.FromDate, in.ToDate)
	return Filter{
		Status: in.Status, Method: in.Type, From: in.FromDate, To: end, Ascending: in.Sort == "asc", Offset: in.Offset, Limit: in.Limit,
	}, err
}

func (s *Requests) getOwn(ctx context.Context, in *SearchInput) (page api.List[PayoutRequest], err error) {
	return s.found(ctx, in, func(f *Filter, me account.Caller) { f.AccountID = me.ID })
}

func (s *Requests) getMembers(ctx context.Context, in *SearchInput) (page api.List[PayoutRequest], err error) {
	return s.found(ctx, in, func(f *Filter, me account.Caller) { f.StudioID = me.ActsFor() })
}

type allInput struct {
	SearchInput
	Decider   string `query:"decider" enum:"site,studio" doc:"absent: both"`
	AccountID string `query:"accountId" maxLength:"64"`
	StudioID  string `query:"studioId" maxLength:"64"`
}

func (s *Requests) getAll(ctx context.Context, in *allInput) (page api.List[PayoutRequest], err error) {
	return s.found(ctx, &in.SearchInput, func(f *Filter, _ account.Caller) {
		f.AccountID, f.StudioID, f.Site, f.Studios = in.AccountID, in.StudioID, in.Decider == "site", in.Decider == "studio"
	})
}

func (s *Requests) found(ctx context.Context, in *SearchInput, narrow func(f *Filter, me account.Caller)) (page api.List[PayoutRequest], err error) {
	f, err := in.filter()
	if err != nil {
		return page, err
	}
	me := account.CallerFrom(ctx)
	narrow(&f, me)
	list, total, names, err := s.Search(ctx, f)
	return wires(list, total, names, me.Role), err
}

// send streams a file as a download that no cache keeps.
func send(w http.ResponseWriter, file rails.Export) {
	api.Attach(w, file.Type, file.Name)
	w.Header().Set("Content-Length", strconv.Itoa(len(file.Bytes)))
	w.Write(file.Bytes) // the client may have gone
}
