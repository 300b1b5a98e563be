package app

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/performer"
)

// wirePerformer builds performers: they follow their account, and hear when a document of
// theirs expires.
func wirePerformer(s *Services) {
	s.limits.Add(performer.Limits())
	s.performers = performer.New(performer.Deps{
		DB: s.db, Events: s.bus, Accounts: s.accounts, Files: s.files, Blocking: s.blocking, Ledger: s.ledger, Limiter: s.limits, Audit: s.audit, Now: s.now,
	})
	s.late.performers.Set(s.performers)
	s.section("performer", "Performers: profile, pictures, prices, identity documents, categories", s.performers.Routes)
	s.job(cron.Job{Name: "documents", Every: time.Minute, Run: s.performers.ExpireDocuments})
	s.job(cron.Job{Name: "profileViews", Every: sweepEvery, Run: inTransaction(s.db, func(ctx context.Context, tx *db.Tx) error {
		_, err := s.performers.ForgetViews(ctx, tx)
		return err
	})})
	news := identityNews{s.notifier, s.sockets}
	bus.On(s.bus, "mail.expiring", news.notifyExpiring)
	bus.On(s.bus, "mail.expired", news.notifyExpired)
	bus.Tell(s.bus, "sockets.expired", news.pushExpired)
}

// wirePerformerAccounts lets performers follow what happens to their accounts. It comes after
// the cuts: a show that ends locks itself before its performer's row, and so does who is
// switched off.
func wirePerformerAccounts(s *Services) {
	follow := performerAccounts{s.performers}
	bus.On(s.bus, "performer.active", follow.status)
	bus.On(s.bus, "performer.words", follow.profile)
}

// performerAccounts keep performers as their accounts are.
type performerAccounts struct{ performers *performer.Service }

// status hides a performer whose account is not active, and shows them again.
func (p performerAccounts) status(ctx context.Context, tx *db.Tx, e account.StatusChanged) error {
	if e.Role != account.Performer {
		return nil
	}
	return p.performers.SetActive(ctx, tx, e.AccountID, e.Status == account.StatusActive)
}

// profile has the words of a changed profile found.
func (p performerAccounts) profile(ctx context.Context, tx *db.Tx, e account.ProfileChanged) error {
	return p.performers.Reindex(ctx, tx, e.AccountID)
}

// identityNews tell performers of documents that expire: in time, for nobody is on stage
// without one.
type identityNews struct {
	notifier
	sockets *socket.Server
}

func (n identityNews) notifyExpiring(ctx context.Context, tx *db.Tx, e performer.IdentityExpiring) error {
	return notify(ctx, tx, n.notifier, performer.ExpiringNotice, e.PerformerID, e)
}

func (n identityNews) notifyExpired(ctx context.Context, tx *db.Tx, e performer.IdentityExpired) error {
	return notify(ctx, tx, n.notifier, performer.ExpiredNotice, e.PerformerID, e)
}

func (n identityNews) pushExpired(_ context.Context, e performer.IdentityExpired) error {
	return socket.To(n.sockets, socket.AccountRoom(e.PerformerID), profileChanged, profilePayload{})
}

// appearances know who is on stage now.
type appearances struct{ performers *performer.Service }

func (s appearances) has(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	status, err := s.performers.StreamingStatus(ctx, tx, performerID)
	return status != performer.Offline && status != performer.Away, err
}
