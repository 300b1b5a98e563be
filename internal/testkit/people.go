package testkit

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/db"
)

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
