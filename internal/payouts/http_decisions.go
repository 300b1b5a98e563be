package payouts

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

func (s *Decisions) routes(r *api.Router) {
	for _, who := range earners {
		api.Put(r, "/payout-requests/"+who.path+"/{id}", "payouts."+who.path+".cancel", s.putOwn, who.role.Guard(),
			api.Summary("Cancel my request, while it is pending"))
	}
	api.Put(r, "/payout-requests/studio/update/{id}", "payouts.studio.decide", s.putMember, account.DecideModelPayouts.Guard(),
		api.Summary("Decide the request of one of my performers"))
	api.Put(r, "/admin/payouts/requests/{id}", "payouts.admin.decide", s.putDecision, account.StepUp(account.DecidePayouts.Guard()),
		api.Summary("Approve, reject or mark as paid; above the limit two admins approve"))
}

type cancelInput struct {
	ID   string `path:"id"`
	Body struct {
		Status Status `json:"status" enum:"cancelled"`
	}
}

func (s *Decisions) putOwn(ctx context.Context, in *cancelInput) (PayoutRequest, error) {
	return s.decided(ctx, Decision{RequestID: in.ID, To: Cancelled})
}

type memberInput struct {
	ID   string `path:"id"`
	Body struct {
		Status Status `json:"status" enum:"processing,done,rejected"`
		Note   string `json:"note,omitempty" maxLength:"200" doc:"why it is rejected, or how it was paid"`
	}
}

func (s *Decisions) putMember(ctx context.Context, in *memberInput) (PayoutRequest, error) {
	d := Decision{RequestID: in.ID, To: in.Body.Status, Reason: in.Body.Note}
	if d.To == Done {
		d.Reason, d.Reference = "", in.Body.Note
	}
	return s.decided(ctx, d)
}

func (s *Decisions) decided(ctx context.Context, d Decision) (PayoutRequest, error) {
	r, names, err := s.Decide(ctx, d)
	return r.wire(names, account.CallerFrom(ctx).Role), err
}

type decisionInput struct {
	ID   string `path:"id"`
	Body struct {
		Status    Status `json:"status" enum:"processing,done,rejected"`
		Note      string `json:"note,omitempty" maxLength:"200" doc:"the reason of a rejection"`
		Reference string `json:"reference,omitempty" maxLength:"200" doc:"of the payment, when it is done"`
	}
}

func (s *Decisions) putDecision(ctx context.Context, in *decisionInput) (PayoutRequest, error) {
	return s.decided(ctx, Decision{RequestID: in.ID, To: in.Body.Status, Reason: in.Body.Note, Reference: in.Body.Reference})
}
