package account

import "time"

// Registered is published when an account has been made.
type Registered struct {
	AccountID string
	Role      Role
	Username  string
	Referral  string // the code given at registration
	At        time.Time
}

// MailAsked is published when somebody asks for a mailed link by an address, which
// may be nobody's.
type MailAsked struct {
	Email   string
	Purpose string
}

// LoggedIn is published with each login.
type LoggedIn struct {
	AccountID string
	SessionID string
	Browser   string
	NewDevice bool // and not the account's first
	At        time.Time
}

// SessionsRevoked is published when sessions ended before their time. Sockets
// and media of these sessions close within a second (trust.md, Sessions 8).
type SessionsRevoked struct {
	AccountID  string
	SessionIDs []string
}

// StatusChanged is published with every change of status, besides the more
// telling Suspended and Restored.
type StatusChanged struct {
	AccountID string
	Role      Role
	Status    Status
}

// Suspended is published when an account was suspended.
type Suspended struct {
	AccountID string
	Role      Role
	Reason    string
	By        string // an admin's id, or the account's own
}

// Restored is published when a suspension was lifted.
type Restored struct {
	AccountID string
	Role      Role
	By        string
}

// EmailVerified is published when a mail address has been confirmed.
type EmailVerified struct {
	AccountID string
	Email     string
}

// ProfileChanged is published when a card or a profile has changed.
type ProfileChanged struct {
	AccountID string
	Role      Role
}

func (Registered) EventName() string      { return "account.registered" }
func (MailAsked) EventName() string       { return "account.mail_asked" }
func (LoggedIn) EventName() string        { return "account.logged_in" }
func (SessionsRevoked) EventName() string { return "account.sessions_revoked" }
func (StatusChanged) EventName() string   { return "account.status_changed" }
func (Suspended) EventName() string       { return "account.suspended" }
func (Restored) EventName() string        { return "account.restored" }
func (EmailVerified) EventName() string   { return "account.email_verified" }
func (ProfileChanged) EventName() string  { return "account.profile_changed" }
