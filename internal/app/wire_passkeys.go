package app

import (
	"limelight/internal/account/passkeys"
	"limelight/internal/kit/cron"
)

// wirePasskeys builds the keys by which people log in without a password.
func wirePasskeys(s *Services) error {
	s.limits.Add(passkeys.Limits())
	keys, err := passkeys.New(passkeys.Deps{
		DB: s.db, Accounts: s.accounts, Notices: s.notices, Limits: s.limits, Now: s.now, Log: s.log,
		PublicURL: s.cfg.origin(), SiteName: s.profile.name,
	})
	if err != nil {
		return err
	}
	s.section("passkeys", "Keys by which people log in without a password, and confirm that it is them", keys.Routes)
	s.job(cron.Job{Name: "passkeys", Every: sweepEvery, Run: keys.Sweep})
	return nil
}
