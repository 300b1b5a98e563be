package app

import "limelight/internal/moderation"

// wireModeration builds suspensions, VIPs and invitations of admins.
func wireModeration(s *Services) {
	s.moderation = moderation.New(moderation.Deps{DB: s.db, Audit: s.audit, Accounts: s.accounts, VIPs: s.performers, Now: s.now})
	s.section("moderation", "Suspensions, VIPs, further admins", s.moderation.Routes)
}
