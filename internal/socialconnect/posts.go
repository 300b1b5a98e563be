package socialconnect

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/recovery"
)

const (
	postGap     = time.Hour           // between two posts of an account
	keptPosts   = 90 * 24 * time.Hour // and so long they are shown
	claimLife   = 2 * time.Minute     // after which another node may try
	firstPause  = 15 * time.Second    // doubled with each failure
	maxAttempts = 7                   // over a quarter of an hour
	maxWait     = time.Hour           // that X may ask for
	atOnce      = 8                   // posts under way at once
	shownPosts  = 20                  // to their performer
	restPause   = 3 * time.Second     // while another one asks for fresh tokens
	// Every is how often to look for what is due.
	Every = 3 * time.Second
)

// Failure is why a post was not made.
type Failure string

// The failures. Those above the line may pass by themselves.
const (
	Unreachable Failure = "unreachable" // X does not answer, or not as it should
	Busy        Failure = "busy"        // X asks to wait

	Reconnect Failure = "reconnect" // X takes the tokens no longer
	Duplicate Failure = "duplicate" // X has the same text already
	Refused   Failure = "refused"   // X does not want it
	Over      Failure = "over"      // the show ended before
	Hidden    Failure = "hidden"    // she hides from somebody
	Off       Failure = "off"       // she, or the operator, has switched it off
)

// Post is a post as its performer sees it.
type Post struct {
	ID        string    `json:"_id" db:"id"`
	ShowID    string    `json:"-" db:"show_id"`
	Text      string    `json:"text" db:"text"`
	Status    string    `json:"status" enum:"waiting,sending,sent,failed" db:"status"`
	Failure   Failure   `json:"failure,omitempty" enum:"unreachable,busy,reconnect,duplicate,refused,over,hidden,off" doc:"why it was not made, or not yet" db:"failure"`
	Said      string    `json:"said,omitempty" doc:"what X said of it" db:"said"`
	RemoteID  string    `json:"-" db:"remote_id"`
	Link      string    `json:"link,omitempty" doc:"where it is"`
	DueAt     time.Time `json:"dueAt" doc:"of one that waits: when it is tried next" db:"due_at"`
	CreatedAt time.Time `json:"createdAt" db:"created_at"`

	accountID string    `db:"account_id"`
	unsure    bool      `db:"unsure"`
	attempts  int       `db:"attempts"`
	claim     string    `db:"claim"`
	sentAt    time.Time `db:"sent_at"`
}

// WentLive has it posted that a performer is live, soon after the caller's transaction. It is called each time
// that a public show gets a picture.
func (s *Posts) WentLive(ctx context.Context, tx *db.Tx, performerID, showID string) error {
	c, err := lockConnection(ctx, tx, performerID)
	if errors.Is(err, db.ErrNone) || err == nil && !c.posts() {
		return nil
	}
	if err != nil {
		return err
	}
	if setup, _, err := s.setup(ctx, tx); err != nil || !setup.Active {
		return err
	}
	now := s.Now()
	soon, err := postedSince(ctx, tx, performerID, "", now.Add(-postGap))
	if err != nil || soon {
		return err
	}
	f, err := s.facts(ctx, tx, performerID)
	if err != nil {
		return err
	}
	return insertPost(ctx, tx, Post{
		ID: id.New(now), ShowID: showID, Text: render(c.text, f), Status: "waiting", DueAt: now, CreatedAt: now, accountID: performerID,
	})
}

// Retry has a post tried again that has failed, while she is live. One that X may have keeps its text: X knows it by that.
func (s *Posts) Retry(ctx context.Context, performerID, postID string) error {
	if err := s.Limits.Allow(ctx, limitRetry, performerID); err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err := lockConnection(ctx, tx, performerID)
		if errors.Is(err, db.ErrNone) {
			return ErrNotConnected
		}
		if err != nil {
			return err
		}
		p, err := selectPost(ctx, tx, performerID, postID)
		switch {
		case errors.Is(err, db.ErrNone):
			return ErrNoPost
		case err != nil:
			return err
		case p.Status != "failed":
			return ErrNotFailed
		}
		public, err := s.Performers.IsPublic(ctx, tx, performerID)
		if err != nil {
			return err
		}
		if !public {
			return ErrNotLive
		}
		soon, err := postedSince(ctx, tx, performerID, p.ID, s.Now().Add(-postGap))
		if err != nil {
			return err
		}
		if soon {
			return ErrTooSoon
		}
		if !p.unsure { // as she has written it since, or at least with another time
			f, err := s.facts(ctx, tx, performerID)
			if err != nil {
				return err
			}
			p.Text = render(c.text, f)
		}
		return resetPost(ctx, tx, p, s.Now())
	})
}

// Send posts what is due and returns when nothing is. It bears being run twice, on two nodes at once.
func (s *Posts) Send(ctx context.Context) error {
	for ctx.Err() == nil {
		var due []Post
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			now := s.Now()
			due, err = claimPosts(ctx, tx, id.New(now), now, now.Add(claimLife), atOnce)
			return err
		})
		if err != nil || len(due) == 0 {
			return err
		}
		var all sync.WaitGroup
		errs := make([]error, len(due))
		for i, p := range due {
			all.Go(func() {
				errs[i] = recovery.Run(s.Log, "social.post", func() error { return s.send(ctx, p) })
			})
		}
		all.Wait()
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
	return nil
}

// send tries one post that is claimed, and writes down what became of it.
func (s *Posts) send(ctx context.Context, p Post) error {
	setup, why, err := s.mayPost(ctx, p)
	if err != nil {
		return err
	}
	if why != "" {
		p.Failure, p.Status = why, "failed"
		return s.settle(ctx, p)
	}
	return s.settle(ctx, s.tried(p, s.attempt(ctx, s.x(setup), &p)))
}

// mayPost is how X is set up, or why the post is made no more: what held when the show began may not any longer.
func (s *Posts) mayPost(ctx context.Context, p Post) (setup Setup, why Failure, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if setup, _, err = s.setup(ctx, tx); err != nil {
			return err
		}
		c, err := selectConnection(ctx, tx, p.accountID)
		switch {
		case errors.Is(err, db.ErrNone):
			why = Off
			return nil
		case err != nil:
			return err
		case !c.revoked.IsZero():
			why = Reconnect
			return nil
		case !setup.Active || !c.isActive || !c.autoTweet:
			why = Off
			return nil
		}
		public, err := s.Performers.IsPublic(ctx, tx, p.accountID)
		if err != nil || !public {
			why = Over
			return err
		}
		hides, err := s.Performers.Hides(ctx, tx, p.accountID)
		if hides {
			why = Hidden
		}
		return err
	})
	return setup, why, err
}

// attempt makes one attempt; tokens that X refuses are replaced once. p learns the post's id.
func (s *Posts) attempt(ctx context.Context, x x, p *Post) error {
	stale := int64(0)
	for {
		t, version, err := s.tokensOf(ctx, x, p.accountID, stale)
		if err != nil {
			return notSent{err}
		}
		p.RemoteID, err = x.post(ctx, t, p.Text)
		refused, isRefusal := errors.AsType[*refusal](err)
		if !isRefusal || refused.status != http.StatusUnauthorized {
			return err
		}
		if stale != 0 { // fresh ones are refused, too
			return notSent{s.revoke(ctx, connection{accountID: p.accountID, version: version})}
		}
		stale = version
	}
}

// notSent is what went wrong before a post was on its way.
type notSent struct{ error }

func (n notSent) Unwrap() error { return n.error }

// tried is the post after an attempt.
func (s *Posts) tried(p Post, err error) Post {
	now := s.Now()
	p.Failure, p.Said = "", ""
	pause := firstPause << min(p.attempts-1, maxAttempts)
	refused, isRefusal := errors.AsType[*refusal](err)
	_, before := errors.AsType[notSent](err)
	switch {
	case err == nil:
		p.Status, p.sentAt = "sent", now
		return p
	case errors.Is(err, errRefreshing):
		p.Status, p.DueAt, p.attempts = "waiting", now.Add(restPause), p.attempts-1
		return p
	case errors.Is(err, errRevoked):
		p.Status, p.Failure = "failed", Reconnect
		return p
	case errors.Is(err, ErrNotConnected):
		p.Status, p.Failure = "failed", Off
		return p
	case isRefusal && !before && refused.duplicate() && p.unsure: // the answer of an earlier attempt got lost
		p.Status, p.sentAt = "sent", now
		return p
	case isRefusal && refused.status == http.StatusTooManyRequests:
		p.Failure = Busy
		if wait := refused.after.Sub(now); wait > pause {
			pause = min(wait, maxWait)
		}
	case !isRefusal || refused.status >= http.StatusInternalServerError || refused.status == http.StatusRequestTimeout:
		p.Failure, p.unsure = Unreachable, p.unsure || !before
		s.Log.Warn("X did not take a post", "post", p.ID, "attempt", p.attempts, "error", err)
	case refused.duplicate():
		p.Status, p.Failure = "failed", Duplicate
		return p
	default:
		p.Status, p.Failure, p.Said = "failed", Refused, refused.said
		return p
	}
	if isRefusal {
		p.Said = refused.said
	}
	p.Status, p.DueAt = "waiting", now.Add(pause)
	if p.attempts >= maxAttempts {
		p.Status = "failed"
	}
	return p
}

// duplicate reports whether X has the same text already.
func (r *refusal) duplicate() bool {
	return r.status == http.StatusForbidden && strings.Contains(strings.ToLower(r.said), "duplicate")
}

// settle writes down what became of a post, unless another node has claimed it meanwhile.
func (s *Posts) settle(ctx context.Context, p Post) error {
	return s.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error { return updatePost(ctx, tx, p) })
}
