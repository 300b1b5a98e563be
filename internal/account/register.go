package account

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/sanitize"
)

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

	hash string
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
func (s *Service) Prepare(ctx context.Context, n NewAccount) (NewAccount, error) {
	n.Username, n.Email = strings.TrimSpace(n.Username), strings.TrimSpace(n.Email)
	n.Country = strings.ToUpper(strings.TrimSpace(n.Country))
	n.Name, n.Referral, n.Next = cleanLine(n.Name), cleanLine(n.Referral), localPath(n.Next)
	if err := n.Validate(s.now()); err != nil {
		return n, err
	}
	if n.InvitedBy == "" {
		if err := s.checkPassword("password", n.Password, n.Username, n.Email); err != nil {
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
	hash, err := s.hashNew(ctx, n)
	n.hash, n.Password = hash, ""
	return n, err
}

// Create makes the account in the caller's transaction and queues its
// verification mail, or its invitation. n comes from Prepare. A name or address that is taken is
// ErrUsernameTaken or ErrEmailTaken; the transaction must then be rolled back.
// A Stranger's taken address is no error: the account is made as a new one is, for
// its later answers must not differ either, and cannot be verified.
func (s *Service) Create(ctx context.Context, tx *db.Tx, n NewAccount) (Account, error) {
	if n.hash == "" && n.InvitedBy == "" {
		return Account{}, errUnprepared
	}
	return s.create(ctx, tx, n)
}

func (s *Service) create(ctx context.Context, tx *db.Tx, n NewAccount) (Account, error) {
	now := s.now()
	language, _ := lang.From(ctx)
	a := Account{
		ID: id.New(now), Role: n.Role, Username: n.Username, Name: n.Name, Email: n.Email,
		EmailVerified: n.Verified, Country: n.Country, DateOfBirth: n.DateOfBirth, Referral: n.Referral, Language: language,
		Status: StatusActive, CreatedAt: now, UpdatedAt: now,
	}
	if !n.Joined.IsZero() {
		a.CreatedAt = n.Joined
	}
	if a.Name == "" {
		a.Name = a.Username
	}
	owner, err := s.collision(ctx, tx, a)
	if err != nil {
		return Account{}, err
	}
	if a.foreignEmail = n.Stranger && owner.ID != ""; a.foreignEmail {
		if err := s.tellExists(ctx, tx, owner); err != nil {
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

// collision refuses a taken username and returns who owns the mail address; empty:
// nobody. Both are asked in this order, whatever the database would find first.
func (s *Service) collision(ctx context.Context, tx *db.Tx, a Account) (owner Account, err error) {
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

// tellExists mails who has an address that somebody registered with, as rarely as
// any mail that strangers cause.
func (s *Service) tellExists(ctx context.Context, tx *db.Tx, owner Account) error {
	err := s.Limits.Allow(ctx, limitMail, foldKey(owner.Email))
	if errors.Is(err, limit.ErrTooMany) {
		return nil
	}
	if err != nil {
		return err
	}
	return notify(ctx, tx, s, existsNotice, owner, owner)
}

// welcome mails what a new account needs to log in.
func (s *Service) welcome(ctx context.Context, tx *db.Tx, a Account, n NewAccount) error {
	switch {
	case n.InvitedBy != "":
		address, err := s.resetLink(ctx, tx, a, inviteLife)
		if err != nil {
			return err
		}
		return notify(ctx, tx, s, invitedNotice, a, invited{a.Username, cleanLine(n.InvitedBy), address})
	case !n.Verified && !a.foreignEmail:
		return s.sendVerification(ctx, tx, a, a.Email, n.Next)
	}
	return nil
}

// Register makes a member.
func (s *Service) Register(ctx context.Context, n NewAccount) (a Account, err error) {
	n.Role, n.Stranger = Member, true
	if n, err = s.Prepare(ctx, n); err != nil {
		return Account{}, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		a, err = s.Create(ctx, tx, n)
		return err
	})
	return a, err
}

func taken(err error) error {
	switch {
	case db.Unique(err, "accounts", "username_key"):
		return ErrUsernameTaken
	case db.Unique(err, "accounts", "email_key"):
		return ErrEmailTaken
	}
	return fmt.Errorf("write account: %w", err)
}

var (
	alphanumeric = regexp.MustCompile(`^[A-Za-z0-9]+$`)
	countryCode  = regexp.MustCompile(`^[A-Z]{2}$`)
)

func usernameProblems(username string) []fault.Problem {
	switch n := len(username); {
	case n == 0:
		return fault.Missing("username").Fields
	case !alphanumeric.MatchString(username):
		return []fault.Problem{{Property: "username", Rule: "alphanumeric", Text: fault.Alphanumeric}}
	case n < MinUsername || n > MaxUsername:
		return []fault.Problem{fault.Of("username", "length", "Must have between %d and %d characters", MinUsername, MaxUsername)}
	}
	return nil
}

func emailProblems(email string) []fault.Problem {
	switch {
	case email == "":
		return fault.Missing("email").Fields
	case !mail.Valid(email):
		return []fault.Problem{{Property: "email", Rule: "email", Text: fault.NotEmail}}
	}
	return nil
}

func nameProblems(name string) []fault.Problem {
	switch {
	case len([]rune(name)) > MaxName:
		return []fault.Problem{fault.Of("name", "length", "Must have at most %d characters", MaxName)}
	case linkLike.MatchString(name):
		return []fault.Problem{{Property: "name", Rule: "link", Text: "Must not contain a link"}}
	}
	return nil
}

// linkLike finds what mail programs and pages turn into a link: a name is shown to
// strangers in many places. "J. R. Tolkien" and "St.John" are none.
var linkLike = regexp.MustCompile(`(?i)://|\bwww\.|[\pL\d-]\.(?:com|net|org|info|biz|io|me|tv|cc|to|ly|gg|co|xyz|top|site|online|link|click|club|live|app|dev|page|shop|store|cam|sex|xxx|porn|adult|vip|win|ru|cn|de|uk|fr|nl|eu|us)\b|[\pL\d-]\.\pL{2,}[/:]`)

func countryProblems(country string) []fault.Problem {
	if country != "" && !countryCode.MatchString(country) {
		return []fault.Problem{{Property: "country", Rule: "country", Text: "Must be a country code of two letters"}}
	}
	return nil
}

func birthProblems(n NewAccount, now time.Time) []fault.Problem {
	if n.Role == Admin && n.DateOfBirth == "" {
		return nil
	}
	born, err := time.Parse(time.DateOnly, n.DateOfBirth)
	switch {
	case n.DateOfBirth == "":
		return fault.Missing("dateOfBirth").Fields
	case err != nil || born.Year() < 1900 || born.After(now):
		return []fault.Problem{{Property: "dateOfBirth", Rule: "date", Text: "Must be a date such as 1990-12-31"}}
	case !Adult(born, now):
		return []fault.Problem{{Property: "dateOfBirth", Rule: "adult", Text: "You must be at least 18 years old."}}
	}
	return nil
}

// lastZone is where a date begins last, so that nobody is taken for 18 before
// they are it where they live.
var lastZone = time.FixedZone("UTC-12", -12*60*60)

// Adult reports whether somebody born on a date is 18, everywhere on Earth. Who
// was born on 29 February comes of age on 1 March.
func Adult(born, now time.Time) bool {
	year, month, day := born.Date()
	birthday := time.Date(year+AdultAge, month, day, 0, 0, 0, 0, lastZone) // 29 February becomes 1 March
	return !now.Before(birthday)
}

// cleanLine is a name as it is kept: one line, composed, without controls and
// marks that turn the writing direction, and without numbers of payment cards.
func cleanLine(text string) string {
	visible := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if unicode.In(r, unicode.C) {
			return -1
		}
		return r
	}, norm.NFC.String(text))
	return sanitize.WithoutCards(strings.Join(strings.Fields(visible), " "))
}

// localPath is a path on this site that a page may lead to, or nothing: never
// another host, however browsers read it.
func localPath(next string) string {
	u, err := url.Parse(next)
	bad := err != nil || u.Scheme != "" || u.Host != "" || len(next) > maxNext || !strings.HasPrefix(next, "/") ||
		strings.HasPrefix(next, "//") || strings.HasPrefix(next, api.Prefix+"/") || strings.ContainsFunc(next, func(r rune) bool {
		return r == '\\' || unicode.IsSpace(r) || unicode.In(r, unicode.C)
	})
	if bad {
		return ""
	}
	return next
}

// maxNext bounds the path that a registration carries, in bytes.
const maxNext = 300

func foldSite(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), ""))
}

// reserved are usernames that would pass for the site or collide with its pages.
var reserved = []string{
	"403", "404", "abuse", "account", "accounts", "admin", "administrator", "api", "assets", "auth", "billing",
	"cams", "category", "contact", "favorites", "files", "guest", "help", "home", "info", "live", "login", "logout",
	"mail", "me", "member", "members", "messages", "moderator", "mod", "news", "noreply", "null", "official", "owner",
	"payments", "performer", "performers", "postmaster", "posts", "privacy", "profile", "register", "report", "root",
	"room", "search", "security", "settings", "staff", "studio", "studios", "styleguide", "superuser", "support",
	"sysadmin", "system", "terms", "undefined", "user", "users", "verification", "verify", "view", "vip", "webmaster", "www",
}
