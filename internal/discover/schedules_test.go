package discover_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/performer"
	"limelight/internal/schedules"
	"limelight/internal/testkit"
)

// Cards say when the next hours of a schedule begin, and are found by that.
func TestNextLive(t *testing.T) {
	h := setup(t)
	accounts := h.performers.Accounts
	plans := schedules.New(schedules.Deps{
		DB: h.db, Events: h.performers.Events, Accounts: accounts, Performers: h.performers, Notices: accounts.Notices, Now: h.clock.Now,
	})
	for name, start := range map[string]string{"ana": "13:00", "bea": "22:00", "cleo": ""} {
		id := h.person(t, name, performer.Changes{})
		if start == "" {
			continue
		}
		var p schedules.Plan
		p.Timezone = "UTC"
		for _, day := range []*schedules.Hours{&p.Mon, &p.Tue, &p.Wed, &p.Thu, &p.Fri, &p.Sat, &p.Sun} {
			*day = schedules.Hours{Start: start, End: "23:00"}
		}
		_, err := plans.Save(t.Context(), id, p)
		check(t, err)
	}
	find := func(query string) string {
		list, _ := h.names(t, account.Caller{}, "/performers/search?sortBy=newest"+query)
		return list
	}
	for _, c := range []struct {
		name, query string
		in, out     []string
	}{
		{"everybody", "", []string{"ana", "bea", "cleo"}, nil},
		{"within three hours", "&liveWithin=3", []string{"ana"}, []string{"bea", "cleo"}},
		{"within a day", "&liveWithin=24", []string{"ana", "bea"}, []string{"cleo"}},
	} {
		found := find(c.query)
		for _, name := range c.in {
			if !strings.Contains(found, name) {
				t.Errorf("%s: %s is not among %q", c.name, name, found)
			}
		}
		for _, name := range c.out {
			if strings.Contains(found, name) {
				t.Errorf("%s: %s is among %q", c.name, name, found)
			}
		}
	}
	view := testkit.Call(h.web, account.Caller{}, "GET /performers/ana/view", "", nil).Body.String()
	if !strings.Contains(view, `"nextLiveAt":"2026-11-02T13:00:00Z"`) {
		t.Errorf("her page does not say when she is live next: %s", view)
	}
	h.clock.Advance(2 * time.Hour) // ana's have begun, and the job has looked
	check(t, plans.Advance(context.Background()))
	if found := find("&liveWithin=3"); strings.Contains(found, "ana") {
		t.Errorf("ana's hours have begun, and she is among %q", found)
	}
}
