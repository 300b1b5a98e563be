package favourites_test

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/favourites"
	"limelight/internal/testkit"
)

func TestFavourites(t *testing.T) {
	s := setup(t)
	told := testkit.Hear[favourites.Changed](s.bus)
	tom := testkit.Person(t, s.db, account.Member, "tom")
	testkit.Scenarios{
		{Name: "Tom likes Nina", As: tom, Do: "POST /favourite/nina/like", Status: 200, Has: `"isFavorite":true`},
		{Name: "twice is once", As: tom, Do: "POST /favourite/nina/like", Status: 200, Has: `"isFavorite":true`},
		{Name: "nobody is nobody", As: tom, Do: "POST /favourite/nobody/like", Status: 404, Has: "This performer does not exist."},
		{Name: "a performer has no favourites", As: s.nina, Do: "POST /favourite/nina/like", Status: 403},
		{Name: "nor a guest", Do: "POST /favourite/nina/like", Status: 401},
		{Name: "nor to lose", Do: "POST /favourite/nina/unlike", Status: 401},
	}.Run(t, s.Routes)
	if n := testkit.Int(t, s.db, `SELECT COUNT(*) FROM favourites`); n != 1 {
		t.Errorf("%d favourites are kept, want 1", n)
	}
	s.stage.hides[""] = true // she hides now; Tom may still let go
	testkit.Scenarios{
		{Name: "Tom unlikes Nina", As: tom, Do: "POST /favourite/nina/unlike", Status: 200, Has: `"isFavorite":false`},
		{Name: "twice is once", As: tom, Do: "POST /favourite/nina/unlike", Status: 200, Has: `"isFavorite":false`},
		{Name: "and cannot like her again", As: tom, Do: "POST /favourite/nina/like", Status: 404},
	}.Run(t, s.Routes)
	if told := told.All(t); len(told) != 2 {
		t.Errorf("%+v was told, want 2 changes", told)
	}
}
