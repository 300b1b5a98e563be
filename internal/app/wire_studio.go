package app

import (
	"context"
	"limelight/internal/kit/api"
	"time"

	"limelight/internal/account"
	"limelight/internal/commissions"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
	"limelight/internal/studio"
)

// wireStudio builds studios. What the site keeps of an income is asked when it is needed:
// commissions are built on studios.
func wireStudio(s *Services) {
	s.limits.Add(studio.Limits())
	s.studios = studio.New(studio.Deps{
		DB: s.db, Events: s.bus, Accounts: s.accounts, Files: s.files, Stage: s.performers, Hiring: s.performers,
		Ledger: s.ledger, Limits: s.limits, Kinds: kinds.Incomes().IDs(),
		SiteKeeps: keptRates{&s.late.commissions}.of, Audit: s.audit, Hides: s.performers.HidesFrom, Now: s.now,
	})
	s.section("studio", "Studios: their members, and how income is shared with them", func(r *api.Router) {
		s.studios.Routes(r)
		s.shifts.Routes(r) // of schedules, which are built later
	})
	s.erases("studio", s.studios.EraseOf)
	news := agreementNews{s.notifier, s.sockets}
	bus.On(s.bus, "mail.offer", news.notifyOffered)
	bus.On(s.bus, "mail.agreed", news.notifyAgreed)
	bus.On(s.bus, "mail.declined", news.notifyDeclined)
	bus.On(s.bus, "mail.studioInvited", news.notifyInvited)
	bus.On(s.bus, "mail.studioAnswered", news.notifyAnswered)
	bus.On(s.bus, "mail.studioParting", news.notifyParting)
	bus.On(s.bus, "mail.studioDocument", news.notifyDocument)
	bus.On(s.bus, "studio.reopened", func(ctx context.Context, tx *db.Tx, e account.Restored) error {
		return s.studios.Reopened(ctx, tx, e.AccountID)
	})
	s.job(cron.Job{Name: "studioPartings", Every: time.Minute, Run: s.studios.Sweep})
	s.job(cron.Job{Name: "studioDays", Every: time.Hour, Run: s.studios.Tally})
	bus.Tell(s.bus, "sockets.offer", news.pushOffered)
	bus.Tell(s.bus, "sockets.agreed", news.pushAgreed)
	bus.Tell(s.bus, "sockets.declined", news.pushDeclined)
}

// keptRates are what the site keeps of a performer's income at this moment, by kind.
type keptRates struct{ commissions *Late[*commissions.Service] }

func (r keptRates) of(ctx context.Context, tx *db.Tx, performerID string) (map[string]money.Rate, error) {
	return r.commissions.Get().SiteRates(ctx, tx, performerID)
}

// agreementNews tell studios and their performers what they agree on: who is asked, and who
// hears the answer.
type agreementNews struct {
	notifier
	sockets *socket.Server
}

func (n agreementNews) notifyOffered(ctx context.Context, tx *db.Tx, e studio.CommissionOffered) error {
	return notifyOf(ctx, tx, n.notifier, studio.OfferedNotice, e.PerformerID, e.StudioID)
}

func (n agreementNews) notifyAgreed(ctx context.Context, tx *db.Tx, e studio.CommissionChanged) error {
	if !e.Accepted {
		return nil
	}
	return notifyOf(ctx, tx, n.notifier, studio.AcceptedNotice, e.StudioID, e.PerformerID)
}

func (n agreementNews) notifyDeclined(ctx context.Context, tx *db.Tx, e studio.CommissionDeclined) error {
	return notifyOf(ctx, tx, n.notifier, studio.DeclinedNotice, e.StudioID, e.PerformerID)
}

func (n agreementNews) notifyInvited(ctx context.Context, tx *db.Tx, e studio.Invited) error {
	return notifyOf(ctx, tx, n.notifier, studio.InvitedNotice, e.PerformerID, e.StudioID)
}

func (n agreementNews) notifyDocument(ctx context.Context, tx *db.Tx, e studio.DocumentToSign) error {
	return notifyOf(ctx, tx, n.notifier, studio.SignNotice, e.PerformerID, e.StudioID)
}

func (n agreementNews) notifyAnswered(ctx context.Context, tx *db.Tx, e studio.InvitationAnswered) error {
	if !e.Accepted {
		return notify(ctx, tx, n.notifier, studio.NotJoinedNotice, e.StudioID, e.To)
	}
	return notifyOf(ctx, tx, n.notifier, studio.JoinedNotice, e.StudioID, e.PerformerID)
}

// notifyParting tells who is asked, or who hears the answer; of the end both.
func (n agreementNews) notifyParting(ctx context.Context, tx *db.Tx, e studio.PartingChanged) error {
	asked, asker := e.PerformerID, e.StudioID
	ask, refused := studio.ReleaseNotice, studio.KeptNotice
	if e.AskedBy == "performer" {
		asked, asker = e.StudioID, e.PerformerID
		ask, refused = studio.LeavingNotice, studio.StayNotice
	}
	switch e.State {
	case studio.PartingOpen:
		who, err := n.accounts.Get(ctx, tx, asker)
		if err != nil {
			return err
		}
		return notify(ctx, tx, n.notifier, ask, asked, studio.Away{Name: who.Name, At: e.DueAt})
	case studio.PartingRefused:
		return notifyOf(ctx, tx, n.notifier, refused, asker, asked)
	case studio.PartingDone:
		if err := notifyOf(ctx, tx, n.notifier, studio.LeftNotice, e.PerformerID, e.StudioID); err != nil {
			return err
		}
		return notifyOf(ctx, tx, n.notifier, studio.GoneNotice, e.StudioID, e.PerformerID)
	}
	return nil
}

func (n agreementNews) pushOffered(_ context.Context, e studio.CommissionOffered) error {
	return pushCommission(n.sockets, e.StudioID, e.PerformerID)
}

func (n agreementNews) pushAgreed(_ context.Context, e studio.CommissionChanged) error {
	return pushCommission(n.sockets, e.StudioID, e.PerformerID)
}

func (n agreementNews) pushDeclined(_ context.Context, e studio.CommissionDeclined) error {
	return pushCommission(n.sockets, e.StudioID, e.PerformerID)
}
