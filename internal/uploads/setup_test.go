package uploads

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/blob/s3test"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/testkit"
)

const mb = 1 << 20

// verifier knows who is verified: everybody but the names in it.
type verifier struct {
	mu      sync.Mutex
	missing map[string]bool
}

func (p *verifier) Verified(_ context.Context, _ *db.Tx, performerID string) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.missing[performerID], nil
}

func (p *verifier) expire(performerID string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.missing[performerID] = true
}

// node is one of a site's, behind a real listener.
type node struct {
	*Service
	url      string
	clock    *testkit.Clock
	verifier *verifier
	dies     func() // its leases beat no more
}

func folderOf(t testing.TB) (blob.Store, string) {
	t.Helper()
	dir := t.TempDir()
	f, err := blob.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f, dir
}

func bucketOf(t testing.TB) blob.Store {
	t.Helper()
	s, err := blob.OpenS3(t.Context(), blob.S3{
		Endpoint: s3test.Start(t), Region: s3test.Region, Bucket: s3test.Bucket,
		AccessKey: s3test.AccessKey, SecretKey: s3test.SecretKey, Plain: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func setup(t testing.TB, d *db.DB, store blob.Store) *node {
	t.Helper()
	n := &node{clock: testkit.NewClock(), verifier: &verifier{missing: map[string]bool{}}}
	quiet := slog.New(slog.DiscardHandler)
	var err error
	n.Service, err = New(Deps{
		DB: d, Store: store, Guard: account.Performer.Guard(), Performers: n.verifier, Now: n.clock.Now, Log: quiet,
		Caller:  func(ctx context.Context) string { return account.CallerFrom(ctx).ID },
		Limiter: limit.New(n.clock.Now, Limits()), Storage: anyRoom{},
		Admit: func(context.Context) (func(), error) { return func() {}, nil },
		Allowed: func(p Purpose) Allowed {
			return map[Purpose]Allowed{Video: {4096, []string{"mp4", "mov"}}, Trailer: {200, []string{"mp4", "mov"}}, DigitalFile: {2048, []string{"zip"}}}[p]
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	routes := api.NewRouter("test", "0", quiet)
	n.Routes(routes)
	handler := routes.Handler()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		if who := r.Header.Get("Authorization"); who != "" {
			role := account.Performer
			if who == "tom" {
				role = account.Member
			}
			ctx = account.WithCaller(ctx, account.Caller{ID: who, Role: role})
		}
		handler.ServeHTTP(w, r.WithContext(ctx))
	}))
	t.Cleanup(server.Close)
	n.url = server.URL
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	var running sync.WaitGroup
	running.Go(func() { _ = n.Run(ctx) })
	n.dies = sync.OnceFunc(func() { cancel(); running.Wait() })
	t.Cleanup(n.dies)
	return n
}

// oneNode is a site of one node with a folder of files.
func oneNode(t testing.TB) *node {
	t.Helper()
	store, _ := folderOf(t)
	return setup(t, testkit.DB(t), store)
}

// answer is what a call got.
type answer struct {
	status int
	header http.Header
	body   string
}

func (a answer) must(t testing.TB, status int, has ...string) answer {
	t.Helper()
	if a.status != status {
		t.Fatalf("answered %d %s, want %d", a.status, a.body, status)
	}
	for _, text := range has {
		if !strings.Contains(a.body, text) {
			t.Errorf("the answer lacks %s: %s", text, a.body)
		}
	}
	return a
}

func (a answer) offset(t testing.TB) int64 {
	t.Helper()
	n, err := strconv.ParseInt(a.header.Get("Upload-Offset"), 10, 64)
	if err != nil {
		t.Fatalf("answered %d %s without an offset", a.status, a.body)
	}
	return n
}

// headers of a call: name, value, name, value.
type headers []string

func (n *node) call(t testing.TB, who, method, path string, body io.Reader, h headers) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, n.url+path, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", who)
	req.Header.Set("Tus-Resumable", "1.0.0")
	for i := 0; i < len(h); i += 2 {
		req.Header.Set(h[i], h[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{res.StatusCode, res.Header, string(text)}
}

func metadata(purpose, name string) string {
	in := base64.StdEncoding.EncodeToString
	return "purpose " + in([]byte(purpose)) + ",filename " + in([]byte(name))
}

func (n *node) announces(t testing.TB, who, purpose, name string, length int64) answer {
	t.Helper()
	return n.call(t, who, "POST", "/api/uploads", nil, headers{"Upload-Length", strconv.FormatInt(length, 10), "Upload-Metadata", metadata(purpose, name)})
}

// begins announces nina's video and gives its path.
func (n *node) begins(t testing.TB, length int64) string {
	t.Helper()
	return n.announces(t, "nina", "video", "a day at sea.mp4", length).must(t, 201).header.Get("Location")
}

func (n *node) asks(t testing.TB, who, path string) answer {
	t.Helper()
	return n.call(t, who, "HEAD", path, nil, nil)
}

func (n *node) sends(t testing.TB, path string, offset int64, piece []byte) answer {
	t.Helper()
	return n.call(t, "nina", "PATCH", path, bytes.NewReader(piece), headers{"Upload-Offset", strconv.FormatInt(offset, 10), "Content-Type", pieceType})
}

// line is a connection of its own.
type line struct{ net.Conn }

// holds announces a piece of a length and sends less of it.
func (n *node) holds(t testing.TB, path string, offset, length int64, sent []byte) line {
	t.Helper()
	host := strings.TrimPrefix(n.url, "http://")
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	fmt.Fprintf(conn, "PATCH %s HTTP/1.1\r\nHost: %s\r\nAuthorization: nina\r\nTus-Resumable: 1.0.0\r\nContent-Type: %s\r\nUpload-Offset: %d\r\nContent-Length: %d\r\n\r\n",
		path, host, pieceType, offset, length)
	if _, err := conn.Write(sent); err != nil {
		t.Fatal(err)
	}
	return line{conn}
}

// text is what the other side answers until it closes.
func (l line) text() string {
	all, _ := io.ReadAll(l)
	return string(all)
}

// received is how much of an upload is counted.
func (n *node) received(t testing.TB, path string) int64 {
	t.Helper()
	return int64(testkit.Int(t, n.DB, `SELECT received FROM uploads WHERE id = '`+filepath.Base(path)+`'`))
}

// randomBytes is a file that is not the same anywhere.
func randomBytes(length int) []byte {
	data := make([]byte, length)
	source := rand.NewChaCha8([32]byte{7})
	_, _ = source.Read(data)
	return data
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// claims takes nina's upload and reads it.
func (n *node) claims(t testing.TB, path string) (u Upload, data []byte) {
	t.Helper()
	err := n.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		u, err = n.Claim(ctx, tx, "nina", filepath.Base(path), Video)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	o, err := n.Open(t.Context(), u.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if data, err = io.ReadAll(o); err != nil {
		t.Fatal(err)
	}
	return u, data
}

// blobs are the keys in a folder of files.
func blobs(t testing.TB, dir string) (keys []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			keys = append(keys, strings.TrimPrefix(path, dir+"/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// anyRoom has room for everything: what bounds it is the site's (app.TestRoomForDrafts).
type anyRoom struct{}

func (anyRoom) Drafts(context.Context, *db.Tx, string) (Room, error) {
	return Room{Allowed: 1 << 40}, nil
}
func (anyRoom) MayDraft(context.Context, *db.Tx, string, int64) error { return nil }
func (anyRoom) MayStore(int64) error                                  { return nil }
