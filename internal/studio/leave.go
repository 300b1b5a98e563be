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
	"limelight/internal/kit/id"
	"limelight/internal/kit/sanitize"
)

// Partings end memberships. An active member and the studio part when both want it: one asks, the
// other agrees, and who does not answer in time has agreed. A member whom the studio has switched
// off needs nobody's word (behaviours.md).
type Partings struct {
	*core
	members *Membership
}

// answerWithin is how long the other side may think it over.
const answerWithin = 14 * 24 * time.Hour

// maxReason bounds what somebody says when they ask, or refuse.
const maxReason = 300

// The refusals of leaving a studio.
var (
	ErrNoStudio  = fault.New(fault.Conflict, "You belong to no studio.")
	ErrOnStage   = fault.New(fault.Conflict, "Please end your show before you leave your studio.").Coded("on_stage")
	ErrNoParting = fault.New(fault.NotFound, "Nobody asks for that any more.")
	ErrAsked     = fault.New(fault.Conflict, "This has been asked for already, and waits for an answer.").Coded("parting_open")
)

// Left is the status that MembersChanged carries of a member who has left.
const Left = "left"

// PartingState is how far a parting is.
type PartingState string

// The states. An agreed one waits for the end of the performer's show.
const (
	PartingOpen      PartingState = "open"
	PartingAgreed    PartingState = "agreed"
	PartingDone      PartingState = "done"
	PartingRefused   PartingState = "refused"
	PartingWithdrawn PartingState = "withdrawn"
)

// Parting is that a performer or a studio asks to end a membership.
type Parting struct {
	ID        string       `json:"_id" db:"id"`
	AskedBy   string       `json:"askedBy" enum:"performer,studio" db:"asked_by"`
	Reason    string       `json:"reason,omitempty" db:"reason"`
	State     PartingState `json:"state" enum:"open,agreed,done,refused,withdrawn" db:"state"`
	Answer    string       `json:"answer,omitempty" doc:"why it was refused" db:"answer"`
	CreatedAt time.Time    `json:"createdAt" db:"created_at"`
	DueAt     time.Time    `json:"dueAt" doc:"without an answer until then it is agreed" db:"due_at"`
	DecidedAt time.Time    `json:"decidedAt,omitzero" db:"decided_at"`

	studioID    string `db:"studio_id"`
	performerID string `db:"performer_id"`
}

// PartingChanged is published whenever a parting is asked for or answered.
type PartingChanged struct {
	StudioID    string       `json:"studioId"`
	PerformerID string       `json:"performerId"`
	AskedBy     string       `json:"askedBy"`
	State       PartingState `json:"state"`
	DueAt       time.Time    `json:"dueAt"`
	Silent      bool         `json:"silent,omitempty"` // agreed because nobody answered
}

func (PartingChanged) EventName() string { return "studio.parting_changed" }

// The two sides of a membership.
const (
	byPerformer = "performer"
	byStudio    = "studio"
)

// Leave is a performer's wish to leave her studio. Of one who is switched off it is the end of it, else
// the studio is asked. It fails with ErrOnStage during a show of who needs nobody's word, whose shares
// are the studio's to its end, with ErrAsked when it was asked for already, and with ErrNoStudio without a studio.
func (s *Partings) Leave(ctx context.Context, performerID, reason string) (p Parting, err error) {
	if err := s.Limits.Allow(ctx, partingRate, performerID); err != nil {
		return p, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		studioID, err := selectStudioOf(ctx, tx, performerID)
		if err != nil {
			return absent(err, ErrNoStudio)
		}
		if err := lockMember(ctx, tx, studioID, performerID); err != nil {
			return absent(err, ErrNoStudio)
		}
		m, err := selectMember(ctx, tx, studioID, performerID)
		if err != nil {
			return err
		}
		if m.Status != Inactive {
			p, err = s.ask(ctx, tx, studioID, performerID, byPerformer, reason)
			return err
		}
		switch idle, err := s.Stage.Idle(ctx, tx, performerID); {
		case err != nil:
			return err
		case !idle:
			return ErrOnStage
		}
		p = Parting{ID: id.New(s.Now()), AskedBy: byPerformer, State: PartingDone, CreatedAt: s.Now(), DueAt: s.Now(), DecidedAt: s.Now()}
		return s.end(ctx, tx, studioID, performerID)
	})
	return p, err
}

// Release is a studio's wish that a member leaves, who is asked.
func (s *Partings) Release(ctx context.Context, studioID, performerID, reason string) (p Parting, err error) {
	if err := s.Limits.Allow(ctx, partingRate, studioID+" "+performerID); err != nil {
		return p, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := lockMember(ctx, tx, studioID, performerID); err != nil {
			return absent(err, ErrNoMember)
		}
		if p, err = s.ask(ctx, tx, studioID, performerID, byStudio, reason); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: partingAsked, Subject: "account:" + performerID, Reason: p.Reason})
	})
	return p, err
}

// ask is one side's wish. When the other one wants the same, it is agreed.
func (s *Partings) ask(ctx context.Context, tx *db.Tx, studioID, performerID, by, reason string) (p Parting, err error) {
	reason = sanitize.Line(reason)
	if err := fault.Length("reason", reason, 0, maxReason); err != nil {
		return p, err
	}
	switch p, err = selectOpenParting(ctx, tx, performerID); {
	case err == nil && p.State == PartingOpen && p.AskedBy != by:
		return s.agree(ctx, tx, p, false)
	case err == nil:
		return p, ErrAsked
	case absent(err, nil) != nil:
		return p, err
	}
	p = Parting{
		ID: id.New(s.Now()), AskedBy: by, Reason: reason, State: PartingOpen, CreatedAt: s.Now(), DueAt: s.Now().Add(answerWithin),
		studioID: studioID, performerID: performerID,
	}
	if err := insertParting(ctx, tx, p); err != nil {
		return p, err
	}
	return p, s.publish(ctx, tx, p, false)
}

func (s *Partings) publish(ctx context.Context, tx *db.Tx, p Parting, silent bool) error {
	return s.Events.Publish(ctx, tx, PartingChanged{p.studioID, p.performerID, p.AskedBy, p.State, p.DueAt, silent})
}

// agree ends the membership, or sees to it that it ends with the performer's show.
func (s *Partings) agree(ctx context.Context, tx *db.Tx, p Parting, silent bool) (Parting, error) {
	p.State, p.DecidedAt = PartingAgreed, s.Now()
	idle, err := s.Stage.Idle(ctx, tx, p.performerID)
	if err != nil {
		return p, err
	}
	if idle {
		p.State = PartingDone
		if err := s.end(ctx, tx, p.studioID, p.performerID); err != nil {
			return p, err
		}
	}
	if err := updateParting(ctx, tx, p); err != nil {
		return p, err
	}
	return p, s.publish(ctx, tx, p, silent)
}

// end takes a performer out of a studio: later earnings are hers alone, and an account that the studio has
// switched off is on again. What was earned and asked for before stays as it is, open
// payout requests included: the studio decides those.
func (s *Partings) end(ctx context.Context, tx *db.Tx, studioID, performerID string) error {
	if err := closeOffer(ctx, tx, performerID, "withdrawn", s.Now()); err != nil {
		return err
	}
	if err := deleteMember(ctx, tx, studioID, performerID); err != nil {
		return absent(err, ErrNoStudio)
	}
	if err := s.members.finish(ctx, tx, performerID); err != nil {
		return err
	}
	if err := closePartings(ctx, tx, performerID, s.Now()); err != nil {
		return err
	}
	a, err := s.Accounts.Get(ctx, tx, performerID)
	if err == nil && a.Status == account.StatusInactive { // one that is suspended stays so
		err = s.Accounts.SetStatus(ctx, tx, performerID, account.StatusActive)
	}
	if err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, MembersChanged{studioID, performerID, Left})
}

// DecideParting is the word of the side that was asked, or of who asked when it is withdrawn. side says whose: a
// studio's about a member, or a performer's own.
func (s *Partings) DecideParting(ctx context.Context, studioID, performerID, side string, word PartingState, answer string) (p Parting, err error) {
	answer = sanitize.Line(answer)
	if err := fault.Length("answer", answer, 0, maxReason); err != nil {
		return p, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if p, err = s.decide(ctx, tx, studioID, performerID, side, word, answer); err != nil || side != byStudio {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: partingDecided, Subject: "account:" + performerID, After: string(p.State), Reason: answer})
	})
	return p, err
}

func (s *Partings) decide(ctx context.Context, tx *db.Tx, studioID, performerID, side string, word PartingState, answer string) (p Parting, err error) {
	of, err := selectStudioOf(ctx, tx, performerID)
	if err != nil || studioID != "" && of != studioID {
		return p, orAbsent(err, ErrNoParting)
	}
	if err := lockMember(ctx, tx, of, performerID); err != nil {
		return p, absent(err, ErrNoParting)
	}
	if p, err = selectOpenParting(ctx, tx, performerID); err != nil || p.State != PartingOpen {
		return p, orAbsent(err, ErrNoParting)
	}
	asked := p.AskedBy == side
	switch {
	case asked != (word == PartingWithdrawn):
		return p, ErrNoParting
	case word == PartingAgreed:
		return s.agree(ctx, tx, p, false)
	case word == PartingRefused && answer == "":
		return p, fault.Missing("answer")
	}
	p.State, p.Answer, p.DecidedAt = word, answer, s.Now()
	if err := updateParting(ctx, tx, p); err != nil {
		return p, err
	}
	return p, s.publish(ctx, tx, p, false)
}

// Sweep ends what is agreed once the show is over, and what nobody has answered in time; and
// invitations that nobody has answered.
func (s *Partings) Sweep(ctx context.Context) error {
	var due []Parting
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		due, err = selectDuePartings(ctx, tx, s.Now())
		return err
	})
	if err != nil {
		return err
	}
	var failed []error // one that cannot be carried out holds up no other
	for _, p := range due {
		failed = append(failed, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := lockMember(ctx, tx, p.studioID, p.performerID); err != nil {
				return absent(err, nil)
			}
			now, err := selectOpenParting(ctx, tx, p.performerID)
			if err != nil || now.ID != p.ID || now.State != p.State {
				return absent(err, nil) // answered a moment ago
			}
			if idle, err := s.Stage.Idle(ctx, tx, p.performerID); err != nil || !idle && p.State == PartingAgreed {
				return err
			}
			_, err = s.agree(ctx, tx, now, p.State == PartingOpen)
			return err
		}))
	}
	failed = append(failed, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return expireInvitations(ctx, tx, "", s.Now()) }))
	return errors.Join(failed...)
}

// Belonging is a performer's studio, as she sees it.
type Belonging struct {
	Studio   *account.Card `json:"studio,omitempty" doc:"absent: none"`
	Status   string        `json:"status,omitempty" enum:"active,inactive"`
	JoinedAt time.Time     `json:"joinedAt,omitzero"`
	Parting  *Parting      `json:"parting,omitempty" doc:"the last one that was asked for in this membership"`
}

// Belonging is the studio that a performer belongs to.
func (s *Partings) Belonging(ctx context.Context, performerID string) (b Belonging, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		studioID, err := s.members.StudioOf(ctx, tx, performerID)
		if err != nil || studioID == "" {
			return err
		}
		m, err := selectMember(ctx, tx, studioID, performerID)
		if err != nil {
			return err
		}
		cards, err := s.Accounts.Cards(ctx, tx, studioID)
		if err != nil {
			return err
		}
		card := cards[studioID]
		b = Belonging{Studio: &card, Status: m.Status, JoinedAt: m.JoinedAt}
		p, err := selectLastParting(ctx, tx, studioID, performerID, m.JoinedAt)
		if err == nil {
			b.Parting = &p
		}
		return absent(err, nil)
	})
	return b, err
}

type leaveInput struct {
	Body struct {
		Reason string `json:"reason,omitempty" maxLength:"1000"`
	}
}

func (s *Partings) postLeave(ctx context.Context, in *leaveInput) (Parting, error) {
	return s.Leave(ctx, account.CallerFrom(ctx).ID, in.Body.Reason)
}

func (s *Partings) getBelonging(ctx context.Context, _ *struct{}) (Belonging, error) {
	return s.Belonging(ctx, account.CallerFrom(ctx).ID)
}

type releaseInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Reason string `json:"reason,omitempty" maxLength:"1000"`
	}
}

func (s *Partings) postRelease(ctx context.Context, in *releaseInput) (Parting, error) {
	return s.Release(ctx, account.ActsFor(ctx), in.ID, in.Body.Reason)
}

type ownPartingInput struct {
	Word string `path:"word" enum:"agree,refuse,withdraw"`
	Body struct {
		Answer string `json:"answer,omitempty" maxLength:"1000" doc:"why it is refused"`
	}
}

var partingWords = map[string]PartingState{"agree": PartingAgreed, "refuse": PartingRefused, "withdraw": PartingWithdrawn}

func (s *Partings) postOwnParting(ctx context.Context, in *ownPartingInput) (Parting, error) {
	return s.DecideParting(ctx, "", account.CallerFrom(ctx).ID, byPerformer, partingWords[in.Word], in.Body.Answer)
}

type partingInput struct {
	ID   string `path:"id" maxLength:"64"`
	Word string `path:"word" enum:"agree,refuse,withdraw"`
	Body struct {
		Answer string `json:"answer,omitempty" maxLength:"1000" doc:"why it is refused"`
	}
}

func (s *Partings) postParting(ctx context.Context, in *partingInput) (Parting, error) {
	return s.DecideParting(ctx, account.ActsFor(ctx), in.ID, byStudio, partingWords[in.Word], in.Body.Answer)
}

// MemberParting is a parting that waits, with the member that it is about.
type MemberParting struct {
	Parting
	Performer account.Card `json:"performer"`
}

func (s *Partings) getPartings(ctx context.Context, in *api.Page) (list api.List[MemberParting], err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, total, err := selectOpenPartings(ctx, tx, account.ActsFor(ctx), in.Offset, in.Limit)
		if err != nil {
			return err
		}
		ids := make([]string, len(found))
		for i, p := range found {
			ids[i] = p.performerID
		}
		cards, err := s.Accounts.Cards(ctx, tx, ids...)
		list = api.ListOf(found, total, func(p Parting) MemberParting { return MemberParting{p, cards[p.performerID]} })
		return err
	})
	return list, err
}

func (s *Partings) routes(r *api.Router, models, performers api.Guard) {
	api.Get(r, "/performers/studio", "studio.belonging", s.getBelonging, performers,
		api.Summary("The studio that I belong to, and whether we part"))
	api.Post(r, "/performers/studio/leave", "studio.leave", s.postLeave, performers,
		api.Summary("Ask my studio to let me go; who is switched off leaves at once"))
	api.Post(r, "/performers/studio/parting/{word}", "studio.decideOwnParting", s.postOwnParting, performers,
		api.Summary("Agree that I leave, refuse it, or take back that I asked"))
	api.Get(r, "/studio/partings", "studio.partings", s.getPartings, models,
		api.Summary("Members whose leaving waits for a word"))
	api.Post(r, "/studio/members/{id}/release", "studio.release", s.postRelease, models,
		api.Summary("Ask a member to leave"))
	api.Post(r, "/studio/members/{id}/parting/{word}", "studio.decideParting", s.postParting, models,
		api.Summary("Agree that a member leaves, refuse it, or take back that it was asked"))
}
