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
	"limelight/internal/kit/id"
	"limelight/internal/kit/lang"
)

// Authenticate puts the caller into the context of each request. A request
// without a token, or with one that is unknown, over or revoked, is a guest's;
// guards answer it with 401 where a session is needed. Sessions are looked up for
// each call, so that a revocation holds from the next one on, on every node.
func (s *LoginSessions) Authenticate(next http.Handler) http.Handler {
	return s.authenticated(next, s.holderOfToken)
}

const (
	seenFor = time.Second // a session that was live is taken for live so long, where bytes are sent
	maxSeen = 20_000      // such sessions; beyond them each is looked up
)

// AuthenticateFiles is Authenticate for files that are asked for in many requests: a session
// that has just ended may have one second left, and nothing that is kept longer counts without a
// session (trust.md, Sessions 8: within one second, on every node).
func (s *LoginSessions) AuthenticateFiles(next http.Handler) http.Handler {
	return s.authenticated(next, func(ctx context.Context, token string) (Caller, error) {
		key, now := id.Hash(token), s.Now()
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

func (s *LoginSessions) authenticated(next http.Handler, holder func(ctx context.Context, token string) (Caller, error)) http.Handler {
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
func (s *LoginSessions) tokenOf(r *http.Request) string {
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
func (s *LoginSessions) CallerOf(ctx context.Context, token string) (Caller, error) {
	c, err := s.holderOfToken(ctx, token)
	if err == nil && c.heldBack {
		return Caller{}, ErrNoSession
	}
	return c, err
}

func (s *LoginSessions) holderOfToken(ctx context.Context, token string) (Caller, error) {
	var h holder
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		h, err = selectHolder(ctx, tx, id.Hash(token))
		return err
	})
	if errors.Is(err, db.ErrNone) || err == nil && !h.live(s.Now()) {
		return Caller{}, ErrNoSession
	}
	if err != nil {
		return Caller{}, fmt.Errorf("select session: %w", err)
	}
	s.touch(ctx, h)
	return s.callerOf(h), nil
}

func (s *LoginSessions) callerOf(h holder) Caller {
	c := h.caller
	c.Proved = s.Now().Sub(h.provedAt) < stepUpLife
	c.NewAdmin = c.Role == Admin && s.Now().Sub(h.invitedAt) < newAdminFor
	c.heldBack = !h.hasFactor && s.factorRequired(c.Role)
	return c
}

// live reports whether the session still works.
func (h holder) live(now time.Time) bool {
	idle := h.role == Admin && now.Sub(h.LastSeenAt) >= staffIdle
	return now.Before(h.ExpiresAt) && !idle && h.status != StatusSuspended && h.ownerStatus != StatusSuspended && h.role == h.caller.Role
}

// touch notes the use of a session, at most once a minute. A call does not fail
// for it.
func (s *LoginSessions) touch(ctx context.Context, h holder) {
	now := s.Now()
	if now.Sub(h.LastSeenAt) < touchEvery {
		return
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return touchSession(ctx, tx, h.ID, now)
	})
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("note the use of a session", "session", h.ID, "error", err)
	}
}
