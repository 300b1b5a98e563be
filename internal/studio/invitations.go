package studio

import (
	"context"
	"errors"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// Invitations ask performers to join a studio. Nobody is in a studio without their own word.
//
// An invitation is kept as it was typed, whether that is anybody's name or not, and whether that
// performer may be asked or not: the studio that asks reads the same answers and the same list. It
// learns who it was when they say yes.
type Invitations struct {
	*core
	members *Membership
}

// How long an invitation can be accepted, and how long a studio that was refused is heard no more.
const (
	invitationLife = 14 * 24 * time.Hour
	refusalHolds   = 30 * 24 * time.Hour
	maxInvitations = 200 // open at once
)

// The refusals of invitations.
var (
	ErrNoInvitation   = fault.New(fault.NotFound, "This invitation does not exist any more.")
	ErrIsMember       = fault.New(fault.Conflict, "This {performer} belongs to your studio already.")
	ErrIsInvited      = fault.New(fault.Conflict, "You have invited this {performer} already.")
	ErrInStudio       = fault.New(fault.Conflict, "You belong to a studio already. Leave it before you join another one.").Coded("in_studio")
	errManyInvited    = fault.New(fault.Conflict, "%d invitations are open. Withdraw some before you send more.", maxInvitations)
	errStudioIsClosed = fault.New(fault.Conflict, "This studio takes in nobody at the moment.")
)

// InvitationState is how far an invitation is.
type InvitationState string

// The states.
const (
	InvitationOpen      InvitationState = "open"
	InvitationAccepted  InvitationState = "accepted"
	InvitationDeclined  InvitationState = "declined"
	InvitationWithdrawn InvitationState = "withdrawn"
	InvitationExpired   InvitationState = "expired"
)

// Invitation is a studio's word to a performer.
type Invitation struct {
	ID        string          `json:"_id" db:"id"`
	To        string          `json:"to" doc:"as it was typed: a username or a mail address" db:"addressed"`
	Rates     Percents        `json:"rates" doc:"percent that the performer would get of the studio's receipts"`
	State     InvitationState `json:"state" enum:"open,accepted,declined,withdrawn,expired" db:"state"`
	By        account.Card    `json:"by" doc:"who sent it for the studio"`
	Performer *account.Card   `json:"performer,omitempty" doc:"who has accepted"`
	CreatedAt time.Time       `json:"createdAt" db:"created_at"`
	ExpiresAt time.Time       `json:"expiresAt" db:"expires_at"`
	DecidedAt time.Time       `json:"decidedAt,omitzero" db:"decided_at"`

	studioID    string `db:"studio_id"`
	performerID string `db:"performer_id"`
	key         string `db:"addressed_key"`
	shares      string `db:"shares"`
	invitedBy   string `db:"invited_by"`
}

// open reports whether an invitation waits for an answer.
func (i Invitation) open(now time.Time) bool {
	return i.State == InvitationOpen && now.Before(i.ExpiresAt)
}

// ReceivedInvitation is an invitation as its performer sees it.
type ReceivedInvitation struct {
	ID        string       `json:"_id"`
	Studio    account.Card `json:"studio"`
	Rates     Percents     `json:"rates" doc:"percent that I would get of what reaches the studio"`
	CreatedAt time.Time    `json:"createdAt"`
	ExpiresAt time.Time    `json:"expiresAt"`
}

// Invited is published when a performer is to hear of an invitation.
type Invited struct {
	InvitationID string `json:"invitationId"`
	StudioID     string `json:"studioId"`
	PerformerID  string `json:"performerId"`
}

func (Invited) EventName() string { return "studio.invited" }

// InvitationAnswered is published when a performer has answered an invitation.
type InvitationAnswered struct {
	StudioID    string `json:"studioId"`
	PerformerID string `json:"performerId"`
	To          string `json:"to"`
	Accepted    bool   `json:"accepted"`
}

func (InvitationAnswered) EventName() string { return "studio.invitation_answered" }

// Invite asks a performer, by username or mail address, to join a studio on shares: the studio's
// default for the kinds that are not named. It is refused for what the studio knows by itself, and
// never for who the name is.
func (s *Invitations) Invite(ctx context.Context, studioID, to string, wanted Change) (i Invitation, err error) {
	to = strings.TrimSpace(to)
	if err := fault.Length("to", to, account.MinUsername, 254); err != nil {
		return i, err
	}
	if err := s.Limits.Allow(ctx, inviting, studioID); err != nil {
		return i, err
	}
	if err := s.admitVerified(ctx, studioID); err != nil {
		return i, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		i, err = s.invite(ctx, tx, studioID, to, wanted)
		return err
	})
	return i, err
}

func (s *Invitations) invite(ctx context.Context, tx *db.Tx, studioID, to string, wanted Change) (i Invitation, err error) {
	if err := lockStudio(ctx, tx, studioID); err != nil {
		return i, absent(err, ErrAbsent)
	}
	if err := expireInvitations(ctx, tx, studioID, s.Now()); err != nil {
		return i, err
	}
	switch n, err := countOpenInvitations(ctx, tx, studioID); {
	case err != nil:
		return i, err
	case n >= maxInvitations:
		return i, errManyInvited
	}
	i = Invitation{
		ID: id.New(s.Now()), To: to, State: InvitationOpen, CreatedAt: s.Now(), ExpiresAt: s.Now().Add(invitationLife),
		studioID: studioID, key: addressKey(to), invitedBy: account.CallerFrom(ctx).ID,
	}
	if i.performerID, err = s.addressee(ctx, tx, studioID, to); err != nil {
		return i, err
	}
	shares, err := s.offeredShares(ctx, tx, studioID, wanted)
	if err != nil {
		return i, err
	}
	i.shares, i.Rates = shares.text(), percents(s.Kinds, shares)
	if err := insertInvitation(ctx, tx, i); err != nil {
		if db.Unique(err, "studio_invitations", "addressed_key") {
			return i, ErrIsInvited
		}
		return i, err
	}
	if err := s.Audit.Record(ctx, tx, audit.Act{Action: modelInvited, Subject: "studio:" + studioID, After: to}); err != nil {
		return i, err
	}
	if i.performerID != "" {
		if err := s.Events.Publish(ctx, tx, Invited{i.ID, studioID, i.performerID}); err != nil {
			return i, err
		}
	}
	return i, s.complete(ctx, tx, &i)
}

// offeredShares are the studio's default with the kinds that an invitation names.
func (s *Invitations) offeredShares(ctx context.Context, tx *db.Tx, studioID string, wanted Change) (rates, error) {
	defaults, err := selectRates(ctx, tx, studioID, "")
	if err != nil {
		return nil, err
	}
	all := rates{}
	for _, kind := range s.Kinds {
		all[kind] = defaults.of(kind)
	}
	return all.with(changes(s.Kinds, wanted, all)), nil
}

// addressee is the performer that a name or a mail address leads to, and empty for nobody and for
// whoever is not to be told: a suspended performer, one who has declined lately, or who hides
// from the studio. Only of the studio's own members it says that they are that.
func (s *Invitations) addressee(ctx context.Context, tx *db.Tx, studioID, to string) (string, error) {
	a, err := s.Accounts.ByName(ctx, tx, to)
	if errors.Is(err, account.ErrAbsent) || err == nil && (a.Role != account.Performer || a.Status == account.StatusSuspended || !a.EmailVerified) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	switch of, err := s.members.StudioOf(ctx, tx, a.ID); {
	case err != nil:
		return "", err
	case of == studioID && !strings.Contains(to, "@"):
		return "", ErrIsMember
	case of == studioID:
		return "", nil
	}
	switch refused, err := refusedLately(ctx, tx, studioID, a.ID, s.Now().Add(-refusalHolds)); {
	case err != nil:
		return "", err
	case refused:
		return "", nil
	}
	hides, err := s.Hides(ctx, tx, a.ID, account.CallerFrom(ctx), account.Caller{ID: studioID, Role: account.Studio})
	if err != nil || hides {
		return "", err
	}
	return a.ID, nil
}

// addressKey is the form in which an address is asked for once.
func addressKey(to string) string { return strings.ToLower(norm.NFC.String(to)) }

// Withdraw takes an open invitation back.
func (s *Invitations) Withdraw(ctx context.Context, studioID, invitationID string) (i Invitation, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if i, err = lockInvitation(ctx, tx, invitationID); err != nil || i.studioID != studioID || !i.open(s.Now()) {
			return orAbsent(err, ErrNoInvitation)
		}
		if i, err = s.decided(ctx, tx, i, InvitationWithdrawn); err != nil {
			return err
		}
		if err := s.complete(ctx, tx, &i); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: inviteRecalled, Subject: "studio:" + studioID, Before: i.To})
	})
	return i, err
}

// orAbsent is an error of the database, or else that there is no such thing.
func orAbsent(err, refusal error) error {
	if err == nil {
		return refusal
	}
	return absent(err, refusal)
}

// Answer is a performer's word on an invitation. Who accepts is in the studio at once, and on the shares that
// were offered; a paid show that goes on keeps its own.
func (s *Invitations) Answer(ctx context.Context, performerID, invitationID string, accept bool) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		i, err := lockInvitation(ctx, tx, invitationID)
		if err != nil || i.performerID != performerID || !i.open(s.Now()) {
			return orAbsent(err, ErrNoInvitation)
		}
		state := InvitationDeclined
		if accept {
			state = InvitationAccepted
			if err := s.join(ctx, tx, i); err != nil {
				return err
			}
		}
		if _, err := s.decided(ctx, tx, i, state); err != nil {
			return err
		}
		return s.Events.Publish(ctx, tx, InvitationAnswered{i.studioID, performerID, i.To, accept})
	})
}

func (s *Invitations) join(ctx context.Context, tx *db.Tx, i Invitation) error {
	owner, err := s.Accounts.Get(ctx, tx, i.studioID)
	if err != nil {
		return err
	}
	st, err := selectStudio(ctx, tx, i.studioID)
	if err != nil {
		return err
	}
	if owner.Status != account.StatusActive || !st.Verified {
		return errStudioIsClosed
	}
	switch err := s.members.AddMember(ctx, tx, i.studioID, i.performerID); {
	case errors.Is(err, ErrTaken):
		return ErrInStudio
	case err != nil:
		return err
	}
	shares, err := ratesIn(i.shares)
	if err != nil {
		return err
	}
	return insertShares(ctx, tx, i.studioID, i.performerID, i.performerID, shares, s.Now())
}

func (s *Invitations) decided(ctx context.Context, tx *db.Tx, i Invitation, state InvitationState) (Invitation, error) {
	i.State, i.DecidedAt = state, s.Now()
	return i, updateInvitation(ctx, tx, i)
}

// Sent is one page of a studio's invitations, the newest first; of one state, when that is named.
func (s *Invitations) Sent(ctx context.Context, studioID string, state InvitationState, offset, limit int) (list []Invitation, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if list, total, err = selectInvitations(ctx, tx, studioID, state, s.Now(), offset, limit); err != nil {
			return err
		}
		for n := range list {
			if err := s.read(&list[n]); err != nil {
				return err
			}
		}
		return s.complete(ctx, tx, pointers(list)...)
	})
	return list, total, err
}

func (s *Invitations) read(i *Invitation) error {
	shares, err := ratesIn(i.shares)
	i.Rates = percents(s.Kinds, shares)
	if i.State == InvitationOpen && !i.open(s.Now()) {
		i.State = InvitationExpired
	}
	return err
}

func pointers[T any](list []T) []*T {
	all := make([]*T, len(list))
	for i := range list {
		all[i] = &list[i]
	}
	return all
}

// complete says who sent invitations, and who accepted them.
func (s *Invitations) complete(ctx context.Context, tx *db.Tx, list ...*Invitation) error {
	var ids []string
	for _, i := range list {
		ids = append(ids, i.invitedBy, i.performerID)
	}
	cards, err := s.Accounts.Cards(ctx, tx, ids...)
	for _, i := range list {
		i.By = cards[i.invitedBy]
		if i.Rates == nil {
			if err := s.read(i); err != nil {
				return err
			}
		}
		if card, known := cards[i.performerID]; known && i.State == InvitationAccepted {
			i.Performer = &card
		}
	}
	return err
}

// Received are the invitations that wait for a performer's answer, the newest first.
func (s *Invitations) Received(ctx context.Context, performerID string, offset, limit int) (list []ReceivedInvitation, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, n, err := selectReceived(ctx, tx, performerID, s.Now(), offset, limit)
		if err != nil {
			return err
		}
		ids := make([]string, len(found))
		for k, i := range found {
			ids[k] = i.studioID
		}
		cards, err := s.Accounts.Cards(ctx, tx, ids...)
		list, total = make([]ReceivedInvitation, len(found)), n
		for k, i := range found {
			if err := s.read(&i); err != nil {
				return err
			}
			list[k] = ReceivedInvitation{i.ID, cards[i.studioID], i.Rates, i.CreatedAt, i.ExpiresAt}
		}
		return err
	})
	return list, total, err
}

type inviteInput struct {
	Body struct {
		To    string `json:"to" minLength:"1" maxLength:"254" doc:"a username or a mail address"`
		Rates Change `json:"rates,omitempty" doc:"percent of the studio's receipts; the studio's default for kinds that are not named"`
	}
}

func (s *Invitations) postInvitation(ctx context.Context, in *inviteInput) (Invitation, error) {
	return s.Invite(ctx, account.ActsFor(ctx), in.Body.To, in.Body.Rates)
}

type invitationsInput struct {
	api.Page
	State InvitationState `query:"state" enum:"open,accepted,declined,withdrawn,expired"`
}

func (s *Invitations) getSent(ctx context.Context, in *invitationsInput) (list api.List[Invitation], err error) {
	list.Data, list.Total, err = s.Sent(ctx, account.ActsFor(ctx), in.State, in.Offset, in.Limit)
	return list, err
}

type invitationInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Invitations) deleteInvitation(ctx context.Context, in *invitationInput) (Invitation, error) {
	return s.Withdraw(ctx, account.ActsFor(ctx), in.ID)
}

func (s *Invitations) getReceived(ctx context.Context, in *api.Page) (list api.List[ReceivedInvitation], err error) {
	list.Data, list.Total, err = s.Received(ctx, account.CallerFrom(ctx).ID, in.Offset, in.Limit)
	return list, err
}

type answerInput struct {
	ID   string `path:"id" maxLength:"64"`
	Word string `path:"word" enum:"accept,decline"`
}

func (s *Invitations) postAnswer(ctx context.Context, in *answerInput) (api.Done, error) {
	return api.OK, s.Answer(ctx, account.CallerFrom(ctx).ID, in.ID, in.Word == "accept")
}

func (s *Invitations) routes(r *api.Router, models, performers api.Guard) {
	api.Get(r, "/studio/invitations", "studio.invitations", s.getSent, models,
		api.Summary("Whom my studio has invited, newest first"))
	api.Post(r, "/studio/invitations", "studio.invite", s.postInvitation, models,
		api.Summary("Invite a performer to my studio; the answer does not tell whether there is one of that name"))
	api.Delete(r, "/studio/invitations/{id}", "studio.withdrawInvitation", s.deleteInvitation, models,
		api.Summary("Take back an invitation that nobody has answered"))
	api.Get(r, "/performers/studio/invitations", "studio.received", s.getReceived, performers,
		api.Summary("Studios that invite me"))
	api.Post(r, "/performers/studio/invitations/{id}/{word}", "studio.answer", s.postAnswer, performers,
		api.Summary("Accept an invitation, or decline it"))
}
