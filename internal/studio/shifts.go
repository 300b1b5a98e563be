package studio

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/walltime"
)

// Shifts is when the members of a studio plan to be live, as their own schedules say. It changes nothing: hours are
// the performer's to decide. Members whom the studio has switched off are not in it.
type Shifts struct {
	*core
	plans Plans
}

// Plans knows when performers plan to be live.
type Plans interface {
	// Planned tells of those of some performers who have a schedule what they plan for a span.
	Planned(ctx context.Context, tx *db.Tx, performerIDs []string, from, to time.Time) (map[string]Plan, error)
}

// Plan is what a performer plans for a span.
type Plan struct {
	Timezone string
	Shifts   []Shift
	Closed   []string // dates with no hours, though their weekday has some
}

// NewShifts makes the shift plan of studios.
func NewShifts(s *Service, plans Plans) *Shifts { return &Shifts{s.core, plans} }

// planDays is how many days one plan is about.
const planDays = 7

// Shift is once that a member plans to be live.
type Shift struct {
	StartsAt    time.Time `json:"startsAt"`
	EndsAt      time.Time `json:"endsAt"`
	IsException bool      `json:"isException" doc:"these are not the hours of its weekday"`
}

// MemberPlan is what one member plans.
type MemberPlan struct {
	Performer account.Card `json:"performer"`
	Timezone  string       `json:"timezone,omitempty" doc:"the member's own; absent: they have no schedule"`
	Shifts    []Shift      `json:"shifts" doc:"that touch the days of the plan, in their order"`
	Closed    []string     `json:"closed,omitempty" doc:"dates on which the member is not live, though the weekday has hours, in the member's zone"`
	IsPlanned bool         `json:"isPlanned" doc:"to be live now"`
	IsOnline  bool         `json:"isOnline"`
}

// PlanDay is a day of a plan, and how many members plan to be live in each hour of it: 23 or 25 where the clocks change.
type PlanDay struct {
	Date     string    `json:"date"`
	StartsAt time.Time `json:"startsAt"`
	Hours    []int     `json:"hours"`
}

// PlanNow is how plan and stage agree at this moment.
type PlanNow struct {
	Planned int `json:"planned"`
	Online  int `json:"online"`
	Missing int `json:"missing" doc:"planned, and not on line"`
}

// ShiftPlan is a week of a studio.
type ShiftPlan struct {
	Timezone  string       `json:"timezone"`
	Days      []PlanDay    `json:"days"`
	EndsAt    time.Time    `json:"endsAt"`
	Now       PlanNow      `json:"now"`
	Members   int          `json:"members" doc:"all of them, whoever was asked for"`
	Scheduled int          `json:"scheduled" doc:"how many of them have a schedule"`
	Data      []MemberPlan `json:"data"`
	Total     int          `json:"total"`
}

// Which members a plan shows.
const (
	showMissing   = "missing"
	showPlanned   = "planned"
	showScheduled = "scheduled"
	showOpen      = "unscheduled"
)

// PlanChoice is a week, and who of the members.
type PlanChoice struct {
	Zone  *time.Location
	First time.Time // the first day, as a date
	Query string    // a part of a name; empty: everybody
	Show  string    // empty: everybody
}

// Plan is a week of a studio, with all members that a choice names, in the order of their names.
func (s *Shifts) Plan(ctx context.Context, studioID string, c PlanChoice) (p ShiftPlan, err error) {
	p = ShiftPlan{Timezone: c.Zone.String(), Days: c.days()}
	from, to := p.Days[0].StartsAt, walltime.Instant(c.First.AddDate(0, 0, planDays), c.Zone)
	p.EndsAt = to
	var all []MemberPlan
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		all, err = s.members(ctx, tx, studioID, from, to)
		return err
	})
	p.Members = len(all)
	for _, m := range all {
		if m.Timezone != "" {
			p.Scheduled++
		}
		p.Now.add(m)
		for _, shift := range m.Shifts {
			p.cover(shift)
		}
		if named(m.Performer, c.Query) && m.shown(c.Show) {
			p.Data = append(p.Data, m)
		}
	}
	p.Total = len(p.Data)
	return p, err
}

func (c PlanChoice) days() []PlanDay {
	list := make([]PlanDay, planDays)
	for i := range list {
		date := c.First.AddDate(0, 0, i)
		start, end := walltime.Instant(date, c.Zone), walltime.Instant(date.AddDate(0, 0, 1), c.Zone)
		hours := (end.Sub(start) + time.Hour - 1) / time.Hour
		list[i] = PlanDay{date.Format(time.DateOnly), start, make([]int, hours)}
	}
	return list
}

// cover counts a shift in each hour that it touches.
func (p *ShiftPlan) cover(shift Shift) {
	for _, day := range p.Days {
		first := int(max(0, shift.StartsAt.Sub(day.StartsAt)) / time.Hour)
		end := int((max(0, shift.EndsAt.Sub(day.StartsAt)) + time.Hour - 1) / time.Hour)
		for i := first; i < min(end, len(day.Hours)); i++ {
			day.Hours[i]++
		}
	}
}

func (n *PlanNow) add(m MemberPlan) {
	if m.IsPlanned {
		n.Planned++
	}
	if m.IsOnline {
		n.Online++
	}
	if m.IsPlanned && !m.IsOnline {
		n.Missing++
	}
}

func (m MemberPlan) shown(show string) bool {
	switch show {
	case showMissing:
		return m.IsPlanned && !m.IsOnline
	case showPlanned:
		return m.IsPlanned || m.IsOnline
	case showScheduled:
		return m.Timezone != ""
	case showOpen:
		return m.Timezone == ""
	}
	return true
}

// members are all who are active, with what they plan.
func (s *Shifts) members(ctx context.Context, tx *db.Tx, studioID string, from, to time.Time) ([]MemberPlan, error) {
	found, _, err := selectMembers(ctx, tx, studioID, Active, 0, maxPlanned)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(found))
	for i, m := range found {
		ids[i] = m.ID
	}
	cards, err := s.Accounts.Cards(ctx, tx, ids...)
	if err != nil {
		return nil, err
	}
	live, err := s.Stage.Live(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	online := make(map[string]bool, len(live))
	for _, id := range live {
		online[id] = true
	}
	now := s.Now()
	plans, err := s.plans.Planned(ctx, tx, ids, earlier(from, now), later(to, now.Add(time.Millisecond)))
	list := make([]MemberPlan, len(ids))
	for i, id := range ids {
		plan := plans[id]
		list[i] = MemberPlan{Performer: cards[id], Timezone: plan.Timezone, Shifts: []Shift{}, Closed: plan.Closed, IsOnline: online[id]}
		for _, shift := range plan.Shifts {
			if !shift.StartsAt.After(now) && shift.EndsAt.After(now) {
				list[i].IsPlanned = true
			}
			if shift.StartsAt.Before(to) && shift.EndsAt.After(from) {
				list[i].Shifts = append(list[i].Shifts, shift)
			}
		}
	}
	slices.SortFunc(list, func(a, b MemberPlan) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Performer.Username), strings.ToLower(b.Performer.Username)), strings.Compare(a.Performer.ID, b.Performer.ID))
	})
	return list, err
}

// maxPlanned bounds how many members one plan reads.
const maxPlanned = 5_000

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// maxPlanAhead is how far from today a plan may begin.
const maxPlanAhead = 366 * dayLength

// choice reads what a query says. Without a first day it is the week of today.
func (in PlanQuery) choice(now time.Time) (c PlanChoice, err error) {
	c = PlanChoice{Zone: time.UTC, Query: in.Q, Show: in.Show}
	if in.Timezone != "" {
		if c.Zone, err = time.LoadLocation(in.Timezone); err != nil || in.Timezone == "Local" {
			return c, fault.Field("timezone", "Must be a time zone")
		}
	}
	today := walltime.Date(now, c.Zone)
	c.First = today.AddDate(0, 0, -int(today.Weekday()+6)%7)
	if in.From == "" {
		return c, nil
	}
	if c.First, err = time.Parse(time.DateOnly, in.From); err != nil {
		return c, fault.Field("from", "Must be a day such as 2026-11-02")
	}
	if gap := c.First.Sub(today); gap > maxPlanAhead || gap < -maxPlanAhead {
		return c, fault.Field("from", "Must be within a year")
	}
	return c, nil
}
