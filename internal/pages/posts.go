package pages

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/htmlsafe"
	"limelight/internal/kit/id"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/sanitize"
	"limelight/internal/kit/translations"
)

// The states of a post.
const (
	Draft     = "draft"
	Published = "published"
)

// Post is a page that the operator wrote.
type Post struct {
	ID        string    `json:"_id"`
	Slug      string    `json:"slug" doc:"the short name in addresses, such as terms"`
	Title     string    `json:"title"`
	Summary   string    `json:"shortDescription"`
	Content   string    `json:"content" doc:"safe HTML"`
	Source    string    `json:"source,omitempty" doc:"as written; for admins"`
	Status    string    `json:"status" enum:"draft,published"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`

	Translations map[string]PostTexts `json:"translations,omitempty" doc:"by language, as written; for admins"`
}

// PostTexts are the texts of a post in one more language; an empty one is read as the post has it.
type PostTexts struct {
	Title   string `json:"title,omitempty"`
	Summary string `json:"shortDescription,omitempty"`
	Source  string `json:"content,omitempty" doc:"HTML, kept as written"`
}

// Refusals.
var (
	ErrNoPost = fault.New(fault.NotFound, "This page does not exist.")
	errTaken  = fault.Field("slug", "This short name is already in use.")
)

// The bounds of a post, in characters.
const (
	maxTitle   = 200
	maxSummary = 500
	maxPost    = 200_000
)

var slugs = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Validate reports the first thing wrong with the post.
func (p Post) Validate() error {
	err := cmp.Or(fault.Length("title", p.Title, 1, maxTitle), PostTexts{"", p.Summary, p.Source}.validate(""))
	if err != nil {
		return err
	}
	if !slugs.MatchString(p.Slug) || len(p.Slug) > 80 {
		return fault.Field("slug", "Use small letters, digits and single dashes, at most 80")
	}
	return translations.Check(p.Translations, func(at string, texts PostTexts) error { return texts.validate(at) })
}

func (texts PostTexts) validate(at string) error {
	return cmp.Or(
		fault.Length(at+"title", texts.Title, 0, maxTitle),
		fault.Length(at+"shortDescription", texts.Summary, 0, maxSummary),
		fault.Length(at+"content", texts.Source, 0, maxPost),
	)
}

var notInSlug = regexp.MustCompile(`[^a-z0-9]+`)

// slugOf makes a short name of a title: "Terms & conditions" is
// terms-conditions.
func slugOf(title string) string {
	slug := strings.Trim(notInSlug.ReplaceAllString(strings.ToLower(title), "-"), "-")
	if len(slug) > 80 {
		slug = strings.TrimRight(slug[:80], "-")
	}
	return slug
}

// shown fills what readers see; what was written goes to admins only.
func (p Post) shown(admin bool) Post {
	p.Content = htmlsafe.Safe(p.Source)
	if !admin {
		p.Source, p.Translations = "", nil
	}
	return p
}

// in is the post with the texts that it has in the reader's language.
func (p Post) in(texts PostTexts) Post {
	p.Title, p.Summary, p.Source = cmp.Or(texts.Title, p.Title), cmp.Or(texts.Summary, p.Summary), cmp.Or(texts.Source, p.Source)
	return p
}

// subject is the post in the staff's log, and among translations.
func (p Post) subject() string { return "post:" + p.ID }

// CreatePost keeps a new post. Without a short name it gets one of its title.
func (s *Service) CreatePost(ctx context.Context, p Post) (Post, error) {
	p = p.tidy()
	p.CreatedAt = s.Now()
	p.UpdatedAt = p.CreatedAt
	p.ID = id.New(p.CreatedAt)
	if p.Slug == "" {
		if p.Slug = slugOf(p.Title); p.Slug == "" {
			p.Slug = p.ID
		}
	}
	if err := p.Validate(); err != nil {
		return Post{}, err
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := insertPost(ctx, tx, p); err != nil {
			return err
		}
		if err := translations.Replace(ctx, tx, p.subject(), p.Translations); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: postCreated, Subject: p.subject(), After: p.recorded()})
	})
	return p.shown(true), named(err)
}

// UpdatePost replaces a post. Its short name and its translations stay when none are given.
func (s *Service) UpdatePost(ctx context.Context, p Post) (Post, error) {
	p = p.tidy()
	var next Post
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := selectWritten(ctx, tx, p.ID)
		if err != nil {
			return err
		}
		next = p
		next.ID, next.CreatedAt, next.UpdatedAt = old.ID, old.CreatedAt, s.Now()
		if next.Slug == "" {
			next.Slug = old.Slug
		}
		if err := next.Validate(); err != nil {
			return err
		}
		if err := updatePost(ctx, tx, next); err != nil {
			return err
		}
		if next.Translations == nil {
			next.Translations = old.Translations
		} else if err := translations.Replace(ctx, tx, next.subject(), next.Translations); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: postChanged, Subject: next.subject(), Before: old.recorded(), After: next.recorded()})
	})
	return next.shown(true), named(err)
}

// recorded is a post in the staff's log: what tells it from another version.
func (p Post) recorded() string {
	text := fmt.Sprintf("%s (%s, %s), sha256:%x", p.Title, p.Slug, p.Status, sha256.Sum256([]byte(p.Source)))
	for _, language := range slices.Sorted(maps.Keys(p.Translations)) {
		texts := p.Translations[language]
		text += fmt.Sprintf("; %s: %s, sha256:%x", language, texts.Title, sha256.Sum256([]byte(texts.Summary+"\x00"+texts.Source)))
	}
	return text
}

func (p Post) tidy() Post {
	p.Title, p.Slug, p.Summary = sanitize.Line(p.Title), strings.TrimSpace(p.Slug), sanitize.Paragraphs(p.Summary)
	for language, texts := range p.Translations {
		p.Translations[language] = PostTexts{sanitize.Line(texts.Title), sanitize.Paragraphs(texts.Summary), texts.Source}
	}
	if p.Status == "" {
		p.Status = Published
	}
	return p
}

func named(err error) error {
	if db.Unique(err, "posts", "slug") {
		return errTaken
	}
	return err
}

// Post finds a post by its id or its short name: for admins, drafts too, as it was written;
// else in the reader's language.
func (s *Service) Post(ctx context.Context, name string, admin bool) (p Post, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if admin {
			p, err = selectWritten(ctx, tx, name)
			return err
		}
		if p, err = selectPost(ctx, tx, name, false); err != nil {
			return err
		}
		list, err := translated(ctx, tx, []Post{p})
		if err == nil {
			p = list[0]
		}
		return err
	})
	return p.shown(admin), err
}

// translated are posts in the reader's language, as far as they are written in it.
func translated(ctx context.Context, tx *db.Tx, list []Post) ([]Post, error) {
	subjects := make([]string, len(list))
	for i, p := range list {
		subjects[i] = p.subject()
	}
	found, err := translations.In[PostTexts](ctx, tx, lang.Of(ctx), subjects...)
	for i, p := range list {
		list[i] = p.in(found[p.subject()])
	}
	return list, err
}

// DeletePost removes a post; one that is gone already is ErrNoPost.
func (s *Service) DeletePost(ctx context.Context, postID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := selectWritten(ctx, tx, postID)
		if err != nil {
			return err
		}
		rows, err := db.Exec(ctx, tx, `DELETE FROM posts WHERE id = $1`, postID)
		if err != nil {
			return fmt.Errorf("delete post %s: %w", postID, err)
		}
		if rows == 0 {
			return ErrNoPost
		}
		if err := translations.Remove(ctx, tx, old.subject()); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: postDeleted, Subject: old.subject(), Before: old.recorded()})
	})
}

const postColumns = `id, slug, title, summary, source, status, created_at, updated_at`

func scanPost(r db.Row) (p Post, err error) {
	var created, updated int64
	err = r.Scan(&p.ID, &p.Slug, &p.Title, &p.Summary, &p.Source, &p.Status, &created, &updated)
	p.CreatedAt, p.UpdatedAt = db.Time(created), db.Time(updated)
	return p, err
}

func insertPost(ctx context.Context, tx *db.Tx, p Post) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO posts (`+postColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		p.ID, p.Slug, p.Title, p.Summary, p.Source, p.Status, db.Millis(p.CreatedAt), db.Millis(p.UpdatedAt))
	if err != nil {
		return fmt.Errorf("insert post: %w", err)
	}
	return nil
}

func updatePost(ctx context.Context, tx *db.Tx, p Post) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE posts
		SET slug = $2, title = $3, summary = $4, source = $5, status = $6, updated_at = $7
		WHERE id = $1`,
		p.ID, p.Slug, p.Title, p.Summary, p.Source, p.Status, db.Millis(p.UpdatedAt))
	if err != nil {
		return fmt.Errorf("update post %s: %w", p.ID, err)
	}
	return nil
}

// selectPost prefers the id, should another post's short name look like it.
func selectPost(ctx context.Context, tx *db.Tx, name string, drafts bool) (Post, error) {
	p, err := db.One(ctx, tx, scanPost, `
		SELECT `+postColumns+`
		FROM posts
		WHERE (id = $1 OR slug = $1) AND (status = 'published' OR $2)
		ORDER BY CASE WHEN id = $1 THEN 0 ELSE 1 END, id DESC
		LIMIT 1`, name, drafts)
	if errors.Is(err, db.ErrNone) {
		return Post{}, ErrNoPost
	}
	if err != nil {
		return Post{}, fmt.Errorf("select post %q: %w", name, err)
	}
	return p, nil
}

// selectWritten is a post with what it says in further languages.
func selectWritten(ctx context.Context, tx *db.Tx, name string) (Post, error) {
	p, err := selectPost(ctx, tx, name, true)
	if err != nil {
		return p, err
	}
	p.Translations, err = translations.Of[PostTexts](ctx, tx, p.subject())
	return p, err
}

// selectPosts is one page of posts whose title or short name has q in it, newest
// first.
func selectPosts(ctx context.Context, tx *db.Tx, q, status string, limit, offset int) (list []Post, total int, err error) {
	const where = `
		FROM posts
		WHERE ($1 = '' OR status = $1) AND ($2 = '' OR LOWER(title) LIKE $2 ESCAPE '!' OR slug LIKE $2 ESCAPE '!')`
	q = pattern(q)
	if total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) `+where, status, q); err != nil {
		return nil, 0, fmt.Errorf("count posts: %w", err)
	}
	list, err = db.All(ctx, tx, scanPost, `SELECT `+postColumns+where+`
		ORDER BY created_at DESC, id DESC
		LIMIT $3 OFFSET $4`, status, q, limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select posts: %w", err)
	}
	return list, total, nil
}

var likeWords = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")

// pattern finds q anywhere in a text; nothing when there is nothing to find.
func pattern(q string) string {
	if q = strings.ToLower(strings.TrimSpace(q)); q == "" {
		return ""
	}
	return "%" + likeWords.Replace(q) + "%"
}
