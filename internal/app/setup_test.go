package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/porttest"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/kit/transcode"
	"limelight/internal/testkit"
)

// site is a whole site that runs: every service, the media engine, real ports.
type site struct {
	url string
	cfg app.Config
	ids map[string]string // of the residents, by username
}

// onSQLite leaves out, on PostgreSQL and under the race detector, a long walk in which the database has little part.
func onSQLite(t *testing.T) {
	t.Helper()
	if os.Getenv("TEST_DATABASE_URL") != "" {
		t.Skip("the same on each database: seen on SQLite")
	}
}

// open starts a site with these residents; it stops with the test.
func open(t *testing.T, residents ...app.Resident) *site {
	t.Helper()
	return start(t, config(t), residents...)
}

// config is a site on free ports of this machine, in a folder and a database of
// its own.
func config(t *testing.T) app.Config {
	t.Helper()
	media := whiptest.Config(t)
	cfg := app.Config{
		Addr: porttest.Address(t), Data: t.TempDir(), MailFrom: "no-reply@localhost", LogLevel: "error",
		TrustedProxies: []string{"127.0.0.1"}, // so that visitors can come from several addresses
		MediaIP:        "127.0.0.1", MediaUDP: media.UDPPort, MediaTCP: media.TCPPort, MediaTURN: media.TURNPort,
		PasswordCost: account.Cost{MemoryKiB: 64, Iterations: 1},
		Tools:        tools,
		DisableAVIF:  true, // which would keep a processor busy beside the tests
	}
	migrated := testkit.Migrated(t)
	if os.Getenv("TEST_DATABASE_URL") != "" {
		cfg.Database = pooled(t, migrated, "4")
	} else if err := os.Rename(migrated, filepath.Join(cfg.Data, "limelight.db")); err != nil {
		t.Fatal(err)
	}
	return cfg
}

// tools are the programs of this machine, which are looked for once for all sites of this package.
func tools(context.Context) transcode.Tools { return foundTools() }

var foundTools = sync.OnceValue(func() transcode.Tools { return transcode.Find(context.Background()) })

// pooled has a site open so many connections that read, and that write; none for as many as it opens by itself.
// Each costs the server more than the few statements that most sites send to it.
func pooled(t *testing.T, address, conns string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Del("pool_max_conns")
	if conns != "" {
		q.Set("pool_max_conns", conns)
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// freePort is an address of this machine where nobody listens now.
func start(t *testing.T, cfg app.Config, residents ...app.Resident) *site {
	t.Helper()
	return startMeasured(t, cfg, prometheus.NewRegistry(), residents...)
}

// startMeasured is start, with a registry of the test's.
func startMeasured(t *testing.T, cfg app.Config, metrics prometheus.Registerer, residents ...app.Resident) *site {
	t.Helper()
	s := &site{url: "http://" + cfg.Addr, cfg: cfg}
	var err error
	if len(residents) > 0 {
		if s.ids, err = app.Populate(t.Context(), cfg, residents...); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	printed := make(banner, 1)
	go func() {
		ended <- app.Serve(ctx, cfg, app.Options{Version: "test", Out: printed, Metrics: metrics})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the site did not stop cleanly: %v", err)
		}
	})
	select {
	case <-printed:
	case err := <-ended:
		ended <- nil
		t.Fatalf("the site did not start: %v", err)
	}
	return s
}

// banner hears that the operator is told where the site is.
type banner chan struct{}

func (g banner) Write(text []byte) (int, error) {
	select {
	case g <- struct{}{}:
	default:
	}
	return len(text), nil
}

// audit is what `limelight check` proves.
func (s *site) audit(t *testing.T) {
	t.Helper()
	report, err := app.Check(context.Background(), s.cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, violation := range report.Found {
		t.Error(violation)
	}
}

// visitor is somebody at a browser: a guest until there is a token.
type visitor struct {
	site    *site
	token   string
	address string // what a trusted proxy says; empty: this machine's
	header  map[string]string
}

func (s *site) guest() visitor { return visitor{site: s} }

// in logs a resident in.
func (s *site) in(t *testing.T, role account.Role, username string) visitor {
	t.Helper()
	return s.login(t, role, username, app.Password)
}

func (s *site) login(t *testing.T, role account.Role, username, password string) visitor {
	t.Helper()
	path := map[account.Role]string{account.Member: "users", account.Performer: "performers", account.Studio: "studio", account.Admin: "admin"}[role]
	v := s.guest()
	v.token = v.do(t, "POST /auth/"+path+"/login", record{"username": username, "password": password}).must(t, 200).text("token")
	return v
}

// from is the same visitor behind another address.
func (v visitor) from(address string) visitor {
	v.address = address
	return v
}

// with is the same visitor with one more header.
func (v visitor) with(name, value string) visitor {
	header := map[string]string{name: value}
	for n, was := range v.header {
		if n != name {
			header[n] = was
		}
	}
	v.header = header
	return v
}

// record is a JSON object.
type record = map[string]any

// do makes an API call, such as "POST /streaming/live". The body is a record, a
// *form, text as it is, or nil.
func (v visitor) do(t testing.TB, call string, body any) answer {
	t.Helper()
	method, path, _ := strings.Cut(call, " ")
	return v.request(t, method, "/api"+path, body)
}

func (v visitor) request(t testing.TB, method, path string, body any) answer {
	t.Helper()
	req := v.prepare(t, method, path, body)
	res, err := browser.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{method + " " + path, res.StatusCode, res.Header, text}
}

// browser follows no redirects and does not wait forever.
var browser = &http.Client{
	Timeout:       time.Minute,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func (v visitor) prepare(t testing.TB, method, path string, body any) *http.Request {
	t.Helper()
	var content io.Reader
	kind := "application/json"
	switch body := body.(type) {
	case nil:
	case string:
		content = strings.NewReader(body)
	case *form:
		content, kind = body.end(t)
	default:
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		content = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, v.site.url+path, content)
	if err != nil {
		t.Fatal(err)
	}
	if content != nil {
		req.Header.Set("Content-Type", kind)
	}
	if v.token != "" {
		req.Header.Set("Authorization", "Bearer "+v.token)
	}
	if v.address != "" {
		req.Header.Set("X-Forwarded-For", v.address)
	}
	for name, value := range v.header {
		req.Header.Set(name, value)
	}
	return req
}

// form is a multipart body.
type form struct {
	buffer bytes.Buffer
	writer *multipart.Writer
}

func newForm(fields map[string]string) *form {
	f := &form{}
	f.writer = multipart.NewWriter(&f.buffer)
	for name, value := range fields {
		f.writer.WriteField(name, value) // into memory
	}
	return f
}

func (f *form) file(field, name string, content []byte) *form {
	part, err := f.writer.CreateFormFile(field, name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err != nil {
		panic(err) // into memory
	}
	return f
}

func (f *form) end(t testing.TB) (io.Reader, string) {
	t.Helper()
	if err := f.writer.Close(); err != nil {
		t.Fatal(err)
	}
	return &f.buffer, f.writer.FormDataContentType()
}

// answer is what came back.
type answer struct {
	call   string
	status int
	header http.Header
	body   []byte
}

// must fails the test unless the answer has the status and contains the texts.
func (a answer) must(t testing.TB, status int, has ...string) answer {
	t.Helper()
	if a.status != status {
		t.Fatalf("%s: got %d %s, want %d", a.call, a.status, a.body, status)
	}
	for _, text := range has {
		if !bytes.Contains(a.body, []byte(text)) {
			t.Fatalf("%s: got %s, want it to contain %s", a.call, a.body, text)
		}
	}
	return a
}

// at is the value at a path of the answer's data, such as "play.webrtc.token" or
// "data.0._id"; nil when there is none.
func (a answer) at(path string) any {
	var whole struct{ Data any }
	if json.Unmarshal(a.body, &whole) != nil {
		return nil
	}
	return within(whole.Data, path)
}

func (a answer) text(path string) string { return fmt.Sprint(a.at(path)) }

func within(value any, path string) any {
	for key := range strings.SplitSeq(path, ".") {
		switch part := value.(type) {
		case map[string]any:
			value = part[key]
		case []any:
			var i int
			if _, err := fmt.Sscan(key, &i); err != nil || i >= len(part) {
				return nil
			}
			value = part[i]
		default:
			return nil
		}
	}
	return value
}
