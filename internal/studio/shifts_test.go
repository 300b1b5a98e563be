package studio_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/studio"
	"limelight/internal/testkit"
)

// plans are what members plan.
type plans map[string]studio.Plan

func (p plans) Planned(_ context.Context, _ *db.Tx, ids []string, from, to time.Time) (map[string]studio.Plan, error) {
	found := map[string]studio.Plan{}
	for _, id := range ids {
		plan, known := p[id]
		shifts := []studio.Shift{}
		for _, shift := range plan.Shifts {
			if shift.EndsAt.After(from) && shift.StartsAt.Before(to) {
				shifts = append(shifts, shift)
			}
		}
		if plan.Shifts = shifts; known {
			found[id] = plan
		}
	}
	return found, nil
}

// A studio sees when its members plan to be live, by its own clocks, how many are there in each hour, and who is
// missing now. It is Monday noon; Nina, in Bogotá, is on line.
func TestShiftPlan(t *testing.T) {
	h := setup(t)
	stella, rival := h.verified(t, "stella"), h.verified(t, "rival")
	for _, name := range []string{"nina", "lena", "mona", "olga"} {
		testkit.Person(t, h.db, account.Performer, name)
		check(t, h.join(t, stella.ID, name))
	}
	at := func(text string) time.Time {
		instant, err := time.Parse("2006-01-02 15:04", text)
		check(t, err)
		return instant
	}
	shifts := studio.NewShifts(h.Service, plans{
		"nina": {Timezone: "America/Bogota", Closed: []string{"2026-11-04"}, Shifts: []studio.Shift{
			{StartsAt: at("2026-11-02 11:00"), EndsAt: at("2026-11-02 13:30")},
			{StartsAt: at("2026-11-08 22:00"), EndsAt: at("2026-11-09 04:00"), IsException: true}, // past midnight, past the week
		}},
		"lena": {Timezone: "Europe/Madrid", Shifts: []studio.Shift{
			{StartsAt: at("2026-11-01 21:00"), EndsAt: at("2026-11-02 01:00")}, // from the week before
			{StartsAt: at("2026-11-02 10:00"), EndsAt: at("2026-11-02 12:30")},
		}},
		"olga": {Timezone: "Europe/Madrid", Shifts: []studio.Shift{{StartsAt: at("2026-11-02 10:00"), EndsAt: at("2026-11-02 14:00")}}},
	})
	const plan = "GET /studio/shifts?timezone=Europe/Madrid"
	testkit.Scenarios{
		{Name: "Olga is switched off, and not in it", As: stella, Do: "POST /studio/members/olga/inactive", Status: 200},
	}.Run(t, h.Routes)
	testkit.Scenarios{
		{Name: "this week", As: stella, Do: plan, Status: 200, Has: `"timezone":"Europe/Madrid","days":[{"date":"2026-11-02","startsAt":"2026-11-01T23:00:00Z","hours":[1,1,0,0,0,0,0,0,0,0,0,1,2,2,1,0,`},
		{Name: "it ends on Sunday", As: stella, Do: plan, Status: 200, Has: `"endsAt":"2026-11-08T23:00:00Z","now":{"planned":2,"online":1,"missing":1},"members":3,"scheduled":2,"data":[{"performer":{"_id":"lena"`},
		{Name: "Nina's night is an exception", As: stella, Do: plan + "&q=nin", Status: 200, Has: `{"startsAt":"2026-11-08T22:00:00Z","endsAt":"2026-11-09T04:00:00Z","isException":true}],"closed":["2026-11-04"],"isPlanned":true,"isOnline":true}],"total":1`},
		{Name: "who is missing", As: stella, Do: plan + "&show=missing", Status: 200, Has: `"data":[{"performer":{"_id":"lena"`},
		{Name: "who has no schedule", As: stella, Do: plan + "&show=unscheduled", Status: 200, Has: `"data":[{"performer":{"_id":"mona"`},
		{Name: "a page", As: stella, Do: plan + "&limit=1&offset=1", Status: 200, Has: `"data":[{"performer":{"_id":"mona"`},
		{Name: "behind the last", As: stella, Do: plan + "&offset=9", Status: 200, Has: `"data":[],"total":3`},
		{Name: "another week", As: stella, Do: plan + "&from=2026-11-09", Status: 200, Has: `"now":{"planned":2,"online":1,"missing":1}`},
		{Name: "where the clocks change", As: stella, Do: plan + "&from=2026-10-25&q=zzz", Status: 200, Has: `{"date":"2026-10-25","startsAt":"2026-10-24T22:00:00Z","hours":[` + strings.Repeat("0,", 24) + `0]}`},
		{Name: "no zone", As: stella, Do: "GET /studio/shifts?timezone=Mars/Base", Status: 422, Has: `"property":"timezone"`},
		{Name: "no day", As: stella, Do: plan + "&from=monday", Status: 422, Has: `"property":"from"`},
		{Name: "too far", As: stella, Do: plan + "&from=2030-01-01", Status: 422, Has: `"property":"from"`},
		{Name: "a file", As: stella, Do: "GET /studio/shifts/export?timezone=Europe/Madrid", Status: 200, Has: "nina,nina,2026-11-08 23:00,2026-11-09 05:00,Europe/Madrid,yes,America/Bogota\r\n"},
		{Name: "another studio's own", As: rival, Do: plan, Status: 200, Has: `"members":0,"scheduled":0,"data":[],"total":0`},
		{Name: "not a performer's", As: account.Caller{ID: "nina", Role: account.Performer}, Do: plan, Status: http.StatusForbidden},
	}.Run(t, shifts.Routes)
}
