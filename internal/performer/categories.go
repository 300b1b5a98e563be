package performer

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/sanitize"
	"limelight/internal/kit/translations"
)

// Catalogue is the categories of performers, as the operator orders them.
type Catalogue struct{ *core }

// The refusals of categories.
var (
	ErrNoCategory = fault.New(fault.NotFound, "This category does not exist.")
	errSlugTaken  = fault.Field("slug", "Another category has this slug")
	errBadSlug    = fault.Field("slug", "Use small letters, digits and hyphens")
)

var slugShape = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

const maxCategoryName = 60

// CategoryDraft is what the operator says of a category.
type CategoryDraft struct {
	Name     string `json:"name" minLength:"1" maxLength:"60"`
	Slug     string `json:"slug" minLength:"1" maxLength:"60"`
	Position int    `json:"position,omitempty" minimum:"0" maximum:"10000" doc:"small ones come first"`

	Translations map[string]translations.Name `json:"translations,omitempty" doc:"names in further languages, in the place of those before; kept when not given"`
}

// subject is the category in the staff's log, and among translations.
func (c Category) subject() string { return "category:" + c.ID }

// Categories lists all categories in the operator's order: as they were written, or by
// their names in the reader's language.
func (s *Catalogue) Categories(ctx context.Context, written bool) (list []Category, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if list, err = selectCategories(ctx, tx); err != nil {
			return err
		}
		if !written {
			return translated(ctx, tx, list)
		}
		for i, c := range list {
			if list[i].Translations, err = translations.Of[translations.Name](ctx, tx, c.subject()); err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

// translated gives categories their names in the reader's language, where they have one.
func translated(ctx context.Context, tx *db.Tx, list []Category) error {
	subjects := make([]string, len(list))
	for i, c := range list {
		subjects[i] = c.subject()
	}
	found, err := translations.In[translations.Name](ctx, tx, lang.Of(ctx), subjects...)
	for i, c := range list {
		list[i].Name = cmp.Or(found[c.subject()].Name, c.Name)
	}
	return err
}

// AddCategory makes a category.
func (s *Catalogue) AddCategory(ctx context.Context, d CategoryDraft) (Category, error) {
	return s.putCategory(ctx, id.New(s.Now()), d, insertCategory, categoryCreated)
}

// ChangeCategory renames or moves a category.
func (s *Catalogue) ChangeCategory(ctx context.Context, categoryID string, d CategoryDraft) (Category, error) {
	return s.putCategory(ctx, categoryID, d, updateCategory, categoryChanged)
}

type putCategory func(ctx context.Context, tx *db.Tx, c Category, position int, now int64) error

func (s *Catalogue) putCategory(ctx context.Context, categoryID string, d CategoryDraft, put putCategory, act audit.Action) (Category, error) {
	c := Category{ID: categoryID, Name: sanitize.Line(d.Name), Slug: d.Slug, Translations: d.Translations}
	if c.Name == "" {
		return c, fault.Missing("name")
	}
	if !slugShape.MatchString(c.Slug) {
		return c, errBadSlug
	}
	if err := translations.Names(c.Translations, maxCategoryName); err != nil {
		return c, err
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		err := put(ctx, tx, c, d.Position, db.Millis(s.Now()))
		if db.Unique(err, "performer_categories", "slug") {
			return errSlugTaken
		}
		if err != nil {
			return err
		}
		if c.Translations != nil {
			if err := translations.Replace(ctx, tx, c.subject(), c.Translations); err != nil {
				return err
			}
		}
		if err := s.Audit.Record(ctx, tx, audit.Act{Action: act, Subject: c.subject(), Reason: c.Name + " (" + c.Slug + ")" + translations.Listed(c.Translations)}); err != nil {
			return err
		}
		return s.Events.Publish(ctx, tx, CategoriesChanged{})
	})
	return c, err
}

// RemoveCategory deletes a category; its performers lose the heading only.
func (s *Catalogue) RemoveCategory(ctx context.Context, categoryID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := deleteCategory(ctx, tx, categoryID); err != nil {
			return err
		}
		subject := Category{ID: categoryID}.subject()
		if err := translations.Remove(ctx, tx, subject); err != nil {
			return err
		}
		if err := s.Audit.Record(ctx, tx, audit.Act{Action: categoryRemoved, Subject: subject}); err != nil {
			return err
		}
		return s.Events.Publish(ctx, tx, CategoriesChanged{})
	})
}

// CategoryIDs checks that the categories exist and drops repeated ones.
func (s *Catalogue) CategoryIDs(ctx context.Context, tx *db.Tx, ids []string) ([]string, error) {
	known, err := selectCategories(ctx, tx)
	if err != nil {
		return nil, err
	}
	list := []string{}
	for _, want := range ids {
		if !slices.ContainsFunc(known, func(c Category) bool { return c.ID == want }) {
			return nil, fault.Field("categoryIds", "This category does not exist")
		}
		if !slices.Contains(list, want) {
			list = append(list, want)
		}
	}
	return list, nil
}

// Category is one heading of the catalogue.
type Category struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
	Slug string `json:"slug"`

	Translations map[string]translations.Name `json:"translations,omitempty" doc:"by language; for admins"`
}

// CategoriesChanged is published when the list of categories changes.
type CategoriesChanged struct{}

func (CategoriesChanged) EventName() string { return "performer.categories_changed" }

func scanCategory(r db.Row) (c Category, err error) { return c, r.Scan(&c.ID, &c.Name, &c.Slug) }

func selectCategories(ctx context.Context, tx *db.Tx) ([]Category, error) {
	return db.All(ctx, tx, scanCategory, `
		SELECT id, name, slug
		FROM performer_categories
		ORDER BY position, name, id`)
}

func selectCategoriesOf(ctx context.Context, tx *db.Tx, performerID string) ([]Category, error) {
	return db.All(ctx, tx, scanCategory, `
		SELECT c.id, c.name, c.slug
		FROM performer_facets f
		JOIN performer_categories c ON c.id = f.value
		WHERE f.performer_id = $1 AND f.facet = 'category'
		ORDER BY f.position`, performerID)
}

func insertCategory(ctx context.Context, tx *db.Tx, c Category, position int, now int64) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO performer_categories (id, name, slug, position, created_at) VALUES ($1, $2, $3, $4, $5)`,
		c.ID, c.Name, c.Slug, position, now)
	return err
}

func updateCategory(ctx context.Context, tx *db.Tx, c Category, position int, _ int64) error {
	rows, err := db.Exec(ctx, tx, `
		UPDATE performer_categories SET name = $2, slug = $3, position = $4 WHERE id = $1`,
		c.ID, c.Name, c.Slug, position)
	if err == nil && rows == 0 {
		return ErrNoCategory
	}
	return err
}

func deleteCategory(ctx context.Context, tx *db.Tx, categoryID string) error {
	if _, err := db.Exec(ctx, tx, `
		DELETE FROM performer_facets WHERE facet = 'category' AND value = $1`, categoryID); err != nil {
		return fmt.Errorf("take category %s from its performers: %w", categoryID, err)
	}
	rows, err := db.Exec(ctx, tx, `DELETE FROM performer_categories WHERE id = $1`, categoryID)
	if err == nil && rows == 0 {
		return ErrNoCategory
	}
	return err
}

func (s *Catalogue) categories(written bool) func(context.Context, *struct{}) (api.List[Category], error) {
	return func(ctx context.Context, _ *struct{}) (list api.List[Category], err error) {
		list.Data, err = s.Categories(ctx, written)
		list.Total = len(list.Data)
		return list, err
	}
}

type addCategoryInput struct{ Body CategoryDraft }

func (s *Catalogue) addCategory(ctx context.Context, in *addCategoryInput) (Category, error) {
	return s.AddCategory(ctx, in.Body)
}

type changeCategoryInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body CategoryDraft
}

func (s *Catalogue) changeCategory(ctx context.Context, in *changeCategoryInput) (Category, error) {
	return s.ChangeCategory(ctx, in.ID, in.Body)
}

func (s *Catalogue) removeCategory(ctx context.Context, in *idInput) (api.Done, error) {
	return api.OK, s.RemoveCategory(ctx, in.ID)
}
