package app

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A status that is said when the answer is under way is noted for the log and not
// sent: net/http would complain in the operator's log.
func TestTheFirstStatusIsSent(t *testing.T) {
	seen := httptest.NewRecorder()
	var headers int
	w := &statusWriter{ResponseWriter: counting{seen, &headers}}
	w.WriteHeader(http.StatusOK)
	w.WriteHeader(499)
	if seen.Code != http.StatusOK || w.status != 499 || headers != 1 {
		t.Errorf("%d was sent and %d noted, in %d headers", seen.Code, w.status, headers)
	}
}

// counting counts the headers that reach the connection.
type counting struct {
	http.ResponseWriter
	headers *int
}

func (c counting) WriteHeader(status int) {
	*c.headers++
	c.ResponseWriter.WriteHeader(status)
}

func TestConfigRefusals(t *testing.T) {
	good := Config{Data: "data", Addr: ":8080"}
	if err := good.Validate(); err != nil {
		t.Fatalf("the defaults are refused: %v", err)
	}
	for want, change := range map[string]func(*Config){
		"--data":          func(c *Config) { c.Data = "" },
		"--database":      func(c *Config) { c.Database = "somewhere" },
		"need --database": func(c *Config) { c.Redis = "redis://127.0.0.1" },
		"--insecure-http": func(c *Config) { c.PublicURL = "http://example.com" },
		"--public-url":    func(c *Config) { c.PublicURL = "ftp://example.com" },
		"--trusted-proxy": func(c *Config) { c.TrustedProxies = []string{"everyone"} },
	} {
		c := good
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want a refusal that names %s, got %v", want, err)
		}
	}
	for address, fine := range map[string]bool{
		"": true, "http://localhost:8080": true, "https://site.localhost": true, "http://127.0.0.1:8080": true, "http://[::1]:8080": true,
		"https://example.com": false, "https://192.168.1.5": false, "https://localhost.example.com": false,
	} {
		c := good
		c.Development, c.PublicURL = true, address
		if err := c.Validate(); fine != (err == nil) || !fine && !strings.Contains(err.Error(), "--development") {
			t.Errorf("development mode at %q: %v", address, err)
		}
	}
	secret := Config{Data: "data", Database: "postgres://me:hunter2@"}
	if err := secret.Validate(); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("the refusal tells the password: %v", err)
	}
}

// What a client calls the host is written into pages: only a host and a port are.
func TestHostsThatAreNone(t *testing.T) {
	for name, want := range map[string]bool{
		"localhost": true, "localhost:9000": true, "[::1]:8080": true,
		"localhost:80;evil": false, "localhost:80 evil": false, "localhost:99999": false, "localhost:": false, "evil.example": false,
	} {
		if got := local(hostOf(name)); got != want {
			t.Errorf("%q is local: %v", name, got)
		}
	}
}

func TestOrigin(t *testing.T) {
	for addr, want := range map[string]string{
		":8080": "http://localhost:8080", "127.0.0.1:9000": "http://localhost:9000", "[::1]:7000": "http://localhost:7000",
	} {
		if got := (Config{Addr: addr}).origin(); got != want {
			t.Errorf("%s is %s, want %s", addr, got, want)
		}
	}
	if got := (Config{PublicURL: "https://example.com/"}).origin(); got != "https://example.com" {
		t.Errorf("a trailing slash stays: %s", got)
	}
}

func TestCustomScripts(t *testing.T) {
	h := &house{ground: &ground{}}
	now := defaultsFor(t)
	now.HeaderScript, now.AfterBodyScript, now.GaCode = "<SCRIPT>one()</SCRIPT>", "<script src=a></script>", "G-ABC123"
	head, end := h.customScripts("/", now)
	if strings.Count(head+end, `nonce="`+noncePlace+`"`) != 4 || !strings.Contains(head, "one()") {
		t.Errorf("the scripts carry no nonce: %s %s", head, end)
	}
	for _, path := range []string{"/cams", "/Cams", "/category/music", "/page/terms/", "/vip-models"} {
		if head, _ := h.customScripts(path, now); head == "" {
			t.Errorf("%s carries no custom scripts", path)
		}
	}
	for _, path := range []string{
		"/admin/settings", "/auth/login/user", "/studio/login", "/account/user/account-settings", "/Admin/settings", "/AUTH/login/user",
		"/Studio/login", "//admin", "/room/../admin", "/room/nina", "/cams/../auth/login/user", "/contact", "/live", "/403", "/sandbox/pay", "/new-page",
	} {
		if head, end := h.customScripts(path, now); head+end != "" {
			t.Errorf("%s carries custom scripts", path)
		}
	}
	now.GaCode = `x";alert(1)//`
	if head, _ := h.customScripts("/", now); strings.Contains(head, "alert") {
		t.Error("a measurement code became a script")
	}
	h.cfg.DisableCustomScripts = true
	if head, end := h.customScripts("/", now); head+end != "" {
		t.Error("custom scripts cannot be turned off")
	}
}

// The nonce stands where the build and the operator left room for it, and nowhere
// in what people wrote.
func TestNonceIsNotForPeople(t *testing.T) {
	parts, err := cutPage([]byte(`<html><script nonce="__NONCE__"></script><title></title><!--head--><!--shell--><!--boot--></html>`))
	if err != nil {
		t.Fatal(err)
	}
	b := boot{Title: "I am __NONCE__", Shell: "<p>__NONCE__</p>", HeadScript: nonced("<script>a()</script>"), Scripts: []string{"/a.js"}}
	b.Data.Route = []query{{Data: "__NONCE__"}}
	page, err := (&site{parts: parts}).render(b, "n0nce")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(page.String(), "n0nce"); n != 3 || strings.Count(page.String(), noncePlace) < 3 {
		t.Errorf("the nonce stands %d times in %s", n, page)
	}
}
