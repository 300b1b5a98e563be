package app

import (
	"limelight/internal/pages"
)

// wirePages builds posts, banners, menus and the contact form.
func wirePages(s *Services) {
	s.limits.Add(pages.Limits())
	s.pages = pages.New(pages.Deps{
		DB: s.db, Settings: s.settings, Files: s.files, Limits: s.limits, Audit: s.audit, Mails: s.mails, Now: s.now, Log: s.log,
	})
	s.late.pages.Set(s.pages)
	s.section("pages", "Posts, banners, menus, the contact form", s.pages.Routes)
}
