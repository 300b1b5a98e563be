package downloads_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/downloads"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/testkit"
)

var (
	tom = account.Caller{ID: "tom", Role: account.Member}
	ann = account.Caller{ID: "ann", Role: account.Member}
)

// fixture is the downloads, where Tom and Ann own the product "book" until told otherwise.
type fixture struct {
	*downloads.Service
	db    *db.DB
	clock *testkit.Clock

	mu        sync.Mutex
	lost      bool // nobody owns it any more
	delivered int
	name      string
	opened    func() // called at each read of the file
	disk      string // where the file lies that the system sends by itself; empty: it is the text
	lent      func() // called each time that the system is let send of it
}

const text = "It was a dark and stormy night."

func setup(t testing.TB) *fixture {
	h := &fixture{db: testkit.DB(t), clock: testkit.NewClock(), name: "book.pdf"}
	h.Service = downloads.New(downloads.Deps{
		DB: h.db, Products: h, Deliveries: h, Blobs: h, MAC: testkit.Keys(t).MAC(), Now: h.clock.Now,
	})
	return h
}

func (h *fixture) File(_ context.Context, _ *db.Tx, memberID, productID string) (downloads.File, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lost || productID != "book" {
		return downloads.File{}, downloads.ErrNone
	}
	return downloads.File{Key: "products/book", Name: h.name, MediaType: "application/pdf"}, nil
}

func (h *fixture) Deliver(context.Context, string, string) (bool, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.delivered++
	return !h.lost, nil
}

func (h *fixture) lose() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lost = true
}

func (h *fixture) Open(context.Context, string) (blob.Object, error) {
	if h.disk != "" {
		f, err := os.Open(h.disk)
		return &diskFile{f, h}, err
	}
	return &object{Reader: bytes.NewReader([]byte(text)), fixture: h}, nil
}

type object struct {
	*bytes.Reader
	fixture *fixture
}

func (o *object) Read(into []byte) (int, error) {
	n, err := o.Reader.Read(into[:min(len(into), 4)])
	if o.fixture.opened != nil {
		o.fixture.opened()
	}
	return n, err
}

func (o *object) WriteTo(w io.Writer) (int64, error) { return io.Copy(w, struct{ io.Reader }{o}) }
func (*object) Close() error                         { return nil }
func (*object) Size() int64                          { return int64(len(text)) }
func (*object) Modified() time.Time                  { return testkit.Noon }

// diskFile is a file that the system sends by itself.
type diskFile struct {
	*os.File
	fixture *fixture
}

func (f *diskFile) SyscallConn() (syscall.RawConn, error) {
	f.fixture.lent()
	return f.File.SyscallConn()
}

func (*diskFile) Size() int64         { return int64(len(text)) }
func (*diskFile) Modified() time.Time { return testkit.Noon }

func (h *fixture) link(t *testing.T, as account.Caller) downloads.Link {
	t.Helper()
	l, err := h.Link(t.Context(), as.ID, "book")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// get follows a path as somebody, with a range if one is given.
func (h *fixture) get(as account.Caller, path, span string) *httptest.ResponseRecorder {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+downloads.Prefix+"{linkId}/{mac}", h.Serve)
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if span != "" {
		r.Header.Set("Range", span)
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r.WithContext(account.WithCaller(r.Context(), as)))
	return w
}

func TestADownload(t *testing.T) {
	h := setup(t)
	l := h.link(t, tom)
	if l.Left != 4 || !l.Expires.Equal(testkit.Noon.Add(15*time.Minute)) {
		t.Errorf("the link is %+v", l)
	}
	whole := h.get(tom, l.Path, "")
	if whole.Code != http.StatusOK || whole.Body.String() != text {
		t.Errorf("%d %s", whole.Code, whole.Body)
	}
	for name, want := range map[string]string{
		"Content-Type": "application/pdf", "Content-Disposition": "attachment; filename=book.pdf",
		"Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff",
	} {
		if got := whole.Header().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	part := h.get(tom, l.Path, "bytes=3-8")
	if part.Code != http.StatusPartialContent || part.Body.String() != text[3:9] {
		t.Errorf("%d %s", part.Code, part.Body)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM downloads WHERE used_at > 0`); n != 1 || h.delivered != 2 {
		t.Errorf("%d links in the log, %d deliveries: ranges count as links", n, h.delivered)
	}
}

// A link is of nobody else, of nothing else, and not for ever; who may not have it sees what
// a link that never was answers.
func TestStrangersLinks(t *testing.T) {
	h := setup(t)
	l := h.link(t, tom)
	absent := h.get(tom, downloads.Prefix+"0"+l.ID[1:]+"/"+strings.Repeat("a", 43), "")
	other := h.link(t, ann)
	for name, c := range map[string]struct {
		as   account.Caller
		path string
	}{
		"another member": {ann, l.Path}, "a guest": {account.Caller{}, l.Path},
		"a performer of the same id": {account.Caller{ID: "tom", Role: account.Performer}, l.Path},
		"another MAC":                {tom, downloads.Prefix + l.ID + "/" + other.Path[strings.LastIndex(other.Path, "/")+1:]},
		"no id":                      {tom, downloads.Prefix + "x/y"},
	} {
		got := h.get(c.as, c.path, "")
		if got.Code != http.StatusNotFound || !bytes.Equal(got.Body.Bytes(), absent.Body.Bytes()) {
			t.Errorf("%s: %d %s", name, got.Code, got.Body)
		}
	}
	if h.delivered != 0 {
		t.Errorf("%d deliveries", h.delivered)
	}
	h.clock.Advance(downloads.Lasts)
	if got := h.get(tom, l.Path, ""); got.Code != http.StatusOK {
		t.Errorf("on the second: %d", got.Code)
	}
	h.clock.Advance(time.Second)
	if got := h.get(tom, l.Path, ""); got.Code != http.StatusNotFound || !strings.Contains(got.Body.String(), `"expired"`) {
		t.Errorf("a second late: %d %s", got.Code, got.Body)
	}
}

// The sixth link of a day waits for the first to be a day old, however many ask at once.
func TestDailyLimit(t *testing.T) {
	h := setup(t)
	var given, refused atomic.Int64
	testkit.Together(16, func(int) {
		switch _, err := h.Link(context.Background(), "tom", "book"); {
		case err == nil:
			given.Add(1)
		case errors.Is(err, downloads.ErrLimit):
			refused.Add(1)
		default:
			t.Error(err)
		}
	})
	if given.Load() != 5 || refused.Load() != 11 {
		t.Errorf("%d links were given, %d refused", given.Load(), refused.Load())
	}
	h.link(t, ann) // hers are counted apart
	h.clock.Advance(downloads.Per - time.Second)
	_, err := h.Link(t.Context(), "tom", "book")
	if f, _ := errors.AsType[*fault.Fault](err); !errors.Is(err, downloads.ErrLimit) || f.RetryAfter != time.Second {
		t.Errorf("a second early: %v", err)
	}
	h.clock.Advance(time.Second)
	if l := h.link(t, tom); l.Left != 4 {
		t.Errorf("a day later %d are left", l.Left)
	}
}

// What was refunded is had no more: not by a new link, nor by an old one, nor to its end.
func TestARefundEndsDownloads(t *testing.T) {
	h := setup(t)
	l := h.link(t, tom)
	reads := 0
	h.opened = func() {
		if reads++; reads == 2 {
			h.lose()
			h.clock.Advance(2 * time.Second)
		}
	}
	if got := h.get(tom, l.Path, ""); got.Body.Len() > 8 || got.Body.Len() == 0 {
		t.Errorf("%d bytes came of %d", got.Body.Len(), len(text))
	}
	if got := h.get(tom, l.Path, ""); got.Code != http.StatusNotFound {
		t.Errorf("an old link answers %d", got.Code)
	}
	if _, err := h.Link(t.Context(), "tom", "book"); !errors.Is(err, downloads.ErrNone) {
		t.Errorf("a new one: %v", err)
	}
}

// piece is how much the system sends at once.
const piece = 64 << 10

// pieces stands between a file and its connection, as on the site.
type pieces struct{ http.ResponseWriter }

func (w pieces) ReadFrom(r io.Reader) (n int64, err error) {
	whole := r.(*io.LimitedReader)
	for whole.N > 0 {
		sent, err := io.Copy(w.ResponseWriter, &io.LimitedReader{R: whole.R, N: min(piece, whole.N)})
		n += sent
		whole.N -= sent
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// The same of a file on a disk, of which the program reads next to nothing: before each piece that the
// system sends it is asked anew.
func TestARefundEndsDownloadsFromADisk(t *testing.T) {
	h := setup(t)
	l := h.link(t, tom)
	h.disk = filepath.Join(t.TempDir(), "book")
	if err := os.WriteFile(h.disk, make([]byte, 8*piece), 0o600); err != nil {
		t.Fatal(err)
	}
	var lent atomic.Int64
	h.lent = func() {
		if lent.Add(1) == 2 {
			h.lose()
			h.clock.Advance(2 * time.Second)
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+downloads.Prefix+"{linkId}/{mac}", func(w http.ResponseWriter, r *http.Request) {
		h.Serve(pieces{w}, r.WithContext(account.WithCaller(r.Context(), tom)))
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	res, err := server.Client().Get(server.URL + l.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err == nil || len(got) != 2*piece || lent.Load() != 2 {
		t.Errorf("%d bytes came of %d in %d pieces (%v), want two pieces and an end that is none", len(got), 8*piece, lent.Load(), err)
	}
}

// Names mislead nobody.
func TestNamesOfFiles(t *testing.T) {
	h := setup(t)
	l := h.link(t, tom)
	for name, want := range map[string]string{
		"../../etc/passwd":       "attachment; filename=passwd",
		"a\r\nSet-Cookie: b.pdf": `attachment; filename="aSet-Cookie b.pdf"`,
		"\u202egpj.exe":          "attachment; filename=gpj.exe",
		"Ciudad de Ávila.pdf":    "attachment; filename*=utf-8''Ciudad%20de%20%C3%81vila.pdf",
		"":                       "attachment; filename=file",
	} {
		h.name = name
		if got := h.get(tom, l.Path, "").Header().Get("Content-Disposition"); got != want {
			t.Errorf("%q is %s, want %s", name, got, want)
		}
	}
}

func TestHTTP(t *testing.T) {
	h := setup(t)
	const link = "GET /user/performer-assets/products/book/download-link"
	testkit.Scenarios{
		{Name: "a buyer", As: tom, Do: link, Status: http.StatusOK, Has: `"url":"/files/downloads/`},
		{Name: "of nothing", As: tom, Do: "GET /user/performer-assets/products/pen/download-link", Status: http.StatusNotFound, Has: "This file does not exist."},
		{Name: "a performer", As: account.Caller{ID: "nina", Role: account.Performer}, Do: link, Status: http.StatusForbidden},
		{Name: "a guest", Do: link, Status: http.StatusUnauthorized},
	}.Run(t, h.Routes)
}
