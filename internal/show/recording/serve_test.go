package recording

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// admitting are performers who admit everybody, until they do not.
type admitting struct{ no bool }

func (a *admitting) Admits(context.Context, *db.Tx, string, account.Caller) (bool, error) {
	return !a.no, nil
}

func (a *admitting) Admitted(_ context.Context, _ *db.Tx, _ account.Caller, ids ...string) (map[string]bool, error) {
	all := map[string]bool{}
	for _, id := range ids {
		all[id] = !a.no
	}
	return all, nil
}

// sharesWithTom lets Tom, who is logged in, watch a recording while performers admit him.
func (h *pastRecordings) sharesWithTom(t *testing.T, id string, performers Performers) account.Caller {
	t.Helper()
	h.Performers, h.Keys = performers, testkit.Keys(t)
	h.Accounts = testkit.Accounts(t, h.DB, nil, h.clock.Now)
	tom := testkit.Person(t, h.DB, account.Member, "tom")
	testkit.Exec(t, h.DB, `
		INSERT INTO account_sessions (id, token_hash, account_id, role, browser, network, proved_at, created_at, last_seen_at, expires_at)
		VALUES ($1, $1, 'tom', 'user', '', '', 0, 0, 0, $2)`, tom.SessionID, testkit.Noon.AddDate(1, 0, 0).UnixMilli())
	testkit.Exec(t, h.DB, `UPDATE show_recordings SET shared_at = 1 WHERE id = $1`, id)
	testkit.Exec(t, h.DB, `INSERT INTO show_recording_viewers (recording_id, account_id) VALUES ($1, $2)`, id, tom.ID)
	return tom
}

// An address ends by itself, and an answer under way with the right, or with the address.
func TestAnAddressEnds(t *testing.T) {
	h, ids := endedRecordings(t, 0)
	performers := &admitting{}
	testkit.Exec(t, h.DB, `UPDATE show_recordings SET index_bytes = 5`)
	if err := h.Store.Put(t.Context(), indexKey(ids[0]), bytes.NewReader([]byte("index")), 5); err != nil {
		t.Fatal(err)
	}
	tom := h.sharesWithTom(t, ids[0], performers)
	a, err := h.AddressOf(t.Context(), tom, ids[0])
	if err != nil {
		t.Fatal(err)
	}
	ask := func(during func()) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.ServeHTTP(&midway{ResponseRecorder: w, first: during}, httptest.NewRequestWithContext(t.Context(), http.MethodGet, a.URL, nil))
		return w
	}
	if got := ask(nil); got.Code != 200 || got.Body.String() != "indexpiece" {
		t.Errorf("he is answered %d, %q", got.Code, got.Body)
	}
	if got := ask(func() { performers.no = true; h.clock.Advance(askedEvery) }); got.Body.String() != "index" {
		t.Errorf("after his right he got %q", got.Body)
	}
	performers.no = false
	h.clock.Advance(a.ExpiresAt.Sub(h.clock.Now()) - time.Millisecond)
	if got := ask(nil); got.Code != 200 {
		t.Errorf("at its end the address is answered %d", got.Code)
	}
	h.clock.Advance(time.Millisecond)
	if got := ask(nil); got.Code != 404 {
		t.Errorf("after its end the address is answered %d", got.Code)
	}
}

// midway does something after the first bytes of an answer.
type midway struct {
	*httptest.ResponseRecorder
	first func()
}

func (m *midway) Write(p []byte) (int, error) {
	n, err := m.ResponseRecorder.Write(p)
	if m.first != nil {
		m.first()
		m.first = nil
	}
	return n, err
}

// A piece that has become shorter than it was is an error, not an end.
func TestAShortPieceIsNoEnd(t *testing.T) {
	h, ids := endedRecordings(t, 0)
	file := newReader(t.Context(), h.Store, []piece{{key(ids[0], 0), 9}})
	if read, err := io.ReadAll(file); !errors.Is(err, io.ErrUnexpectedEOF) || string(read) != "piece" {
		t.Errorf("read %q: %v", read, err)
	}
}
