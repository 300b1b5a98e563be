package messages

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// sayMany says lines of which four share a moment.
func (h fixture) sayMany(t *testing.T, n int) {
	t.Helper()
	for i := range n {
		if i%4 == 0 {
			h.clock.Advance(time.Millisecond)
		}
		if _, err := h.Say(t.Context(), h.tom, Draft{ConversationID: h.room.ID, Text: fmt.Sprint("line ", i)}); err != nil {
			t.Fatal(err)
		}
	}
}

func (h fixture) page(t *testing.T, who account.Caller, c Choice) (ids []string, found History) {
	t.Helper()
	found, err := h.History(t.Context(), who, h.room.ID, c)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range found.Messages {
		ids = append(ids, m.ID)
	}
	return ids, found
}

// Going on after the last line of each page reads every line once, in either order, whatever
// is said and deleted meanwhile. By the offset, a new line would push one into the next page.
func TestGoingOnAfterALine(t *testing.T) {
	for name, oldestFirst := range map[string]bool{"newest first": false, "oldest first": true} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			h.sayMany(t, 10)
			want, _ := h.page(t, h.tom, Choice{Limit: 100, OldestFirst: oldestFirst})
			read, found := h.page(t, h.tom, Choice{Limit: 3, OldestFirst: oldestFirst})
			if found.Total != 10 || !found.More {
				t.Errorf("the first page is %d of %d lines, more: %v", len(read), found.Total, found.More)
			}
			if err := h.Remove(t.Context(), h.nina, read[2], ""); err != nil {
				t.Fatal(err)
			}
			late := h.say(t, h.ann, "one more")
			if oldestFirst {
				want = append(want, late.ID)
			}
			for found.More {
				var ids []string
				ids, found = h.page(t, h.tom, Choice{After: read[len(read)-1], Limit: 3, OldestFirst: oldestFirst})
				read = append(read, ids...)
			}
			if !slices.Equal(read, want) {
				t.Errorf("read %q, want %q", read, want)
			}
		})
	}
}

// A line that is not of the conversation has nothing after it, and a member who goes on
// reads no more than was said while they were there.
func TestAfterALineOfElsewhere(t *testing.T) {
	h := setup(t)
	h.sayMany(t, 3)
	public, _ := h.page(t, h.tom, Choice{Limit: 3})
	h.stay(t, func(ctx context.Context, tx *db.Tx) (err error) {
		h.room.ID, err = h.OpenStream(ctx, tx, "group", "show", "nina")
		return err
	})
	h.say(t, h.nina, "before")
	h.stay(t, func(ctx context.Context, tx *db.Tx) error { return h.Admit(ctx, tx, h.room.ID, "tom") })
	first, last := h.say(t, h.nina, "here"), h.say(t, h.nina, "still here")
	for _, after := range []string{"nothing", public[0], first.ID} {
		if ids, found := h.page(t, h.tom, Choice{After: after, Limit: 5}); len(ids) != 0 || found.More {
			t.Errorf("after %s come %q, and more: %v", after, ids, found.More)
		}
	}
	if ids, _ := h.page(t, h.tom, Choice{After: last.ID, Limit: 5}); !slices.Equal(ids, []string{first.ID}) {
		t.Errorf("after the last line comes %q, want the first", ids)
	}
}

func TestPagesOverHTTP(t *testing.T) {
	h := setup(t)
	h.sayMany(t, 3)
	ids, _ := h.page(t, h.tom, Choice{Limit: 3})
	path := "GET /messages/conversations/public/" + h.room.ID + "?limit=2"
	testkit.Scenarios{
		{Name: "a first page is counted", Do: path, Status: http.StatusOK, Has: `"total":3,"next":"` + ids[1] + `"`},
		{Name: "the oldest first", Do: path + "&sort=asc", Status: http.StatusOK, Has: `"data":[{"_id":"` + ids[2] + `"`},
		{Name: "another by its offset, too", Do: path + "&offset=2", Status: http.StatusOK, Has: `"total":3}`},
		{Name: "what comes after a line is not", Do: path + "&after=" + ids[0], Status: http.StatusOK, Lacks: "total"},
		{Name: "the last page says so", Do: path + "&after=" + ids[0], Status: http.StatusOK, Lacks: "next"},
		{Name: "the offset does not count then", Do: path + "&offset=5&after=" + ids[1], Status: http.StatusOK, Has: ids[2]},
	}.Run(t, h.Routes)
}

// A page deep in a long history is found by the index and not by passing over all before it.
func TestPagesAreFoundByTheirIndex(t *testing.T) {
	h := setup(t)
	for _, oldestFirst := range []bool{false, true} {
		plan := testkit.Plan(t, h.DB, Choice{After: "x", OldestFirst: oldestFirst}.query(), h.room.ID, int64(0), "", int64(0), "", 26, 0, int64(1), "x")
		if !strings.Contains(plan, "messages_history") || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort") {
			t.Errorf("oldest first %v: %s", oldestFirst, plan)
		}
		if h.DB.Dialect() == db.SQLite && !oldestFirst && !strings.Contains(plan, "(created_at,id)") {
			t.Errorf("newest first: the index is read from its beginning: %s", plan)
		}
	}
}
