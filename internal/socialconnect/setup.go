package socialconnect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/secretbox"
)

// Setups keep how X is set up.
type Setups struct{ Deps }

// Setup is how the operator has set X up. The addresses are X's own unless a test provider stands in.
type Setup struct {
	Active       bool   `json:"active"`
	SignIn       bool   `json:"signIn"`
	AskEmail     bool   `json:"askEmail"`
	ClientID     string `json:"clientId"`
	ClientSecret string `json:"clientSecret"`
	AuthorizeURL string `json:"authorizeUrl"`
	TokenURL     string `json:"tokenUrl"`
	RevokeURL    string `json:"revokeUrl"`
	APIURL       string `json:"apiUrl"`
}

// defaults is X, not set up.
var defaults = Setup{
	AuthorizeURL: "https://x.com/i/oauth2/authorize", TokenURL: "https://api.x.com/2/oauth2/token",
	RevokeURL: "https://api.x.com/2/oauth2/revoke", APIURL: "https://api.x.com",
}

const maxAddress = 300 // bytes

// addresses are where the client's secret is sent to, and who says whose an account of X is.
func (s Setup) addresses() [4]string {
	return [4]string{s.AuthorizeURL, s.TokenURL, s.RevokeURL, s.APIURL}
}

// sameClient reports whether what X gave to the client of one set-up is worth something in the other.
func (s Setup) sameClient(other Setup) bool {
	return s.ClientID == other.ClientID && s.addresses() == other.addresses()
}

// over lays what was entered over what was kept. The secret stays when none is entered, but for other
// addresses: whoever may change those must not learn it by that.
func (s Setup) over(was Setup) (Setup, error) {
	if s.ClientSecret != "" || was.ClientSecret == "" {
		return s, nil
	}
	if !s.sameClient(was) {
		return s, fault.Field("clientSecret", "Enter the secret again: the client or an address is another one now")
	}
	s.ClientSecret = was.ClientSecret
	return s, nil
}

func (s Setup) check(httpToo bool) error {
	if s.Active && s.ClientID == "" {
		return fault.Missing("clientId")
	}
	for _, one := range []struct{ property, address string }{
		{"authorizeUrl", s.AuthorizeURL}, {"tokenUrl", s.TokenURL}, {"revokeUrl", s.RevokeURL}, {"apiUrl", s.APIURL},
	} {
		u, err := url.Parse(one.address)
		bad := err != nil || u.Host == "" || u.User != nil || u.Fragment != "" || u.RawQuery != "" || len(one.address) > maxAddress
		if bad || u.Scheme != "https" && (u.Scheme != "http" || !httpToo) {
			return fault.Field(one.property, "Must be an address that begins with https://")
		}
	}
	return nil
}

func setupPlace() secretbox.Place {
	return secretbox.Place{Table: "social_providers", Column: "sealed", Row: provider}
}

const provider = "twitter"

// setup is how X is set up now.
func (s *Setups) setup(ctx context.Context, tx *db.Tx) (is Setup, at time.Time, err error) {
	sealed, at, err := selectProvider(ctx, tx)
	if errors.Is(err, db.ErrNone) {
		return defaults, at, nil
	}
	if err != nil {
		return is, at, err
	}
	text, err := s.Keys.Open(setupPlace(), sealed)
	if err != nil {
		return is, at, fmt.Errorf("open how X is set up: %w", err)
	}
	is = defaults
	return is, at, json.Unmarshal(text, &is)
}

// active is the set-up, or ErrOff.
func (s *Setups) active(ctx context.Context) (is Setup, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		is, err = s.activeIn(ctx, tx)
		return err
	})
	return is, err
}

func (s *Setups) activeIn(ctx context.Context, tx *db.Tx) (Setup, error) {
	is, _, err := s.setup(ctx, tx)
	if err == nil && !is.Active {
		err = ErrOff
	}
	return is, err
}

// Setup is how X is set up, for the back office.
func (s *Setups) Setup(ctx context.Context) (view SetupView, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		is, at, err := s.setup(ctx, tx)
		view = s.viewOf(is, at)
		return err
	})
	return view, err
}

// ignoreOff is nil for ErrOff.
func ignoreOff(err error) error {
	if errors.Is(err, ErrOff) {
		return nil
	}
	return err
}

// SetUp keeps how X is set up.
func (s *Setups) SetUp(ctx context.Context, in Setup) (view SetupView, err error) {
	in.ClientID, in.ClientSecret = strings.TrimSpace(in.ClientID), strings.TrimSpace(in.ClientSecret)
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		was, _, err := s.setup(ctx, tx)
		if err != nil {
			return err
		}
		is, err := in.over(was)
		if err != nil {
			return err
		}
		if err := is.check(!s.secure()); err != nil {
			return err
		}
		text, err := json.Marshal(is)
		if err != nil {
			return err
		}
		sealed, err := s.Keys.Seal(setupPlace(), text)
		if err != nil {
			return err
		}
		now := s.Now()
		if err := upsertProvider(ctx, tx, sealed, now); err != nil {
			return err
		}
		if err := s.forget(ctx, tx, was, is); err != nil {
			return err
		}
		view = s.viewOf(is, now)
		return s.Audit.Record(ctx, tx, audit.Act{Action: setupChanged, Subject: "provider:" + provider, Reason: said(was, is)})
	})
	return view, err
}

// forget ends what was asked of another X, or by another client, and tells whom it concerns: tokens are sent to
// no other address than the one that gave them, and nobody gets into an account by the word of another.
func (s *Setups) forget(ctx context.Context, tx *db.Tx, was, is Setup) error {
	if is.sameClient(was) {
		return nil
	}
	if _, err := db.Exec(ctx, tx, `DELETE FROM social_flows`); err != nil {
		return err
	}
	connections, err := revokeConnections(ctx, tx, s.Now())
	if err != nil {
		return err
	}
	for _, c := range connections {
		if err := s.Events.Publish(ctx, tx, Revoked{c.accountID, c.username}); err != nil {
			return err
		}
	}
	if is.addresses() == was.addresses() {
		return nil // X knows its people by the same ids, whichever client asks
	}
	identities, err := deleteAllIdentities(ctx, tx)
	if err != nil {
		return err
	}
	for _, i := range identities {
		if err := s.Events.Publish(ctx, tx, IdentityChanged{i.AccountID, i.Username, false}); err != nil {
			return err
		}
	}
	return nil
}

// said says in the audit log what was changed, and never a secret.
func said(was, is Setup) string {
	return fmt.Sprintf("active %t, sign-in %t, client or addresses changed %t, secret changed %t",
		is.Active, is.SignIn, !was.sameClient(is), was.ClientSecret != is.ClientSecret)
}

// SetupView is the set-up as the back office sees it: of the secret only whether there is one.
type SetupView struct {
	Active       bool       `json:"active"`
	SignIn       bool       `json:"signIn" doc:"members may register and log in by X"`
	AskEmail     bool       `json:"askEmail" doc:"X is asked for the mail address of whoever registers; the client must be allowed to"`
	ClientID     string     `json:"clientId"`
	HasSecret    bool       `json:"hasSecret"`
	AuthorizeURL string     `json:"authorizeUrl"`
	TokenURL     string     `json:"tokenUrl"`
	RevokeURL    string     `json:"revokeUrl"`
	APIURL       string     `json:"apiUrl"`
	CallbackURL  string     `json:"callbackUrl" doc:"to be entered at X"`
	UpdatedAt    *time.Time `json:"updatedAt,omitempty"`
}

func (s *Setups) viewOf(is Setup, at time.Time) SetupView {
	v := SetupView{
		Active: is.Active, SignIn: is.SignIn, AskEmail: is.AskEmail, ClientID: is.ClientID, HasSecret: is.ClientSecret != "",
		AuthorizeURL: is.AuthorizeURL, TokenURL: is.TokenURL, RevokeURL: is.RevokeURL, APIURL: is.APIURL, CallbackURL: s.callbackURL(),
	}
	if !at.IsZero() {
		v.UpdatedAt = &at
	}
	return v
}

func (s *Setups) callbackURL() string { return s.Origin + api.Prefix + callbackPath }
