package performer

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sanitize"
)

// Links are a performer's addresses elsewhere.
type Links struct{ *core }

// Bounds of links.
const (
	maxLinks = 8
	maxLabel = 40
	maxURL   = 300
)

// ErrNoLink refuses an act on a link that is not there.
var ErrNoLink = fault.New(fault.NotFound, "This link does not exist.")

// Link is an address elsewhere as its owner sees it.
type Link struct {
	ID     string `json:"_id" db:"id"`
	Label  string `json:"label" db:"label"`
	URL    string `json:"url" db:"url"`
	Hidden bool   `json:"hidden" doc:"staff have taken it off the page"`
}

// LinkDraft is a link as it is wanted.
type LinkDraft struct {
	Label string `json:"label" maxLength:"200"`
	URL   string `json:"url" maxLength:"2000"`
}

// SetLinks replaces the performer's links, in their order. A link that is there already keeps its id. What staff
// have hidden stays hidden, and so begins whatever leads to the same host: else another spelling brought it back.
func (s *Links) SetLinks(ctx context.Context, performerID string, drafts []LinkDraft) (Performer, error) {
	if len(drafts) > maxLinks {
		return Performer{}, fault.Field("links", "Choose at most %d", maxLinks)
	}
	seen := map[string]bool{}
	for i := range drafts {
		if err := drafts[i].clean(i); err != nil {
			return Performer{}, err
		}
		if seen[drafts[i].URL] {
			return Performer{}, fault.Field(fmt.Sprintf("links.%d.url", i), "This address is there already")
		}
		seen[drafts[i].URL] = true
	}
	return s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx) error {
		hidden, err := takeOff(ctx, tx, performerID)
		if err != nil {
			return err
		}
		for i, draft := range drafts {
			now := db.Millis(s.Now())
			row := linkRow{Link: Link{ID: id.New(s.Now()), Label: draft.Label, URL: draft.URL}, performerID: performerID}
			if hidden[host(draft.URL)] != "" {
				row.hiddenAt = now
			}
			if err := putLink(ctx, tx, row, i, now); err != nil {
				return err
			}
		}
		return dropLinks(ctx, tx, performerID, hidden)
	})
}

// host is where an address leads, whatever the site's subdomain for the web is.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}

// clean checks a draft: only pages of the web, by names, without passwords. The host is written as it is compared.
func (d *LinkDraft) clean(i int) error {
	field := func(name string) string { return fmt.Sprintf("links.%d.%s", i, name) }
	d.Label, d.URL = sanitize.Line(d.Label), strings.TrimSpace(d.URL)
	switch {
	case d.Label == "":
		return fault.Missing(field("label"))
	case d.URL == "":
		return fault.Missing(field("url"))
	}
	if err := fault.Length(field("label"), d.Label, 1, maxLabel); err != nil {
		return err
	}
	u, err := url.Parse(d.URL)
	if err != nil || len(d.URL) > maxURL || u.Scheme != "https" && u.Scheme != "http" || u.User != nil ||
		!strings.Contains(strings.Trim(u.Hostname(), "."), ".") {
		return fault.Field(field("url"), "Must be an address such as https://example.com")
	}
	u.Host = strings.TrimRight(strings.ToLower(u.Hostname()), ".")
	if port := u.Port(); port != "" {
		u.Host += ":" + port
	}
	d.URL = u.String()
	return nil
}

// WrittenLink is a link as staff look through them.
type WrittenLink struct {
	Link
	PerformerID string `json:"performerId"`
	Username    string `json:"username"`
}

// AllLinks are the links of everybody, the newest first.
func (s *Links) AllLinks(ctx context.Context, hidden bool, offset, limit int) (page api.List[WrittenLink], err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if page.Data, page.Total, err = selectAllLinks(ctx, tx, hidden, offset, limit); err != nil {
			return err
		}
		ids := make([]string, len(page.Data))
		for i, one := range page.Data {
			ids[i] = one.PerformerID
		}
		names, err := s.Accounts.Usernames(ctx, tx, ids...)
		for i := range page.Data {
			page.Data[i].Username = names[page.Data[i].PerformerID]
		}
		return err
	})
	return page, err
}

// HideLink takes a link off its performer's page, or puts it back, and records who did.
func (s *Links) HideLink(ctx context.Context, linkID string, hide bool) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		at, action := int64(0), linkShown
		if hide {
			at, action = db.Millis(s.Now()), linkHidden
		}
		performerID, err := updateHidden(ctx, tx, linkID, at)
		if err != nil {
			return err
		}
		if err := s.Audit.Record(ctx, tx, audit.Act{Action: action, Subject: "performer:" + performerID}); err != nil {
			return err
		}
		return s.Events.Publish(ctx, tx, Changed{performerID})
	})
}

type linkRow struct {
	Link
	performerID string `db:"performer_id"`
	hiddenAt    int64  `db:"hidden_at"`
}

var linkRows = db.StructOf[linkRow]()

func scanLink(r db.Row) (Link, error) {
	l, err := linkRows.Scan(r)
	l.Hidden = l.hiddenAt != 0
	return l.Link, err
}

func scanWrittenLink(r db.Row) (WrittenLink, error) {
	l, err := linkRows.Scan(r)
	l.Hidden = l.hiddenAt != 0
	return WrittenLink{Link: l.Link, PerformerID: l.performerID}, err
}

func selectLinks(ctx context.Context, tx *db.Tx, performerID string) ([]Link, error) {
	return db.All(ctx, tx, scanLink, `
		SELECT `+linkRows.Columns+`
		FROM performer_links
		WHERE performer_id = $1 AND position >= 0
		ORDER BY position`, performerID)
}

func selectAllLinks(ctx context.Context, tx *db.Tx, hidden bool, offset, limit int) ([]WrittenLink, int, error) {
	where := `position >= 0`
	if hidden {
		where = `hidden_at > 0`
	}
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM performer_links WHERE `+where)
	if err != nil {
		return nil, 0, fmt.Errorf("count links: %w", err)
	}
	list, err := db.All(ctx, tx, scanWrittenLink, `
		SELECT `+linkRows.Columns+`
		FROM performer_links
		WHERE `+where+`
		ORDER BY created_at DESC, id DESC
		LIMIT $1 OFFSET $2`, limit, offset)
	return list, total, err
}

// takeOff takes all links off the page until they are put there again, and returns which hosts staff have hidden:
// to each the first link that leads there.
func takeOff(ctx context.Context, tx *db.Tx, performerID string) (hidden map[string]string, err error) {
	if _, err := db.Exec(ctx, tx, `UPDATE performer_links SET position = -1 WHERE performer_id = $1`, performerID); err != nil {
		return nil, fmt.Errorf("take off the links of %s: %w", performerID, err)
	}
	list, err := db.All(ctx, tx, scanLink, `
		SELECT `+linkRows.Columns+`
		FROM performer_links
		WHERE performer_id = $1 AND hidden_at > 0
		ORDER BY created_at DESC, id DESC`, performerID)
	hidden = map[string]string{}
	for _, l := range list {
		hidden[host(l.URL)] = l.ID
	}
	return hidden, err
}

func putLink(ctx context.Context, tx *db.Tx, l linkRow, position int, now int64) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO performer_links (id, performer_id, position, label, url, hidden_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (performer_id, url) DO UPDATE SET position = excluded.position, label = excluded.label`,
		l.ID, l.performerID, position, l.Label, l.URL, l.hiddenAt, now)
	if err != nil {
		return fmt.Errorf("insert a link of %s: %w", l.performerID, err)
	}
	return nil
}

// dropLinks forgets what is on the page no more, but one link to each host that staff have hidden.
func dropLinks(ctx context.Context, tx *db.Tx, performerID string, hidden map[string]string) error {
	keep, args := db.In(2, slices.AppendSeq([]string{""}, maps.Values(hidden)))
	_, err := db.Exec(ctx, tx, `
		DELETE FROM performer_links WHERE performer_id = $1 AND position < 0 AND id NOT IN `+keep, append([]any{performerID}, args...)...)
	if err != nil {
		return fmt.Errorf("drop links of %s: %w", performerID, err)
	}
	return nil
}

func updateHidden(ctx context.Context, tx *db.Tx, linkID string, at int64) (performerID string, err error) {
	list, err := db.All(ctx, tx, db.String, `
		UPDATE performer_links SET hidden_at = $2 WHERE id = $1 RETURNING performer_id`, linkID, at)
	if err == nil && len(list) == 0 {
		return "", ErrNoLink
	}
	if err != nil {
		return "", fmt.Errorf("hide link %s: %w", linkID, err)
	}
	return list[0], nil
}

type linksInput struct {
	Body struct {
		Links []LinkDraft `json:"links" maxItems:"50"`
	}
}

func (s *Links) setLinks(ctx context.Context, in *linksInput) (Performer, error) {
	return s.SetLinks(ctx, account.CallerFrom(ctx).ID, in.Body.Links)
}

type allLinksInput struct {
	api.Page
	Hidden bool `query:"hidden" doc:"only those that staff have hidden"`
}

func (s *Links) allLinks(ctx context.Context, in *allLinksInput) (api.List[WrittenLink], error) {
	return s.AllLinks(ctx, in.Hidden, in.Offset, in.Limit)
}

type hideLinkInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Hidden bool `json:"hidden"`
	}
}

func (s *Links) hideLink(ctx context.Context, in *hideLinkInput) (api.Done, error) {
	return api.OK, s.HideLink(ctx, in.ID, in.Body.Hidden)
}
