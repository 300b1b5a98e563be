package app

import (
	"context"
	"time"

	"limelight/internal/erasure"
	"limelight/internal/kit/cron"
)

// erasers are what is done with what packages keep of somebody who is erased, beside what they declare of their rows.
type erasers []erasure.Act

// erases adds one, in the wire file of its package.
func (e *erasers) erases(name string, erase func(ctx context.Context, accountID string) error) {
	*e = append(*e, erasure.Act{Name: name, Erase: erase})
}

// wireErasure builds what carries out that people want to be forgotten. What stands against it, and
// what becomes of their rows, each package declares beside its tables (kit/personal); what takes more
// than that, its wire file adds (erases).
func wireErasure(s *Services) {
	wishes := erasure.New(erasure.Deps{
		DB: s.db, Accounts: s.accounts, Ledger: s.ledger, Notices: s.notices, Audit: s.audit, Now: s.now, Log: s.log,
		Acts: func() []erasure.Act { return s.erasers },
	})
	s.section("erasure", "Wishes of people to be forgotten", wishes.Routes)
	s.job(cron.Job{Name: "erasures", Every: time.Minute, Run: wishes.Carry})
}
