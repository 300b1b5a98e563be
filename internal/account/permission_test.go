package account_test

import (
	"context"
	"errors"
	"testing"

	"limelight/internal/account"
)

// Admins may do everything that staff may, and nobody else may do any of it.
func TestPermissions(t *testing.T) {
	known := map[string]bool{}
	for _, p := range account.Permissions() {
		if known[p.ID] || p.ID == "" || p.Sentence == "" {
			t.Errorf("%q, %q is no permission of its own", p.ID, p.Sentence)
		}
		known[p.ID] = true
		for _, role := range []account.Role{account.Member, account.Performer, account.Studio, account.Admin} {
			admitted := p.Guard().Check(account.WithCaller(context.Background(), account.Caller{ID: "x", Role: role}))
			if role == account.Admin && admitted != nil || role != account.Admin && !errors.Is(admitted, account.ErrForbidden) {
				t.Errorf("%s of a %s: %v", p.ID, role, admitted)
			}
			if role.May(p) != (role == account.Admin) || role.Staff() != (role == account.Admin) {
				t.Errorf("a %s may %s: %v", role, p.ID, role.May(p))
			}
		}
	}
	if p := account.ReadAudit; !errors.Is(p.Guard().Check(context.Background()), account.ErrNoSession) || p.Guard().Permission != "audit.read" {
		t.Error("a guest reads the audit log")
	}
}
