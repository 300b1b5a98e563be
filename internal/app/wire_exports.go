package app

import (
	"time"

	"limelight/internal/exports"
	"limelight/internal/kit/cron"
)

// wireExports builds the archives of what the site keeps of a person. What is theirs each
// package declares beside its tables (kit/personal).
func wireExports(s *Services) {
	all := exports.New(exports.Deps{
		DB: s.db, Accounts: s.accounts, Notices: s.notices, Store: s.blobs, Keys: s.keys, SiteName: s.profile.name, Now: s.now, Log: s.log,
	})
	s.section("exports", "What the site keeps of a person, as an archive for them", all.Routes)
	s.erases("exports", all.EraseOf)
	s.job(cron.Job{Name: "exports", Every: 5 * time.Second, Run: all.Make})
	s.job(cron.Job{Name: "exportsOver", Every: sweepEvery, Run: all.Sweep})
}
