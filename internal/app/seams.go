package app

import (
	"context"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/commissions"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/messages"
	"limelight/internal/moderation"
	"limelight/internal/performer"
	"limelight/internal/show"
	"limelight/internal/studio"
	"limelight/internal/tips"
)

// What one room needs of another, in the needing room's own words. A domain never
// imports its neighbour; these few lines are where they meet.

// conversations opens rooms beside shows and says whose they are.
type conversations struct{ *messages.Service }

func (c conversations) PublicID(ctx context.Context, tx *db.Tx, performerID string) (string, error) {
	room, err := c.PublicIn(ctx, tx, performerID)
	return room.ID, err
}

func (c conversations) Hosts(ctx context.Context, tx *db.Tx, conversationID, performerID, memberID string) (bool, error) {
	return c.IsOf(ctx, tx, conversationID, performerID, memberID)
}

// stages say what a performer charges in the words of shows.
type stages struct{ *performer.Service }

func (s stages) Offer(ctx context.Context, tx *db.Tx, performerID string) (show.Offer, error) {
	o, err := s.Service.Offer(ctx, tx, performerID)
	b := o.Broadcast
	return show.Offer{
		Private: o.PrivatePrice, Exclusive: o.ExclusivePrice, Group: o.GroupPrice, MinMinutes: o.MinMinutes,
		MinParticipants: b.MinParticipants, MaxParticipants: b.MaxParticipants,
		PeekIn: b.PeekIn.Enabled, PeekPrice: b.PeekIn.Price, PeekSeconds: b.PeekIn.Seconds, PeekSound: b.PeekIn.Sound,
		Record: b.Record, WhoMayAsk: b.WhoMayAsk, MinBalance: b.MinBalance, Away: o.Availability == performer.Away,
	}, err
}

// acts put what staff did into the audit log, which is built after some of those
// who write there.
type acts struct{ *house }

func (a acts) RecordAct(ctx context.Context, tx *db.Tx, action, subject, reason string) error {
	return a.moderation.Record(ctx, tx, moderation.Act{Action: action, Subject: subject, Reason: reason})
}

// RecordChange is RecordAct with what was before and what is now.
func (a acts) RecordChange(ctx context.Context, tx *db.Tx, action, subject, reason, before, after string) error {
	return a.moderation.Record(ctx, tx, moderation.Act{Action: action, Subject: subject, Reason: reason, Before: before, After: after})
}

// rates are the terms of an income at this moment.
type rates struct{ *house }

func (r rates) Terms(ctx context.Context, tx *db.Tx, kind, performerID string) (ledger.Terms, error) {
	return r.commission.Terms(ctx, tx, performerID, kind, r.now())
}

// agreed are what studios and their performers have agreed on, in the words of
// commissions.
type agreed struct{ *studio.Service }

func (a agreed) ShareChanges(ctx context.Context, tx *db.Tx, studioID, performerID string, most int) ([]commissions.Change, int, error) {
	found, total, err := a.Service.ShareChanges(ctx, tx, studioID, performerID, most)
	list := make([]commissions.Change, len(found))
	for i, c := range found {
		list[i] = commissions.Change{
			Level: commissions.Share, Kind: ledger.IncomeID(c.Kind), AccountID: c.PerformerID, AuthorID: c.By, CreatedAt: c.At,
			Before: commissions.PercentOf(c.Before), After: commissions.PercentOf(c.After),
		}
	}
	return list, total, err
}

// books read what somebody has earned: a studio ever, a performer in a show.
type books struct{ *ledger.Ledger }

func (b books) EarnedEver(ctx context.Context, tx *db.Tx, accountID string) (total money.Tokens, err error) {
	earned, err := b.IncomeTotals(ctx, tx, ledger.Earnings(accountID), ledger.Query{Kinds: kinds.Incomes().IDs()})
	for _, kind := range earned {
		total += kind.Net
	}
	return total, err
}

func (b books) EarnedSince(ctx context.Context, tx *db.Tx, performerID string, since time.Time) (thanks int, net money.Tokens, err error) {
	earned, err := b.IncomeTotals(ctx, tx, ledger.Earnings(performerID), ledger.Query{Kinds: kinds.Incomes().IDs(), From: since})
	for _, kind := range earned {
		net += kind.Net
		if kind.Kind == tips.Kind {
			thanks += int(kind.Count)
		}
	}
	return thanks, net, err
}

// extras completes the current user with what other rooms know.
type extras struct{ *house }

func (e extras) ProfileExtras(ctx context.Context, tx *db.Tx, a account.Account) (x account.Extras, err error) {
	if x.Balance, err = e.ledger.Balance(ctx, tx, purseOf(a.Role, a.ID)); err != nil {
		return x, err
	}
	if a.Role == account.Performer {
		x.Verified, err = e.performers.Verified(ctx, tx, a.ID)
	}
	return x, err
}

// avatars keeps people's pictures.
type avatars struct{ *files.Service }

func (a avatars) SaveAvatar(ctx context.Context, who account.Caller, file api.File) (path string, err error) {
	kept, err := a.SaveImage(ctx, who.ID, files.Avatar, file.Filename, file, files.Limits{})
	if err != nil {
		return "", err
	}
	return kept.URL(), nil
}

// RemoveAvatar deletes the picture of a path /files/{id}/{variant}.
func (a avatars) RemoveAvatar(ctx context.Context, path string) error {
	fileID, _, _ := strings.Cut(strings.TrimPrefix(path, "/files/"), "/")
	return a.Delete(ctx, fileID)
}

// people gives names beside accounts' ids.
type people struct{ *account.Service }

func (p people) Usernames(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error) {
	cards, err := p.Cards(ctx, tx, ids...)
	names := make(map[string]string, len(cards))
	for id, card := range cards {
		names[id] = card.Username
	}
	return names, err
}
