package blocking_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/blocking"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// everywhere puts every address into one country.
type everywhere string

func (e everywhere) PlaceOf(string) string { return string(e) }

func (everywhere) KnowsHosting() bool { return true }

// met are the people whom every performer has met.
type met []string

func (m met) Met(context.Context, *db.Tx, string) ([]string, error) { return m, nil }

type fixture struct {
	*blocking.Service
	db   *db.DB
	told *testkit.News[blocking.Changed]
	tom  account.Caller
	nina account.Caller
}

// setup is Nina the performer and Tom the member, who calls from France and
// lives in Germany.
func setup(t *testing.T) fixture {
	t.Helper()
	clock := testkit.NewClock()
	h := fixture{db: testkit.DB(t)}
	events := bus.New(h.db, slog.New(slog.DiscardHandler), clock.Now)
	h.told = testkit.Hear[blocking.Changed](events)
	h.Service = blocking.New(blocking.Deps{
		DB: h.db, Events: events, Accounts: testkit.Accounts(t, h.db, events, clock.Now), Places: everywhere("FR"), Meetings: met{"tom"}, Now: clock.Now,
	})
	h.tom, h.nina = testkit.Person(t, h.db, account.Member, "tom"), testkit.Person(t, h.db, account.Performer, "nina")
	testkit.Exec(t, h.db, `UPDATE accounts SET country = 'DE' WHERE id = 'tom'`)
	testkit.Exec(t, h.db, `
		INSERT INTO performers (id, private_price, exclusive_price, group_price, wheel_price, recent_at, created_at, updated_at)
		VALUES ('nina', 100, 0, 100, 100, 1, 1, 1)`)
	return h
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestBlocked(t *testing.T) {
	h := setup(t)
	for _, c := range []struct {
		name            string
		change          blocking.Change
		viewer, country string
		want            bool
	}{
		{"nobody", blocking.Change{}, "tom", "FR", false},
		{"another country", blocking.Change{Countries: []string{"us"}}, "tom", "FR", false},
		{"the country of the address", blocking.Change{Countries: []string{"FR"}}, "tom", "FR", true},
		{"the country of the profile", blocking.Change{Countries: []string{"DE"}}, "tom", "FR", true},
		{"not the country of the profile for a guest", blocking.Change{Countries: []string{"DE"}}, "", "FR", false},
		{"a guest of the country", blocking.Change{Countries: []string{"FR"}}, "", "FR", true},
		{"the performer herself, never", blocking.Change{Countries: []string{"FR"}}, "nina", "FR", false},
		{"an unknown country", blocking.Change{Countries: []string{"FR"}}, "", "", false},
		{"the account", blocking.Change{Countries: []string{}, UserIDs: []string{"tom"}}, "tom", "", true},
	} {
		_, err := h.Update(t.Context(), "nina", c.change)
		check(t, err)
		check(t, h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			got, err := h.Blocked(ctx, tx, "nina", c.viewer, c.country)
			if got != c.want {
				t.Errorf("%s: blocked is %v, want %v", c.name, got, c.want)
			}
			return err
		}))
	}
}

func TestNews(t *testing.T) {
	h := setup(t)
	change := blocking.Change{Countries: []string{"FR", "DE"}, UserIDs: []string{"tom"}}
	var told []blocking.Changed
	for range 2 { // the second time nothing is new
		_, err := h.Update(t.Context(), "nina", change)
		check(t, err)
		told = h.told.All(t)
	}
	if first := told[0]; !slices.Equal(first.Countries, []string{"FR", "DE"}) || !slices.Equal(first.UserIDs, []string{"tom"}) {
		t.Errorf("the block was told as %+v", first)
	}
	if second := told[1]; len(second.Countries)+len(second.UserIDs) != 0 {
		t.Errorf("blocking again was told as %+v", second)
	}
	check(t, h.Free(t.Context(), "nina", "tom"))
	check(t, h.Free(t.Context(), "nina", "tom"))
	if told = h.told.All(t); len(told) != 3 || !slices.Equal(told[2].FreedIDs, []string{"tom"}) {
		t.Errorf("freeing was told as %+v", told[2:])
	}
}

func TestHTTP(t *testing.T) {
	h := setup(t)
	const update = "POST /performers/blocking/update"
	testkit.Scenarios{
		{Name: "Tom is welcome", As: h.tom, Do: "GET /performers/nina/check-blocking", Status: 200, Has: `{"blocked":false}`},
		{Name: "Nina blocks Tom", As: h.nina, Do: update, Body: `{"userIds":["tom"]}`, Status: 200, Has: `"username":"tom"`},
		{Name: "and a country", As: h.nina, Do: update, Body: `{"countries":["us"]}`, Status: 200, Has: `"countries":["US"]`},
		{Name: "which leaves Tom blocked", As: h.nina, Do: "GET /performers/blocking", Status: 200, Has: `"_id":"tom"`},
		{Name: "Tom is told so much", As: h.tom, Do: "GET /performers/nina/check-blocking", Status: 200, Has: `{"blocked":true}`},
		{Name: "a guest is welcome", Do: "GET /performers/nina/check-blocking", Status: 200, Has: `{"blocked":false}`},
		{Name: "Nina frees Tom", As: h.nina, Do: "DELETE /performers/blocking/users", Body: `{"userId":"tom"}`, Status: 200},
		{Name: "nobody is left", As: h.nina, Do: "GET /performers/blocking", Status: 200, Has: `"users":[]`},
		{Name: "by name", As: h.nina, Do: update, Body: `{"usernames":["TOM "]}`, Status: 200, Has: `"_id":"tom"`},
		{Name: "no such name", As: h.nina, Do: update, Body: `{"usernames":["nobody"]}`, Status: 422, Has: "There is no member of this name."},
		{Name: "no performer by name", As: h.nina, Do: update, Body: `{"usernames":["nina"]}`, Status: 422, Has: `"property":"usernames"`},
		{Name: "Nina frees Tom again", As: h.nina, Do: "DELETE /performers/blocking/users", Body: `{"userId":"tom"}`, Status: 200},
		{Name: "not a country of three letters", As: h.nina, Do: update, Body: `{"countries":["USA"]}`, Status: 422, Has: `"property":"countries"`},
		{Name: "not a stranger", As: h.nina, Do: update, Body: `{"userIds":["nobody"]}`, Status: 422, Has: `"property":"userIds"`},
		{Name: "not herself", As: h.nina, Do: update, Body: `{"userIds":["nina"]}`, Status: 422, Has: `"property":"userIds"`},
		{Name: "a refused change changes nothing", As: h.nina, Do: update, Body: `{"countries":["FR"],"userIds":["nobody"]}`, Status: 422},
		{Name: "so France is not blocked", As: h.nina, Do: "GET /performers/blocking", Status: 200, Has: `"countries":["US"]`},
		{Name: "not a member", As: h.tom, Do: update, Body: `{}`, Status: 403},
		{Name: "not a guest", Do: update, Body: `{}`, Status: 401},
		{Name: "a list is nobody else's", As: h.tom, Do: "GET /performers/blocking", Status: 403},
		{Name: "freeing is nobody else's", As: h.tom, Do: "DELETE /performers/blocking/users", Body: `{"userId":"tom"}`, Status: 403},
	}.Run(t, h.Routes)
}

// A media connection has the country it was joined from, and comes from an address:
// either hides, whichever of the two it is.
func TestHidesByCountryOfTheTokenAndOfTheAddress(t *testing.T) {
	h := setup(t) // every address is in France
	for _, c := range []struct {
		name, blocked, token, address string
		want                          bool
	}{
		{"the token's", "US", "US", "192.0.2.1", true},
		{"the address'", "FR", "US", "192.0.2.1", true},
		{"neither", "NL", "US", "192.0.2.1", false},
		{"the token's, over no network", "US", "US", "", true},
		{"no address' over no network", "FR", "US", "", false},
		{"the address' alone", "FR", "", "192.0.2.1", true},
	} {
		_, err := h.Update(t.Context(), "nina", blocking.Change{Countries: []string{c.blocked}})
		check(t, err)
		ctx := t.Context()
		if c.address != "" {
			ctx = api.WithAddress(ctx, c.address)
		}
		check(t, h.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
			got, err := h.Hides(ctx, tx, "nina", account.Caller{Country: c.token})
			if got != c.want {
				t.Errorf("%s: %t", c.name, got)
			}
			return err
		}))
	}
}

// Who hides from data centres and VPNs hides from their addresses alone, wherever they are.
func TestHosting(t *testing.T) {
	h := setup(t)
	on, off := true, false
	for _, c := range []struct {
		name   string
		change blocking.Change
		place  string
		want   bool
	}{
		{"nobody asked for it", blocking.Change{}, "FR-hosting", false},
		{"a data centre", blocking.Change{Hosting: &on}, "FR-hosting", true},
		{"one whose country nobody knows", blocking.Change{}, "-hosting", true},
		{"a home", blocking.Change{}, "FR", false},
		{"other countries change", blocking.Change{Countries: []string{"US"}}, "FR-hosting", true},
		{"a home there", blocking.Change{}, "US", true},
		{"it was taken back", blocking.Change{Hosting: &off}, "FR-hosting", false},
	} {
		list, err := h.Update(t.Context(), "nina", c.change)
		check(t, err)
		if slices.Contains(list.Countries, account.Hosting) {
			t.Errorf("%s: data centres are listed as a country: %v", c.name, list.Countries)
		}
		check(t, h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			guest, err := h.Hides(ctx, tx, "nina", account.Caller{Country: c.place})
			hiding, hidingErr := h.Hiding(ctx, tx, account.Caller{Country: c.place}, "nina")
			if guest != c.want || hiding["nina"] != c.want {
				t.Errorf("%s: she hides: %v, %v, want %v", c.name, guest, hiding, c.want)
			}
			return errors.Join(err, hidingErr)
		}))
	}
	check(t, h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		any, err := h.Any(ctx, tx, "nina")
		if !any {
			t.Error("who blocks the US blocks nobody")
		}
		return err
	}))
}

func TestMembersAndReasons(t *testing.T) {
	h := setup(t)
	testkit.Person(t, h.db, account.Member, "tomas")
	testkit.Person(t, h.db, account.Performer, "tomoko")
	update, members, reasons := "POST /performers/blocking/update", "GET /performers/blocking/members", "PUT /performers/blocking/reasons"
	testkit.Scenarios{
		{Name: "whom she has met", As: h.nina, Do: members + "?q=To", Status: 200, Has: `"username":"tom"`},
		{Name: "nobody whom she has not", As: h.nina, Do: members + "?q=toma", Status: 200, Has: `"total":0`},
		{Name: "by the whole name", As: h.nina, Do: members + "?q=@Tomas", Status: 200, Has: `"username":"tomas"`},
		{Name: "no performer", As: h.nina, Do: members + "?q=tomoko", Status: 200, Has: `"total":0`},
		{Name: "nobody by nothing", As: h.nina, Do: members + "?q=", Status: 422},
		{Name: "not a member", As: h.tom, Do: members + "?q=to", Status: 403},
		{Name: "blocked, with a reason", As: h.nina, Do: update, Body: `{"usernames":["tom"],"reason":"Was rude"}`, Status: 200, Has: `"reason":"Was rude"`},
		{Name: "is marked", As: h.nina, Do: members + "?q=to", Status: 200, Has: `"blocked":true`},
		{Name: "no country", As: h.nina, Do: update, Body: `{"countries":["ZZ"]}`, Status: 422, Has: "is not a country"},
		{Name: "a country", As: h.nina, Do: update, Body: `{"countries":["fr"]}`, Status: 200, Has: `"countries":["FR"]`},
		{Name: "and why", As: h.nina, Do: reasons, Body: `{"kind":"country","value":"FR","reason":"My family"}`, Status: 200, Has: `"countryReasons":{"FR":"My family"}`},
		{Name: "another reason", As: h.nina, Do: reasons, Body: `{"kind":"user","value":"tom","reason":"Was rude twice"}`, Status: 200, Has: "twice"},
		{Name: "no reason of no block", As: h.nina, Do: reasons, Body: `{"kind":"country","value":"US","reason":"x"}`, Status: 404},
		{Name: "too long", As: h.nina, Do: reasons, Body: `{"kind":"user","value":"tom","reason":"` + strings.Repeat("x", 201) + `"}`, Status: 422},
		{Name: "data centres", As: h.nina, Do: update, Body: `{"hosting":true}`, Status: 200, Has: `"hosting":true,"hostingKnown":true`},
	}.Run(t, h.Routes)
}
