package app

import (
	"context"
	"fmt"
	"strconv"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/ledger"
)

// wireAudit builds the audit log, before those who write there.
func wireAudit(s *Services) {
	admins := lateAdmins{&s.late.accounts}
	s.audit = audit.New(audit.Deps{
		DB: s.db, MAC: s.keys.MAC(), Reader: account.ReadAudit.Guard(), Caller: callerID, Names: admins.usernames, Now: s.now,
		Staff: func(ctx context.Context) bool { return account.SessionFrom(ctx).Role.Staff() },
		Studio: func(ctx context.Context) string {
			if c := account.CallerFrom(ctx); c.Role == account.Studio {
				return c.ActsFor()
			}
			return ""
		},
	})
	s.section("audit", "What the site's staff did", s.audit.Routes)
	s.rule(forgedLines(s.audit))
}

// forgedLines are the audit log's part of the audit: lines that the program did not write.
func forgedLines(log *audit.Log) ledger.Rule {
	return ledger.Rule{Check: func(ctx context.Context, tx *db.Tx) (found []ledger.Violation, err error) {
		lines, err := log.Forged(ctx, tx)
		for _, line := range lines {
			found = append(found, ledger.Violation{Rule: "audit.mac", Subject: fmt.Sprint(line), Text: "is a line that the program did not write"})
		}
		return found, err
	}}
}

// checkAudit follows the hash chain of the staff's log.
func checkAudit(ctx context.Context, tx *db.Tx, found *[]string) error {
	broken, err := audit.Broken(ctx, tx)
	if err != nil {
		return err
	}
	if broken != 0 {
		*found = append(*found, "the audit log's chain is broken at line "+strconv.FormatInt(broken, 10))
	}
	return nil
}

// actionOnWire is an action of the audit log in the API's document (x-audit-actions), from
// which the web app has its words.
type actionOnWire struct {
	ID    string `json:"id"`
	Words string `json:"words"`
}

// describeActions tells the document which actions there are.
func describeActions(r *api.Router) {
	var ids []string
	var list []actionOnWire
	for _, a := range audit.Actions() {
		ids = append(ids, a.ID())
		list = append(list, actionOnWire{a.ID(), a.Words()})
	}
	r.Words(audit.Set{}, ids)
	r.Extend("x-audit-actions", list)
}

// permissionOnWire is a permission of staff's in the API's document (x-permissions).
type permissionOnWire struct {
	ID       string         `json:"id"`
	Sentence string         `json:"sentence"`
	Roles    []account.Role `json:"roles"`
}

// describePermissions tells the document which permissions its calls ask for, and who has them.
func describePermissions(r *api.Router) {
	var list []permissionOnWire
	for _, p := range account.Permissions() {
		list = append(list, permissionOnWire{p.ID, p.Sentence, p.Roles()})
	}
	r.Extend("x-permissions", list)
}
