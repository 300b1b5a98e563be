package messages

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
)

func (s *Moderation) routes(r *api.Router) {
	r.Words(Reasons{}, append([]string{string(repeated)}, reasons...))
	api.Post(r, "/conversations/{id}/report", "messages.report", s.report, account.SignedIn,
		api.Summary("Report the other of a conversation, or a line of theirs"), audit.Silent("a report is no act of staff"))
	staff := account.ModerateMessages.Guard()
	api.Get(r, "/admin/message-reports", "messages.reports", s.reports, staff,
		api.Summary("What was reported of conversations, the oldest first"), audit.As(reportsViewed, ""))
	api.Post(r, "/admin/message-reports/{id}/close", "messages.closeReport", s.closeReport, staff,
		api.Summary("Say that a report was looked at"), audit.As(reportClosed, "report"))
	api.Get(r, "/admin/messages/held", "messages.held", s.held, staff,
		api.Summary("The messages that wait for staff, the oldest first"), audit.As(heldViewed, ""))
	api.Post(r, "/admin/messages/{id}/release", "messages.release", s.release, staff,
		api.Summary("Let a message go that waited"), audit.As(messageReleased, "message"))
	api.Post(r, "/admin/messages/{id}/refuse", "messages.refuse", s.refuse, staff,
		api.Summary("Delete a message that waited"), audit.As(messageRefused, "message"))
}

type reportInput struct {
	ID   string `path:"id"`
	Body reportBody
}

type reportBody struct {
	Reason    ReportReason `json:"reason" enum:"spam,abuse,fraud,underage,other"`
	Note      string       `json:"note,omitempty" maxLength:"2000"`
	MessageID string       `json:"messageId,omitempty" maxLength:"64" doc:"the line; empty: the whole conversation"`
}

func (s *Moderation) report(ctx context.Context, in *reportInput) (api.Done, error) {
	return api.OK, s.Report(ctx, account.CallerFrom(ctx), in.ID, in.Body.MessageID, in.Body.Reason, in.Body.Note)
}

type reportsInput struct {
	api.Page
	Closed bool `query:"closed" doc:"those that were looked at, the newest first"`
}

func (s *Moderation) reports(ctx context.Context, in *reportsInput) (api.List[Report], error) {
	return s.Reports(ctx, in.Closed, in.Page)
}

func (s *Moderation) closeReport(ctx context.Context, in *idInput) (api.Done, error) {
	return api.OK, s.CloseReport(ctx, account.CallerFrom(ctx), in.ID)
}

func (s *Moderation) held(ctx context.Context, in *api.Page) (api.List[HeldMessage], error) {
	return s.Held(ctx, *in)
}

func (s *Moderation) release(ctx context.Context, in *idInput) (api.Done, error) {
	return api.OK, s.Release(ctx, in.ID)
}

type refuseInput struct {
	ID   string `path:"id"`
	Body *refuseBody
}

type refuseBody struct {
	Reason string `json:"reason,omitempty" maxLength:"500" doc:"told to the sender; a photo that is sold is refused for a reason"`
}

func (s *Moderation) refuse(ctx context.Context, in *refuseInput) (api.Done, error) {
	reason := ""
	if in.Body != nil {
		reason = in.Body.Reason
	}
	return api.OK, s.Refuse(ctx, account.CallerFrom(ctx), in.ID, reason)
}
