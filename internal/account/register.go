package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/limit"
)

// Registration makes accounts.
type Registration struct {
	*core
	links     *MailedLinks
	passwords *Passwords
}

// AdmitRegistration counts a registration of the caller's address, of any role,
// or refuses it with limit.ErrTooMany.
func (s *Registration) AdmitRegistration(ctx context.Context) error {
	return s.Limits.AllowAddress(ctx, limitRegister, api.Address(ctx))
}

// The bounds of names, in characters.
const (
	MinUsername = 3
	MaxUsername = 30
	MaxName     = 60
)

// AdultAge is how old an account's owner is at least, in years.
const AdultAge = 18

var (
	// ErrUsernameTaken and ErrEmailTaken refuse what another account has.
	ErrUsernameTaken = fault.Refuse(fault.Problem{Property: "username", Rule: "taken", Text: "This username is already taken."})
	ErrEmailTaken    = fault.Refuse(fault.Problem{Property: "email", Rule: "taken", Text: "This email is already in use."})

	errUnprepared = errors.New("account: Create needs what Prepare returned")
)

// NewAccount is a person who wants a login.
type NewAccount struct {
	Role        Role
	Username    string
	Email       string
	Password    string    // checked and replaced by its hash in Prepare
	Random      bool      // the password was drawn by the program, with 128 bits of chance (randomCost)
	DateOfBirth string    // YYYY-MM-DD
	Name        string    // empty: the username
	Country     string    // ISO 3166-1 alpha-2; may be empty
	Referral    string    // a referral code; may be empty
	Verified    bool      // the mail address is known to be theirs; no mail is sent
	Joined      time.Time // when they joined, of people who come from elsewhere; zero: now
	Stranger    bool      // registers without being known to anybody: a taken mail address is not said, its owner is told
	Next        string    // where the verification link leads: a path on this site; may be empty
	InvitedBy   string    // who asks them to join, by a mail with a link to choose a password; empty: they bring one

	hash     string
	studioID string // of those who work for a studio
	rights   string
}

// Validate reports every field that is wrong, the first problem first. The
// password's rules need the site's policy and are checked by Prepare.
func (n NewAccount) Validate(now time.Time) error {
	problems := slices.Concat(
		usernameProblems(n.Username), emailProblems(n.Email),
		birthProblems(n, now), nameProblems(n.Name), countryProblems(n.Country))
	if len(problems) > 0 {
		return fault.Refuse(problems...)
	}
	return nil
}

// Prepare checks the person and their password and hashes it. Hashing takes a
// good part of a second, so it happens before the transaction that calls Create.
func (s *Registration) Prepare(ctx context.Context, n NewAccount) (_ NewAccount, err error) {
	n.Username, n.Email = strings.TrimSpace(n.Username), strings.TrimSpace(n.Email)
	n.Country = strings.ToUpper(strings.TrimSpace(n.Country))
	n.Name, n.Referral, n.Next = cleanLine(n.Name), cleanLine(n.Referral), localPath(n.Next)
	if err := n.Validate(s.Now()); err != nil {
		return n, err
	}
	if n.InvitedBy == "" {
		if err := s.passwords.checkPassword("password", n.Password, n.Username, n.Email); err != nil {
			return n, err
		}
	}
	if slices.Contains(reserved, strings.ToLower(n.Username)) || foldSite(s.SiteName()) == strings.ToLower(n.Username) {
		return n, ErrUsernameTaken
	}
	if n.InvitedBy != "" {
		n.Password = ""
		return n, nil
	}
	if n.Random {
		n.hash, err = s.hasher.hashRandom(n.Password)
	} else {
		n.hash, err = s.hasher.hash(ctx, n.Password)
	}
	n.Password = ""
	return n, err
}

// Create makes the account in the caller's transaction and queues its
// verification mail, or its invitation. n comes from Prepare. A name or address that is taken is
// ErrUsernameTaken or ErrEmailTaken; the transaction must then be rolled back.
// A Stranger's taken address is no error: the account is made as a new one is, for
// its later answers must not differ either, and cannot be verified.
func (s *Registration) Create(ctx context.Context, tx *db.Tx, n NewAccount) (Account, error) {
	if n.hash == "" && n.InvitedBy == "" {
		return Account{}, errUnprepared
	}
	now := s.Now()
	language, _ := lang.From(ctx)
	a := Account{
		ID: id.New(now), Role: n.Role, Username: n.Username, Name: n.Name, Email: n.Email,
		EmailVerified: n.Verified, Country: n.Country, DateOfBirth: n.DateOfBirth, Referral: n.Referral, Language: language,
		Status: StatusActive, StudioID: n.studioID, rights: n.rights, CreatedAt: now, UpdatedAt: now,
	}
	if !n.Joined.IsZero() {
		a.CreatedAt = n.Joined
	}
	if a.Name == "" {
		a.Name = a.Username
	}
	owner, err := collision(ctx, tx, a)
	if err != nil {
		return Account{}, err
	}
	if a.foreignEmail = n.Stranger && owner.ID != ""; a.foreignEmail {
		if err := s.notifyExists(ctx, tx, owner); err != nil {
			return Account{}, err
		}
	}
	if err := insertAccount(ctx, tx, a, n.hash, s.Keys.MAC()); err != nil {
		return Account{}, taken(err)
	}
	if s.Referrals != nil {
		if err := s.Referrals.Attribute(ctx, tx, a); err != nil {
			return Account{}, err
		}
	}
	if err := s.welcome(ctx, tx, a, n); err != nil {
		return Account{}, err
	}
	return a, s.Events.Publish(ctx, tx, Registered{
		AccountID: a.ID, Role: a.Role, Username: a.Username, Referral: a.Referral, At: now,
	})
}

// collision refuses a taken username and returns the owner of the mail address; empty:
// nobody. Both are asked in this order, whatever the database would find first.
func collision(ctx context.Context, tx *db.Tx, a Account) (owner Account, err error) {
	switch _, err := selectByUsername(ctx, tx, a.Username); {
	case err == nil:
		return owner, ErrUsernameTaken
	case !errors.Is(err, db.ErrNone):
		return owner, fmt.Errorf("select account: %w", err)
	}
	owner, err = selectByEmail(ctx, tx, a.Email)
	if errors.Is(err, db.ErrNone) {
		return Account{}, nil
	}
	return owner, err
}

// notifyExists mails the owner of an address that somebody registered with, as rarely as
// any mail that strangers cause.
func (s *Registration) notifyExists(ctx context.Context, tx *db.Tx, owner Account) error {
	err := s.Limits.Allow(ctx, limitMail, foldKey(owner.Email))
	if errors.Is(err, limit.ErrTooMany) {
		return nil
	}
	if err != nil {
		return err
	}
	return notify(ctx, tx, s.Notices, existsNotice, owner, owner.Username)
}

// welcome mails what a new account needs to log in.
func (s *Registration) welcome(ctx context.Context, tx *db.Tx, a Account, n NewAccount) error {
	switch {
	case a.foreignEmail: // the owner of the address has been told
		return nil
	case n.InvitedBy != "":
		address, err := s.links.create(ctx, tx, link{accountID: a.ID, email: a.Email, purpose: toReset}, inviteLife)
		if err != nil {
			return err
		}
		return notify(ctx, tx, s.Notices, invitedNotice, a, invited{a.Username, cleanLine(n.InvitedBy), address})
	case !n.Verified:
		return s.links.sendVerification(ctx, tx, a, a.Email, n.Next)
	}
	return nil
}

// Register makes a member.
func (s *Registration) Register(ctx context.Context, n NewAccount) (a Account, err error) {
	n.Role, n.Stranger = Member, true
	if n, err = s.Prepare(ctx, n); err != nil {
		return Account{}, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		a, err = s.Create(ctx, tx, n)
		return err
	})
	return a, err
}

func taken(err error) error {
	switch {
	case err == nil:
		return nil
	case db.Unique(err, "accounts", "username_key"):
		return ErrUsernameTaken
	case db.Unique(err, "accounts", "email_key"):
		return ErrEmailTaken
	}
	return fmt.Errorf("write account: %w", err)
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

func (s *Registration) register(ctx context.Context, in *registerInput) (Message, error) {
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
