package blocking_test

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"sync"
	"testing"

	"limelight/internal/account"
	"limelight/internal/blocking"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/testkit"
)

// everywhere puts every address into one country.
type everywhere string

func (e everywhere) CountryOf(string) string { return string(e) }

type fixture struct {
	*blocking.Service
	db   *db.DB
	bus  *bus.Bus
	mu   *sync.Mutex
	told *[]blocking.Changed
	tom  account.Caller
	nina account.Caller
}

// setup is Nina the performer and Tom the member, who calls from France and
// lives in Germany.
func setup(t *testing.T) fixture {
	t.Helper()
	clock := testkit.NewClock()
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	h := fixture{db: testkit.DB(t), mu: &sync.Mutex{}, told: &[]blocking.Changed{}}
	h.bus = bus.New(h.db, quiet, clock.Now)
	bus.On(h.bus, "test", func(_ context.Context, _ *db.Tx, e blocking.Changed) error {
		h.mu.Lock()
		defer h.mu.Unlock()
		*h.told = append(*h.told, e)
		return nil
	})
	accounts, err := account.New(account.Deps{
		Keys: testkit.Keys(t),
		DB:   h.db, Events: h.bus, Limits: limit.New(clock.Now), Now: clock.Now, Log: quiet,
		SiteName: func() string { return "Limelight" }, PublicURL: "http://localhost:8080",
	})
	check(t, err)
	h.Service = blocking.New(blocking.Deps{DB: h.db, Events: h.bus, Accounts: accounts, Places: everywhere("FR"), Now: clock.Now})
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
	for range 2 { // the second time nothing is new
		_, err := h.Update(t.Context(), "nina", change)
		check(t, err)
		check(t, h.bus.Drain(t.Context()))
	}
	if first := (*h.told)[0]; !slices.Equal(first.Countries, []string{"FR", "DE"}) || !slices.Equal(first.UserIDs, []string{"tom"}) {
		t.Errorf("the block was told as %+v", first)
	}
	if second := (*h.told)[1]; len(second.Countries)+len(second.UserIDs) != 0 {
		t.Errorf("blocking again was told as %+v", second)
	}
	check(t, h.Free(t.Context(), "nina", "tom"))
	check(t, h.Free(t.Context(), "nina", "tom"))
	check(t, h.bus.Drain(t.Context()))
	if n := len(*h.told); n != 3 || !slices.Equal((*h.told)[2].FreedIDs, []string{"tom"}) {
		t.Errorf("freeing was told as %+v", (*h.told)[2:])
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
