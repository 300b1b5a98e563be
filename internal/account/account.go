// Package account knows the people: who they are, how they prove it, what they
// may do. Every role's people are rows of one table; what a performer or studio
// is beyond a person belongs to their own domains.
//
// Invariants:
//   - a username is unique ignoring case, a mail address too, over all roles;
//   - nobody below 18 has an account; admins, made by other admins, are not asked;
//   - a password is stored as argon2id, a token, ticket or mailed link as SHA-256;
//   - the role of a call comes from its session, never from a cookie or a body;
//   - a suspension and a changed password leave no session that still works; an
//     inactive account keeps its own, for a studio's word does not take away what is earned;
//   - no answer to somebody who is not logged in tells whether a person exists; of
//     a username it has to be said that it is taken, of a mail address it is not.
package account

import (
	"context"
	"log/slog"
	"time"

	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/secretbox"
	"limelight/internal/kit/ttlcache"
	"limelight/internal/notices"
)

// Status says whether an account may be used.
type Status string

// The statuses. StatusInactive is a studio's word for a member it has switched off.
const (
	StatusActive    Status = "active"
	StatusInactive  Status = "inactive"
	StatusSuspended Status = "suspended"
)

// Account is a person with a login, as they and admins see it.
type Account struct {
	ID            string    `json:"_id" db:"id"`
	Role          Role      `json:"role" enum:"user,performer,studio,admin" db:"role"`
	Username      string    `json:"username" db:"username"`
	Name          string    `json:"name" db:"name"`
	Email         string    `json:"email" db:"email"`
	PendingEmail  string    `json:"pendingEmail,omitempty" doc:"asked for, not yet confirmed" db:"pending_email"`
	EmailVerified bool      `json:"emailVerified"`
	Avatar        string    `json:"avatar" doc:"empty: none" db:"avatar"`
	Country       string    `json:"country" doc:"ISO 3166-1 alpha-2" db:"country"`
	Language      string    `json:"language,omitempty" doc:"BCP 47, once it was chosen" db:"language"`
	DateOfBirth   string    `json:"dateOfBirth" doc:"YYYY-MM-DD" db:"date_of_birth"`
	Referral      string    `json:"-" db:"referral"`
	StudioID      string    `json:"studioId,omitempty" doc:"the studio that the account works for; absent: its own" db:"studio_id"`
	Status        Status    `json:"status" enum:"active,inactive,suspended" db:"status"`
	StatusReason  string    `json:"statusReason,omitempty" db:"status_reason"`
	StatusBy      string    `json:"statusBy,omitempty" doc:"who suspended: an admin's id, or the account's own; erasure when it was erased" db:"status_by"`
	CreatedAt     time.Time `json:"createdAt" db:"created_at"`
	UpdatedAt     time.Time `json:"updatedAt" db:"updated_at"`

	// foreignEmail says that the address belonged to another account when this one
	// was registered. Such an account looks like any that waits for verification,
	// so that nobody learns whose address is known; it is sent no mail and cannot be
	// verified before it has asked for another address.
	foreignEmail bool

	rights string `db:"rights"` // of a studio's staff
}

// Card is what everybody may see of a person.
type Card struct {
	ID        string `json:"_id" db:"id"`
	Username  string `json:"username" db:"username"`
	Name      string `json:"name" db:"name"`
	AvatarURL string `json:"avatar" doc:"empty: none" db:"avatar"`
	Role      Role   `json:"role" enum:"user,performer,studio,admin" db:"role"`
}

// ErrAbsent is the answer when there is no such account, or none to be seen.
var ErrAbsent = fault.New(fault.NotFound, "This account does not exist.")

// Policy is what an operator may decide.
type Policy struct {
	MinPassword         int  // characters; 15 for a password that is the only factor (NIST SP 800-63B-4 §3.1.1.1)
	RequireVerifiedMail bool // before the first login
	SocketTakesSession  bool // a session token opens a socket, as a ticket does
	RequireTwoFactor    bool // admins do nothing before they have a second factor
}

// DefaultPolicy is the policy of a fresh installation.
func DefaultPolicy() Policy {
	return Policy{MinPassword: 15, RequireVerifiedMail: true, SocketTakesSession: true, RequireTwoFactor: true}
}

// Referrals hears of a new account in the transaction that makes it: its referrer
// is fixed then. A code that is nobody's is no reason to refuse anybody.
type Referrals interface {
	Attribute(ctx context.Context, tx *db.Tx, a Account) error
}

// OtherLogins are ways into an account beside its password and its passkeys, such as another site's. They end in the
// transaction in which a mailed link gives the account a new password: somebody else may have prepared them.
type OtherLogins interface {
	EndLogins(ctx context.Context, tx *db.Tx, accountID string) error
}

// Visibility decides whether the caller may look at an account.
type Visibility interface {
	Sees(ctx context.Context, tx *db.Tx, a Account) (bool, error)
}

// Deps is what a Service needs. Extras, Avatars, Visibility, Referrals, OtherLogins, Policy,
// Placeholder and Cost may be left out.
type Deps struct {
	DB       *db.DB
	Events   *bus.Bus
	Limits   *limit.Limiter  // knows Limits()
	Keys     *secretbox.Keys // seals the secrets of second factors, and mailed links
	Now      func() time.Time
	Log      *slog.Logger
	Notices  *notices.Notices // nil: under the site's name, from its public address
	SiteName func() string    // as it is now; refused in passwords

	// PublicURL is where people reach the site, such as https://example.com. It
	// decides the cookies, never a request's headers. http is for localhost,
	// unless InsecureHTTP says that the operator means it.
	PublicURL    string
	InsecureHTTP bool

	Policy      func() Policy // asked for each use
	Extras      ProfileExtras
	Avatars     AvatarSaver
	Visibility  Visibility
	Referrals   Referrals
	OtherLogins OtherLogins
	Placeholder func() string // the avatar of accounts without one; the spec's default when nil
	Cost        Cost          // of a password's hash; zero: DefaultCost
}

// core is what every part has.
type core struct {
	Deps
	cookies cookies
	hasher  *hasher
}

// factorRequired reports whether the site asks a second factor of the role.
func (s *core) factorRequired(r Role) bool { return r == Admin && s.Policy().RequireTwoFactor }

func (s *core) mayLogIn(a Account) error {
	switch {
	case a.Status == StatusSuspended:
		return ErrSuspended
	case !a.EmailVerified && s.Policy().RequireVerifiedMail:
		return ErrUnverified
	}
	return nil
}

// Service is the people of one site: the parts of the package together. Each part stands on those before it.
type Service struct {
	*core
	*Directory
	*MailedLinks
	*LoginSessions
	*Tickets
	*Proofs
	*SecondFactors
	*Logins
	*Suspensions
	*Verification
	*Passwords
	*Registration
	*Profiles
	*EmailMoves
	*Admins
	*StudioStaff
}

// New makes the service. A public URL that cannot be read, or http on a public
// host without InsecureHTTP, is an error.
func New(d Deps) (*Service, error) {
	jar, err := newCookies(d.PublicURL, d.InsecureHTTP)
	if err != nil {
		return nil, err
	}
	if d.Policy == nil {
		d.Policy = DefaultPolicy
	}
	if d.Placeholder == nil {
		d.Placeholder = func() string { return defaultAvatar }
	}
	if d.Notices == nil {
		d.Notices = notices.New(notices.Deps{
			DB: d.DB, Outbox: mail.NewOutbox(d.Keys), Keys: d.Keys, Site: d.SiteName, Home: func() string { return jar.base }, Now: d.Now,
		})
	}
	c := &core{d, jar, newHasher(d.Cost)}
	links := &MailedLinks{c}
	sessions := &LoginSessions{c, ttlcache.New[string, Caller](seenFor, maxSeen)}
	proofs := &Proofs{c, sessions}
	factors := &SecondFactors{c, sessions, proofs}
	suspensions := &Suspensions{c, links, sessions, proofs}
	verification := &Verification{c, suspensions}
	passwords := &Passwords{c, links, sessions, proofs, verification}
	registration := &Registration{c, links, passwords}
	moves := &EmailMoves{c, links, sessions}
	return &Service{
		core: c, Directory: &Directory{c}, MailedLinks: links, LoginSessions: sessions, Tickets: &Tickets{c, sessions},
		Proofs: proofs, SecondFactors: factors, Logins: &Logins{c, links, sessions, proofs, factors}, Suspensions: suspensions,
		Verification: verification, Passwords: passwords, Registration: registration, Profiles: &Profiles{c, links, proofs, moves}, EmailMoves: moves,
		Admins: &Admins{c, registration}, StudioStaff: &StudioStaff{c, registration, sessions, suspensions},
	}, nil
}
