package favourites_test

import (
	"context"
	"io"
	"log/slog"
	"sync/atomic"
	"testing"

	"limelight/internal/account"
	"limelight/internal/favourites"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// only admits the performers named.
type only map[string]bool

func (o only) Visible(_ context.Context, _ *db.Tx, performerID string) (bool, error) {
	return o[performerID], nil
}

func TestFavourites(t *testing.T) {
	d, clock := testkit.DB(t), testkit.NewClock()
	b := bus.New(d, slog.New(slog.NewTextHandler(io.Discard, nil)), clock.Now)
	var told atomic.Int64
	bus.On(b, "test", func(context.Context, *db.Tx, favourites.Changed) error { told.Add(1); return nil })
	tom, nina := testkit.Person(t, d, account.Member, "tom"), testkit.Person(t, d, account.Performer, "nina")
	testkit.Exec(t, d, `
		INSERT INTO performers (id, private_price, exclusive_price, group_price, wheel_price, recent_at, created_at, updated_at)
		VALUES ('nina', 100, 0, 100, 100, 1, 1, 1)`)
	seen := only{"nina": true}
	s := favourites.New(favourites.Deps{DB: d, Events: b, Performers: seen, Now: clock.Now})
	testkit.Scenarios{
		{Name: "Tom likes Nina", As: tom, Do: "POST /favourite/nina/like", Status: 200, Has: `"isFavorite":true`},
		{Name: "twice is once", As: tom, Do: "POST /favourite/nina/like", Status: 200, Has: `"isFavorite":true`},
		{Name: "nobody is nobody", As: tom, Do: "POST /favourite/nobody/like", Status: 404, Has: "This performer does not exist."},
		{Name: "a performer has no favourites", As: nina, Do: "POST /favourite/nina/like", Status: 403},
		{Name: "nor a guest", Do: "POST /favourite/nina/like", Status: 401},
		{Name: "nor to lose", Do: "POST /favourite/nina/unlike", Status: 401},
	}.Run(t, s.Routes)
	if n := testkit.Int(t, d, `SELECT COUNT(*) FROM favourites`); n != 1 {
		t.Errorf("%d favourites are kept, want 1", n)
	}
	seen["nina"] = false // she hides now; Tom may still let go
	testkit.Scenarios{
		{Name: "Tom unlikes Nina", As: tom, Do: "POST /favourite/nina/unlike", Status: 200, Has: `"isFavorite":false`},
		{Name: "twice is once", As: tom, Do: "POST /favourite/nina/unlike", Status: 200, Has: `"isFavorite":false`},
		{Name: "and cannot like her again", As: tom, Do: "POST /favourite/nina/like", Status: 404},
	}.Run(t, s.Routes)
	if err := b.Drain(t.Context()); err != nil || told.Load() != 2 {
		t.Errorf("%d changes were told (%v), want 2", told.Load(), err)
	}
}
