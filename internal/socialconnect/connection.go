package socialconnect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/secretbox"
)

// Posts post on X that performers are live.
type Posts struct{ *Setups }

// connection is where it is posted that a performer is live.
type connection struct {
	accountID   string    `db:"account_id"`
	personID    string    `db:"person_id"`
	username    string    `db:"username"`
	tokens      string    `db:"tokens"`
	expires     time.Time `db:"expires_at"`
	version     int64     `db:"version"`
	refreshing  time.Time `db:"refreshing_until"`
	revoked     time.Time `db:"revoked_at"`
	isActive    bool      `db:"is_active"`
	autoTweet   bool      `db:"auto_tweet"`
	text        string    `db:"text"`
	connectedAt time.Time `db:"connected_at"`
}

// posts reports whether it is posted that she is live.
func (c connection) posts() bool { return c.isActive && c.autoTweet && c.revoked.IsZero() }

func tokensPlace(accountID string) secretbox.Place {
	return secretbox.Place{Table: "social_connections", Column: "tokens", Row: accountID}
}

func (s *Posts) sealTokens(accountID string, t tokens) (string, error) {
	text, err := json.Marshal(t)
	if err != nil {
		return "", err
	}
	return s.Keys.Seal(tokensPlace(accountID), text)
}

func (s *Posts) openTokens(c connection) (t tokens, err error) {
	text, err := s.Keys.Open(tokensPlace(c.accountID), c.tokens)
	if err != nil {
		return t, fmt.Errorf("open the tokens of %s: %w", c.accountID, err)
	}
	return t, json.Unmarshal(text, &t)
}

// connect keeps what X lets the site do for a performer. Who connects again keeps text and switches.
func (s *Posts) connect(ctx context.Context, tx *db.Tx, performerID string, who person, given tokens, expires time.Time) error {
	sealed, err := s.sealTokens(performerID, given)
	if err != nil {
		return err
	}
	return upsertConnection(ctx, tx, connection{
		accountID: performerID, personID: who.ID, username: who.Username, tokens: sealed, expires: expires, version: 1,
		isActive: true, text: lang.In(ctx)(defaultText), connectedAt: s.Now(),
	})
}

// Settings are what a performer decides about her posts.
type Settings struct {
	IsActive  bool   `json:"isActive" doc:"the connection is used"`
	AutoTweet bool   `json:"autoTweet" doc:"it is posted when I go live in public, at most once an hour"`
	Text      string `json:"text" maxLength:"600" doc:"with {name}, {headline}, {url} and {time}"`
}

// Change keeps what a performer decides.
func (s *Posts) Change(ctx context.Context, performerID string, to Settings) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := s.activeIn(ctx, tx); err != nil {
			return err
		}
		f, err := s.facts(ctx, tx, performerID)
		if err != nil {
			return err
		}
		if to.Text, err = checked(to.Text, f); err != nil {
			return err
		}
		n, err := db.Exec(ctx, tx, `
			UPDATE social_connections SET is_active = $2, auto_tweet = $3, text = $4 WHERE account_id = $1`,
			performerID, to.IsActive, to.AutoTweet, to.Text)
		if err == nil && n == 0 {
			err = ErrNotConnected
		}
		return err
	})
}

// facts are what the variables stand for now.
func (s *Posts) facts(ctx context.Context, tx *db.Tx, performerID string) (facts, error) {
	p, err := s.Performers.Profile(ctx, tx, performerID)
	return facts{p, s.Home() + "/room/" + p.Username, s.Now()}, err
}

// Preview is how a text would be posted.
type Preview struct {
	Text   string `json:"text"`
	Length int    `json:"length" doc:"as X counts"`
	Most   int    `json:"most"`
}

// Preview fills in a text as it would be now.
func (s *Posts) Preview(ctx context.Context, performerID, text string) (p Preview, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		f, err := s.facts(ctx, tx, performerID)
		p.Text = render(text, f)
		return err
	})
	p.Length, p.Most = length(p.Text), MaxPost
	return p, err
}

// Connection is a connection as its performer sees it.
type Connection struct {
	Available bool `json:"available" doc:"X is set up on this site"`
	Connected bool `json:"connected"`
	Settings
	Username       string     `json:"username" doc:"on X, without the @"`
	NeedsReconnect bool       `json:"needsReconnect" doc:"X takes the site's word no longer"`
	Hidden         bool       `json:"hidden" doc:"I hide from somebody by country or altogether, so nothing is posted: X is read everywhere"`
	ConnectedAt    *time.Time `json:"connectedAt,omitempty"`
	Posts          []Post     `json:"posts" doc:"the last twenty, newest first"`
}

// Connection is a performer's own.
func (s *Posts) Connection(ctx context.Context, performerID string) (view Connection, err error) {
	view.Posts = []Post{}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		setup, _, err := s.setup(ctx, tx)
		if err != nil {
			return err
		}
		view.Available = setup.Active
		if view.Posts, err = selectPosts(ctx, tx, performerID); err != nil {
			return err
		}
		if view.Hidden, err = s.Performers.Hides(ctx, tx, performerID); err != nil {
			return err
		}
		c, err := selectConnection(ctx, tx, performerID)
		if errors.Is(err, db.ErrNone) {
			return nil
		}
		view.Connected, view.Settings = true, Settings{c.isActive, c.autoTweet, c.text}
		view.Username, view.NeedsReconnect, view.ConnectedAt = c.username, !c.revoked.IsZero(), &c.connectedAt
		return err
	})
	return view, err
}

// Disconnect forgets a performer's connection and what waits to be posted, and then takes the tokens back at X,
// if that answers: without them nothing can be posted anyhow.
func (s *Posts) Disconnect(ctx context.Context, performerID string) error {
	var was connection
	var setup Setup
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if setup, _, err = s.setup(ctx, tx); err != nil {
			return err
		}
		if was, err = selectConnection(ctx, tx, performerID); errors.Is(err, db.ErrNone) {
			return ErrNotConnected
		}
		if err != nil {
			return err
		}
		return deleteConnection(ctx, tx, performerID)
	})
	if err != nil || !was.revoked.IsZero() {
		return err
	}
	held, err := s.openTokens(was)
	if err == nil {
		err = s.x(setup).revoke(ctx, held)
	}
	if err != nil {
		s.Log.Warn("the tokens of X were not taken back", "error", err)
	}
	return nil
}
