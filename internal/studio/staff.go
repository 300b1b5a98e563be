package studio

import (
	"context"
	"strconv"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// Staff are the people who work for a studio, each with a login of their own and the rights that the
// studio's owner gives them. They never have more than the owner, and the owner's alone are the
// studio's account, where it is paid and its staff.
type Staff struct{ *core }

// maxStaff bounds the accounts, and so the mails, of one studio.
const maxStaff = 100

var errManyStaff = fault.New(fault.Conflict, "A studio has at most %d staff accounts.", maxStaff)

// Colleague is somebody of a studio's staff, as its owner sees them.
type Colleague struct {
	ID        string    `json:"_id"`
	Username  string    `json:"username"`
	Name      string    `json:"name"`
	Email     string    `json:"email"`
	Avatar    string    `json:"avatar"`
	Status    string    `json:"status" enum:"invited,active,suspended,removed" doc:"invited: no password was chosen yet"`
	Rights    []string  `json:"rights" doc:"ids of rights (GET /studio/rights)"`
	CreatedAt time.Time `json:"createdAt"`
}

func (s *Staff) colleague(a account.Account) Colleague {
	c := Colleague{
		ID: a.ID, Username: a.Username, Name: a.Name, Email: a.Email, Avatar: s.Accounts.Picture(a), Status: "active",
		Rights: a.StudioRights(), CreatedAt: a.CreatedAt,
	}
	switch {
	case a.Status == account.StatusSuspended && len(c.Rights) == 0:
		c.Status = "removed"
	case a.Status == account.StatusSuspended:
		c.Status = "suspended"
	case !a.EmailVerified:
		c.Status = "invited"
	}
	if c.Rights == nil {
		c.Rights = []string{}
	}
	return c
}

// InviteStaff opens an account for somebody who is to work for the studio, and mails them a link to
// choose a password.
func (s *Staff) InviteStaff(ctx context.Context, studio account.Caller, n account.NewAccount, rights []string) (c Colleague, err error) {
	if err := s.Limits.Allow(ctx, hiring, studio.ID); err != nil {
		return c, err
	}
	n.Role, n.InvitedBy, n.Stranger = account.Studio, studio.Username, true // whether a mail address is taken is not said
	if len(rights) == 0 {
		return c, fault.Missing("rights")
	}
	if n, err = s.Accounts.Prepare(ctx, n); err != nil {
		return c, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := lockStudio(ctx, tx, studio.ID); err != nil {
			return absent(err, ErrAbsent)
		}
		if err := verified(ctx, tx, studio.ID); err != nil {
			return err
		}
		switch n, err := s.Accounts.CountStudioStaff(ctx, tx, studio.ID); {
		case err != nil:
			return err
		case n >= maxStaff:
			return errManyStaff
		}
		a, err := s.Accounts.CreateStudioStaff(ctx, tx, studio.ID, n, rights)
		if err != nil {
			return err
		}
		c = s.colleague(a)
		return s.note(ctx, tx, staffInvited, a.ID, "", c.Rights)
	})
	return c, err
}

func (s *Staff) note(ctx context.Context, tx *db.Tx, action audit.Action, accountID, reason string, rights []string) error {
	return s.Audit.Record(ctx, tx, audit.Act{Action: action, Subject: "account:" + accountID, Reason: reason, After: strings.Join(rights, ", ")})
}

// Permit replaces the rights of somebody of the staff, from their next call on.
func (s *Staff) Permit(ctx context.Context, studioID, accountID string, rights []string) (c Colleague, err error) {
	if len(rights) == 0 {
		return c, fault.Missing("rights")
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := s.Accounts.SetStudioRights(ctx, tx, studioID, accountID, rights)
		if err != nil {
			return err
		}
		c = s.colleague(a)
		return s.note(ctx, tx, staffPermitted, accountID, "", c.Rights)
	})
	return c, err
}

// staffVerbs are what an owner does to an account of the staff. All its sessions end with the first and the last.
var staffVerbs = map[string]struct {
	action audit.Action
	do     func(s *account.Service, ctx context.Context, tx *db.Tx, studioID, accountID, reason string) error
}{
	"suspend": {staffSuspended, func(s *account.Service, ctx context.Context, tx *db.Tx, studioID, accountID, reason string) error {
		return s.SuspendStudioStaff(ctx, tx, studioID, accountID, reason)
	}},
	"restore": {staffRestored, func(s *account.Service, ctx context.Context, tx *db.Tx, studioID, accountID, _ string) error {
		return s.RestoreStudioStaff(ctx, tx, studioID, accountID)
	}},
	"remove": {staffRemoved, func(s *account.Service, ctx context.Context, tx *db.Tx, studioID, accountID, reason string) error {
		return s.RemoveStudioStaff(ctx, tx, studioID, accountID, reason)
	}},
}

// Act suspends, restores or removes somebody of the staff.
func (s *Staff) Act(ctx context.Context, studioID, accountID, word, reason string) (c Colleague, err error) {
	verb := staffVerbs[word]
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := verb.do(s.Accounts, ctx, tx, studioID, accountID, reason); err != nil {
			return err
		}
		a, err := s.Accounts.Get(ctx, tx, accountID)
		if err != nil {
			return err
		}
		c = s.colleague(a)
		return s.note(ctx, tx, verb.action, accountID, reason, nil)
	})
	return c, err
}

// StaffOf is one page of a studio's staff, the newest first.
func (s *Staff) StaffOf(ctx context.Context, studioID string, offset, limit int) (list api.List[Colleague], err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, total, err := s.Accounts.StudioStaffOf(ctx, tx, studioID, offset, limit)
		list = api.ListOf(found, total, s.colleague)
		return err
	})
	return list, err
}

// History is one page of what the owner of a studio and its staff did for it, the newest first.
func (s *Staff) History(ctx context.Context, studioID, actorID string, offset, limit int) (list api.List[Deed], err error) {
	lines, total, err := s.Audit.Search(ctx, audit.Filter{BehalfOf: studioID, ActorID: actorID, Offset: offset, Limit: limit})
	if err != nil {
		return list, err
	}
	var ids []string
	for _, line := range lines {
		ids = append(ids, line.ActorID, subjectID(line.Subject))
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		cards, err := s.Accounts.Cards(ctx, tx, ids...)
		list = api.ListOf(lines, total, func(l audit.Line) Deed {
			d := Deed{
				ID: strconv.FormatInt(l.Seq, 10), At: l.At, By: cards[l.ActorID], Action: l.Action, Subject: l.Subject,
				Reason: l.Reason, Before: l.Before, After: l.After,
			}
			if card, known := cards[subjectID(l.Subject)]; known {
				d.Of = &card
			}
			return d
		})
		return err
	})
	return list, err
}

// subjectID is the account that an act was about; empty: none.
func subjectID(subject string) string {
	id, _ := strings.CutPrefix(subject, "account:")
	return id
}

// Right is something that an owner may let staff do, as the web app lists it.
type Right struct {
	ID       string `json:"_id"`
	Sentence string `json:"sentence"`
}

// RightList is all of them.
type RightList struct {
	Data []Right `json:"data"`
}

func (s *Staff) getRights(context.Context, *struct{}) (list RightList, err error) {
	for _, r := range account.StudioRights() {
		list.Data = append(list.Data, Right(r))
	}
	return list, nil
}

type staffInput struct {
	Body struct {
		Username    string   `json:"username" minLength:"1" maxLength:"100"`
		Email       string   `json:"email" minLength:"1" maxLength:"254"`
		Name        string   `json:"name,omitempty" maxLength:"200"`
		DateOfBirth string   `json:"dateOfBirth" minLength:"1" maxLength:"40" doc:"YYYY-MM-DD"`
		Rights      []string `json:"rights" maxItems:"20"`
	}
}

func (s *Staff) postStaff(ctx context.Context, in *staffInput) (Colleague, error) {
	b := in.Body
	return s.InviteStaff(ctx, account.CallerFrom(ctx), account.NewAccount{
		Username: b.Username, Email: b.Email, Name: b.Name, DateOfBirth: b.DateOfBirth,
	}, b.Rights)
}

type permitInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Rights []string `json:"rights" maxItems:"20"`
	}
}

func (s *Staff) putStaff(ctx context.Context, in *permitInput) (Colleague, error) {
	return s.Permit(ctx, account.CallerFrom(ctx).ID, in.ID, in.Body.Rights)
}

type staffActInput struct {
	ID   string `path:"id" maxLength:"64"`
	Word string `path:"word" enum:"suspend,restore,remove"`
	Body struct {
		Reason string `json:"reason,omitempty" maxLength:"300"`
	}
}

func (s *Staff) postStaffAct(ctx context.Context, in *staffActInput) (Colleague, error) {
	return s.Act(ctx, account.CallerFrom(ctx).ID, in.ID, in.Word, in.Body.Reason)
}

func (s *Staff) getStaff(ctx context.Context, in *api.Page) (api.List[Colleague], error) {
	return s.StaffOf(ctx, account.CallerFrom(ctx).ID, in.Offset, in.Limit)
}

type historyInput struct {
	api.Page
	By string `query:"by" maxLength:"64" doc:"what one person did"`
}

func (s *Staff) getHistory(ctx context.Context, in *historyInput) (api.List[Deed], error) {
	return s.History(ctx, account.CallerFrom(ctx).ID, in.By, in.Offset, in.Limit)
}

func (s *Staff) routes(r *api.Router, mine api.Guard) {
	api.Get(r, "/studio/rights", "studio.rights", s.getRights, mine,
		api.Summary("What the owner of a studio may let its staff do"))
	api.Get(r, "/studio/staff", "studio.staff", s.getStaff, mine,
		api.Summary("Who works for my studio"))
	api.Post(r, "/studio/staff", "studio.inviteStaff", s.postStaff, mine,
		api.Summary("Open an account for somebody who is to work for my studio"))
	api.Put(r, "/studio/staff/{id}", "studio.permitStaff", s.putStaff, mine,
		api.Summary("Change what somebody who works for my studio may do, at once"))
	api.Post(r, "/studio/staff/{id}/{word}", "studio.actOnStaff", s.postStaffAct, mine,
		api.Summary("Suspend, restore or remove somebody who works for my studio"))
	api.Get(r, "/studio/history", "studio.history", s.getHistory, mine,
		api.Summary("What was done for my studio, and by whom, newest first"))
}
