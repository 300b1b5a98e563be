package webpush_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/secretbox"
	"limelight/internal/notices/webpush"
	"limelight/internal/testkit"
)

// Set for the child: the test's own binary, which sends what waits until it is killed.
const (
	crashDatabase = "WEBPUSH_CRASH_DATABASE"
	crashFolder   = "WEBPUSH_CRASH_FOLDER" // with the key and the service's certificate
	answered      = 100                    // pushes that the child hears of
)

// The program dies while it sends. What waited is sent by the next one; what was under way may
// come twice, and nothing is lost.
func TestKilledWhileItSends(t *testing.T) {
	if folder := os.Getenv(crashFolder); folder != "" {
		sendUntilKilled(t, folder)
		return
	}
	folder := t.TempDir()
	keys, err := secretbox.FromFile(filepath.Join(folder, "key"))
	if err != nil {
		t.Fatal(err)
	}
	where := testkit.Migrated(t)
	h := over(t, testkit.Open(t, where), keys, testkit.NewClock())
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: h.service.Certificate().Raw})
	if err := os.WriteFile(filepath.Join(folder, "certificate"), certificate, 0o600); err != nil {
		t.Fatal(err)
	}
	const all = 200
	h.subscribe(t, h.tom)
	for i := range all {
		h.tell(t, h.tom, fmt.Sprint("news ", i))
	}
	var done []string
	testkit.KillAfter(t, 50, testkit.IDs("sent", &done), crashDatabase+"="+where, crashFolder+"="+folder)
	left := h.waiting(t)
	if left < all-answered {
		t.Fatalf("%d of %d wait after the kill", left, all)
	}
	h.clock.Advance(2 * time.Minute) // the claims of the dead run out
	times := map[string]int{}
	twice := 0
	for _, text := range h.sent(t) {
		if times[text]++; times[text] == 2 {
			twice++
		}
	}
	if len(times) != all || h.waiting(t) != 0 {
		t.Errorf("%d of %d were told", len(times), all)
	}
	if twice > 128 { // as many as are under way at once
		t.Errorf("%d were told twice", twice)
	}
	t.Logf("%d waited after the kill; %d were told twice", left, twice)
}

// sendUntilKilled prints a line for each push that the service has, before it is written down.
func sendUntilKilled(t *testing.T, folder string) {
	keys, err := secretbox.FromFile(filepath.Join(folder, "key"))
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := os.ReadFile(filepath.Join(folder, "certificate"))
	if err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(certificate)
	var sent atomic.Int64
	inner := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12}}
	s := webpush.New(webpush.Deps{
		DB: testkit.Open(t, os.Getenv(crashDatabase)), Keys: keys, Limits: limit.New(time.Now), Log: slog.New(slog.DiscardHandler),
		Now: func() time.Time { return testkit.Noon }, Icon: func() string { return "" },
		Contact: func() string { return "mailto:desk@example.com" }, SignedIn: account.SignedIn, Caller: caller,
		SessionsLive: func(_ context.Context, _ *db.Tx, sessionIDs ...string) (map[string]bool, error) {
			live := map[string]bool{}
			for _, one := range sessionIDs {
				live[one] = true
			}
			return live, nil
		},
		Client: &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			if sent.Add(1) > answered {
				select {} // so that the kill comes amid the others, however late
			}
			res, err := inner.RoundTrip(r)
			fmt.Println("sent", id.New(time.Now()))
			return res, err
		})},
	})
	if err := s.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
}
