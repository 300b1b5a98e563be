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
	news := decisionNews{s.notifier, s.sockets}
	bus.On(s.bus, "mail.decision", news.notify)
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
	notifier
	sockets *socket.Server
}

func (n decisionNews) notify(ctx context.Context, tx *db.Tx, e identity.Decided) error {
	return notify(ctx, tx, n.notifier, identity.DecidedNotice, e.AccountID, identity.Told{Decided: e, Site: n.profile.name()})
}

func (n decisionNews) push(_ context.Context, e identity.Decided) error {
	return socket.To(n.sockets, socket.AccountRoom(e.AccountID), profileChanged, profilePayload{})
}
