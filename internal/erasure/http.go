package erasure

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
)

// own are those who can ask: admins are taken out by other admins.
var own = account.AnyOf(account.Member, account.Performer, account.Studio)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/users/me/erasure", "erasure.state", s.state, own, api.Summary("Whether I have asked to be erased, and what stands against it"))
	api.Post(r, "/users/me/erasure", "erasure.ask", s.ask, account.StepUp(own), api.Summary("Ask that what the site keeps of me is erased, in two weeks"))
	api.Delete(r, "/users/me/erasure", "erasure.takeBack", s.takeBack, account.StepUp(own), api.Summary("Take back that I want to be erased"))
	api.Get(r, "/admin/erasures", "admin.erasures", s.due, account.SeeAccounts.Guard(),
		api.Summary("Who wants to be erased, those that are due first"), audit.As(wishesSeen, ""))
	api.Put(r, "/admin/erasures/{id}/hold", "admin.holdErasure", s.hold, account.StepUp(account.SuspendAccounts.Guard()),
		api.Summary("Put an erasure on hold until it is released, with the reason"))
	api.Delete(r, "/admin/erasures/{id}/hold", "admin.releaseErasure", s.release, account.StepUp(account.SuspendAccounts.Guard()),
		api.Summary("Let an erasure that is on hold go on"))
}

func (s *Service) state(ctx context.Context, _ *struct{}) (State, error) {
	return s.State(ctx, account.CallerFrom(ctx))
}

func (s *Service) ask(ctx context.Context, _ *struct{}) (api.Done, error) {
	return api.OK, s.Ask(ctx, account.CallerFrom(ctx))
}

func (s *Service) takeBack(ctx context.Context, _ *struct{}) (api.Done, error) {
	return api.OK, s.TakeBack(ctx, account.CallerFrom(ctx))
}

func (s *Service) due(ctx context.Context, in *api.Page) (page api.List[Due], err error) {
	page.Data, page.Total, err = s.Due(ctx, *in)
	return page, err
}

type wishInput struct {
	ID string `path:"id" maxLength:"64"`
}

type holdInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500"`
	}
}

func (s *Service) hold(ctx context.Context, in *holdInput) (api.Done, error) {
	if err := fault.Length("reason", in.Body.Reason, 1, 500); err != nil {
		return api.Done{}, err
	}
	return api.OK, s.Hold(ctx, in.ID, in.Body.Reason)
}

func (s *Service) release(ctx context.Context, in *wishInput) (api.Done, error) {
	return api.OK, s.Hold(ctx, in.ID, "")
}
