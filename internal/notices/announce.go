package notices

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// Audience is who is told of what many wait for, such as that a performer is live. Its kind is
// one whose notices are told once (Kind.Once), and does not come often.
type Audience[D any] struct {
	Kind Kind[D]
	// Subject is whom or what it is about: each has one announcement at a time.
	Subject func(about D) string
	// Gap is the least time between two announcements of a subject, counted from when the first
	// began and from when the subject was last over. One that begins sooner tells only those whom
	// the last one has not reached.
	Gap time.Duration
	// MailGap is the least time between two mails of a subject to one reader.
	MailGap time.Duration
	// Standing says whether it is news now.
	Standing func(ctx context.Context, tx *db.Tx, about D) (Standing, error)
	// After are accounts in the order of their ids, behind one.
	After func(ctx context.Context, tx *db.Tx, about D, accountID string, limit int) ([]string, error)
	// Among are those of some accounts that are to be told.
	Among func(ctx context.Context, tx *db.Tx, about D, accountIDs []string) ([]string, error)
	// Admitted says which of some accounts may know of it at all.
	Admitted func(ctx context.Context, tx *db.Tx, about D, accountIDs []string) (map[string]bool, error)
	// Visible reports whether the caller may know of it, who may be elsewhere than is known of their account.
	Visible func(ctx context.Context, tx *db.Tx, about D) (bool, error)
}

// Standing is whether something is news.
type Standing int

// The standings.
const (
	Current Standing = iota
	Paused           // it may be news again: nobody is told meanwhile
	Over             // nobody is told any more, and what waits to be pushed is taken back
)

// Announcements tell many of something.
type Announcements[D any] struct {
	by       *Announcer
	audience Audience[D]
}

// AnnouncementsTo makes those of an audience. It is called while the program is built.
func AnnouncementsTo[D any](n *Notices, a Audience[D]) Announcements[D] {
	if a.Kind.once == nil || a.Kind.class.Essential || often(a.Kind.class.Group) {
		panic("notices: the kind " + a.Kind.id + " is not one that is told to many")
	}
	n.Announcer.audiences[a.Kind.id] = audienceOf(a)
	return Announcements[D]{n.Announcer, a}
}

// Begin has the audience told, soon after the caller's transaction. What the same notices have told
// before, or others within the gap, is told to nobody again.
func (a Announcements[D]) Begin(ctx context.Context, tx *db.Tx, about D) error {
	data, err := encoded(about)
	if err != nil {
		return err
	}
	now := a.by.Now()
	begun := announcement{
		Kind: a.audience.Kind.id, SubjectID: a.audience.Subject(about), OnceKey: a.audience.Kind.onceKey(about), Data: data, BegunAt: now, DueAt: now,
	}
	if err := beginAnnouncement(ctx, tx, begun, now.Add(-a.audience.Gap)); err != nil {
		return fmt.Errorf("begin to announce %s: %w", begun.OnceKey, err)
	}
	tx.AfterCommit(a.by.wake)
	return nil
}

// End notes that a subject is over. What waits of it to be pushed is taken back, soon after the
// caller's transaction.
func (a Announcements[D]) End(ctx context.Context, tx *db.Tx, subjectID string) error {
	if err := endAnnouncement(ctx, tx, a.audience.Kind.id, subjectID, a.by.Now()); err != nil {
		return fmt.Errorf("end the announcement of %s: %w", subjectID, err)
	}
	tx.AfterCommit(a.by.wake)
	return nil
}

// Withdraw takes back what accounts were told of a subject, as when they are not to know of it any
// more. The announcement is locked first: so a batch that has asked who may know is waited for.
func (a Announcements[D]) Withdraw(ctx context.Context, tx *db.Tx, subjectID string, accountIDs ...string) error {
	if len(accountIDs) == 0 {
		return nil
	}
	if err := lockAnnouncement(ctx, tx, a.audience.Kind.id, subjectID); err != nil {
		return err
	}
	return a.by.withdraw(ctx, tx, a.audience.Kind.id, subjectID, accountIDs)
}

// Recheck takes back what was told of a subject from all who may not know of it now. They may be
// many, so it is done batch by batch, soon after the caller's transaction.
func (a Announcements[D]) Recheck(ctx context.Context, tx *db.Tx, subjectID string) error {
	if err := recheckAnnouncement(ctx, tx, a.audience.Kind.id, subjectID, a.by.Now()); err != nil {
		return fmt.Errorf("recheck who was told of %s: %w", subjectID, err)
	}
	tx.AfterCommit(a.by.wake)
	return nil
}

// tagOf is what pushes of a subject take the place of each other by.
func tagOf(kind, subjectID string) string { return kind + ":" + subjectID }

// audience is an Audience for those who need not know what it is about.
type audience struct {
	declaration
	mailGap time.Duration
	of      func(data string) (subject, error)
}

// subject is what an announcement is about.
type subject struct {
	standing func(ctx context.Context, tx *db.Tx) (Standing, error)
	after    func(ctx context.Context, tx *db.Tx, accountID string, limit int) ([]string, error)
	among    func(ctx context.Context, tx *db.Tx, accountIDs []string) ([]string, error)
	admitted func(ctx context.Context, tx *db.Tx, accountIDs []string) (map[string]bool, error)
	visible  func(ctx context.Context, tx *db.Tx) (bool, error)
}

func audienceOf[D any](a Audience[D]) audience {
	kind, _ := declarationOf(a.Kind.id)
	return audience{kind, a.MailGap, func(data string) (subject, error) {
		var about D
		if err := json.Unmarshal([]byte(data), &about); err != nil {
			return subject{}, fmt.Errorf("read an announcement %s: %w", a.Kind.id, err)
		}
		return subject{
			standing: func(ctx context.Context, tx *db.Tx) (Standing, error) { return a.Standing(ctx, tx, about) },
			after: func(ctx context.Context, tx *db.Tx, accountID string, limit int) ([]string, error) {
				return a.After(ctx, tx, about, accountID, limit)
			},
			among: func(ctx context.Context, tx *db.Tx, accountIDs []string) ([]string, error) {
				return a.Among(ctx, tx, about, accountIDs)
			},
			admitted: func(ctx context.Context, tx *db.Tx, accountIDs []string) (map[string]bool, error) {
				return a.Admitted(ctx, tx, about, accountIDs)
			},
			visible: func(ctx context.Context, tx *db.Tx) (bool, error) { return a.Visible(ctx, tx, about) },
		}, nil
	}}
}
