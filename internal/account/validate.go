package account

import (
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/iso"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/sanitize"
)

var alphanumeric = regexp.MustCompile(`^[A-Za-z0-9]+$`)

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
	if country != "" && !iso.Country(country) {
		return []fault.Problem{fault.Of("country", "country", "%q is not a country", country)}
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
