package socialconnect

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/oauth2"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/secretbox"
)

// Flows are questions to X, from the first press to the answer.
type Flows struct {
	*Setups
	posts   *Posts
	signIns *SignIns
}

// purpose is what X is asked for.
type purpose string

const (
	forPosts purpose = "post"  // a performer lets the site post for her
	forLink  purpose = "link"  // a member who is logged in will log in by X
	forLogin purpose = "login" // somebody logs in, or registers
)

const (
	askLife    = 10 * time.Minute // X's page is open so long
	provedLife = 30 * time.Minute // and then the form of a registration

	maxState = 100 // bytes
	maxCode  = 2000
)

// flow is a question to X that waits for its answer.
type flow struct {
	id        string    `db:"id"`
	purpose   purpose   `db:"purpose"`
	accountID string    `db:"account_id"`
	verifier  string    `db:"verifier"`
	next      string    `db:"next"`
	personID  string    `db:"person_id"`
	username  string    `db:"username"`
	name      string    `db:"name"`
	email     string    `db:"email"`
	expires   time.Time `db:"expires_at"`
}

func verifierPlace(flowID string) secretbox.Place {
	return secretbox.Place{Table: "social_flows", Column: "verifier", Row: flowID}
}

// Connect begins a question to X and returns the page of X that asks it. What is asked for follows from who
// calls: a performer wants posts, a member who is logged in another way in, and a guest logs in.
func (s *Flows) Connect(ctx context.Context, next string) (address string, err error) {
	if err := s.admit(ctx, limitConnect); err != nil {
		return "", err
	}
	setup, err := s.active(ctx)
	if err != nil {
		return "", err
	}
	f := flow{id: id.New(s.Now()), next: next, expires: s.Now().Add(askLife)}
	if f.purpose, f.accountID, err = wanted(ctx, setup); err != nil {
		return "", err
	}
	verifier, state := oauth2.GenerateVerifier(), id.Secret()
	if f.verifier, err = s.Keys.Seal(verifierPlace(f.id), []byte(verifier)); err != nil {
		return "", err
	}
	browser := s.browser(ctx)
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return insertFlow(ctx, tx, f, id.Hash(state), id.Hash(browser))
	})
	if err != nil {
		return "", err
	}
	return s.x(setup).config(f.purpose).AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)), nil
}

// wanted is what a caller may ask X for.
func wanted(ctx context.Context, setup Setup) (purpose, string, error) {
	me := account.CallerFrom(ctx)
	switch {
	case account.SessionFrom(ctx).ID != me.ID:
		return "", "", account.ErrTwoFactorWanted
	case me.Role == account.Performer:
		return forPosts, me.ID, nil
	case !setup.SignIn:
		return "", "", ErrOff
	case me.Guest():
		return forLogin, "", nil
	case me.Role == account.Member:
		return forLink, me.ID, account.Proved(ctx)
	}
	return "", "", account.ErrForbidden
}

// browser is the secret by which a browser is known while X is asked. One that is there stays, so that
// two pages may ask at once.
func (s *Flows) browser(ctx context.Context) string {
	secret := api.Cookie(ctx, s.cookie())
	if len(secret) != len(id.Secret()) {
		secret = id.Secret()
	}
	api.SetCookie(ctx, &http.Cookie{
		Name: s.cookie(), Value: secret, Path: "/", MaxAge: int((askLife + provedLife).Seconds()),
		HttpOnly: true, Secure: s.secure(), SameSite: http.SameSiteLaxMode, // Lax: X leads back here
	})
	return secret
}

func (s *Setups) cookie() string {
	if s.secure() {
		return "__Host-connect"
	}
	return "connect"
}

// outcome is how a question ended, for the page that it leads back to.
type outcome string

const (
	connected outcome = "connected"
	denied    outcome = "denied"
	over      outcome = "expired"
	taken     outcome = "taken"
	failed    outcome = "failed"
)

// answer is what X's page sent back through the browser.
type answer struct{ state, code, refused string }

// Answered ends a question, and says of what purpose it was and how it ended. Of one that is proved for a
// login it returns the id.
func (s *Flows) Answered(ctx context.Context, a answer) (f flow, end outcome) {
	if s.admit(ctx, limitAnswer) != nil || a.state == "" || len(a.state) > maxState || len(a.code) > maxCode {
		return f, over
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		f, err = answerFlow(ctx, tx, id.Hash(a.state), id.Hash(api.Cookie(ctx, s.cookie())), s.Now())
		return err
	})
	switch {
	case errors.Is(err, db.ErrNone):
		return f, over
	case err != nil:
		s.Log.Error("look up a question to X", "error", err)
		return f, failed
	case f.accountID != account.CallerFrom(ctx).ID:
		return f, over
	case a.refused == "access_denied":
		return f, denied
	case a.refused != "" || a.code == "":
		return f, failed
	}
	err = s.prove(ctx, &f, a.code)
	switch {
	case errors.Is(err, errTaken):
		return f, taken
	case err != nil:
		s.Log.Warn("an account of X was not connected", "purpose", f.purpose, "error", err)
		return f, failed
	}
	return f, connected
}

// prove gives the code to X and keeps who it is.
func (s *Flows) prove(ctx context.Context, f *flow, code string) error {
	setup, err := s.active(ctx)
	if err != nil {
		return err
	}
	verifier, err := s.Keys.Open(verifierPlace(f.id), f.verifier)
	if err != nil {
		return err
	}
	x := s.x(setup)
	given, expires, err := x.exchange(ctx, f.purpose, code, string(verifier))
	if err != nil {
		return fmt.Errorf("exchange the code: %w", err)
	}
	who, err := x.me(ctx, given)
	if err != nil {
		return fmt.Errorf("ask who it is: %w", err)
	}
	return s.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error {
		if now, err := s.activeIn(ctx, tx); err != nil || !now.sameClient(setup) {
			return errors.Join(ErrFlowOver, err)
		}
		switch f.purpose {
		case forPosts:
			return s.posts.connect(ctx, tx, f.accountID, who, given, expires)
		case forLink:
			return s.signIns.link(ctx, tx, f.accountID, who)
		}
		return proveFlow(ctx, tx, f.id, who, s.Now().Add(provedLife))
	})
}

// proved is a login that X has proved, in the browser that asked.
func (s *SignIns) proved(ctx context.Context, tx *db.Tx, flowID string) (flow, error) {
	f, err := selectProved(ctx, tx, flowID, id.Hash(api.Cookie(ctx, s.cookie())), s.Now())
	if errors.Is(err, db.ErrNone) {
		return f, ErrFlowOver
	}
	return f, err
}

// errTaken says that an account of X opens another account.
var errTaken = fault.New(fault.Conflict, "This account of X (Twitter) belongs to another account here.")
