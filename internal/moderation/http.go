package moderation

import (
	"context"
	"net/http"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/api"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	admin := account.Admin.Guard()
	api.Get(r, "/admin/identity-checks", "moderation.checks", s.queue, admin,
		api.Summary("The identity checks of a state"))
	api.Get(r, "/admin/identity-checks/{id}", "moderation.check", s.one, admin,
		api.Summary("One identity check with its documents' names"))
	api.Raw(r, http.MethodGet, "/admin/identity-checks/{id}/documents/{which}", "moderation.document", s.document, account.StepUp(admin))
	api.Post(r, "/admin/identity-checks/{id}/verify", "moderation.verify", s.verify, account.StepUp(admin),
		api.Summary("Accept the documents of an identity check"))
	api.Post(r, "/admin/identity-checks/{id}/reject", "moderation.reject", s.reject, account.StepUp(admin),
		api.Summary("Reject the documents of an identity check, with the reason"))
	api.Get(r, "/admin/audit-log", "moderation.log", s.log, admin,
		api.Summary("The audit log, newest first"))
	api.Post(r, "/admin/accounts/{id}/suspend", "moderation.suspend", s.suspend, account.StepUp(admin),
		api.Summary("Suspend an account, with the reason"))
	api.Post(r, "/admin/accounts/{id}/restore", "moderation.restore", s.restore, account.StepUp(admin),
		api.Summary("Restore a suspended account"))
	api.Post(r, "/admin/admins", "moderation.inviteAdmin", s.inviteAdmin, account.Decides(admin), api.Summary("Invite one more admin, who chooses a password by mail"))
	api.Put(r, "/admin/performers/{id}/vip", "moderation.vip", s.vip, account.StepUp(admin),
		api.Summary("Make a performer a VIP, or end that"))
}

type queueInput struct {
	api.Page
	State string `query:"state" default:"submitted" enum:"submitted,verified,rejected"`
}

func (s *Service) queue(ctx context.Context, in *queueInput) (list api.List[Check], err error) {
	list.Data, list.Total, err = s.Queue(ctx, in.State, in.Offset, in.Limit)
	return list, err
}

type idInput struct {
	ID string `path:"id"`
}

func (s *Service) one(ctx context.Context, in *idInput) (Check, error) { return s.Check(ctx, in.ID) }

type verifyInput struct {
	ID   string `path:"id"`
	Body verifyBody
}

type verifyBody struct {
	Paper
	Reason string `json:"reason,omitempty" maxLength:"500"`
}

func (s *Service) verify(ctx context.Context, in *verifyInput) (Check, error) {
	return s.Verify(ctx, in.ID, in.Body.Paper, in.Body.Reason)
}

type reasonInput struct {
	ID   string `path:"id"`
	Body reasonBody
}

type reasonBody struct {
	Reason string `json:"reason" minLength:"1" maxLength:"500"`
}

func (s *Service) reject(ctx context.Context, in *reasonInput) (Check, error) {
	return s.Reject(ctx, in.ID, in.Body.Reason)
}

func (s *Service) suspend(ctx context.Context, in *reasonInput) (api.Done, error) {
	return api.OK, s.Suspend(ctx, in.ID, in.Body.Reason)
}

type restoreInput struct {
	ID   string `path:"id"`
	Body struct {
		Reason string `json:"reason,omitempty" maxLength:"500"`
	}
}

func (s *Service) restore(ctx context.Context, in *restoreInput) (api.Done, error) {
	return api.OK, s.Restore(ctx, in.ID, in.Body.Reason)
}

type vipInput struct {
	ID   string `path:"id"`
	Body struct {
		VIP bool `json:"vip"`
	}
}

func (s *Service) vip(ctx context.Context, in *vipInput) (api.Done, error) {
	return api.OK, s.SetVIP(ctx, in.ID, in.Body.VIP)
}

type inviteAdminInput struct {
	Body struct {
		Username string `json:"username" maxLength:"60"`
		Email    string `json:"email" maxLength:"254"`
	}
}

func (s *Service) inviteAdmin(ctx context.Context, in *inviteAdminInput) (account.Card, error) {
	a, err := s.InviteAdmin(ctx, in.Body.Username, in.Body.Email)
	return a.Card(), err
}

type logInput struct {
	api.Page
	Subject string `query:"subject" maxLength:"100" doc:"kind:id, such as account:…"`
	ActorID string `query:"actorId" maxLength:"40"`
}

func (s *Service) log(ctx context.Context, in *logInput) (list api.List[Line], err error) {
	list.Data, list.Total, err = s.Log(ctx, Filter{Subject: in.Subject, ActorID: in.ActorID, Offset: in.Offset, Limit: in.Limit})
	return list, err
}

// document streams one paper to an admin who said why (?reason=). No cache keeps
// it and no page embeds it.
func (s *Service) document(w http.ResponseWriter, r *http.Request) error {
	paper, err := s.Look(r.Context(), r.PathValue("id"), r.PathValue("which"), r.URL.Query().Get("reason"))
	if err != nil {
		return err
	}
	files.ServeDocument(w, r, paper)
	return nil
}
