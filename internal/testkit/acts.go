package testkit

import (
	"context"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
)

// AuditLog is the audit log of a database. Accounts are called by their ids.
func AuditLog(d *db.DB, now func() time.Time) *audit.Log {
	return audit.New(audit.Deps{
		DB: d, Reader: account.ReadAudit.Guard(), Now: now,
		Caller: func(ctx context.Context) string { return account.CallerFrom(ctx).ID },
		Staff:  func(ctx context.Context) bool { return account.SessionFrom(ctx).Role.Staff() },
		Studio: func(ctx context.Context) string {
			if c := account.CallerFrom(ctx); c.Role == account.Studio {
				return c.ActsFor()
			}
			return ""
		},
		Names: func(_ context.Context, _ *db.Tx, ids ...string) (map[string]string, error) {
			names := map[string]string{}
			for _, id := range ids {
				names[id] = id
			}
			return names, nil
		},
	})
}

// Lines are what is on record, the oldest first.
func Lines(t testing.TB, d *db.DB) (list []audit.Line) {
	t.Helper()
	found, _, err := AuditLog(d, time.Now).Search(context.Background(), audit.Filter{Limit: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	for i := range found {
		list = append(list, found[len(found)-1-i])
	}
	return list
}

// Acts are what is on record, the oldest first: each action and what it was done to,
// such as "post.created post:…".
func Acts(t testing.TB, d *db.DB) (list []string) {
	t.Helper()
	for _, l := range Lines(t, d) {
		list = append(list, string(l.Action)+" "+l.Subject)
	}
	return list
}
