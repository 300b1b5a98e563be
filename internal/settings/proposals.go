package settings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// Some settings say what two people must decide, or how long money waits. Whoever
// is to be watched must not loosen them: a change that makes one weaker waits for
// a second admin, one that makes it stricter holds at once.

// strictness is how much each such setting protects; less is looser.
var strictness = map[string]func(Current) int64{
	"payoutTwoAbove": func(c Current) int64 {
		if c.PayoutTwoAbove == 0 { // one is always enough
			return math.MinInt64
		}
		return -int64(c.PayoutTwoAbove)
	},
	"secondAdminAbove":  func(c Current) int64 { return -int64(c.SecondAdminAbove) },
	"payoutFreezeHours": func(c Current) int64 { return int64(c.PayoutFreezeHours) },
	"payoutHoldDays":    func(c Current) int64 { return int64(c.PayoutHoldDays) },
	"requireTwoFactor": func(c Current) int64 {
		if c.RequireTwoFactor {
			return 1
		}
		return 0
	},
	"tokenPayoutRate": func(c Current) int64 { return -int64(c.TokenPayoutRate) }, // 0: nothing is paid out
}

// paysFrom are the accounts that files of payouts name: whatever another value
// than before says, it may be somebody else's.
var paysFrom = []string{
	"payoutSenderName", "payoutSenderIban", "payoutSenderBic",
	"payoutAchBank", "payoutAchRouting", "payoutAchOrigin", "payoutAchCompany", "payoutAchLongName",
}

// runsCode are what runs in the browsers of everybody who visits, admins not excepted
// while they are not logged in.
var runsCode = []string{"headerScript", "afterBodyScript", "gaCode"}

// givesAway are what the site gives away of what it keeps: its operator's money, which one of
// two admins does not give to somebody. So are the commissions themselves.
var givesAway = map[string]func(Current) int64{
	"referralPercent": func(c Current) int64 { return -int64(c.ReferralPercent) },
	"referralMonths":  func(c Current) int64 { return -int64(c.ReferralMonths) },
}

// siteKeeps is how much of its operator's money a setting leaves to the site; nil for a
// setting that says nothing of it.
func (r *registry) siteKeeps(key string) func(Current) int64 {
	i := slices.IndexFunc(r.commissions, func(c Commission) bool { return c.Key == key })
	if i < 0 {
		return givesAway[key]
	}
	return func(c Current) int64 { return int64(c.commissions[i]) }
}

// loosened reports whether a setting protects less in next than in now.
func (r *registry) loosened(key string, now, next Current) bool {
	if slices.Contains(paysFrom, key) || slices.Contains(runsCode, key) {
		declared, _ := r.byKey(key)
		was, _ := declared.field(&now).(*string)
		is, _ := declared.field(&next).(*string)
		return *is != "" && *is != *was
	}
	strict := strictness[key]
	if strict == nil {
		strict = r.siteKeeps(key)
	}
	return strict != nil && strict(next) < strict(now)
}

// waits reports whether a change needs a second admin: it loosens, and a person
// makes it. What payouts pay, and from where, is one admin's to set up while nobody
// has earned anything; code on pages, and what the site keeps, are an only admin's.
func (s *Service) waits(ctx context.Context, tx *db.Tx, by, key string, now, next Current) (bool, error) {
	if by == "" || !s.declared.loosened(key, now, next) {
		return false, nil
	}
	switch {
	case s.declared.siteKeeps(key) != nil || slices.Contains(runsCode, key):
		return s.OtherAdmins(ctx, tx, by)
	case key == "tokenPayoutRate" || slices.Contains(paysFrom, key):
		unpaid, err := s.Unpaid(ctx, tx)
		return unpaid > 0, err
	}
	return true, nil
}

// Proposal is a change that waits for a second admin.
type Proposal struct {
	ID     string    `json:"_id"`
	Key    string    `json:"key"`
	Value  any       `json:"value" doc:"null: the default"`
	By     string    `json:"by"`
	ByName string    `json:"byName" doc:"the username of who proposed it"`
	At     time.Time `json:"at"`
}

var (
	// ErrNoProposal is the answer to a proposal that was decided or replaced.
	ErrNoProposal = fault.New(fault.NotFound, "This change no longer waits for anybody.")
	// ErrOwnProposal keeps one admin from being two.
	ErrOwnProposal = fault.New(fault.Conflict, "You proposed this change. Another admin must approve it.").Coded("second_admin")
)

// Proposals are the changes that wait for a second admin, in the order of their
// settings' names.
func (s *Service) Proposals(ctx context.Context) (list []Proposal, err error) {
	list = []Proposal{}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := selectProposals(ctx, tx)
		if err != nil {
			return err
		}
		who := make([]string, len(found))
		for i, p := range found {
			who[i] = p.By
		}
		names, err := s.Names(ctx, tx, who...)
		list = list[:0]
		for _, p := range found {
			list = append(list, Proposal{ID: p.ID, Key: p.Key, Value: orNull(p.After), By: p.By, ByName: names[p.By], At: p.At})
		}
		return err
	})
	return list, err
}

// propose lets a change wait. It takes the place of an older proposal.
func (s *Service) propose(ctx context.Context, tx *db.Tx, by, key, before, after string) error {
	now := s.Now()
	if err := upsertProposal(ctx, tx, change{ID: id.New(now), Key: key, After: after, By: by, At: now}); err != nil {
		return err
	}
	return s.Audit.Record(ctx, tx, audit.Act{Action: settingProposed, Subject: "setting:" + key, Before: s.declared.logged(key, before), After: s.declared.logged(key, after)})
}

// Approve is the second admin's word: the change holds. It fails with
// ErrNoProposal, with ErrOwnProposal, or when the value no longer passes.
func (s *Service) Approve(ctx context.Context, by, proposalID string) error {
	if err := s.Established(ctx); err != nil {
		return err
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := takeProposal(ctx, tx, proposalID)
		if err != nil {
			return err
		}
		if p.By == by || by == "" {
			return ErrOwnProposal
		}
		rows, err := selectRows(ctx, tx)
		if err != nil {
			return err
		}
		stored, _, err := s.declared.accept(rows, map[string]json.RawMessage{p.Key: orNull(p.After)})
		if err != nil {
			return err
		}
		p.Before, p.After, p.ApprovedBy = valueOf(rows, p.Key), stored[p.Key], by
		if err := s.keep(ctx, tx, p); err != nil {
			return err
		}
		if err := s.Audit.Record(ctx, tx, audit.Act{Action: settingApproved, Subject: "setting:" + p.Key, Before: s.declared.logged(p.Key, p.Before), After: s.declared.logged(p.Key, p.After)}); err != nil {
			return err
		}
		return s.Events.Publish(ctx, tx, Changed{Keys: []string{p.Key}, By: by})
	})
	if err != nil {
		return err
	}
	return s.spread(ctx)
}

// Reject drops a proposal; who made it may too.
func (s *Service) Reject(ctx context.Context, proposalID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := takeProposal(ctx, tx, proposalID)
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: settingRejected, Subject: "setting:" + p.Key, After: s.declared.logged(p.Key, p.After)})
	})
}

// takeProposal removes a proposal, so that it is decided once.
func takeProposal(ctx context.Context, tx *db.Tx, proposalID string) (change, error) {
	p, err := db.One(ctx, tx, scanProposal, `
		DELETE FROM settings_proposals
		WHERE id = $1
		RETURNING `+proposalColumns, proposalID)
	if errors.Is(err, db.ErrNone) {
		return p, ErrNoProposal
	}
	if err != nil {
		return p, fmt.Errorf("take the proposal %s: %w", proposalID, err)
	}
	return p, nil
}

const proposalColumns = `id, key, value, proposed_by, proposed_at`

func scanProposal(r db.Row) (p change, err error) {
	var at int64
	err = r.Scan(&p.ID, &p.Key, &p.After, &p.By, &at)
	p.At = db.Time(at)
	return p, err
}

func selectProposals(ctx context.Context, tx *db.Tx) ([]change, error) {
	list, err := db.All(ctx, tx, scanProposal, `
		SELECT `+proposalColumns+`
		FROM settings_proposals
		ORDER BY key`)
	if err != nil {
		return nil, fmt.Errorf("select proposed settings: %w", err)
	}
	return list, nil
}

func upsertProposal(ctx context.Context, tx *db.Tx, p change) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO settings_proposals (id, key, value, proposed_by, proposed_at)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (key) DO UPDATE
		SET id = excluded.id, value = excluded.value, proposed_by = excluded.proposed_by, proposed_at = excluded.proposed_at`,
		p.ID, p.Key, p.After, p.By, db.Millis(p.At))
	if err != nil {
		return fmt.Errorf("propose %s: %w", p.Key, err)
	}
	return nil
}

func dropProposal(ctx context.Context, tx *db.Tx, key string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM settings_proposals WHERE key = $1`, key)
	if err != nil {
		return fmt.Errorf("drop the proposal for %s: %w", key, err)
	}
	return nil
}
