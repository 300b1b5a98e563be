package demosite

import (
	"context"
	"encoding/json"
	"fmt"

	"limelight/demo"
	"limelight/internal/pages"
	"limelight/internal/settings"
)

// addPages writes the operator's pages, and leads to them at the foot of every page, in each of their languages.
func (f *filling) addPages(ctx context.Context, all people) error {
	var posts []pages.Post
	if err := json.Unmarshal(demo.Pages, &posts); err != nil {
		return fmt.Errorf("read the demo pages: %w", err)
	}
	boss := f.asOperator(ctx, all)
	menus := map[string][]settings.MenuLink{}
	for _, p := range posts {
		p.Status = "published"
		if _, err := f.Pages.CreatePost(boss, p); err != nil {
			return fmt.Errorf("page %q: %w", p.Slug, err)
		}
		link := settings.MenuLink{Title: p.Title, Path: "/page/" + p.Slug, Internal: true}
		menus["menus"] = append(menus["menus"], link)
		for language, texts := range p.Translations {
			link.Title = texts.Title
			menus["menus@"+language] = append(menus["menus@"+language], link)
		}
	}
	changes := map[string]json.RawMessage{}
	for key, links := range menus {
		value, err := json.Marshal(links)
		if err != nil {
			return err
		}
		changes[key] = value
	}
	return f.Settings.Change(boss, "", changes)
}
