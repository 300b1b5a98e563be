package socialconnect

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

var postRows = db.StructOf[Post]()

func scanPost(r db.Row) (p Post, err error) {
	p, err = postRows.Scan(r)
	if p.RemoteID != "" {
		p.Link = "https://x.com/i/web/status/" + p.RemoteID
	}
	return p, err
}

// postedSince reports whether X has, or may get, a post of an account beside one.
func postedSince(ctx context.Context, tx *db.Tx, performerID, beside string, since time.Time) (bool, error) {
	return db.One(ctx, tx, db.Bool, `
		SELECT EXISTS (
			SELECT 1 FROM social_posts
			WHERE account_id = $1 AND (created_at > $2 OR sent_at > $2 OR status IN ('waiting', 'sending')) AND id <> $3 AND (status <> 'failed' OR unsure))`,
		performerID, db.Millis(since), beside)
}

// insertPost does nothing for a show that is posted already.
func insertPost(ctx context.Context, tx *db.Tx, p Post) error {
	_, err := db.Exec(ctx, tx, postRows.Insert("social_posts")+` ON CONFLICT (account_id, show_id) DO NOTHING`, postRows.Args(p)...)
	if err != nil {
		return fmt.Errorf("insert a post: %w", err)
	}
	return nil
}

func selectPosts(ctx context.Context, tx *db.Tx, performerID string) ([]Post, error) {
	list, err := db.All(ctx, tx, scanPost, `
		SELECT `+postRows.Columns+`
		FROM social_posts
		WHERE account_id = $1
		ORDER BY created_at DESC, id DESC
		LIMIT $2`, performerID, shownPosts)
	if err != nil {
		return nil, fmt.Errorf("select the posts of %s: %w", performerID, err)
	}
	return list, nil
}

func selectPost(ctx context.Context, tx *db.Tx, performerID, postID string) (Post, error) {
	return db.One(ctx, tx, scanPost, `
		SELECT `+postRows.Columns+` FROM social_posts WHERE account_id = $1 AND id = $2`+tx.Fragment(db.ForUpdate), performerID, postID)
}

func resetPost(ctx context.Context, tx *db.Tx, p Post, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE social_posts
		SET status = 'waiting', text = $2, attempts = 0, due_at = $3, failure = '', said = ''
		WHERE id = $1`, p.ID, p.Text, db.Millis(now))
	return err
}

// claimPosts takes posts that are due, and lets another node have them after the claim's time. Of one that was
// being sent nobody knows what became of it.
func claimPosts(ctx context.Context, tx *db.Tx, claim string, now, until time.Time, most int) ([]Post, error) {
	n, err := db.Exec(ctx, tx, `
		UPDATE social_posts
		SET unsure = (unsure OR status = 'sending'), status = 'sending', claim = $1, due_at = $3, attempts = attempts + 1
		WHERE id IN (`+postsDue+tx.Fragment(db.SkipLocked)+`)`, claim, db.Millis(now), db.Millis(until), most)
	if err != nil || n == 0 {
		return nil, err
	}
	return db.All(ctx, tx, scanPost, `
		SELECT `+postRows.Columns+` FROM social_posts WHERE claim = $1 AND status = 'sending' ORDER BY id`, claim)
}

const postsDue = `
	SELECT id FROM social_posts
	WHERE status IN ('waiting', 'sending') AND due_at <= $2
	ORDER BY due_at, id
	LIMIT $4`

// updatePost leaves a post alone that another node has claimed since.
func updatePost(ctx context.Context, tx *db.Tx, p Post) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE social_posts
		SET status = $3, unsure = $4, attempts = $5, due_at = $6, failure = $7, said = $8, remote_id = $9, sent_at = $10
		WHERE id = $1 AND claim = $2`,
		p.ID, p.claim, p.Status, p.unsure, p.attempts, db.Millis(p.DueAt), string(p.Failure), p.Said, p.RemoteID, db.Millis(p.sentAt))
	if err != nil {
		return fmt.Errorf("update the post %s: %w", p.ID, err)
	}
	return nil
}

func deletePosts(ctx context.Context, tx *db.Tx, before time.Time) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM social_posts WHERE created_at < $1`, db.Millis(before))
	return err
}
