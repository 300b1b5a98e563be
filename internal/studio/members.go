package studio

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// Membership is which performers belong to a studio.
type Membership struct{ *core }

// Member is one performer of a studio.
type Member struct {
	ID        string       `json:"_id"`
	Status    string       `json:"status" enum:"active,inactive"`
	Performer account.Card `json:"performer"`
	JoinedAt  time.Time    `json:"joinedAt"`
}

// MembersChanged is published when somebody joins or leaves a studio, or a status
// changes.
type MembersChanged struct {
	StudioID    string `json:"studioId"`
	PerformerID string `json:"performerId"`
	Status      string `json:"status"`
}

func (MembersChanged) EventName() string { return "studio.members_changed" }

// Members returns one page of a studio's performers, the newest first. An empty
// status is both.
func (s *Membership) Members(ctx context.Context, studioID, status string, offset, limit int) (list []Member, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if list, total, err = selectMembers(ctx, tx, studioID, status, offset, limit); err != nil {
			return err
		}
		ids := make([]string, len(list))
		for i, m := range list {
			ids[i] = m.ID
		}
		cards, err := s.Accounts.Cards(ctx, tx, ids...)
		for i := range list {
			list[i].Performer = cards[list[i].ID]
		}
		return err
	})
	return list, total, err
}

// SetStatus switches a member of the studio on or off. Somebody else's performer
// is ErrNoMember.
func (s *Membership) SetStatus(ctx context.Context, studioID, performerID, status string) (m Member, err error) {
	if status != Active && status != Inactive {
		return m, fault.Field("status", "Must be one of active, inactive")
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		changed, err := updateMember(ctx, tx, studioID, performerID, status)
		if err != nil {
			return err
		}
		if changed {
			if err := s.Accounts.SetStatus(ctx, tx, performerID, account.Status(status)); err != nil {
				return err
			}
			if err := s.Events.Publish(ctx, tx, MembersChanged{studioID, performerID, status}); err != nil {
				return err
			}
			if err := s.Audit.Record(ctx, tx, audit.Act{Action: modelSwitched, Subject: "account:" + performerID, After: status}); err != nil {
				return err
			}
		}
		m, err = s.member(ctx, tx, studioID, performerID)
		return err
	})
	return m, err
}

// Reopened switches a member off again whose suspension was lifted: what the studio had switched off stays so.
func (s *Membership) Reopened(ctx context.Context, tx *db.Tx, accountID string) error {
	studioID, err := selectStudioOf(ctx, tx, accountID)
	if err != nil {
		return absent(err, nil)
	}
	m, err := selectMember(ctx, tx, studioID, accountID)
	if err != nil || m.Status != Inactive {
		return absent(err, nil)
	}
	return s.Accounts.SetStatus(ctx, tx, accountID, account.StatusInactive)
}

// AddMember puts a performer into a studio; ErrTaken when they are in one.
func (s *Membership) AddMember(ctx context.Context, tx *db.Tx, studioID, performerID string) error {
	if err := insertMember(ctx, tx, studioID, performerID, s.Now()); err != nil {
		if db.Unique(err, "studio_members", "performer_id") {
			return ErrTaken
		}
		return err
	}
	if err := s.begin(ctx, tx, studioID, performerID); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, MembersChanged{studioID, performerID, Active})
}

func (s *Membership) member(ctx context.Context, tx *db.Tx, studioID, performerID string) (Member, error) {
	m, err := selectMember(ctx, tx, studioID, performerID)
	if err != nil {
		return m, absent(err, ErrNoMember)
	}
	cards, err := s.Accounts.Cards(ctx, tx, performerID)
	m.Performer = cards[performerID]
	return m, err
}

// StudioOf is the studio of a performer; empty for none.
func (s *Membership) StudioOf(ctx context.Context, tx *db.Tx, performerID string) (string, error) {
	studioID, err := selectStudioOf(ctx, tx, performerID)
	return studioID, absent(err, nil)
}

// StudioOrSelf is the studio an account belongs to now: a performer's, or itself when
// it is one; empty for none.
func (s *Membership) StudioOrSelf(ctx context.Context, tx *db.Tx, accountID string) (string, error) {
	studioID, err := selectStudioOf(ctx, tx, accountID)
	if !errors.Is(err, db.ErrNone) {
		return studioID, err
	}
	if _, err := selectStudio(ctx, tx, accountID); err != nil {
		return "", absent(err, nil)
	}
	return accountID, nil
}

// MembersOf are the performers of a studio and since when each is.
func (s *Membership) MembersOf(ctx context.Context, tx *db.Tx, studioID string) (since map[string]time.Time, err error) {
	list, err := selectAllMembers(ctx, tx, studioID)
	since = make(map[string]time.Time, len(list))
	for _, m := range list {
		since[m.ID] = m.JoinedAt
	}
	return since, err
}

func selectAllMembers(ctx context.Context, tx *db.Tx, studioID string) ([]Member, error) {
	return db.All(ctx, tx, scanMember, `
		SELECT performer_id, status, joined_at
		FROM studio_members
		WHERE studio_id = $1
		ORDER BY performer_id`, studioID)
}

type membersInput struct {
	api.Page
	Status string `query:"status" enum:"active,inactive"`
}

func (s *Membership) members(ctx context.Context, in *membersInput) (list api.List[Member], err error) {
	list.Data, list.Total, err = s.Members(ctx, account.ActsFor(ctx), in.Status, in.Offset, in.Limit)
	return list, err
}

type statusInput struct {
	ID     string `path:"id" maxLength:"64"`
	Status string `path:"status" enum:"active,inactive"`
}

func (s *Membership) setStatus(ctx context.Context, in *statusInput) (Member, error) {
	return s.SetStatus(ctx, account.ActsFor(ctx), in.ID, in.Status)
}
