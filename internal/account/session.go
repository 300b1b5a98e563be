package account

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/limit"
)

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
	ID         string    `json:"_id"`
	AccountID  string    `json:"-"`
	Browser    string    `json:"browser"`
	Network    string    `json:"network" doc:"the address it began at, without its last part"`
	Current    bool      `json:"current" doc:"the session of this call"`
	CreatedAt  time.Time `json:"createdAt"`
	LastSeenAt time.Time `json:"lastSeenAt" doc:"to the minute"`
	ExpiresAt  time.Time `json:"expiresAt"`

	role     Role
	provedAt time.Time
}

// life is how long a session of the role lasts at most.
func life(r Role) time.Duration {
	if r == Admin {
		return staffLife
	}
	return sessionLife
}

// open starts a session in the caller's transaction and returns its token, which
// is stored nowhere.
func (s *Service) open(ctx context.Context, tx *db.Tx, a Account) (token string, session Session, err error) {
	now := s.now()
	token = id.Secret()
	session = Session{
		ID: id.New(now), AccountID: a.ID, role: a.Role,
		Browser: browser(api.UserAgent(ctx)), Network: limit.Network(api.Address(ctx)),
		CreatedAt: now, LastSeenAt: now, provedAt: now, ExpiresAt: now.Add(life(a.Role)),
	}
	if err := insertSession(ctx, tx, session, id.Hash(token)); err != nil {
		return "", Session{}, fmt.Errorf("insert session: %w", err)
	}
	return token, session, nil
}

// Authenticate puts the caller into the context of each request. A request
// without a token, or with one that is unknown, over or revoked, is a guest's;
// guards answer it with 401 where a session is needed. Sessions are looked up for
// each call, so that a revocation holds from the next one on, on every node.
func (s *Service) Authenticate(next http.Handler) http.Handler {
	return s.authenticated(next, s.holderOfToken)
}

const (
	seenFor = time.Second // a session that was live is taken for live so long, where bytes are sent
	maxSeen = 20_000      // such sessions; beyond them each is looked up
)

// AuthenticateFiles is Authenticate for files that are asked for in many requests: a session
// that has just ended may have one second left, and nothing that is kept longer counts without a
// session (trust.md, Sessions 8: within one second, on every node).
func (s *Service) AuthenticateFiles(next http.Handler) http.Handler {
	return s.authenticated(next, func(ctx context.Context, token string) (Caller, error) {
		key, now := id.Hash(token), s.now()
		if c, found := s.seen.Get(key, now); found {
			return c, nil
		}
		c, err := s.holderOfToken(ctx, token)
		if err == nil {
			s.seen.Put(key, c, now)
		}
		return c, err
	})
}

func (s *Service) authenticated(next http.Handler, holder func(ctx context.Context, token string) (Caller, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := s.tokenOf(r)
		if token == "" {
			next.ServeHTTP(w, r)
			return
		}
		caller, err := holder(r.Context(), token)
		switch {
		case errors.Is(err, ErrNoSession):
		case err != nil:
			if r.Context().Err() == nil {
				s.Log.Error("look up a session", "error", err)
			}
			api.WriteFault(w, r, err)
			return
		default:
			ctx := WithCaller(r.Context(), caller)
			if _, known := lang.From(ctx); !known && caller.Language != "" {
				ctx = lang.With(ctx, caller.Language)
			}
			r = r.WithContext(ctx)
		}
		next.ServeHTTP(w, r)
	})
}

// tokenOf reads the request's token. An Authorization header, whatever is in it,
// silences the cookie (trust.md, Sessions 2).
func (s *Service) tokenOf(r *http.Request) string {
	if header := strings.TrimSpace(r.Header.Get("Authorization")); header != "" {
		if scheme, token, two := strings.Cut(header, " "); two && strings.EqualFold(scheme, "Bearer") {
			return strings.TrimSpace(token)
		}
		return header
	}
	cookie, err := r.Cookie(s.cookies.name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// CallerOf is whose session token this is, or ErrNoSession. Who must set up a second
// factor first is nobody yet.
func (s *Service) CallerOf(ctx context.Context, token string) (Caller, error) {
	c, err := s.holderOfToken(ctx, token)
	if err == nil && c.heldBack {
		return Caller{}, ErrNoSession
	}
	return c, err
}

func (s *Service) holderOfToken(ctx context.Context, token string) (Caller, error) {
	var h holder
	err := s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		h, err = selectHolder(ctx, tx, id.Hash(token))
		return err
	})
	if errors.Is(err, db.ErrNone) || err == nil && !h.live(s.now()) {
		return Caller{}, ErrNoSession
	}
	if err != nil {
		return Caller{}, fmt.Errorf("select session: %w", err)
	}
	s.touch(ctx, h)
	return s.callerOf(h), nil
}

func (s *Service) callerOf(h holder) Caller {
	c := h.caller
	c.Proved = s.now().Sub(h.provedAt) < stepUpLife
	c.NewAdmin = c.Role == Admin && s.now().Sub(h.invitedAt) < newAdminFor
	c.heldBack = !h.hasFactor && s.factorRequired(c.Role)
	return c
}

// live reports whether the session still works.
func (h holder) live(now time.Time) bool {
	idle := h.role == Admin && now.Sub(h.LastSeenAt) >= staffIdle
	return now.Before(h.ExpiresAt) && !idle && h.status != StatusSuspended && h.role == h.caller.Role
}

// touch notes the use of a session, at most once a minute. A call does not fail
// for it.
func (s *Service) touch(ctx context.Context, h holder) {
	now := s.now()
	if now.Sub(h.LastSeenAt) < touchEvery {
		return
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return touchSession(ctx, tx, h.ID, now)
	})
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("note the use of a session", "session", h.ID, "error", err)
	}
}

// SessionLive reports whether a session still works: media connections ask at
// their door, where no token is at hand.
func (s *Service) SessionLive(ctx context.Context, tx *db.Tx, sessionID string) (bool, error) {
	h, err := selectHolderByID(ctx, tx, sessionID)
	if errors.Is(err, db.ErrNone) {
		return false, nil
	}
	return err == nil && h.live(s.now()), err
}

// Sessions lists the account's sessions, newest first.
func (s *Service) Sessions(ctx context.Context, tx *db.Tx, accountID string) ([]Session, error) {
	return selectSessions(ctx, tx, accountID, s.now())
}

var errNoSuchSession = fault.New(fault.NotFound, "This session does not exist.")

// Revoke ends one session of the account; another's is as good as absent.
func (s *Service) Revoke(ctx context.Context, tx *db.Tx, accountID, sessionID string) error {
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
func (s *Service) RevokeAll(ctx context.Context, tx *db.Tx, accountID, except string) error {
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
func (s *Service) Logout(ctx context.Context, c Caller) error {
	if c.Guest() {
		return nil
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Revoke(ctx, tx, c.ID, c.SessionID)
	})
	if errors.Is(err, errNoSuchSession) { // another device was quicker
		return nil
	}
	return err
}

// Sweep removes what has expired. Nothing depends on it but space.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return deleteExpired(ctx, tx, s.now())
	})
}
