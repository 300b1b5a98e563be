package moderation

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	suspends := account.StepUp(account.SuspendAccounts.Guard())
	api.Post(r, "/admin/accounts/{id}/suspend", "moderation.suspend", s.suspend, suspends,
		api.Summary("Suspend an account, with the reason"))
	api.Post(r, "/admin/accounts/{id}/restore", "moderation.restore", s.restore, suspends,
		api.Summary("Restore a suspended account"))
	api.Post(r, "/admin/admins", "moderation.inviteAdmin", s.inviteAdmin, account.Decides(account.InviteAdmins.Guard()), api.Summary("Invite one more admin, who chooses a password by mail"))
	api.Put(r, "/admin/performers/{id}/vip", "moderation.vip", s.vip, account.StepUp(account.ManageVIPs.Guard()),
		api.Summary("Make a performer a VIP, or end that"))
}

type reasonInput struct {
	ID   string `path:"id"`
	Body reasonBody
}

type reasonBody struct {
	Reason string `json:"reason" minLength:"1" maxLength:"500"`
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
