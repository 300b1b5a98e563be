package notices

import (
	"context"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
)

// Notice is a notice as its reader sees it.
type Notice struct {
	ID        string    `json:"_id"`
	Kind      string    `json:"kind" doc:"noun.verb, as the back office lists them"`
	Group     Group     `json:"group"`
	Title     string    `json:"title"`
	Text      string    `json:"text" doc:"paragraphs, each a line of its own"`
	Link      string    `json:"link,omitempty" doc:"a path of the site"`
	CreatedAt time.Time `json:"createdAt"`
	IsRead    bool      `json:"isRead"`
}

// in is the notice in the words of a language.
func (r row) in(language string) Notice {
	return r.showing(written(lang.To(language), r.Kind, r.Data))
}

func (r row) showing(l Letter) Notice {
	return Notice{
		ID: r.ID, Kind: r.Kind, Group: r.Group, Title: l.Subject, Text: strings.Join(l.Lines, "\n"), Link: l.path(),
		CreatedAt: r.CreatedAt, IsRead: !r.ReadAt.IsZero(),
	}
}

// path is where the letter leads on this site; empty: nowhere.
func (l Letter) path() string {
	if strings.HasPrefix(l.Link, "/") && !strings.HasPrefix(l.Link, "//") {
		return l.Link
	}
	return ""
}

// List is a page of the notices of an account, which calls, newest first, in a language: of a group,
// or of all, after one of them, or from the beginning; and after which the next page is, empty: there
// is none.
func (n *Notices) List(ctx context.Context, accountID, language string, g Group, after string, limit int) (page []Notice, next string, err error) {
	n.Announcer.tellReader(ctx, accountID)
	var found []row
	err = n.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if found, err = selectCentre(ctx, tx, accountID, g, after, limit+1); err != nil {
			return err
		}
		if len(found) > limit {
			found = found[:limit]
			next = found[limit-1].ID
		}
		found, err = n.Announcer.visible(ctx, tx, found)
		return err
	})
	page = make([]Notice, len(found))
	for i, r := range found {
		page[i] = r.in(language)
	}
	return page, next, err
}

// Unread counts the notices that an account has not read.
func (n *Notices) Unread(ctx context.Context, accountID string) (total int, err error) {
	n.Announcer.tellReader(ctx, accountID)
	err = n.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		total, err = countUnread(ctx, tx, accountID)
		return err
	})
	return total, err
}

// UnreadOf is Unread of many, by their ids; who has read all is not among them.
func (n *Notices) UnreadOf(ctx context.Context, tx *db.Tx, accountIDs ...string) (map[string]int, error) {
	return countUnreadOf(ctx, tx, accountIDs)
}

// Heard is what the devices of an account are told of a notice: it, and how many are unread; or
// ErrNone when it is gone.
func (n *Notices) Heard(ctx context.Context, e Fresh) (notice Notice, unread int, err error) {
	err = n.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, found, err := selectNotice(ctx, tx, e.AccountID, e.NoticeID)
		if err == nil && !found {
			err = ErrNone
		}
		if err != nil {
			return err
		}
		notice = r.in(e.Language)
		unread, err = countUnread(ctx, tx, e.AccountID)
		return err
	})
	return notice, unread, err
}

// MarkRead marks an account's notices as read: some, those up to one, or all. What was read is
// mailed and pushed no more. It returns how many are unread then.
func (n *Notices) MarkRead(ctx context.Context, accountID string, ids []string, upTo string) (unread int, err error) {
	err = n.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		changed, err := markRead(ctx, tx, accountID, ids, upTo, n.Now())
		if err == nil && changed > 0 {
			err = n.publish(ctx, tx, Read{accountID})
		}
		if err != nil {
			return err
		}
		unread, err = countUnread(ctx, tx, accountID)
		return err
	})
	return unread, err
}

// Remove takes a notice out of an account's centre, or refuses with ErrNone. It is mailed no more.
func (n *Notices) Remove(ctx context.Context, accountID, noticeID string) error {
	return n.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := deleteNotice(ctx, tx, accountID, noticeID, n.Now())
		if err == nil && !found {
			err = ErrNone
		}
		if err != nil {
			return err
		}
		return n.publish(ctx, tx, Read{accountID})
	})
}
