package recording

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/id"
	"limelight/internal/kit/secretbox"
)

// Prefix is where the handler must be mounted: the host that plays and the name of the
// specification's application come before it.
const Prefix = "/live/mp4/"

// addressLife is how long an address is good: a player that stays longer asks for a new one.
const addressLife = 2 * time.Hour

// viewer is whom an address was made for, where they were then.
type viewer struct {
	accountID, sessionID string
	role                 account.Role
	country              string
}

func viewerOf(who account.Caller) viewer {
	return viewer{who.ID, who.SessionID, who.Role, who.Country}
}

// caller is the viewer, who calls from a country.
func (v viewer) caller(country string) account.Caller {
	return account.Caller{ID: v.accountID, Role: v.role, SessionID: v.sessionID, Country: country}
}

// right is what an address carries.
type right struct {
	recordingID string
	who         viewer
	until       int64 // Unix milliseconds
}

// sealedAs keeps a right from opening as anything else that the site has sealed.
var sealedAs = secretbox.Place{Table: "show_recordings", Column: "address"}

// token is the part of an address that carries the right, which nobody can read.
func (s *Service) token(r right) (string, error) {
	text := strings.Join([]string{r.recordingID, r.who.accountID, r.who.sessionID, string(r.who.role), r.who.country, strconv.FormatInt(r.until, 10)}, "|")
	sealed, err := s.Keys.Seal(sealedAs, []byte(text))
	if err != nil {
		return "", err
	}
	raw, err := base64.RawStdEncoding.DecodeString(sealed)
	return base64.RawURLEncoding.EncodeToString(raw), err
}

// read reads a token that is good now; false for any other.
func (s *Service) read(token string) (r right, good bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil {
		return r, false
	}
	text, err := s.Keys.Open(sealedAs, base64.RawStdEncoding.EncodeToString(raw))
	if err != nil {
		return r, false
	}
	f := strings.Split(string(text), "|")
	if len(f) != 6 || !id.Valid(f[0]) || !id.Valid(f[1]) {
		return r, false
	}
	until, err := strconv.ParseInt(f[5], 10, 64)
	r = right{f[0], viewer{f[1], f[2], account.Role(f[3]), f[4]}, until}
	return r, err == nil && s.Now().UnixMilli() < until
}
