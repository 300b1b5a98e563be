package account

import (
	"context"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
)

// Routes mounts the package on the API. Performers and studios register in their
// own rooms.
func (s *Service) Routes(r *api.Router) {
	r.Credentials(
		api.Credential{Name: "bearer", About: "The token of a login, with or without the word Bearer. Cookies are ignored then."},
		api.Credential{Name: "cookie", About: "What a login sets; on a site without https it is called " + plainCookie + ".", Cookie: secureCookie},
	)
	api.Post(r, "/auth/users/login", "auth.loginUser", s.loginAs(Member), api.Public,
		api.Summary("Log in as a member"))
	api.Post(r, "/auth/performers/login", "auth.loginPerformer", s.loginAs(Performer), api.Public,
		api.Summary("Log in as a performer"))
	api.Post(r, "/auth/studio/login", "auth.loginStudio", s.loginAs(Studio), api.Public,
		api.Summary("Log in as a studio"))
	api.Post(r, "/auth/admin/login", "auth.loginAdmin", s.loginAs(Admin), api.Public,
		api.Summary("Log in as an admin"))
	api.Post(r, "/auth/logout", "auth.logout", s.logout, api.Public,
		api.Summary("End the session of this call"))
	api.Get(r, "/auth/sessions", "auth.sessions", s.sessions, SignedIn,
		api.Summary("My sessions"), audit.Silent("the caller's own logins"))
	api.Delete(r, "/auth/sessions", "auth.revokeOthers", s.revokeOthers, SignedIn,
		api.Summary("End all my sessions but this one"))
	api.Delete(r, "/auth/sessions/{id}", "auth.revoke", s.revoke, SignedIn,
		api.Summary("End one of my sessions"))
	api.Post(r, "/auth/socket-ticket", "auth.socketTicket", s.socketTicket, SignedIn,
		api.Summary("A ticket by which a socket logs in, good once and for a minute"), audit.Silent("the caller's own connection"))
	api.Put(r, "/auth/users/me/password", "auth.changePassword", s.changePassword, SignedIn,
		api.Summary("Change my password; all my other sessions end"))

	api.Post(r, "/auth/users/register", "auth.registerUser", s.register, api.Public,
		api.Summary("Register as a member"))
	api.Post(r, "/auth/users/forgot", "auth.forgot", s.forgot, api.Public,
		api.Summary("Ask for a mail by which a forgotten password is replaced"))
	api.Post(r, "/auth/users/reset", "auth.reset", s.reset, api.Public,
		api.Summary("Set a new password by the code of a mail"))
	api.Post(r, "/verification/resend-verification-email", "verification.resend", s.resend, api.Public,
		api.Summary("Ask for the verification mail again"))
	api.Get(r, "/verification/confirm", "verification.confirm", s.confirmLink, api.Public,
		api.Summary("Confirm a mail address by the code of a mail"))

	s.factorRoutes(r)
	s.profileRoutes(r)
}

// Message answers with one text for the person.
type Message struct {
	Message string `json:"message"`
}

// Token is a session's new one. The web app uses the cookie and never reads it.
type Token struct {
	Token string `json:"token"`
}

type loginInput struct {
	Body loginBody
}

type loginBody struct {
	Username string `json:"username,omitempty" maxLength:"254" doc:"or a mail address"`
	Email    string `json:"email,omitempty" maxLength:"254" doc:"instead of the username"`
	Password string `json:"password" minLength:"1" maxLength:"1024"`
}

// LoginAnswer answers a login: a token, or a ticket for POST /auth/two-factor. The
// web app uses the cookie and never reads the token.
type LoginAnswer struct {
	Token     string `json:"token,omitempty"`
	TwoFactor bool   `json:"twoFactor,omitempty" doc:"the password was right; a code is wanted"`
	Ticket    string `json:"ticket,omitempty" doc:"for the second step, within five minutes"`
}

func (s *Service) loginAs(role Role) api.Handler[loginInput, LoginAnswer] {
	return func(ctx context.Context, in *loginInput) (LoginAnswer, error) {
		name := in.Body.Username
		if name == "" {
			name = in.Body.Email
		}
		if name == "" {
			return LoginAnswer{}, missingUsername
		}
		e, err := s.Login(ctx, role, name, in.Body.Password)
		if err != nil {
			return LoginAnswer{}, err
		}
		if e.Ticket != "" {
			return LoginAnswer{TwoFactor: true, Ticket: e.Ticket}, nil
		}
		s.cookies.give(ctx, e.Token, role, life(role))
		return LoginAnswer{Token: e.Token}, nil
	}
}

// logout is public: whose session is over already is logged out all the same,
// and the cookies go.
func (s *Service) logout(ctx context.Context, _ *struct{}) (api.Done, error) {
	if err := s.Logout(ctx, SessionFrom(ctx)); err != nil {
		return api.Done{}, err
	}
	s.cookies.take(ctx)
	return api.OK, nil
}

func (s *Service) sessions(ctx context.Context, _ *struct{}) (page api.List[Session], err error) {
	me := CallerFrom(ctx)
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		page.Data, err = s.Sessions(ctx, tx, me.ID)
		return err
	})
	for i := range page.Data {
		page.Data[i].Current = page.Data[i].ID == me.SessionID
	}
	page.Total = len(page.Data)
	return page, err
}

type sessionInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) revoke(ctx context.Context, in *sessionInput) (api.Done, error) {
	me := CallerFrom(ctx)
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Revoke(ctx, tx, me.ID, in.ID)
	})
	if err == nil && in.ID == me.SessionID {
		s.cookies.take(ctx)
	}
	return api.OK, err
}

func (s *Service) revokeOthers(ctx context.Context, _ *struct{}) (api.Done, error) {
	me := CallerFrom(ctx)
	return api.OK, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.RevokeAll(ctx, tx, me.ID, me.SessionID)
	})
}

func (s *Service) socketTicket(ctx context.Context, _ *struct{}) (Ticket, error) {
	return s.Ticket(ctx, CallerFrom(ctx))
}

type passwordInput struct {
	Body passwordBody
}

type passwordBody struct {
	CurrentPassword string `json:"currentPassword" minLength:"1" maxLength:"1024"`
	Password        string `json:"password" minLength:"1" maxLength:"1024"`
}

func (s *Service) changePassword(ctx context.Context, in *passwordInput) (Token, error) {
	me := CallerFrom(ctx)
	token, err := s.ChangePassword(ctx, me, in.Body.CurrentPassword, in.Body.Password)
	if err != nil {
		return Token{}, err
	}
	s.cookies.give(ctx, token, me.Role, life(me.Role))
	return Token{Token: token}, nil
}

type registerInput struct {
	Body registerBody
}

type registerBody struct {
	Username    string `json:"username" minLength:"1" maxLength:"100"`
	Email       string `json:"email" minLength:"1" maxLength:"254"`
	Password    string `json:"password" minLength:"1" maxLength:"1024"`
	DateOfBirth string `json:"dateOfBirth" minLength:"1" maxLength:"40" doc:"YYYY-MM-DD"`
	Name        string `json:"name,omitempty" maxLength:"200"`
	Country     string `json:"country,omitempty" maxLength:"2" doc:"ISO 3166-1 alpha-2"`
	Ref         string `json:"ref,omitempty" maxLength:"64" doc:"a referral code"`
	Next        string `json:"next,omitempty" maxLength:"300" doc:"the path on this site that they came from; the mailed link leads back there"`
}

func (s *Service) register(ctx context.Context, in *registerInput) (Message, error) {
	if err := s.AdmitRegistration(ctx); err != nil {
		return Message{}, err
	}
	_, err := s.Register(ctx, NewAccount{
		Username: in.Body.Username, Email: in.Body.Email, Password: in.Body.Password,
		DateOfBirth: in.Body.DateOfBirth, Name: in.Body.Name, Country: in.Body.Country, Referral: in.Body.Ref, Next: in.Body.Next,
	})
	if err != nil {
		return Message{}, err
	}
	return Message{"Welcome! Please follow the link in the email that we have sent you."}, nil
}

// AdmitRegistration counts a registration of the caller's address, of any role,
// or refuses it with limit.ErrTooMany.
func (s *Service) AdmitRegistration(ctx context.Context) error {
	return s.Limits.AllowAddress(ctx, limitRegister, api.Address(ctx))
}

type forgotInput struct {
	Body forgotBody
}

type forgotBody struct {
	Email string `json:"email" format:"email" maxLength:"254"`
	Type  string `json:"type,omitempty" maxLength:"20" doc:"the login page it was asked from; addresses are unique over all roles"`
}

func (s *Service) forgot(ctx context.Context, in *forgotInput) (Message, error) {
	if err := s.Forgot(ctx, in.Body.Email); err != nil {
		return Message{}, err
	}
	return Message{"If this address belongs to an account, we have sent it a link to choose a new password."}, nil
}

type resetInput struct {
	Body resetBody
}

type resetBody struct {
	Token    string `json:"token" minLength:"1" maxLength:"100"`
	Password string `json:"password" minLength:"1" maxLength:"1024"`
}

func (s *Service) reset(ctx context.Context, in *resetInput) (Message, error) {
	if err := s.Reset(ctx, in.Body.Token, in.Body.Password); err != nil {
		return Message{}, err
	}
	return Message{"Your password is changed. Please log in."}, nil
}

type resendInput struct {
	Body resendBody
}

type resendBody struct {
	Email  string `json:"email" format:"email" maxLength:"254"`
	Source string `json:"source,omitempty" maxLength:"20" doc:"the role of the page it was asked from"`
}

func (s *Service) resend(ctx context.Context, in *resendInput) (Message, error) {
	if err := s.ResendVerification(ctx, in.Body.Email); err != nil {
		return Message{}, err
	}
	return Message{"If this address waits for verification, we have sent it a new link."}, nil
}

type confirmInput struct {
	Token string `query:"token" required:"true" minLength:"1" maxLength:"100"`
}

// Confirmed answers a mailed link that was followed.
type Confirmed struct {
	Message string `json:"message"`
	Role    Role   `json:"role" enum:"user,performer,studio,admin" doc:"whose login comes next"`
	Next    string `json:"next" doc:"the path on this site that they wanted to go to; empty: none"`
}

func (s *Service) confirmLink(ctx context.Context, in *confirmInput) (Confirmed, error) {
	done, err := s.Confirm(ctx, in.Token)
	if err != nil {
		return Confirmed{}, err
	}
	return Confirmed{Message: "Thank you, this is done. You can log in now.", Role: done.Role, Next: done.Next}, nil
}
