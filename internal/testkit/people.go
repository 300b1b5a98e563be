package testkit

import (
	"log/slog"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
)

// Accounts are the people of a site, whose passwords are hashed at next to no cost.
func Accounts(t testing.TB, d *db.DB, events *bus.Bus, now func() time.Time, change ...func(*account.Deps)) *account.Service {
	t.Helper()
	deps := account.Deps{
		DB: d, Events: events, Limits: limit.New(now, account.Limits()), Keys: Keys(t), Now: now, Log: slog.New(slog.DiscardHandler),
		SiteName: func() string { return "Limelight" }, PublicURL: "https://example.com", Cost: account.Cost{MemoryKiB: 64, Iterations: 1},
	}
	for _, c := range change {
		c(&deps)
	}
	accounts, err := account.New(deps)
	if err != nil {
		t.Fatal(err)
	}
	return accounts
}

// Person makes an active account with a verified mail address and returns it as
// caller. The id is the name, so that tests read as a story; nobody can log in
// as a Person, since there is no password.
func Person(t testing.TB, d *db.DB, role account.Role, name string) account.Caller {
	t.Helper()
	Exec(t, d, `
		INSERT INTO accounts (id, role, username, username_key, email, email_key, email_verified_at,
			password_hash, name, date_of_birth, status, created_at, updated_at)
		VALUES ($1, $2, $1, $1, $3, $3, $4, '', $1, '1990-05-01', 'active', $4, $4)`,
		name, string(role), name+"@example.com", Noon.UnixMilli())
	return account.Caller{ID: name, Role: role, Username: name, SessionID: "session-of-" + name, Proved: true}
}
