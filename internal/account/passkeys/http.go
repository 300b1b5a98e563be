package passkeys

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/auth/passkeys", "passkeys.list", s.list, account.SignedIn,
		api.Summary("My passkeys"), audit.Silent("the caller's own login"))
	api.Post(r, "/auth/passkeys/offer", "passkeys.offer", s.offer, account.StepUp(account.SignedIn),
		api.Summary("What a browser needs to make a passkey"), audit.Silent("the caller's own login"))
	api.Post(r, "/auth/passkeys", "passkeys.add", s.postNew, account.StepUp(account.SignedIn),
		api.Summary("Register a passkey that answers an offer"), audit.As(passkeyAdded, ""))
	api.Put(r, "/auth/passkeys/{id}", "passkeys.rename", s.rename, account.SignedIn,
		api.Summary("Rename one of my passkeys"), audit.As(passkeyRenamed, "passkey"))
	api.Delete(r, "/auth/passkeys/{id}", "passkeys.remove", s.remove, account.StepUp(account.SignedIn),
		api.Summary("Remove one of my passkeys; the last way in stays"), audit.As(passkeyRemoved, "passkey"))

	api.Post(r, "/auth/passkeys/login/options", "passkeys.loginOptions", s.askLogin, api.Public,
		api.Summary("What a browser needs to log in with a passkey"))
	api.Post(r, "/auth/passkeys/login", "passkeys.login", s.login, api.Public,
		api.Summary("Log in with a passkey instead of a password"))
	api.Post(r, "/auth/passkeys/second-step/options", "passkeys.stepOptions", s.askStep, api.Public,
		api.Summary("What a browser needs to end a login with a passkey instead of a code"))
	api.Post(r, "/auth/passkeys/second-step", "passkeys.step", s.step, api.Public,
		api.Summary("The second step of a login: a passkey for its ticket"))
	api.Post(r, "/auth/passkeys/step-up/options", "passkeys.proofOptions", s.askProof, account.SetUp,
		api.Summary("What a browser needs to confirm with a passkey that it is still me"), audit.Silent("the caller's own login"))
	api.Post(r, "/auth/passkeys/step-up", "passkeys.prove", s.prove, account.SetUp,
		api.Summary("Confirm with a passkey that it is still me, for ten minutes"), audit.Silent("the caller's own login"))
}

func (s *Service) list(ctx context.Context, _ *struct{}) (page api.List[Passkey], err error) {
	page.Data, err = s.List(ctx, account.CallerFrom(ctx))
	page.Total = len(page.Data)
	return page, err
}

func (s *Service) offer(ctx context.Context, _ *struct{}) (Creation, error) {
	return s.Offer(ctx, account.CallerFrom(ctx))
}

type addInput struct {
	Body addBody
}

type addBody struct {
	Name string `json:"name" maxLength:"240" doc:"by which its owner tells it from others"`
	Key  NewKey `json:"key"`
}

func (s *Service) postNew(ctx context.Context, in *addInput) (Passkey, error) {
	return s.Add(ctx, account.CallerFrom(ctx), in.Body.Name, in.Body.Key)
}

type renameInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Name string `json:"name" maxLength:"240"`
	}
}

func (s *Service) rename(ctx context.Context, in *renameInput) (api.Done, error) {
	return api.OK, s.Rename(ctx, account.CallerFrom(ctx), in.ID, in.Body.Name)
}

type keyInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) remove(ctx context.Context, in *keyInput) (api.Done, error) {
	return api.OK, s.Remove(ctx, account.CallerFrom(ctx), in.ID)
}

func (s *Service) askLogin(ctx context.Context, _ *struct{}) (Request, error) { return s.AskLogin(ctx) }

type loginInput struct {
	Body struct {
		Role account.Role `json:"role" enum:"user,performer,studio,admin" doc:"whose login page it is"`
		Key  Signature    `json:"key"`
	}
}

func (s *Service) login(ctx context.Context, in *loginInput) (account.LoginAnswer, error) {
	e, err := s.Login(ctx, in.Body.Role, in.Body.Key)
	if err != nil {
		return account.LoginAnswer{}, err
	}
	return s.Accounts.Answer(ctx, e), nil
}

type ticketInput struct {
	Body struct {
		Ticket string `json:"ticket" minLength:"1" maxLength:"100" doc:"of the login's answer"`
	}
}

func (s *Service) askStep(ctx context.Context, in *ticketInput) (Request, error) {
	return s.AskStep(ctx, in.Body.Ticket)
}

type stepInput struct {
	Body struct {
		Ticket string    `json:"ticket" minLength:"1" maxLength:"100" doc:"of the login's answer"`
		Key    Signature `json:"key"`
	}
}

func (s *Service) step(ctx context.Context, in *stepInput) (account.LoginAnswer, error) {
	e, err := s.Step(ctx, in.Body.Ticket, in.Body.Key)
	if err != nil {
		return account.LoginAnswer{}, err
	}
	return s.Accounts.Answer(ctx, e), nil
}

func (s *Service) askProof(ctx context.Context, _ *struct{}) (Request, error) {
	return s.AskProof(ctx, account.SessionFrom(ctx))
}

type proofInput struct {
	Body struct {
		Key Signature `json:"key"`
	}
}

func (s *Service) prove(ctx context.Context, in *proofInput) (api.Done, error) {
	return api.OK, s.Prove(ctx, account.SessionFrom(ctx), in.Body.Key)
}
