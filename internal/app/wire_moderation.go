package app

import (
	"context"
	"fmt"
	"strconv"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/ledger"
	"limelight/internal/moderation"
	"limelight/internal/performer"
	"limelight/internal/studio"
)

// wireModeration builds identity checks, suspensions and the audit log.
func wireModeration(s *Services) {
	s.moderation = moderation.New(moderation.Deps{
		DB: s.db, Events: s.bus, Accounts: s.accounts, Files: s.files, Seals: s.keys, VIPs: s.performers, Now: s.now,
		Subjects: map[account.Role]moderation.Subject{account.Performer: s.performers, account.Studio: s.studios},
	})
	s.late.moderation.Set(s.moderation)
	s.section("moderation", "Identity checks, suspensions, the audit log", s.moderation.Routes)
	s.rule(forgedLines(s.moderation))
	checks := identityChecks{s.moderation}
	bus.On(s.bus, "moderation.performer", checks.openPerformer)
	bus.On(s.bus, "moderation.studio", checks.openStudio)
	news := decisionNews{s.letters, s.sockets}
	bus.On(s.bus, "mail.decision", news.mail)
	bus.Tell(s.bus, "sockets.decision", news.push)
}

// acts put what staff did into the audit log, which is built after some of those who write
// there.
type acts struct{ moderation *Late[*moderation.Service] }

func (a acts) RecordAct(ctx context.Context, tx *db.Tx, action, subject, reason string) error {
	return a.moderation.Get().Record(ctx, tx, moderation.Act{Action: action, Subject: subject, Reason: reason})
}

// RecordChange is RecordAct with what was before and what is now.
func (a acts) RecordChange(ctx context.Context, tx *db.Tx, action, subject, reason, before, after string) error {
	return a.moderation.Get().Record(ctx, tx, moderation.Act{Action: action, Subject: subject, Reason: reason, Before: before, After: after})
}

// identityChecks open a check of what was handed in.
type identityChecks struct{ moderation *moderation.Service }

func (c identityChecks) openPerformer(ctx context.Context, tx *db.Tx, e performer.IdentitySubmitted) error {
	return c.moderation.Open(ctx, tx, moderation.Submission{
		AccountID: e.PerformerID, Role: account.Performer, SubmittedBy: e.SubmittedBy, IDFile: e.IDFile, DocumentFile: e.DocumentFile,
	})
}

func (c identityChecks) openStudio(ctx context.Context, tx *db.Tx, e studio.Submitted) error {
	return c.moderation.Open(ctx, tx, moderation.Submission{
		AccountID: e.StudioID, Role: account.Studio, SubmittedBy: e.SubmittedBy, DocumentFile: e.DocumentFile,
	})
}

// decisionNews tell performers and studios what was decided about their documents.
type decisionNews struct {
	letters letters
	sockets *socket.Server
}

func (n decisionNews) mail(ctx context.Context, tx *db.Tx, e moderation.Decided) error {
	person, err := n.letters.accounts.Get(ctx, tx, e.AccountID)
	if err != nil {
		return err
	}
	home := n.letters.profile.home()
	subject := "Your identity is verified"
	text := "Hello " + person.Name + ",\n\nyour documents were checked and accepted. Welcome to " + n.letters.profile.name() + ".\n\n" + home + "\n"
	if !e.Verified {
		subject = "Your documents were not accepted"
		text = "Hello " + person.Name + ",\n\nyour documents were checked and not accepted. The reason:\n\n" + e.Reason +
			"\n\nPlease log in and send new ones: " + home + "\n"
	}
	return n.letters.queue(ctx, tx, person.Email, subject, text)
}

func (n decisionNews) push(_ context.Context, e moderation.Decided) error {
	return socket.To(n.sockets, socket.AccountRoom(e.AccountID), profileChanged, profilePayload{})
}

// forgedLines are the audit log's part of the audit: lines that the program did not write.
func forgedLines(m *moderation.Service) ledger.Rule {
	return ledger.Rule{Check: func(ctx context.Context, tx *db.Tx) (found []ledger.Violation, err error) {
		lines, err := m.Forged(ctx, tx)
		for _, line := range lines {
			found = append(found, ledger.Violation{Rule: "audit.mac", Subject: fmt.Sprint(line), Text: "is a line that the program did not write"})
		}
		return found, err
	}}
}

// checkAudit follows the hash chain of the staff's log.
func checkAudit(ctx context.Context, tx *db.Tx, found *[]string) error {
	broken, err := moderation.Broken(ctx, tx)
	if err != nil {
		return err
	}
	if broken != 0 {
		*found = append(*found, "the audit log's chain is broken at line "+strconv.FormatInt(broken, 10))
	}
	return nil
}
