package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/ttlcache"
)

// LoginSessions are the logins of all accounts, each on one device.
type LoginSessions struct {
	*core
	seen *ttlcache.Cache[string, Caller] // by the hash of their tokens
}

// How long sessions last (trust.md, Sessions 1).
const (
	sessionLife = 365 * 24 * time.Hour
	staffLife   = 12 * time.Hour
	staffIdle   = time.Hour
	touchEvery  = time.Minute // how exactly last use is known
	stepUpLife  = 10 * time.Minute
	firstRetry  = 2 * time.Second
)

// Session is a login on one device.
type Session struct {
	ID         string    `json:"_id" db:"id"`
	AccountID  string    `json:"-" db:"account_id"`
	Browser    string    `json:"browser" db:"browser"`
	Network    string    `json:"network" doc:"the address it began at, without its last part" db:"network"`
	Current    bool      `json:"current" doc:"the session of this call"`
	CreatedAt  time.Time `json:"createdAt" db:"created_at"`
	LastSeenAt time.Time `json:"lastSeenAt" doc:"to the minute" db:"last_seen_at"`
	ExpiresAt  time.Time `json:"expiresAt" db:"expires_at"`

	role     Role      `db:"role"`
	provedAt time.Time `db:"proved_at"`
}

// life is how long a session of the role lasts at most.
func life(r Role) time.Duration {
	if r == Admin {
		return staffLife
	}
	return sessionLife
}

// open starts a session in the caller's transaction, publishes the login and mails the owner
// when the device is new. The token is stored nowhere. provedAt is when its holder proved
// themselves here, zero when another site did: StepUp asks them then.
func (s *LoginSessions) open(ctx context.Context, tx *db.Tx, a Account, provedAt time.Time) (token string, session Session, err error) {
	if err := s.ownerOpen(ctx, tx, a); err != nil {
		return "", Session{}, err
	}
	now := s.Now()
	token = id.Secret()
	session = Session{
		ID: id.New(now), AccountID: a.ID, role: a.Role,
		Browser: browser(api.UserAgent(ctx)), Network: limit.Network(api.Address(ctx)),
		CreatedAt: now, LastSeenAt: now, provedAt: provedAt, ExpiresAt: now.Add(life(a.Role)),
	}
	if err := insertSession(ctx, tx, session, id.Hash(token)); err != nil {
		return "", Session{}, fmt.Errorf("insert session: %w", err)
	}
	return token, session, s.noteLogin(ctx, tx, a, session)
}

func (s *LoginSessions) noteLogin(ctx context.Context, tx *db.Tx, a Account, session Session) error {
	isNew, hadAny, err := noteDevice(ctx, tx, a.ID, deviceOf(ctx), s.Now())
	if err != nil {
		return fmt.Errorf("note a device: %w", err)
	}
	event := LoggedIn{AccountID: a.ID, SessionID: session.ID, Browser: session.Browser, NewDevice: isNew && hadAny, At: s.Now()}
	if event.NewDevice {
		if err := notify(ctx, tx, s.Notices, newDeviceNotice, a, loggedIn{a.Username, session.Browser, session.CreatedAt}); err != nil {
			return err
		}
	}
	return s.Events.Publish(ctx, tx, event)
}

// SessionLive reports whether a session still works: media connections ask,
// which have no token at hand.
func (s *LoginSessions) SessionLive(ctx context.Context, tx *db.Tx, sessionID string) (bool, error) {
	h, err := selectHolderByID(ctx, tx, sessionID)
	if errors.Is(err, db.ErrNone) {
		return false, nil
	}
	return err == nil && h.live(s.Now()), err
}

// SessionsLive says which of some sessions still work.
func (s *LoginSessions) SessionsLive(ctx context.Context, tx *db.Tx, sessionIDs ...string) (map[string]bool, error) {
	found, err := selectHoldersByID(ctx, tx, sessionIDs)
	live := make(map[string]bool, len(found))
	for _, h := range found {
		live[h.ID] = h.live(s.Now())
	}
	return live, err
}

// Sessions lists the account's sessions, newest first.
func (s *LoginSessions) Sessions(ctx context.Context, tx *db.Tx, accountID string) ([]Session, error) {
	return selectSessions(ctx, tx, accountID, s.Now())
}

var errNoSuchSession = fault.New(fault.NotFound, "This session does not exist.")

// Revoke ends one session of the account; another's is as good as absent.
func (s *LoginSessions) Revoke(ctx context.Context, tx *db.Tx, accountID, sessionID string) error {
	gone, err := deleteSession(ctx, tx, accountID, sessionID)
	if err != nil {
		return fmt.Errorf("delete session: %w", err)
	}
	if !gone {
		return errNoSuchSession
	}
	return s.Events.Publish(ctx, tx, SessionsRevoked{AccountID: accountID, SessionIDs: []string{sessionID}})
}

// RevokeAll ends every session of the account but one; except may be empty.
func (s *LoginSessions) RevokeAll(ctx context.Context, tx *db.Tx, accountID, except string) error {
	gone, err := deleteSessions(ctx, tx, accountID, except)
	if err != nil {
		return fmt.Errorf("delete sessions: %w", err)
	}
	if len(gone) == 0 {
		return nil
	}
	return s.Events.Publish(ctx, tx, SessionsRevoked{AccountID: accountID, SessionIDs: gone})
}

// Logout ends the caller's session. A guest's is over already.
func (s *LoginSessions) Logout(ctx context.Context, c Caller) error {
	if c.Guest() {
		return nil
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Revoke(ctx, tx, c.ID, c.SessionID)
	})
	if errors.Is(err, errNoSuchSession) { // another device was quicker
		return nil
	}
	return err
}

// Sweep removes what has expired. Nothing depends on it but space.
func (s *LoginSessions) Sweep(ctx context.Context) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return deleteExpired(ctx, tx, s.Now())
	})
}

// logout is public: whose session is over already is logged out all the same,
// and the cookies go.
func (s *LoginSessions) logout(ctx context.Context, _ *struct{}) (api.Done, error) {
	if err := s.Logout(ctx, SessionFrom(ctx)); err != nil {
		return api.Done{}, err
	}
	s.cookies.clear(ctx)
	return api.OK, nil
}

func (s *LoginSessions) list(ctx context.Context, _ *struct{}) (page api.List[Session], err error) {
	me := CallerFrom(ctx)
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		page.Data, err = s.Sessions(ctx, tx, me.ID)
		return err
	})
	for i := range page.Data {
		page.Data[i].Current = page.Data[i].ID == me.SessionID
	}
	page.Total = len(page.Data)
	return page, err
}

type sessionInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *LoginSessions) revoke(ctx context.Context, in *sessionInput) (api.Done, error) {
	me := CallerFrom(ctx)
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Revoke(ctx, tx, me.ID, in.ID)
	})
	if err == nil && in.ID == me.SessionID {
		s.cookies.clear(ctx)
	}
	return api.OK, err
}

func (s *LoginSessions) revokeOthers(ctx context.Context, _ *struct{}) (api.Done, error) {
	me := CallerFrom(ctx)
	return api.OK, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.RevokeAll(ctx, tx, me.ID, me.SessionID)
	})
}
