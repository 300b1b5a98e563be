package studio

import (
	"context"
	"net/http"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/csvx"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/lang"
)

// Routes mounts the shift plan on the API.
func (s *Shifts) Routes(r *api.Router) {
	sees := account.SeeStudioStatistics.Guard()
	api.Get(r, "/studio/shifts", "studio.shifts", s.getPlan, sees,
		api.Summary("When my members plan to be live in a week, and who is at this moment"))
	api.Raw(r, http.MethodGet, "/studio/shifts/export", "studio.shiftsExport", s.export, sees, audit.As(shiftsExported, ""))
}

// PlanQuery is a week and who of the members, as a query names it.
type PlanQuery struct {
	From     string `query:"from" maxLength:"10" doc:"the first of seven days, YYYY-MM-DD; absent: this week's Monday"`
	Timezone string `query:"timezone" maxLength:"64" doc:"IANA, by whose clocks days begin; absent: UTC"`
	Q        string `query:"q" maxLength:"100" doc:"a part of a name"`
	Show     string `query:"show" enum:"planned,missing,scheduled,unscheduled" doc:"planned: to be live now, or on line; missing: planned and not on line; absent: everybody"`
}

type planInput struct {
	api.Page
	PlanQuery
}

func (s *Shifts) getPlan(ctx context.Context, in *planInput) (p ShiftPlan, err error) {
	c, err := in.choice(s.Now())
	if err != nil {
		return p, err
	}
	p, err = s.Plan(ctx, account.ActsFor(ctx), c)
	p.Data = append([]MemberPlan{}, p.Data[min(in.Offset, p.Total):min(in.Offset+in.Limit, p.Total)]...)
	return p, err
}

// export sends the shifts of a week as a table (CSV), by the clocks of the zone that was asked for.
func (s *Shifts) export(w http.ResponseWriter, r *http.Request) error {
	ctx, query := r.Context(), r.URL.Query()
	in := PlanQuery{From: query.Get("from"), Timezone: query.Get("timezone"), Q: query.Get("q"), Show: query.Get("show")}
	if len(in.Q) > 100 {
		return fault.Field("q", "Must have at most %d characters", 100)
	}
	c, err := in.choice(s.Now())
	if err != nil {
		return err
	}
	p, err := s.Plan(ctx, account.ActsFor(ctx), c)
	if err != nil {
		return err
	}
	api.Attach(w, csvx.MediaType, "shifts-"+p.Days[0].Date+".csv")
	say := lang.In(ctx)
	table, err := csvx.New(w, say("username"), say("name"), say("begins"), say("ends"), say("time zone"), say("special hours"), say("their own time zone"))
	for _, m := range p.Data {
		for _, shift := range m.Shifts {
			if err != nil {
				return err
			}
			special := ""
			if shift.IsException {
				special = say("yes")
			}
			const clock = "2006-01-02 15:04"
			err = table.Line(m.Performer.Username, m.Performer.Name, shift.StartsAt.In(c.Zone).Format(clock), shift.EndsAt.In(c.Zone).Format(clock),
				p.Timezone, special, m.Timezone)
		}
	}
	if err != nil {
		return err
	}
	return table.End()
}
