package pages

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"limelight/internal/audit"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sanitize"
)

// Banner is a picture of the operator's in a place of the site.
type Banner struct {
	ID          string    `json:"_id"`
	Title       string    `json:"title"`
	Description string    `json:"description"`
	Link        string    `json:"link" doc:"where a click leads; empty: nowhere"`
	Position    string    `json:"position" enum:"top,middle,bottom" doc:"its place on the home page: above the rooms, below them, at the end"`
	Ordering    int       `json:"ordering"`
	Status      string    `json:"status" enum:"active,inactive"`
	Photo       Photo     `json:"photo"`
	StartsAt    time.Time `json:"startsAt,omitzero" doc:"it is shown from then on; absent: from the start"`
	EndsAt      time.Time `json:"endsAt,omitzero" doc:"it is shown until then; absent: without end"`
	CreatedAt   time.Time `json:"createdAt"`
	fileID      string
}

// Places are where the home page has banners.
var Places = []string{"top", "middle", "bottom"}

// Photo is where a banner's picture is.
type Photo struct {
	URL       string `json:"url"`
	Thumbnail string `json:"thumbnail"`
	Fallback  string `json:"fallback" doc:"JPEG"`
}

// ErrNoBanner is the answer to a banner that does not exist.
var ErrNoBanner = fault.New(fault.NotFound, "This banner does not exist.")

// Validate reports the first thing wrong with the banner.
func (b Banner) Validate() error {
	if err := cmp.Or(fault.Length("title", b.Title, 1, maxTitle), fault.Length("description", b.Description, 0, maxSummary)); err != nil {
		return err
	}
	switch {
	case b.Link != "" && !leads(b.Link):
		return fault.Field("link", "Must be a path that begins with / or a full address")
	case !slices.Contains(Places, b.Position):
		return fault.Field("position", "Must be one of %s", strings.Join(Places, ", "))
	case !b.EndsAt.IsZero() && !b.EndsAt.After(b.StartsAt):
		return fault.Field("endsAt", "Must be later than the start")
	case b.Ordering < 0 || b.Ordering > 10_000:
		return fault.Between("ordering", 0, 10_000)
	case b.Status != "active" && b.Status != "inactive":
		return fault.Field("status", "Must be one of active, inactive")
	}
	return nil
}

// leads reports a path of this site or an address of another.
func leads(link string) bool {
	u, err := url.Parse(link)
	if err != nil || strings.Contains(link, `\`) {
		return false
	}
	return u.Scheme == "" && u.Host == "" && strings.HasPrefix(link, "/") || (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

// defaults of what an admin left out.
func (b Banner) tidy() Banner {
	b.Title, b.Description, b.Link = sanitize.Line(b.Title), sanitize.Paragraphs(b.Description), strings.TrimSpace(b.Link)
	if b.Position == "" {
		b.Position = "top"
	}
	if b.Status == "" {
		b.Status = "active"
	}
	return b
}

// CreateBanner keeps a banner and its picture.
func (s *Service) CreateBanner(ctx context.Context, b Banner, picture api.File) (Banner, error) {
	b = b.tidy()
	if err := b.Validate(); err != nil {
		return Banner{}, err
	}
	f, err := s.Files.SaveImage(ctx, "site", files.Banner, picture.Filename, picture, files.Limits{})
	if err != nil {
		return Banner{}, err
	}
	b.CreatedAt = s.Now()
	b.ID, b.fileID = id.New(b.CreatedAt), f.ID
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := insertBanner(ctx, tx, b); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: bannerCreated, Subject: "banner:" + b.ID, After: b.recorded()})
	})
	if err != nil {
		return Banner{}, errors.Join(err, s.Files.Delete(ctx, f.ID))
	}
	return b.shown(), nil
}

// UpdateBanner changes everything about a banner but its picture.
func (s *Service) UpdateBanner(ctx context.Context, b Banner) (Banner, error) {
	b = b.tidy()
	if err := b.Validate(); err != nil {
		return Banner{}, err
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := selectBanner(ctx, tx, b.ID)
		if err != nil {
			return err
		}
		b.CreatedAt, b.fileID = old.CreatedAt, old.fileID
		if err := updateBanner(ctx, tx, b); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: bannerChanged, Subject: "banner:" + b.ID, Before: old.recorded(), After: b.recorded()})
	})
	return b.shown(), err
}

// DeleteBanner removes a banner and its picture.
func (s *Service) DeleteBanner(ctx context.Context, bannerID string) error {
	var old Banner
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if old, err = selectBanner(ctx, tx, bannerID); err != nil {
			return err
		}
		if _, err = db.Exec(ctx, tx, `DELETE FROM banners WHERE id = $1`, bannerID); err != nil {
			return fmt.Errorf("delete banner %s: %w", bannerID, err)
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: bannerDeleted, Subject: "banner:" + bannerID, Before: old.recorded()})
	})
	if err != nil {
		return err
	}
	return s.Files.Delete(ctx, old.fileID)
}

// Banners are what a place shows now; every place, if it is empty.
func (s *Service) Banners(ctx context.Context, position string, limit, offset int) (api.List[Banner], error) {
	return s.banners(ctx, position, s.Now(), limit, offset)
}

func (s *Service) banners(ctx context.Context, position string, shownAt time.Time, limit, offset int) (page api.List[Banner], err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		page.Data, page.Total, err = selectBanners(ctx, tx, position, shownAt, limit, offset)
		return err
	})
	return page, err
}

// recorded is a banner in the staff's log.
func (b Banner) recorded() string {
	at := func(moment time.Time) string {
		if moment.IsZero() {
			return "…"
		}
		return moment.UTC().Format(time.DateTime)
	}
	return fmt.Sprintf("%s (%s %d, %s, %s to %s) → %s", b.Title, b.Position, b.Ordering, b.Status, at(b.StartsAt), at(b.EndsAt), b.Link)
}

func (b Banner) shown() Banner {
	b.Photo = Photo{
		URL:       files.URL(b.fileID, "banner.webp"),
		Thumbnail: files.URL(b.fileID, "banner-960.webp"),
		Fallback:  files.URL(b.fileID, "banner.jpg"),
	}
	return b
}

const bannerColumns = `id, title, description, file_id, link, position, ordering, status, starts_at, ends_at, created_at`

func scanBanner(r db.Row) (b Banner, err error) {
	var starts, ends, at int64
	err = r.Scan(&b.ID, &b.Title, &b.Description, &b.fileID, &b.Link, &b.Position, &b.Ordering, &b.Status, &starts, &ends, &at)
	b.StartsAt, b.EndsAt, b.CreatedAt = db.Time(starts), db.Time(ends), db.Time(at)
	return b.shown(), err
}

func insertBanner(ctx context.Context, tx *db.Tx, b Banner) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO banners (`+bannerColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		b.ID, b.Title, b.Description, b.fileID, b.Link, b.Position, b.Ordering, b.Status, db.Millis(b.StartsAt), db.Millis(b.EndsAt), db.Millis(b.CreatedAt))
	if err != nil {
		return fmt.Errorf("insert banner: %w", err)
	}
	return nil
}

func updateBanner(ctx context.Context, tx *db.Tx, b Banner) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE banners
		SET title = $2, description = $3, link = $4, position = $5, ordering = $6, status = $7, starts_at = $8, ends_at = $9
		WHERE id = $1`,
		b.ID, b.Title, b.Description, b.Link, b.Position, b.Ordering, b.Status, db.Millis(b.StartsAt), db.Millis(b.EndsAt))
	if err != nil {
		return fmt.Errorf("update banner %s: %w", b.ID, err)
	}
	return nil
}

func selectBanner(ctx context.Context, tx *db.Tx, bannerID string) (Banner, error) {
	b, err := db.One(ctx, tx, scanBanner, `SELECT `+bannerColumns+` FROM banners WHERE id = $1`, bannerID)
	if errors.Is(err, db.ErrNone) {
		return Banner{}, ErrNoBanner
	}
	if err != nil {
		return Banner{}, fmt.Errorf("select banner %s: %w", bannerID, err)
	}
	return b, nil
}

// selectBanners is one page of the banners of a place, in the operator's order.
// selectBanners lists banners of a place, or of all; those that are shown at an instant, or all.
func selectBanners(ctx context.Context, tx *db.Tx, position string, shownAt time.Time, limit, offset int) (list []Banner, total int, err error) {
	const where = `
		FROM banners
		WHERE ($1 = '' OR position = $1)
		  AND (CAST($2 AS BIGINT) = 0 OR status = 'active' AND starts_at <= $2 AND (ends_at = 0 OR ends_at > $2))`
	if total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) `+where, position, db.Millis(shownAt)); err != nil {
		return nil, 0, fmt.Errorf("count banners: %w", err)
	}
	list, err = db.All(ctx, tx, scanBanner, `SELECT `+bannerColumns+where+`
		ORDER BY position, ordering, id DESC
		LIMIT $3 OFFSET $4`, position, db.Millis(shownAt), limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select banners: %w", err)
	}
	return list, total, nil
}
