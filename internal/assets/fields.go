package assets

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/fold"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
)

// Fields are what a performer says of an asset; what is nil stays as it is.
type Fields struct {
	Title       *string
	Description *string
	Price       *money.Tokens
	Tags        []string
	CategoryIDs []string
	PublishAt   *string // a time, or empty: as soon as it may
	CoverID     *string
	PhotoIDs    []string // all of them, in their new order
}

// apply puts the fields into the asset, cleaned and checked.
func (f Fields) apply(a *Asset, now time.Time) error {
	if f.Title != nil {
		a.Title = sanitize.Line(*f.Title)
	}
	if f.Description != nil {
		a.Description = sanitize.Paragraphs(*f.Description)
	}
	if f.Price != nil {
		a.Price = *f.Price
	}
	if f.CoverID != nil {
		a.CoverID = *f.CoverID
	}
	if f.Tags != nil {
		a.Tags = tagsOf(f.Tags)
	}
	if f.CategoryIDs != nil {
		a.CategoryIDs = distinct(f.CategoryIDs)
	}
	if err := f.applyTime(a, now); err != nil {
		return err
	}
	return a.checked()
}

// applyTime reads when the asset is to go on sale.
func (f Fields) applyTime(a *Asset, now time.Time) error {
	if f.PublishAt == nil {
		return nil
	}
	if *f.PublishAt == "" {
		a.PublishAt = time.Time{}
		return nil
	}
	at, err := time.Parse(time.RFC3339Nano, *f.PublishAt)
	switch {
	case err != nil:
		return fault.Field("publishAt", "Must be a time such as 2026-11-02T12:00:00Z")
	case !at.After(now):
		return fault.Field("publishAt", "Must be a time to come")
	case at.After(now.Add(maxAhead)):
		return fault.Field("publishAt", "Must be within a year")
	}
	a.PublishAt = at.UTC()
	return nil
}

func (a *Asset) checked() error {
	if err := cmp.Or(fault.Length("title", a.Title, 1, maxTitle), fault.Length("description", a.Description, 0, maxDescription)); err != nil {
		return err
	}
	switch {
	case a.Price < money.Whole(1) || a.Price > money.Whole(maxPrice):
		return fault.Between("price", 1, maxPrice)
	case a.Price%money.Unit != 0:
		return fault.Field("price", "Must be a whole number of tokens")
	case len(a.Tags) > maxTags:
		return fault.Field("tags", "Choose at most %d", maxTags)
	case slices.ContainsFunc(a.Tags, func(tag string) bool { return utf8.RuneCountInString(tag) > maxTag || strings.ContainsAny(tag, ",#") }):
		return fault.Field("tags", "A tag has at most %d characters, none of them a comma or #", maxTag)
	case len(a.CategoryIDs) > maxCategories:
		return fault.Field("categoryIds", "Choose at most %d", maxCategories)
	}
	return nil
}

// words are what an asset is found by.
func (a *Asset) words() string {
	return strings.Join(fold.Words(a.Title+" "+strings.Join(a.Tags, " ")), " ")
}

func tagsOf(values []string) []string {
	list := make([]string, 0, len(values))
	for _, v := range values {
		list = append(list, fold.Text(sanitize.Line(v)))
	}
	return distinct(list)
}

// distinct drops empty and repeated values.
func distinct(values []string) []string {
	list := []string{}
	for _, v := range values {
		if v != "" && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}
