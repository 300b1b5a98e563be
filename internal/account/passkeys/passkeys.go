// Package passkeys lets people prove themselves by a key that their device or password manager
// keeps, instead of a password: WebAuthn. It says which key has signed; what that opens is the
// account package's word, as with a password.
//
// Invariants:
//   - a key is good on the site's public address alone, whatever a request says of its host;
//   - every signature has verified its user, by a PIN or a fingerprint: a key alone is two factors;
//   - a challenge is signed once, within minutes, for the purpose that it was made for;
//   - a key whose counter goes back is refused: somebody may have copied it;
//   - whoever has no password that works keeps at least one passkey.
package passkeys

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/notices"
)

// Passkey is a key of an account, as its owner sees it.
type Passkey struct {
	ID         string    `json:"_id" db:"id"`
	Name       string    `json:"name" db:"name"`
	BackedUp   bool      `json:"backedUp" doc:"a password manager keeps a copy, so that it outlives the device" db:"backed_up"`
	CreatedAt  time.Time `json:"createdAt" db:"created_at"`
	LastUsedAt time.Time `json:"lastUsedAt,omitzero" doc:"missing: never" db:"last_used_at"`

	accountID      string `db:"account_id"`
	credentialID   string `db:"credential_id"`
	publicKey      string `db:"public_key"`
	transports     string `db:"transports"`
	signCount      int64  `db:"sign_count"`
	backupEligible bool   `db:"backup_eligible"`
}

const (
	maxKeys       = 20 // of an account
	maxName       = 60 // characters
	challengeLife = 5 * time.Minute
)

// The refusals. That a key is not known is told alike for a key of nobody, one of another
// role's account, and one that did not sign rightly.
var (
	ErrUnknown   = fault.New(fault.Unauthorized, "This passkey opens no account here. Use another one, or your password.").Coded("passkey_unknown")
	ErrRefused   = fault.New(fault.Invalid, "This passkey was not accepted. Please try again, or use another way.").Coded("passkey_refused")
	ErrChallenge = fault.New(fault.Invalid, "This took too long, or was used already. Please try again.").Coded("passkey_challenge_over")
	ErrCopied    = fault.New(fault.Invalid, "This passkey may have been copied, so it is not accepted. Log in another way and remove it.").Coded("passkey_copied")
	ErrNoName    = fault.New(fault.Conflict, "Passkeys need a site with a name. This one is reached by a number.").Coded("passkeys_off")

	errNoKeys  = fault.New(fault.Conflict, "This account has no passkey.").Coded("no_passkey")
	errAbsent  = fault.New(fault.NotFound, "This passkey does not exist.")
	errKnown   = fault.New(fault.Conflict, "This passkey is registered already.").Coded("passkey_known")
	errTooMany = fault.New(fault.Conflict, "You have as many passkeys as there can be. Remove one first.")
	errLastWay = fault.New(fault.Conflict, "This is your last way in. Add another passkey or choose a password first.").Coded("last_way_in")
)

// Deps is what a Service needs.
type Deps struct {
	DB       *db.DB
	Accounts *account.Service
	Notices  *notices.Notices
	Limits   *limit.Limiter // knows Limits()
	Now      func() time.Time
	Log      *slog.Logger

	PublicURL string // where people reach the site
	SiteName  func() string
}

// Service knows everybody's passkeys.
type Service struct {
	Deps
	party *webauthn.WebAuthn // nil: the site has no name
}

// New makes the service. On a site whose public address has no name, every call is ErrNoName.
func New(d Deps) (*Service, error) {
	home, err := url.Parse(d.PublicURL)
	if err != nil {
		return nil, err
	}
	if protocol.ValidateRPID(home.Hostname()) != nil {
		return &Service{Deps: d}, nil
	}
	party, err := webauthn.New(&webauthn.Config{
		RPID: home.Hostname(), RPDisplayName: home.Hostname(), RPOrigins: []string{home.Scheme + "://" + home.Host},
		AttestationPreference:             protocol.PreferNoAttestation,
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore, // password managers say more than they are asked
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
	})
	return &Service{d, party}, err
}

// Sweep removes challenges whose time is over. Nothing depends on it but space.
func (s *Service) Sweep(ctx context.Context) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteExpired(ctx, tx, s.Now()) })
}

// The names of this package's limits.
const (
	limitAsk = "passkeys.ask" // challenges, per address
	limitTry = "passkeys.try" // signatures, per address
)

// Limits are this package's rules.
func Limits() limit.Rules {
	return limit.Rules{
		limitAsk: {Max: 120, Per: 10 * time.Minute},
		limitTry: {Max: 60, Per: 10 * time.Minute},
	}
}
