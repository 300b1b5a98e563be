package refunds

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	member := account.Member.Guard()
	sees, decides := account.SeeRefunds.Guard(), account.DecideRefunds.Guard()
	api.Post(r, "/refund-requests", "refunds.ask", s.postRequest, member,
		api.Summary("Ask to have a payment back; once a payment, and once more when staff have ended the access to what was paid for since"))
	api.Get(r, "/refund-requests/search", "refunds.search", s.getSearch, member,
		api.Summary("What I asked to have back, newest first"))
	api.Get(r, "/refund-requests/payments", "refunds.payments", s.getPayments, member,
		api.Summary("What I may ask to have back now, newest first"))
	api.Get(r, "/admin/refund-requests", "refunds.admin.search", s.getAll, sees,
		api.Summary("Everybody's refund requests"), audit.As(refundSearched, ""))
	api.Get(r, "/admin/refund-requests/{id}", "refunds.admin.view", s.getOne, sees,
		api.Summary("A refund request, and who would give what of a refund"), audit.As(refundViewed, "refund_request"))
	api.Put(r, "/admin/refund-requests/{id}", "refunds.admin.decide", s.putDecision, account.Decides(decides),
		api.Summary("Give tokens back, or reject the request"))
}

// Person is somebody of a payment.
type Person struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
}

// RefundRequest is a request as its member sees it.
type RefundRequest struct {
	ID            string       `json:"_id"`
	Type          string       `json:"type" doc:"of the payment: a kind of income"`
	SourceID      string       `json:"sourceId" doc:"the tip, the spin, the purchase, the charge of a message, or the seat in the show"`
	Label         string       `json:"label,omitempty" doc:"what was paid for"`
	PerformerInfo Person       `json:"performerInfo"`
	Token         money.Tokens `json:"token" doc:"what was paid"`
	Refundable    money.Tokens `json:"refundable" doc:"of it, what could be given back when it was asked"`
	PaidAt        time.Time    `json:"paidAt" doc:"of a show: when it was over"`
	Reason        string       `json:"reason"`
	Text          string       `json:"text"`
	Status        Status       `json:"status" enum:"pending,resolved,rejected"`
	Resolution    Resolution   `json:"resolution,omitempty" enum:"full,partial" doc:"once resolved"`
	Refunded      money.Tokens `json:"refunded" doc:"what was given back"`
	Note          string       `json:"note,omitempty" doc:"the answer"`
	CreatedAt     time.Time    `json:"createdAt"`
	DecidedAt     time.Time    `json:"decidedAt,omitzero"`
}

func (r Request) wire(names map[string]string) RefundRequest {
	return RefundRequest{
		ID: r.ID, Type: r.Kind, SourceID: r.Reference, Label: r.Label, PerformerInfo: Person{r.PerformerID, names[r.PerformerID]},
		Token: r.Paid, Refundable: r.Refundable, PaidAt: r.PaidAt, Reason: r.Reason, Text: r.Text, Status: r.Status,
		Resolution: r.Resolution, Refunded: r.Split.Amount, Note: r.Note, CreatedAt: r.CreatedAt, DecidedAt: r.DecidedAt,
	}
}

type askInput struct {
	api.Idempotent
	Body askBody
}

type askBody struct {
	Type     string `json:"type" maxLength:"20" doc:"of the payment"`
	SourceID string `json:"sourceId" maxLength:"64" doc:"the tip, the spin, the purchase, the charge of a message, or the seat in the show"`
	Reason   string `json:"reason" maxLength:"40" doc:"one of those that its payment offers"`
	Text     string `json:"text" doc:"what happened, in 10 to 1000 characters"`
}

func (s *Service) postRequest(ctx context.Context, in *askInput) (RefundRequest, error) {
	r, names, err := s.Ask(ctx, Question{
		MemberID: account.CallerFrom(ctx).ID, Kind: in.Body.Type, Reference: in.Body.SourceID,
		Reason: in.Body.Reason, Text: in.Body.Text,
	}, in.IdempotencyKey)
	return r.wire(names), err
}

type searchInput struct {
	api.Page
	Status string `query:"status" enum:"pending,resolved,rejected"`
}

func (s *Service) getSearch(ctx context.Context, in *searchInput) (api.List[RefundRequest], error) {
	list, total, names, err := s.Search(ctx, Filter{
		MemberID: account.CallerFrom(ctx).ID, Status: Status(in.Status), Offset: in.Offset, Limit: in.Limit,
	})
	return api.ListOf(list, total, func(r Request) RefundRequest { return r.wire(names) }), err
}

// RefundablePayment is a payment that its member may ask to have back.
type RefundablePayment struct {
	Type          string       `json:"type" doc:"a kind of income"`
	SourceID      string       `json:"sourceId" doc:"the tip, the spin, the purchase, the charge of a message, or the seat in the show"`
	ShowID        string       `json:"showId,omitempty"`
	Label         string       `json:"label,omitempty" doc:"what was paid for"`
	PerformerInfo Person       `json:"performerInfo"`
	Token         money.Tokens `json:"token" doc:"what was paid"`
	Refundable    money.Tokens `json:"refundable" doc:"of it, what has not been given back"`
	PaidAt        time.Time    `json:"paidAt" doc:"of a show: when it was over"`
	Until         time.Time    `json:"until" doc:"the last moment to ask"`
	Reasons       []string     `json:"reasons"`
}

func (s *Service) getPayments(ctx context.Context, _ *struct{}) (api.List[RefundablePayment], error) {
	list, names, err := s.Offers(ctx, account.CallerFrom(ctx).ID)
	return api.ListOf(list, len(list), func(o Offer) RefundablePayment {
		return RefundablePayment{
			Type: o.Kind, SourceID: o.Reference, ShowID: o.ShowID, Label: o.Label,
			PerformerInfo: Person{o.PerformerID, names[o.PerformerID]}, Token: o.Paid(), Refundable: o.Left(),
			PaidAt: o.PaidAt, Until: o.Until(), Reasons: o.Reasons,
		}
	}), err
}

// AdminRefundRequest is a request as admins see it.
type AdminRefundRequest struct {
	RefundRequest
	UserInfo   Person  `json:"userInfo" doc:"who asked"`
	StudioInfo *Person `json:"studioInfo,omitempty" doc:"the performer's studio at that time"`
	DecidedBy  *Person `json:"decidedBy,omitempty"`
}

func (r Request) adminWire(names map[string]string) AdminRefundRequest {
	w := AdminRefundRequest{RefundRequest: r.wire(names), UserInfo: Person{r.MemberID, names[r.MemberID]}}
	if r.StudioID != "" {
		w.StudioInfo = &Person{r.StudioID, names[r.StudioID]}
	}
	if r.DecidedBy != "" {
		w.DecidedBy = &Person{r.DecidedBy, names[r.DecidedBy]}
	}
	return w
}

type allInput struct {
	api.Page
	Status      string    `query:"status" enum:"pending,resolved,rejected"`
	Type        string    `query:"type" maxLength:"20" doc:"of the payment"`
	MemberID    string    `query:"memberId" maxLength:"64"`
	PerformerID string    `query:"performerId" maxLength:"64"`
	FromDate    time.Time `query:"fromDate" doc:"asked for from this instant on"`
	ToDate      time.Time `query:"toDate" doc:"up to and including this instant"`
	Sort        string    `query:"sort" enum:"asc,desc" default:"desc"`
}

func (s *Service) getAll(ctx context.Context, in *allInput) (page api.List[AdminRefundRequest], err error) {
	end, err := api.SpanEnd(in.FromDate, in.ToDate)
	if err != nil {
		return page, err
	}
	list, total, names, err := s.Search(ctx, Filter{
		MemberID: in.MemberID, PerformerID: in.PerformerID, Kind: in.Type, Status: Status(in.Status),
		From: in.FromDate, To: end, Ascending: in.Sort == "asc", Offset: in.Offset, Limit: in.Limit,
	})
	return api.ListOf(list, total, func(r Request) AdminRefundRequest { return r.adminWire(names) }), err
}

// RefundSplit says who gives what of a refund, in tokens.
type RefundSplit struct {
	Token         money.Tokens `json:"token" doc:"what the member gets"`
	SiteFee       money.Tokens `json:"siteFee" doc:"what the site gives, absorbed included"`
	StudioNet     money.Tokens `json:"studioNet" doc:"what the studio gives at once"`
	PerformerNet  money.Tokens `json:"performerNet" doc:"what the performer gives at once"`
	StudioOwes    money.Tokens `json:"studioOwes" doc:"what later earnings of the studio repay"`
	PerformerOwes money.Tokens `json:"performerOwes" doc:"what later earnings of the performer repay"`
	Absorbed      money.Tokens `json:"absorbed" doc:"what the site gives in their place"`
}

func (p Split) wire() RefundSplit {
	return RefundSplit{
		Token: p.Amount, SiteFee: p.Given.SiteFee, StudioNet: p.Given.StudioNet, PerformerNet: p.Given.Net,
		StudioOwes: p.Owed.StudioNet, PerformerOwes: p.Owed.Net, Absorbed: p.Absorbed,
	}
}

// RefundDebt is what somebody could not give of a refund.
type RefundDebt struct {
	AccountID string       `json:"accountId"`
	Username  string       `json:"username"`
	Owed      money.Tokens `json:"owed"`
	Repaid    money.Tokens `json:"repaid"`
}

// RefundView is a request with what a refund would be, or was.
type RefundView struct {
	Request AdminRefundRequest `json:"request"`
	Left    money.Tokens       `json:"left" doc:"of the payment, while it is pending"`
	Split   RefundSplit        `json:"split" doc:"as it would be now; once resolved, as it was"`
	Debts   []RefundDebt       `json:"debts" doc:"once resolved"`
}

type oneInput struct {
	ID          string `path:"id" maxLength:"64"`
	Token       string `query:"token" maxLength:"20" doc:"how much to give back; absent: all that is left"`
	SiteAbsorbs bool   `query:"siteAbsorbs" doc:"the site gives what performer or studio no longer have"`
}

func (s *Service) getOne(ctx context.Context, in *oneInput) (RefundView, error) {
	d := Decision{RequestID: in.ID, SiteAbsorbs: in.SiteAbsorbs}
	if in.Token != "" {
		token, err := money.Parse(in.Token)
		if err != nil || token <= 0 {
			return RefundView{}, fault.Field("token", "Must be an amount of tokens above 0, with at most 2 decimals")
		}
		d.Token = token
	}
	p, err := s.Preview(ctx, d)
	view := RefundView{Request: p.Request.adminWire(p.Names), Left: p.Left, Split: p.Split.wire(), Debts: []RefundDebt{}}
	for _, debt := range p.Debts {
		view.Debts = append(view.Debts, RefundDebt{debt.AccountID, p.Names[debt.AccountID], debt.Owed, debt.Repaid})
	}
	return view, err
}

type decisionInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Status      Status        `json:"status" enum:"resolved,rejected"`
		Token       *money.Tokens `json:"token,omitempty" doc:"how much to give back; absent: all that is left"`
		SiteAbsorbs bool          `json:"siteAbsorbs,omitempty" doc:"the site gives what performer or studio no longer have"`
		Note        string        `json:"note" doc:"for the member, in 10 to 500 characters"`
	}
}

func (s *Service) putDecision(ctx context.Context, in *decisionInput) (AdminRefundRequest, error) {
	var token money.Tokens
	if in.Body.Token != nil {
		if token = *in.Body.Token; token == 0 && in.Body.Status == Resolved {
			return AdminRefundRequest{}, fault.Field("token", "Must be more than nothing")
		}
	}
	r, names, err := s.Decide(ctx, Decision{
		RequestID: in.ID, To: in.Body.Status, Token: token, SiteAbsorbs: in.Body.SiteAbsorbs, Note: in.Body.Note,
	})
	return r.adminWire(names), err
}
