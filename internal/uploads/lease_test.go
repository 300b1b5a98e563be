package uploads

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// busy is how long a machine with other work may take for what takes three seconds;
// bench/uploads measures.
const busy = 12 * time.Second

// pair are two nodes of one site.
func pair(t *testing.T) (east, west *node) {
	t.Helper()
	where := testkit.Migrated(t)
	open := func() *db.DB { return testkit.Open(t, where) }
	store := bucketOf(t)
	return setup(t, open(), store), setup(t, open(), store)
}

// One client writes, another one (the same person behind a new connection) goes on: the
// first is asked to let go and is told so; nothing is lost or written twice.
func TestTakeover(t *testing.T) {
	together := func(t *testing.T, first, second *node) {
		data := randomBytes(16 * mb)
		path := first.begins(t, 16*mb)
		held := first.holds(t, path, 0, 12*mb, data[:6*mb])
		testkit.Eventually(t, "a block is here", func() bool { return first.received(t, path) == 4*mb })
		began := time.Now()
		if got := second.asks(t, "nina", path).must(t, 200).offset(t); got != 4*mb {
			t.Fatalf("it goes on at %d, want 4 MB", got)
		}
		if took := time.Since(began); took > busy {
			t.Errorf("to be let in took %v", took)
		}
		if told := held.text(); !strings.HasPrefix(told, "HTTP/1.1 400 ") || !strings.Contains(told, `"error":"upload_interrupted"`) {
			t.Errorf("who let go was told %q", told)
		}
		second.sends(t, path, 4*mb, data[4*mb:]).must(t, 204)
		if u, got := first.claims(t, path); !bytes.Equal(got, data) || u.SHA256 != sumOf(data) {
			t.Error("what was claimed is not what was sent")
		}
	}
	t.Run("on one node", func(t *testing.T) { n := oneNode(t); together(t, n, n) })
	t.Run("on another node", func(t *testing.T) { east, west := pair(t); together(t, east, west) })
}

// A node that died holding a lease is waited for two seconds and no longer.
func TestLeaseOfADeadNode(t *testing.T) {
	n := oneNode(t)
	path := n.begins(t, mb)
	testkit.Exec(t, n.DB, `INSERT INTO upload_leases (upload_id, holder) VALUES ('`+filepath.Base(path)+`', 'dead')`)
	began := time.Now()
	n.asks(t, "nina", path).must(t, 200)
	if took := time.Since(began); took < time.Second || took > busy {
		t.Errorf("to be let in took %v, want 2 to 3 s on a quiet machine", took)
	}
	n.sends(t, path, 0, make([]byte, mb)).must(t, 204)
}

// A lease that beats is waited for; when it goes on beating, the call is told to come
// back.
func TestLeaseOfALiveNode(t *testing.T) {
	n := oneNode(t)
	path := n.begins(t, mb)
	testkit.Exec(t, n.DB, `INSERT INTO upload_leases (upload_id, holder) VALUES ('`+filepath.Base(path)+`', 'alive')`)
	stop := time.Now().Add(4 * time.Second)
	got := make(chan answer, 1)
	go func() { got <- n.asks(t, "nina", path) }()
	for time.Now().Before(stop) {
		testkit.Exec(t, n.DB, `UPDATE upload_leases SET beats = beats + 1 WHERE holder = 'alive'`)
		select {
		case <-got:
			t.Fatal("a living lease was taken")
		case <-time.After(beatEvery):
		}
	}
	if testkit.Int(t, n.DB, `SELECT COUNT(*) FROM upload_leases WHERE wanted`) != 1 {
		t.Error("it was not asked to let go")
	}
	testkit.Exec(t, n.DB, `DELETE FROM upload_leases`)
	(<-got).must(t, 200)
}

// A node that stops lets its writers go at once, and what had come is kept.
func TestStoppingNode(t *testing.T) {
	east, west := pair(t)
	data := randomBytes(12 * mb)
	path := east.begins(t, 12*mb)
	held := east.holds(t, path, 0, 12*mb, data[:9*mb])
	testkit.Eventually(t, "two blocks are here", func() bool { return east.received(t, path) == 8*mb })
	east.dies()
	if told := held.text(); !strings.HasPrefix(told, "HTTP/1.1 503 ") {
		t.Errorf("the writer was told %q", told)
	}
	testkit.Eventually(t, "the lease is given back", func() bool {
		return testkit.Int(t, west.DB, `SELECT COUNT(*) FROM upload_leases`) == 0
	})
	if got := west.asks(t, "nina", path).must(t, 200).offset(t); got != 8*mb {
		t.Errorf("it goes on at %d", got)
	}
	west.sends(t, path, 8*mb, data[8*mb:]).must(t, 204)
}

// A writer that was believed dead and is not moves nothing and leaves nothing.
func TestLateWriter(t *testing.T) {
	store, dir := folderOf(t)
	n := setup(t, testkit.DB(t), store)
	data := randomBytes(8 * mb)
	path := n.begins(t, 8*mb)
	u, err := n.own(asNina(t), filepath.Base(path))
	if err != nil {
		t.Fatal(err)
	}
	late := writer{Service: n.Service, upload: u, left: 8 * mb, stopped: func() error { return nil }}
	reads := &overtaken{Reader: bytes.NewReader(data), then: func() { n.sends(t, path, 0, data).must(t, 204) }}
	if err := late.write(t.Context(), reads); err == nil {
		t.Error("a late writer was not told")
	}
	if got := blobs(t, dir); len(got) != 2 {
		t.Errorf("%q are kept, want the two blocks of the other writer", got)
	}
	if _, got := n.claims(t, path); !bytes.Equal(got, data) {
		t.Error("a late writer changed the file")
	}
}

// overtaken is a body during which another writer does all the work.
type overtaken struct {
	*bytes.Reader
	then func()
}

func (o *overtaken) Read(p []byte) (int, error) {
	if o.then != nil {
		o.then()
		o.then = nil
	}
	return o.Reader.Read(p)
}
