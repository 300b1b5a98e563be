package discover_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/blocking"
	"limelight/internal/discover"
	"limelight/internal/kit/db"
	"limelight/internal/performer"
)

// stage puts n performers on the air, l00 with the most points, and two off it. All were shown
// equally often.
func (h fixture) stage(t *testing.T, n int) (ids []string) {
	t.Helper()
	for i := range n {
		ids = append(ids, h.person(t, fmt.Sprintf("l%02d", i), performer.Changes{}))
		h.live(t, ids[i], performer.Public, 0)
		h.rank(t, ids[i], int64(1_000-i), 50)
	}
	h.person(t, "off1", performer.Changes{})
	h.person(t, "off0", performer.Changes{})
	return ids
}

func (h fixture) rank(t *testing.T, performerID string, score, shown int64) {
	t.Helper()
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return h.performers.Rank(ctx, tx, performerID, score, shown)
	}))
	h.Invalidate()
}

// list reads a whole list in pages of a size.
func (h fixture) list(t *testing.T, as account.Caller, query string, size int) []string {
	t.Helper()
	var all []string
	for offset := 0; ; offset += size {
		names, total := h.names(t, as, fmt.Sprintf("/performers/search?%slimit=%d&offset=%d", query, size, offset))
		all = append(all, strings.Fields(names)...)
		if offset+size >= total {
			return all
		}
	}
}

// Of the first 24 places five are for who was shown least, wherever the pages end; nobody is there twice.
func TestPlacesRotate(t *testing.T) {
	h := setup(t)
	ids := h.stage(t, 40)
	for i, one := range []int{39, 30, 25, 33, 21} { // shown less than all others, 39 least
		h.rank(t, ids[one], int64(1_000-one), int64(i))
	}
	h.rank(t, ids[2], 998, 0) // stands on the page anyway, and keeps its place
	want := []string{
		"l00", "l01", "l02", "l39", "l03", "l04", "l05", "l06", "l30", "l07", "l08", "l09", "l10", "l25",
		"l11", "l12", "l13", "l14", "l33", "l15", "l16", "l17", "l18", "l21",
		"l19", "l20", "l22", "l23", "l24", "l26", "l27", "l28", "l29", "l31", "l32", "l34", "l35", "l36", "l37", "l38", "off0", "off1",
	}
	for _, size := range []int{1, 4, 7, 24, 25, 42, 100} {
		if got := h.list(t, account.Caller{}, "", size); !slices.Equal(got, want) {
			t.Errorf("in pages of %d the list is\n%v, want\n%v", size, got, want)
		}
	}
	found, err := h.Search(t.Context(), discover.Query{Limit: discover.FirstPage})
	check(t, err)
	for i, c := range found.Data {
		if rotates := slices.Contains([]int{3, 8, 13, 18, 23}, i); c.IsRotating != rotates {
			t.Errorf("%s at place %d says %t of rotating, want %t", c.Username, i+1, c.IsRotating, rotates)
		}
	}
	// A turn later another one was shown least.
	h.rank(t, ids[39], 961, 60)
	h.rank(t, ids[38], 962, 0)
	if got := h.list(t, account.Caller{}, "", 24); got[3] != "l38" || got[8] != "l30" {
		t.Errorf("then the first places that rotate are for %s and %s, want l38 and l30", got[3], got[8])
	}
}

// Places rotate within what a visitor looks for and may see.
func TestPlacesRotateAmongWhoIsSeen(t *testing.T) {
	h := setup(t)
	ids := h.stage(t, 40)
	for _, one := range []int{37, 38, 39} {
		h.rank(t, ids[one], int64(1_000-one), 0)
	}
	_, err := h.blocking.Update(t.Context(), ids[39], blocking.Change{UserIDs: []string{"tom"}})
	check(t, err)
	_, err = h.blocking.Update(t.Context(), ids[38], blocking.Change{Countries: []string{"FR"}})
	check(t, err)
	h.Invalidate()
	h.InvalidateViewers("tom")
	got := h.list(t, h.tom, "", 24)
	if slices.Contains(got, "l38") || slices.Contains(got, "l39") || len(got) != 40 || got[3] != "l37" {
		t.Errorf("Tom, from whom two hide, is shown %v", got)
	}
	for _, id := range []string{ids[38], ids[39]} {
		if h.board.shown[id] > 0 {
			t.Error("who hides from Tom counts as shown to him")
		}
	}
	for _, query := range []string{"sortBy=viewers&", "sortBy=newest&", "isOnline=false&", "q=l&"} {
		if got := h.list(t, account.Caller{}, query, 24); got[0] == "l37" || len(got) > 3 && got[3] == "l37" && query != "sortBy=newest&" {
			t.Errorf("%s rotates: %v", query, got)
		}
	}
}

// While all who are live have room on the first page, nobody stands behind who is off the air.
func TestFewRotateNot(t *testing.T) {
	h := setup(t)
	h.stage(t, 12)
	got := h.list(t, account.Caller{}, "", 24)
	if !slices.IsSorted(got[:12]) || got[12] != "off0" {
		t.Errorf("twelve who are live are listed %v", got)
	}
}

// First pages count for guests and members, with whom they show, and nothing else does.
func TestShownCounts(t *testing.T) {
	h := setup(t)
	ids := h.stage(t, 30)
	nina := account.Caller{ID: ids[0], Role: account.Performer}
	for _, one := range []struct {
		as   account.Caller
		path string
		want int
	}{
		{account.Caller{}, "/performers/search?limit=24", 24},
		{h.tom, "/performers/search?limit=100", 24},
		{h.tom, "/performers/search?limit=24&offset=24", 0},
		{nina, "/performers/search?limit=24", 0},
		{h.tom, "/performers/search?sortBy=name&limit=3", 3},
		{h.tom, "/performers/search?q=l0&limit=24", 0},
	} {
		clear(h.board.shown)
		h.names(t, one.as, one.path)
		if got := len(h.board.shown); got != one.want {
			t.Errorf("%s counts %d as shown to %q, want %d", one.path, got, one.as.Role, one.want)
		}
	}
}

func TestOrders(t *testing.T) {
	h := setup(t)
	for i, one := range []struct {
		name, status   string
		viewers        int
		score, private int64
	}{
		{"Élodie", performer.Public, 2, 10, 40}, {"adam", performer.Public, 9, 5, 30}, {"Zoe", performer.Private, 0, 99, 20}, {"bea", performer.Offline, 0, 700, 40},
	} {
		id := h.person(t, fmt.Sprintf("per%d", i), performer.Changes{Name: text(one.name)})
		h.live(t, id, one.status, one.viewers)
		h.rank(t, id, one.score, 0)
		check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := db.Exec(ctx, tx, `UPDATE performers SET private_price = $2 WHERE id = $1`, id, 100*one.private)
			return err
		}))
		if i > 1 {
			check(t, h.favourites.Like(t.Context(), "tom", id))
		}
	}
	h.Invalidate()
	for _, one := range []struct {
		as         account.Caller
		sort, want string
	}{
		{h.tom, "live", "per0 per1 per2* per3*"}, {h.tom, "viewers", "per1 per0 per2* per3*"}, {h.tom, "newest", "per3* per2* per1 per0"},
		{h.tom, "name", "per1 per3* per0 per2*"}, {h.tom, "price", "per2* per1 per0 per3*"}, {h.tom, "favourites", "per2* per3* per0 per1"},
		{account.Caller{}, "favourites", "per0 per1 per2 per3"},
	} {
		for _, size := range []int{1, 3, 4} {
			if got := strings.Join(h.list(t, one.as, "sortBy="+one.sort+"&", size), " "); got != one.want {
				t.Errorf("by %s, in pages of %d, %q is listed, want %q", one.sort, size, got, one.want)
			}
		}
	}
	// The heart and the bell are two things.
	found, err := h.Search(account.WithCaller(t.Context(), h.tom), discover.Query{Order: discover.FavouritesFirst, Limit: 1})
	check(t, err)
	check(t, h.favourites.Notify(t.Context(), "tom", found.Data[0].ID, false))
	h.InvalidateViewers("tom")
	for _, as := range []string{"/performers/search?sortBy=favourites", "/favourite"} {
		if got, _ := h.names(t, h.tom, as); !strings.HasPrefix(got, "per2* per3*") {
			t.Errorf("%s lists %q, want his favourites, live first", as, got)
		}
	}
	list, err := h.Favourites(account.WithCaller(t.Context(), h.tom), 0, 1)
	check(t, err)
	more, err := h.Favourites(account.WithCaller(t.Context(), h.tom), 1, 1)
	check(t, err)
	if list.Total != 2 || list.Data[0].IsNotified || !more.Data[0].IsNotified {
		t.Errorf("of %d favourites the first says %t of notices and the second %t", list.Total, list.Data[0].IsNotified, more.Data[0].IsNotified)
	}
}
