package discover_test

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/blocking"
	"limelight/internal/discover"
	"limelight/internal/performer"
	"limelight/internal/testkit"
)

// She sees of herself what others would, wherever she is: from a country, from a data centre, as a
// member, and as a guest.
func TestLookFrom(t *testing.T) {
	h := setup(t)
	nina := account.Caller{ID: h.person(t, "nina", performer.Changes{}), Role: account.Performer, Username: "nina"}
	on := true
	if _, err := h.blocking.Update(t.Context(), nina.ID, blocking.Change{Countries: []string{"US", "DE"}, UserIDs: []string{h.tom.ID}, Hosting: &on}); err != nil {
		t.Fatal(err)
	}
	testkit.Person(t, h.db, account.Member, "ann")
	testkit.Exec(t, h.db, `UPDATE accounts SET country = 'DE' WHERE id = 'ann'`)
	for name, c := range map[string]struct {
		from discover.From
		want bool
	}{
		"from nowhere in particular":        {discover.From{}, true},
		"from where she hides not":          {discover.From{Country: "FR"}, true},
		"from where she hides":              {discover.From{Country: "US"}, false},
		"from a data centre":                {discover.From{Country: "FR", Hosting: true}, false},
		"as whom she blocks":                {discover.From{Username: "Tom"}, false},
		"as a member, whose home is theirs": {discover.From{Username: "ann"}, true},
		"as a member in a blocked country":  {discover.From{Username: "ann", Country: "US"}, false},
	} {
		got, err := h.LookFrom(t.Context(), nina, c.from)
		if err != nil {
			t.Fatal(err)
		}
		if want := (discover.Look{Listed: true, Page: c.want, Room: c.want, Card: c.want}); got != want {
			t.Errorf("%s she is seen as %+v, want %+v", name, got, want)
		}
	}
	testkit.Scenarios{
		{Name: "no country", As: nina, Do: "GET /performers/me/look?country=ZZ", Status: 422, Has: "is not a country"},
		{Name: "nobody", As: nina, Do: "GET /performers/me/look?username=nobody", Status: 422, Has: "There is no member of this name."},
		{Name: "not for members", As: h.tom, Do: "GET /performers/me/look", Status: 403},
		{Name: "a guest's view", As: nina, Do: "GET /performers/me/preview", Status: 200, Has: `"username":"nina"`},
	}.Run(t, h.Routes)
}
