package socialconnect

import (
	"context"
	"errors"
	"net/http"
	"time"

	"limelight/internal/kit/db"
)

const (
	refreshLife  = 30 * time.Second // whoever asks for fresh tokens has so long, longer than a call takes
	refreshEarly = time.Minute      // before the old ones are over
)

var (
	errRevoked    = errors.New("the tokens are taken no longer")
	errRefreshing = errors.New("another one asks for fresh tokens")
)

// tokensOf are a performer's tokens, fresh ones if need be. A refresh token works once, so one asks for all,
// on every node. stale is the version that X has refused; 0: none.
func (s *Posts) tokensOf(ctx context.Context, x x, performerID string, stale int64) (t tokens, version int64, err error) {
	var c connection
	asks := false
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		asks = false
		c, err = lockConnection(ctx, tx, performerID)
		now := s.Now()
		switch {
		case errors.Is(err, db.ErrNone):
			return ErrNotConnected
		case err != nil:
			return err
		case !c.revoked.IsZero():
			return errRevoked
		case c.version != stale && now.Add(refreshEarly).Before(c.expires):
			return nil
		case now.Before(c.refreshing):
			return errRefreshing
		}
		asks = true
		return claimRefresh(ctx, tx, performerID, now.Add(refreshLife))
	})
	if err != nil {
		return t, 0, err
	}
	if t, err = s.openTokens(c); err != nil || !asks {
		return t, c.version, err
	}
	return s.refreshed(ctx, x, c, t)
}

// refreshed asks X for fresh tokens and keeps them.
func (s *Posts) refreshed(ctx context.Context, x x, c connection, was tokens) (t tokens, version int64, err error) {
	var expires time.Time
	if was.Refresh == "" {
		err = &refusal{status: http.StatusBadRequest}
	} else {
		t, expires, err = x.refresh(ctx, was)
	}
	refused, isRefusal := errors.AsType[*refusal](err)
	switch {
	case isRefusal && (refused.status == http.StatusBadRequest || refused.status == http.StatusUnauthorized):
		return t, 0, s.revoke(ctx, c)
	case err != nil:
		return t, 0, errors.Join(err, s.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error {
			return keepTokens(ctx, tx, c, c.tokens, c.expires, c.version)
		}))
	}
	sealed, err := s.sealTokens(c.accountID, t)
	if err != nil {
		return t, 0, err
	}
	// The old refresh token is used up: whoever goes away now must not take the new one along.
	return t, c.version + 1, s.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error {
		return keepTokens(ctx, tx, c, sealed, expires, c.version+1)
	})
}

// revoke notes that X takes the tokens no longer, and tells the performer, once.
func (s *Posts) revoke(ctx context.Context, c connection) error {
	err := s.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error {
		isNew, err := noteRevoked(ctx, tx, c, s.Now())
		if err != nil || !isNew {
			return err
		}
		return s.Events.Publish(ctx, tx, Revoked{c.accountID, c.username})
	})
	if err != nil {
		return err
	}
	return errRevoked
}
