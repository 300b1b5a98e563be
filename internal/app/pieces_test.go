package app_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

const (
	megabyte  = 1 << 20
	blockSize = 4 * megabyte // what a cut costs at most

	// busyLease is how long a machine with other work may take for what takes three
	// seconds; bench/uploads measures.
	busyLease = 12 * time.Second
)

// footage is a file whose byte at n is n modulo 251, so that no two blocks are alike.
func footage(size int) []byte {
	data := make([]byte, size)
	for n := range data {
		data[n] = byte(n % 251)
	}
	return data
}

// announcesVideo begins an upload and gives its path.
func (v visitor) announcesVideo(t *testing.T, size int) string {
	t.Helper()
	in := base64.StdEncoding.EncodeToString
	begun := v.with("Tus-Resumable", "1.0.0").with("Upload-Length", strconv.Itoa(size)).
		with("Upload-Metadata", "purpose "+in([]byte("video"))+",filename "+in([]byte("a day at sea.mp4"))).request(t, "POST", "/api/uploads", nil)
	return begun.must(t, 201).header.Get("Location")
}

func (v visitor) asksOffset(t *testing.T, path string) int {
	t.Helper()
	offset, err := strconv.Atoi(v.request(t, "HEAD", path, nil).must(t, 200).header.Get("Upload-Offset"))
	if err != nil {
		t.Fatal(err)
	}
	return offset
}

func (v visitor) sendsPiece(t *testing.T, path string, offset int, piece []byte) answer {
	t.Helper()
	return v.with("Tus-Resumable", "1.0.0").with("Upload-Offset", strconv.Itoa(offset)).with("Content-Type", "application/offset+octet-stream").
		request(t, "PATCH", path, string(piece))
}

// holdsPiece sends a part of a piece on a connection of its own, and no more.
func (v visitor) holdsPiece(t *testing.T, path string, offset, length int, sent []byte) net.Conn {
	t.Helper()
	host := strings.TrimPrefix(v.site.url, "http://")
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	fmt.Fprintf(conn, "PATCH %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nTus-Resumable: 1.0.0\r\n"+
		"Content-Type: application/offset+octet-stream\r\nUpload-Offset: %d\r\nContent-Length: %d\r\n\r\n", path, host, v.token, offset, length)
	if _, err := conn.Write(sent); err != nil {
		t.Fatal(err)
	}
	return conn
}

// hasReceived tells whether the newest upload is at an offset.
func (v visitor) hasReceived(t *testing.T, bytes int) bool {
	t.Helper()
	got, _ := v.do(t, "GET /uploads", nil).must(t, 200).at("data.0.received").(float64)
	return int(got) == bytes
}

// sum is what the site says an upload's SHA-256 is.
func (s *site) sum(t *testing.T, path string) string {
	t.Helper()
	d := testkit.Open(t, s.cfg.Database)
	var sum string
	err := d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		sum, err = db.One(ctx, tx, db.String, `SELECT sha256 FROM uploads WHERE id = $1`, filepath.Base(path))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// arrived proves that the bytes under an upload's keys are the file, of a site with a
// folder of files.
func (s *site) arrived(t *testing.T, path string, data []byte) {
	t.Helper()
	dir := filepath.Join(s.cfg.Data, "files", "uploads", filepath.Base(path))
	keys, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[int][]byte{}
	for _, key := range keys {
		number, err := strconv.Atoi(key.Name())
		if err != nil {
			t.Fatal(err)
		}
		if parts[number], err = os.ReadFile(filepath.Join(dir, key.Name())); err != nil {
			t.Fatal(err)
		}
	}
	whole := sha256.New()
	for number, left := 1, len(parts); left > 0; number++ {
		if part, found := parts[number]; found {
			whole.Write(part)
			left--
		}
	}
	want := sha256.Sum256(data)
	if !bytes.Equal(whole.Sum(nil), want[:]) {
		t.Error("what is kept is not what was sent")
	}
}

// The program is killed in the middle of a piece, started again, and the upload goes on
// where its last whole block ends.
func TestKilledAmongPieces(t *testing.T) {
	t.Parallel()
	program := build(t)
	cfg := config(t)
	ids, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Performer, Username: "nina"})
	if err != nil {
		t.Fatal(err)
	}
	s := &site{url: "http://" + cfg.Addr, cfg: cfg, ids: ids}
	data := footage(24 * megabyte)

	first := run(t, program, cfg)
	nina := s.in(t, account.Performer, "nina")
	path := nina.announcesVideo(t, len(data))
	nina.holdsPiece(t, path, 0, 20*megabyte, data[:18*megabyte])
	testkit.Eventually(t, "four blocks are here", func() bool {
		return nina.hasReceived(t, 4*blockSize)
	})
	first.Process.Kill() // died tells
	died(t, first)

	run(t, program, cfg)
	began := time.Now()
	offset := nina.asksOffset(t, path)
	if took := time.Since(began); offset != 4*blockSize || took > busyLease {
		t.Errorf("it goes on at %d after %v, want %d after 2 to 3 s on a quiet machine", offset, took, 4*blockSize)
	}
	nina.sendsPiece(t, path, offset, data[offset:]).must(t, 204)
	nina.do(t, "GET /uploads", nil).must(t, 200, `"finished":true`)
	s.arrived(t, path, data)
}

// A node is killed in the middle of a piece; another one goes on within three seconds.
func TestPiecesOnTwoNodes(t *testing.T) {
	t.Parallel()
	here, there, _ := twoNodes(t)
	program := build(t)
	ids, err := app.Populate(t.Context(), here, app.Resident{Role: account.Performer, Username: "nina"})
	if err != nil {
		t.Fatal(err)
	}
	east, west := &site{url: "http://" + here.Addr, cfg: here, ids: ids}, &site{url: "http://" + there.Addr, cfg: there, ids: ids}
	data := footage(24 * megabyte)
	first := run(t, program, here)
	run(t, program, there)
	nina := east.in(t, account.Performer, "nina")
	inWest := visitor{site: west, token: nina.token}

	path := nina.announcesVideo(t, len(data))
	nina.holdsPiece(t, path, 0, 20*megabyte, data[:10*megabyte])
	testkit.Eventually(t, "two blocks are here", func() bool {
		return inWest.hasReceived(t, 2*blockSize)
	})
	// The other node asks the first one to let go, and it does.
	began := time.Now()
	if offset := inWest.asksOffset(t, path); offset != 2*blockSize || time.Since(began) > busyLease {
		t.Errorf("it goes on at %d after %v", offset, time.Since(began))
	}
	inWest.sendsPiece(t, path, 2*blockSize, data[2*blockSize:3*blockSize]).must(t, 204)

	// The first one is killed while it writes.
	nina.holdsPiece(t, path, 3*blockSize, 12*megabyte, data[3*blockSize:3*blockSize+5*megabyte])
	testkit.Eventually(t, "another block is here", func() bool {
		return inWest.hasReceived(t, 4*blockSize)
	})
	first.Process.Kill() // died tells
	died(t, first)
	began = time.Now()
	offset := inWest.asksOffset(t, path)
	if took := time.Since(began); offset != 4*blockSize || took > busyLease {
		t.Errorf("it goes on at %d after %v, want %d within 3 s on a quiet machine", offset, took, 4*blockSize)
	}
	inWest.sendsPiece(t, path, offset, data[offset:]).must(t, 204)
	sum := sha256.Sum256(data)
	if got := west.sum(t, path); got != hex.EncodeToString(sum[:]) {
		t.Errorf("the sum of what came is %s", got)
	}
}

// The client that the web app uses sends a file, breaks off and goes on.
func TestStockUploadClient(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on this machine, so no stock tus client")
	}
	if _, err := os.Stat("../../web/node_modules/tus-js-client"); err != nil {
		t.Skip("no web/node_modules, so no stock tus client: make build installs it")
	}
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"})
	nina := s.in(t, account.Performer, "nina")
	data := footage(21*megabyte + 5)
	order, err := json.Marshal(record{
		"endpoint": s.url + "/api/uploads", "token": nina.token, "purpose": "video", "filename": "a day at sea.mp4",
		"size": len(data), "chunk": 8 * megabyte, "breakAt": 13 * megabyte,
	})
	if err != nil {
		t.Fatal(err)
	}
	program := exec.CommandContext(t.Context(), node, "testdata/uploads.mjs", string(order))
	program.Stderr = os.Stderr
	said, err := program.Output()
	if err != nil {
		t.Fatal(err)
	}
	var told struct {
		URL    string `json:"url"`
		Broken int    `json:"broken"`
	}
	if err := json.Unmarshal(said, &told); err != nil || told.Broken != 1 {
		t.Fatalf("the client said %s (%v)", said, err)
	}
	nina.do(t, "GET /uploads", nil).must(t, 200, `"finished":true`, `"total":1`)
	s.arrived(t, told.URL, data)
}

// Who is logged out, suspended or behind the sign of works sends no further piece.
func TestPiecesNeedTheirAccount(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Performer, Username: "lena"})
	ada, nina, lena := s.in(t, account.Admin, "ada"), s.in(t, account.Performer, "nina"), s.in(t, account.Performer, "lena")
	data := footage(3 * megabyte)
	path := nina.announcesVideo(t, len(data))
	nina.sendsPiece(t, path, 0, data[:megabyte]).must(t, 204)
	nina.do(t, "POST /auth/logout", nil).must(t, 200)
	nina.sendsPiece(t, path, megabyte, data[megabyte:]).must(t, 401)
	nina = s.in(t, account.Performer, "nina")
	nina.sendsPiece(t, path, megabyte, data[megabyte:2*megabyte]).must(t, 204)
	lena.sendsPiece(t, path, 2*megabyte, data[2*megabyte:]).must(t, 404)

	ada.do(t, "PUT /admin/settings", record{"maintenanceMode": true}).must(t, 200)
	nina.sendsPiece(t, path, 2*megabyte, data[2*megabyte:]).must(t, 503)
	ada.do(t, "PUT /admin/settings", record{"maintenanceMode": false, "videoMaxMB": 2}).must(t, 200)
	if nina.do(t, "GET /uploads", nil).must(t, 200, `"video":{"maxMB":2,`); nina.asksOffset(t, path) != 2*megabyte {
		t.Error("a piece came in during the works")
	}
	ada.do(t, "POST /admin/accounts/"+s.ids["nina"]+"/suspend", record{"reason": "a complaint"}).must(t, 200)
	nina.sendsPiece(t, path, 2*megabyte, data[2*megabyte:]).must(t, 401)
}

// Few pieces of an account are on their way at once, and others have their places.
func TestHeldPieces(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Performer, Username: "lena"})
	nina, lena := s.in(t, account.Performer, "nina"), s.in(t, account.Performer, "lena")
	data := footage(12 * megabyte)
	for range 4 {
		nina.holdsPiece(t, nina.announcesVideo(t, len(data)), 0, len(data), data[:5*megabyte])
	}
	testkit.Eventually(t, "the places of one account are taken", func() bool {
		return strings.Count(string(nina.do(t, "GET /uploads", nil).must(t, 200).body), fmt.Sprintf(`"received":%d,`, blockSize)) == 4
	})
	nina.sendsPiece(t, nina.announcesVideo(t, len(data)), 0, data).must(t, 429)
	lena.sendsPiece(t, lena.announcesVideo(t, len(data)), 0, data).must(t, 204)
}
