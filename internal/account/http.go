package account

import (
	"limelight/internal/audit"
	"limelight/internal/kit/api"
)

// Routes mounts the package on the API. Performers and studios register in their
// own packages. The parts have the handlers.
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
	api.Get(r, "/auth/sessions", "auth.sessions", s.LoginSessions.list, SignedIn,
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
	api.Post(r, "/verification/stop-email-change", "verification.stopEmailChange", s.stopEmailChange, api.Public,
		api.Summary("Stop a change of a mail address by the code of a mail to the address before"))

	s.SecondFactors.routes(r)

	api.Get(r, "/users/me", "users.me", s.showMe, SetUp,
		api.Summary("My own account, with balance and session"), audit.Silent("the caller's own account"))
	api.Put(r, "/users", "users.update", s.update, SignedIn,
		api.Summary("Change my account; what is not sent stays as it is"))
	api.Get(r, "/users/search", "users.search", s.search, SeeAccounts.Guard(),
		api.Summary("Accounts by name, role and status"), audit.As(accountSearched, ""))
	api.Get(r, "/users/view/{id}", "users.view", s.view, SignedIn,
		api.Summary("What others see of an account"), audit.As(accountViewed, "account"))
	api.Post(r, "/users/suspend-account", "users.suspend", s.suspend, SignedIn,
		api.Summary("Suspend my account; my password confirms it"))
	api.Post(r, "/users/avatar/upload", "users.uploadAvatar", s.uploadAvatar, SignedIn, api.MaxBody(maxAvatar),
		api.Summary("Replace my avatar"))
	api.Delete(r, "/users/avatar", "users.removeAvatar", s.removeAvatar, SignedIn,
		api.Summary("Remove my avatar"))
}

// Message answers with one text for the person.
type Message struct {
	Message string `json:"message"`
}

// Token is a session's new one. The web app uses the cookie and never reads it.
type Token struct {
	Token string `json:"token"`
}
