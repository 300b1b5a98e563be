package app_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// heldUpload is a form with files on a connection of its own, of which so many bytes
// come and no more.
type heldUpload struct {
	net.Conn
	answer *bufio.Reader
}

func (s *site) holdsUpload(t *testing.T, address string, bytes int) heldUpload {
	t.Helper()
	host := strings.TrimPrefix(s.url, "http://")
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	head := "--x\r\nContent-Disposition: form-data; name=\"idVerification\"; filename=\"id.jpg\"\r\n\r\n"
	fmt.Fprintf(conn, "POST /api/auth/performers/register HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: %s\r\n"+
		"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: %d\r\n\r\n%s%s",
		host, address, 20<<20, head, strings.Repeat("a", bytes))
	return heldUpload{conn, bufio.NewReader(conn)}
}

// status is the answer that comes before the body is there; 0 when none does.
func (u heldUpload) status(t *testing.T, wait time.Duration) int {
	t.Helper()
	if err := u.SetReadDeadline(time.Now().Add(wait)); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(u.answer, nil)
	if err != nil {
		return 0
	}
	_ = res.Body.Close()
	return res.StatusCode
}

// Who holds forms with files open fills neither the disk nor the places of others: an
// address has few at once, and is refused before its body; what came is gone with the
// connection, and what a program that was killed left is gone when the next one starts.
func TestHeldUploads(t *testing.T) {
	cfg := config(t)
	temp := app.TempFolder(cfg.Data)
	t.Setenv("TMPDIR", temp)
	if err := os.MkdirAll(temp, 0o700); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(temp, "multipart-left")
	if err := os.WriteFile(left, []byte("of a program that was killed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(left, time.Time{}, time.Now().Add(-2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	people, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Performer, Username: "nina"})
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, cfg)
	s.ids = people
	onDisk := func() int {
		files, err := os.ReadDir(temp)
		if err != nil {
			t.Fatal(err)
		}
		return len(files)
	}
	if onDisk() != 0 {
		t.Error("what was left is still there")
	}
	var held []heldUpload
	for range 4 {
		held = append(held, s.holdsUpload(t, "203.0.113.7", 1<<20))
	}
	testkit.Eventually(t, "four are on their way", func() bool { return onDisk() == 4 })
	if got := s.holdsUpload(t, "203.0.113.7", 0).status(t, 10*time.Second); got != http.StatusTooManyRequests {
		t.Errorf("a fifth of one address is answered %d before its body", got)
	}
	nina := s.in(t, account.Performer, "nina").from("203.0.113.7")
	nina.do(t, "POST /performers/avatar/upload", newForm(nil).file("avatar", "a.jpg", photo(t, 400, 400))).must(t, 200)
	for _, one := range held {
		_ = one.Close()
	}
	testkit.Eventually(t, "what had come is gone", func() bool { return onDisk() == 0 })
	again := s.holdsUpload(t, "203.0.113.7", 1<<20)
	testkit.Eventually(t, "there is a place again", func() bool { return onDisk() == 1 })
	_ = again.Close()

	// All places of guests are taken by many addresses: accounts have theirs.
	for i := range 24 {
		s.holdsUpload(t, fmt.Sprintf("198.51.100.%d", i), 1<<20)
	}
	testkit.Eventually(t, "all are on their way", func() bool { return onDisk() == 24 })
	if got := s.holdsUpload(t, "192.0.2.1", 0).status(t, 10*time.Second); got != http.StatusTooManyRequests {
		t.Errorf("one too many of all is answered %d", got)
	}
	nina.do(t, "POST /performers/avatar/upload", newForm(nil).file("avatar", "a.jpg", photo(t, 400, 400))).must(t, 200)
}
