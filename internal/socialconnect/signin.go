package socialconnect

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// SignIns let members register and log in by X.
type SignIns struct{ *Setups }

// Entered is how a login by X goes on: it is done, a code is wanted, or they are not registered yet.
type Entered struct {
	account.LoginAnswer
	Registration *Registration `json:"registration,omitempty" doc:"nobody is registered with this account of X: what the form begins with"`
}

// Registration is what the form of somebody who comes by X begins with.
type Registration struct {
	Handle   string `json:"handle" doc:"on X, without the @"`
	Username string `json:"username" doc:"a suggestion"`
	Name     string `json:"name"`
	Email    string `json:"email" doc:"empty: X tells none"`
}

// Enter logs in by an answer of X, in the browser that asked. The answer is used up by a session or its ticket.
func (s *SignIns) Enter(ctx context.Context, flowID string) (out Entered, err error) {
	if err := s.admit(ctx, limitAnswer); err != nil {
		return out, err
	}
	var f flow
	var memberID string
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.signsIn(ctx, tx); err != nil {
			return err
		}
		if f, err = s.proved(ctx, tx, flowID); err != nil {
			return err
		}
		memberID, _, err = db.Maybe(ctx, tx, db.String, `SELECT account_id FROM social_identities WHERE person_id = $1`, f.personID)
		return err
	})
	if err != nil {
		return out, err
	}
	if memberID == "" {
		out.Registration = &Registration{Handle: f.username, Username: suggested(f.username), Name: f.name, Email: f.email}
		return out, nil
	}
	e, err := s.Accounts.LoginProven(ctx, memberID)
	if err != nil {
		return out, err
	}
	if err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteFlow(ctx, tx, f.id) }); err != nil {
		return out, err
	}
	out.LoginAnswer = s.Accounts.Answer(ctx, e)
	return out, nil
}

// signsIn is ErrOff when nobody logs in by X.
func (s *SignIns) signsIn(ctx context.Context, tx *db.Tx) error {
	setup, err := s.activeIn(ctx, tx)
	if err == nil && !setup.SignIn {
		err = ErrOff
	}
	return err
}

// suggested is a name of X as a username here, which has letters and digits alone.
func suggested(username string) string {
	bare := make([]byte, 0, len(username))
	for _, c := range []byte(username) {
		if c != '_' {
			bare = append(bare, c)
		}
	}
	return string(bare)
}

// Register makes a member who comes by X. Everything holds that holds for others: the age, the names, and that
// the mail address is verified by a mail, whoever said whose it is. An address that is somebody's makes no
// way into their account.
func (s *SignIns) Register(ctx context.Context, flowID string, n account.NewAccount) error {
	if err := s.Accounts.AdmitRegistration(ctx); err != nil {
		return err
	}
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.signsIn(ctx, tx); err != nil {
			return err
		}
		_, err := s.proved(ctx, tx, flowID)
		return err
	})
	if err != nil {
		return err
	}
	n.Role, n.Stranger, n.Verified = account.Member, true, false
	n.Password, n.Random = id.Secret(), true
	if n, err = s.Accounts.Prepare(ctx, n); err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		f, err := s.proved(ctx, tx, flowID)
		if err != nil {
			return err
		}
		if err := deleteFlow(ctx, tx, f.id); err != nil {
			return err
		}
		a, err := s.Accounts.Create(ctx, tx, n)
		if err != nil {
			return err
		}
		isNew, err := insertIdentity(ctx, tx, Identity{f.personID, a.ID, f.username, s.Now()})
		if err == nil && !isNew {
			err = ErrFlowOver // another page of theirs was quicker
		}
		return err
	})
}

// Identity is an account of X by which a member logs in.
type Identity struct {
	PersonID    string    `json:"-" db:"person_id"`
	AccountID   string    `json:"-" db:"account_id"`
	Username    string    `json:"username" doc:"on X, without the @" db:"username"`
	ConnectedAt time.Time `json:"connectedAt" db:"connected_at"`
}

// link lets a member who is logged in log in by X from now on. An account that never showed that its mail
// address is its own holds nothing back: somebody may have registered it with the member's address.
func (s *SignIns) link(ctx context.Context, tx *db.Tx, memberID string, who person) error {
	was, found, err := db.Maybe(ctx, tx, identityRows.Scan, `
		SELECT `+identityRows.Columns+` FROM social_identities WHERE person_id = $1`, who.ID)
	if err != nil {
		return err
	}
	if found && was.AccountID == memberID {
		return nil
	}
	if found {
		other, err := s.Accounts.Get(ctx, tx, was.AccountID)
		if err != nil {
			return err
		}
		if other.EmailVerified {
			return errTaken
		}
	}
	if err := deleteIdentities(ctx, tx, who.ID, memberID); err != nil {
		return err
	}
	isNew, err := insertIdentity(ctx, tx, Identity{who.ID, memberID, who.Username, s.Now()})
	if err != nil {
		return err
	}
	if !isNew {
		return errTaken
	}
	return s.Events.Publish(ctx, tx, IdentityChanged{memberID, who.Username, true})
}

// SignIn is by which account of X a member logs in; nil: by none.
func (s *SignIns) SignIn(ctx context.Context, memberID string) (found *Identity, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		one, err := selectIdentity(ctx, tx, memberID)
		if errors.Is(err, db.ErrNone) {
			return nil
		}
		found = &one
		return err
	})
	return found, err
}

// Unlink ends that a member logs in by X.
func (s *SignIns) Unlink(ctx context.Context, memberID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		was, err := selectIdentity(ctx, tx, memberID)
		if errors.Is(err, db.ErrNone) {
			return ErrNotConnected
		}
		if err != nil {
			return err
		}
		if err := deleteIdentities(ctx, tx, was.PersonID, memberID); err != nil {
			return err
		}
		return s.Events.Publish(ctx, tx, IdentityChanged{memberID, was.Username, false})
	})
}

// errTerms refuses a registration without them.
var errTerms = fault.Refuse(fault.Problem{Property: "terms", Rule: "required", Text: fault.Required})

// EndLogins ends the login by X of an account that has a new password by a mailed link.
func (s *SignIns) EndLogins(ctx context.Context, tx *db.Tx, accountID string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM social_identities WHERE account_id = $1`, accountID); err != nil {
		return fmt.Errorf("end the login by X of %s: %w", accountID, err)
	}
	return nil
}
