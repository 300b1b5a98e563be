package recording

import (
	"bytes"
	"context"
	"log/slog"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/testkit"
)

// pastRecordings are recordings of Nina's that ended so many days ago, with a piece each.
type pastRecordings struct {
	*Service
	clock *testkit.Clock
	rules Rules
	nina  account.Caller
}

func endedRecordings(t *testing.T, days ...int) (*pastRecordings, []string) {
	t.Helper()
	d := testkit.DB(t)
	store, err := blob.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &pastRecordings{clock: testkit.NewClock()}
	h.Service = New(Deps{DB: d, Store: store, Rules: func() Rules { return h.rules }, Log: slog.New(slog.DiscardHandler), Now: h.clock.Now})
	h.nina = testkit.Person(t, d, account.Performer, "nina")
	testkit.Exec(t, d, `
		INSERT INTO shows (id, performer_id, conversation_id, type, status, started_at, ended_at) VALUES ('s1', $1, 'c1', 'public', 'ended', 1, 2)`, h.nina.ID)
	var ids []string
	for _, ago := range days {
		at := h.clock.Now().AddDate(0, 0, -ago)
		r := Recording{ID: id.New(at), ShowID: "s1", Type: "public", StartedAt: at, performerID: h.nina.ID, touchedAt: at}
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if err := insertRecording(ctx, tx, r); err != nil {
				return err
			}
			if err := insertPiece(ctx, tx, r.ID, 0, 5, time.Second, at); err != nil {
				return err
			}
			return closeRecording(ctx, tx, r.ID, at)
		})
		if err != nil {
			t.Fatal(err)
		}
		h.put(t, key(r.ID, 0))
		ids = append(ids, r.ID)
	}
	return h, ids
}

func (h *pastRecordings) put(t *testing.T, key string) {
	t.Helper()
	if err := h.Store.Put(t.Context(), key, bytes.NewReader([]byte("piece")), 5); err != nil {
		t.Fatal(err)
	}
}

// has reports whether a recording's row and its bytes are there.
func (h *pastRecordings) has(t *testing.T, id string) (row, stored bool) {
	t.Helper()
	object, err := h.Store.Open(t.Context(), key(id, 0))
	if err == nil {
		object.Close()
	}
	return testkit.Int(t, h.DB, `SELECT COUNT(*) FROM show_recordings WHERE id = $1`, id) == 1, err == nil
}

// Recordings go when the operator keeps them no longer, and none by default; what staff took down is evidence.
func TestOldRecordingsGo(t *testing.T) {
	h, ids := endedRecordings(t, 31, 29, 40)
	testkit.Exec(t, h.DB, `UPDATE show_recordings SET taken_down_at = 1, takedown_reason = 'x' WHERE id = $1`, ids[2])
	for _, step := range []struct {
		keep  time.Duration
		there [3]bool
	}{{0, [3]bool{true, true, true}}, {30 * 24 * time.Hour, [3]bool{false, true, true}}} {
		h.rules.Keep = step.keep
		if err := h.DropOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, id := range ids {
			if row, stored := h.has(t, id); row != step.there[i] || stored != step.there[i] {
				t.Errorf("kept for %v, recording %d has a row: %v, bytes: %v", step.keep, i, row, stored)
			}
		}
	}
}

// Bytes of which no row tells go after a day: the program was killed between the two.
func TestBytesWithoutARowGo(t *testing.T) {
	h, ids := endedRecordings(t, 3)
	old, young := id.New(h.clock.Now().Add(-25*time.Hour)), id.New(h.clock.Now())
	h.put(t, key(old, 0))
	h.put(t, key(young, 0))
	if err := h.DropOrphans(t.Context()); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]bool{ids[0]: true, old: false, young: true} {
		if _, stored := h.has(t, id); stored != want {
			t.Errorf("%s is stored: %v", id, stored)
		}
	}
}

// A piece that is not what was recorded is tried again later and later, and harms no other.
func TestABrokenRecordingWaits(t *testing.T) {
	h, _ := endedRecordings(t, 1)
	for _, wait := range []time.Duration{0, firstRetry, 2 * firstRetry} {
		h.clock.Advance(wait)
		if err := h.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if tries, at := testkit.Int(t, h.DB, `SELECT tries FROM show_recordings`), testkit.Int(t, h.DB, `SELECT try_at FROM show_recordings`); tries != 3 ||
		at != db.Millis(h.clock.Now().Add(4*firstRetry)) {
		t.Errorf("tried %d times, next at %d", tries, at)
	}
}
