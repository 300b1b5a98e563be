package performer

import (
	"context"
	"regexp"
	"slices"

	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sanitize"
)

// The refusals of categories.
var (
	ErrNoCategory = fault.New(fault.NotFound, "This category does not exist.")
	errSlugTaken  = fault.Field("slug", "Another category has this slug")
	errBadSlug    = fault.Field("slug", "Use small letters, digits and hyphens")
)

var slugShape = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// CategoryDraft is what the operator says of a category.
type CategoryDraft struct {
	Name     string `json:"name" minLength:"1" maxLength:"60"`
	Slug     string `json:"slug" minLength:"1" maxLength:"60"`
	Position int    `json:"position,omitempty" minimum:"0" maximum:"10000" doc:"small ones come first"`
}

// Categories lists all categories in the operator's order.
func (s *Service) Categories(ctx context.Context) (list []Category, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err = selectCategories(ctx, tx)
		return err
	})
	return list, err
}

// AddCategory makes a category.
func (s *Service) AddCategory(ctx context.Context, d CategoryDraft) (Category, error) {
	return s.putCategory(ctx, id.New(s.Now()), d, insertCategory, categoryCreated)
}

// ChangeCategory renames or moves a category.
func (s *Service) ChangeCategory(ctx context.Context, categoryID string, d CategoryDraft) (Category, error) {
	return s.putCategory(ctx, categoryID, d, updateCategory, categoryChanged)
}

type putCategory func(ctx context.Context, tx *db.Tx, c Category, position int, now int64) error

func (s *Service) putCategory(ctx context.Context, categoryID string, d CategoryDraft, put putCategory, act audit.Action) (Category, error) {
	c := Category{ID: categoryID, Name: sanitize.Line(d.Name), Slug: d.Slug}
	if c.Name == "" {
		return c, fault.Missing("name")
	}
	if !slugShape.MatchString(c.Slug) {
		return c, errBadSlug
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		err := put(ctx, tx, c, d.Position, db.Millis(s.Now()))
		if db.Unique(err, "performer_categories", "slug") {
			return errSlugTaken
		}
		if err != nil {
			return err
		}
		if err := s.Audit.Record(ctx, tx, audit.Act{Action: act, Subject: "category:" + c.ID, Reason: c.Name + " (" + c.Slug + ")"}); err != nil {
			return err
		}
		return s.Events.Publish(ctx, tx, CategoriesChanged{})
	})
	return c, err
}

// RemoveCategory deletes a category; its performers lose the heading only.
func (s *Service) RemoveCategory(ctx context.Context, categoryID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := deleteCategory(ctx, tx, categoryID); err != nil {
			return err
		}
		if err := s.Audit.Record(ctx, tx, audit.Act{Action: categoryRemoved, Subject: "category:" + categoryID}); err != nil {
			return err
		}
		return s.Events.Publish(ctx, tx, CategoriesChanged{})
	})
}

// CategoryIDs checks that the categories exist and drops repeated ones.
func (s *Service) CategoryIDs(ctx context.Context, tx *db.Tx, ids []string) ([]string, error) {
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
