package account

import (
	"context"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
)

// routes mounts the second factor and the step-up. Who must set a second
// factor up and has not can call these and little else.
func (s *SecondFactors) routes(r *api.Router) {
	api.Post(r, "/auth/two-factor", "auth.twoFactor", s.secondStep, api.Public, api.Summary("The second step of a login: a code for its ticket"))
	api.Get(r, "/auth/two-factor", "auth.twoFactorState", s.factorState, SetUp,
		api.Summary("Whether I have a two-step login, and must have one"), audit.Silent("the caller's own login"))
	api.Post(r, "/auth/two-factor/set-up", "auth.twoFactorSetUp", s.setUpFactor, StepUp(SetUp), api.Summary("A fresh secret for an authenticator app, shown once"))
	api.Post(r, "/auth/two-factor/enable", "auth.twoFactorEnable", s.enable, StepUp(SetUp), api.Summary("End the set-up with a code of the app"))
	api.Post(r, "/auth/two-factor/disable", "auth.twoFactorDisable", s.disable, StepUp(SignedIn),
		api.Summary("Switch my two-step login off"))
	api.Post(r, "/auth/two-factor/recovery-codes", "auth.recoveryCodes", s.renewCodes, StepUp(SignedIn), api.Summary("New recovery codes in place of the old ones"))
	api.Post(r, "/auth/step-up", "auth.stepUp", s.stepUp, SetUp, api.Summary("Confirm that it is still you, by password or code, for ten minutes"), audit.Silent("the caller's own login"))
}

type secondStepInput struct {
	Body struct {
		Ticket string `json:"ticket" minLength:"1" maxLength:"100" doc:"of the login's answer"`
		Code   string `json:"code" minLength:"1" maxLength:"40" doc:"six digits of the app, or a recovery code"`
	}
}

func (s *SecondFactors) secondStep(ctx context.Context, in *secondStepInput) (LoginAnswer, error) {
	token, session, err := s.SecondFactor(ctx, in.Body.Ticket, in.Body.Code)
	if err != nil {
		return LoginAnswer{}, err
	}
	s.cookies.set(ctx, token, session.role)
	return LoginAnswer{Token: token}, nil
}

func (s *SecondFactors) factorState(ctx context.Context, _ *struct{}) (FactorState, error) {
	return s.Factor(ctx, SessionFrom(ctx))
}

func (s *SecondFactors) setUpFactor(ctx context.Context, _ *struct{}) (FactorOffer, error) {
	return s.OfferFactor(ctx, SessionFrom(ctx))
}

type codeInput struct {
	Body struct {
		Code string `json:"code" minLength:"1" maxLength:"40" doc:"six digits of the app, or a recovery code"`
	}
}

// FactorEnabled answers the end of a set-up.
type FactorEnabled struct {
	Token         string   `json:"token" doc:"the session's new one"`
	RecoveryCodes []string `json:"recoveryCodes" doc:"told this once"`
}

func (s *SecondFactors) enable(ctx context.Context, in *codeInput) (FactorEnabled, error) {
	me := SessionFrom(ctx)
	token, codes, err := s.EnableFactor(ctx, me, in.Body.Code)
	if err != nil {
		return FactorEnabled{}, err
	}
	s.cookies.set(ctx, token, me.Role)
	return FactorEnabled{Token: token, RecoveryCodes: codes}, nil
}

func (s *SecondFactors) disable(ctx context.Context, in *codeInput) (Token, error) {
	me := CallerFrom(ctx)
	token, err := s.DisableFactor(ctx, me, in.Body.Code)
	if err != nil {
		return Token{}, err
	}
	s.cookies.set(ctx, token, me.Role)
	return Token{Token: token}, nil
}

// RecoveryCodes are told once.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes"`
}

func (s *SecondFactors) renewCodes(ctx context.Context, in *codeInput) (RecoveryCodes, error) {
	codes, err := s.RenewRecoveryCodes(ctx, CallerFrom(ctx), in.Body.Code)
	if err != nil {
		return RecoveryCodes{}, err
	}
	return RecoveryCodes{codes}, nil
}

type stepUpInput struct {
	Body struct {
		Password string `json:"password,omitempty" maxLength:"1024"`
		Code     string `json:"code,omitempty" maxLength:"40" doc:"instead of the password, where the two-step login is on"`
	}
}

func (s *SecondFactors) stepUp(ctx context.Context, in *stepUpInput) (api.Done, error) {
	return api.OK, s.Prove(ctx, SessionFrom(ctx), in.Body.Password, in.Body.Code)
}
