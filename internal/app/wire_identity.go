package app

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/identity"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/performer"
	"limelight/internal/studio"
)

// wireIdentity builds the identity checks: what is handed in waits for an admin, and
// whoever handed it in hears of the decision.
func wireIdentity(s *Services) {
	s.identity = identity.New(identity.Deps{
		DB: s.db, Events: s.bus, Audit: s.audit, Accounts: s.accounts, Files: s.files, Seals: s.keys, Now: s.now,
		Subjects: map[account.Role]identity.Subject{account.Performer: s.performers, account.Studio: s.studios},
	})
	s.section("identity", "Identity checks", s.identity.Routes)
	checks := identityChecks{s.identity}
	bus.On(s.bus, "moderation.performer", checks.openPerformer)
	bus.On(s.bus, "moderation.studio", checks.openStudio)
	news := decisionNews{s.letters, s.sockets}
	bus.On(s.bus, "mail.decision", news.mail)
	bus.Tell(s.bus, "sockets.decision", news.push)
}

// identityChecks open a check of what was handed in.
type identityChecks struct{ identity *identity.Service }

func (c identityChecks) openPerformer(ctx context.Context, tx *db.Tx, e performer.IdentitySubmitted) error {
	return c.identity.Open(ctx, tx, identity.Submission{
		AccountID: e.PerformerID, Role: account.Performer, SubmittedBy: e.SubmittedBy, IDFile: e.IDFile, DocumentFile: e.DocumentFile,
	})
}

func (c identityChecks) openStudio(ctx context.Context, tx *db.Tx, e studio.Submitted) error {
	return c.identity.Open(ctx, tx, identity.Submission{
		AccountID: e.StudioID, Role: account.Studio, SubmittedBy: e.SubmittedBy, DocumentFile: e.DocumentFile,
	})
}

// decisionNews tell performers and studios what was decided about their documents.
type decisionNews struct {
	letters letters
	sockets *socket.Server
}

func (n decisionNews) mail(ctx context.Context, tx *db.Tx, e identity.Decided) error {
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

func (n decisionNews) push(_ context.Context, e identity.Decided) error {
	return socket.To(n.sockets, socket.AccountRoom(e.AccountID), profileChanged, profilePayload{})
}
