package uploads

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// Nina sends a video in pieces, sees how far it is, and the video page takes it.
func TestUpload(t *testing.T) {
	for name, store := range map[string]func(testing.TB) blob.Store{
		"folder": func(t testing.TB) blob.Store { s, _ := folderOf(t); return s },
		"s3":     func(t testing.TB) blob.Store { return bucketOf(t) },
	} {
		t.Run(name, func(t *testing.T) {
			n := setup(t, testkit.DB(t), store(t))
			data := randomBytes(11*mb + 77)
			begun := n.announces(t, "nina", "video", "../../a day at sea.MP4", int64(len(data))).must(t, 201)
			path := begun.header.Get("Location")
			if !strings.HasPrefix(path, "/api/uploads/") || begun.header.Get("Upload-Expires") != "Tue, 03 Nov 2026 12:00:00 GMT" {
				t.Errorf("begun at %q until %q", path, begun.header.Get("Upload-Expires"))
			}
			if got := n.sends(t, path, 0, data[:5*mb]).must(t, 204).offset(t); got != 5*mb {
				t.Errorf("after 5 MB it is at %d", got)
			}
			n.call(t, "nina", "GET", "/api/uploads", nil, nil).must(t, 200, `"name":"a day at sea.MP4","length":11534413,"received":5242880,"finished":false`,
				`"total":1`, `"video":{"maxMB":4096,"accepted":["mp4","mov"]}`)
			if got := n.asks(t, "nina", path).must(t, 200); got.offset(t) != 5*mb || got.header.Get("Upload-Length") != "11534413" || !strings.Contains(got.header.Get("Upload-Metadata"), "filename ") {
				t.Errorf("asked where it is, it says %v", got.header)
			}
			n.sends(t, path, 5*mb, data[5*mb:]).must(t, 204)
			n.sends(t, path, int64(len(data)), nil).must(t, 204) // the answer was lost
			n.call(t, "nina", "GET", "/api/uploads", nil, nil).must(t, 200, `"finished":true`)

			u, got := n.claims(t, path)
			if !bytes.Equal(got, data) || u.SHA256 != sumOf(data) || u.Length != int64(len(data)) || u.Name != "a day at sea.MP4" {
				t.Errorf("claimed %+v with %d bytes of %d", u, len(got), len(data))
			}
			seeks(t, n, u.ID, data)
			n.call(t, "nina", "GET", "/api/uploads", nil, nil).must(t, 200, `"total":0`)
			n.asks(t, "nina", path).must(t, 404)
			n.call(t, "nina", "DELETE", path, nil, nil).must(t, 404)
		})
	}
}

// seeks reads the joined file in the way that a program does which looks for an index.
func seeks(t *testing.T, n *node, uploadID string, data []byte) {
	t.Helper()
	o, err := n.Open(t.Context(), uploadID)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if o.Size() != int64(len(data)) || o.Modified() != testkit.Noon {
		t.Errorf("it has %d bytes of %v", o.Size(), o.Modified())
	}
	for _, at := range []int64{4*mb - 3, 0, 5*mb - 1, int64(len(data)) - 10, 4 * mb, int64(len(data))} {
		if _, err := o.Seek(at, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		want := data[at:min(at+10, int64(len(data)))]
		got := make([]byte, len(want))
		if _, err := io.ReadFull(o, got); err != nil || !bytes.Equal(got, want) {
			t.Errorf("at %d it reads %x, want %x (%v)", at, got, want, err)
		}
	}
	if at, err := o.Seek(-5, io.SeekEnd); err != nil || at != int64(len(data))-5 {
		t.Errorf("five before the end is %d (%v)", at, err)
	}
	if _, err := o.Seek(-1, io.SeekStart); err == nil {
		t.Error("it seeks before its beginning")
	}
}

// A connection that breaks in the middle of a piece keeps the blocks that were whole.
func TestBrokenConnection(t *testing.T) {
	for name, store := range map[string]func(testing.TB) blob.Store{
		"folder": func(t testing.TB) blob.Store { s, _ := folderOf(t); return s },
		"s3":     func(t testing.TB) blob.Store { return bucketOf(t) },
	} {
		t.Run(name, func(t *testing.T) {
			n := setup(t, testkit.DB(t), store(t))
			data := randomBytes(20 * mb)
			path := n.begins(t, 20*mb)
			held := n.holds(t, path, 0, 16*mb, data[:9*mb])
			testkit.Eventually(t, "two blocks are here", func() bool { return n.received(t, path) == 8*mb })
			_ = held.Close()
			if got := n.asks(t, "nina", path).must(t, 200).offset(t); got != 8*mb {
				t.Fatalf("it goes on at %d, want 8 MB", got)
			}
			n.sends(t, path, 8*mb, data[8*mb:]).must(t, 204)
			if u, got := n.claims(t, path); !bytes.Equal(got, data) || u.SHA256 != sumOf(data) {
				t.Error("what was claimed is not what was sent")
			}
		})
	}
}

// Nobody but its owner learns that an upload exists, and only verified performers begin
// or go on.
func TestWhoMay(t *testing.T) {
	n := oneNode(t)
	path := n.begins(t, 2*mb)
	absent := "/api/uploads/" + strings.Repeat("0", 26)
	piece := headers{"Upload-Offset", "0", "Content-Type", pieceType}
	for _, way := range []struct {
		method string
		h      headers
	}{{"HEAD", nil}, {"PATCH", piece}, {"DELETE", nil}} {
		got := n.call(t, "vera", way.method, path, bytes.NewReader(make([]byte, 2*mb)), way.h)
		nothing := n.call(t, "vera", way.method, absent, bytes.NewReader(make([]byte, 2*mb)), way.h)
		got.header.Del("Date")
		nothing.header.Del("Date")
		if got.status != 404 || got.body != nothing.body || len(got.header) != len(nothing.header) {
			t.Errorf("%s of a stranger is answered %d %s %v, of nothing %d %s %v", way.method, got.status, got.body, got.header, nothing.status, nothing.body, nothing.header)
		}
	}
	for _, odd := range []string{"x", "%00", strings.Repeat("a", 3000), "..%2f" + filepath.Base(path)} {
		n.asks(t, "nina", "/api/uploads/"+odd).must(t, 404)
	}
	n.call(t, "vera", "GET", "/api/uploads", nil, nil).must(t, 200, `"total":0`)
	n.announces(t, "tom", "video", "a.mp4", mb).must(t, 403)
	n.announces(t, "", "video", "a.mp4", mb).must(t, 401)
	if got := n.asks(t, "nina", path).must(t, 200).offset(t); got != 0 {
		t.Errorf("a stranger's bytes are in it: %d", got)
	}
	n.verifier.expire("nina")
	n.announces(t, "nina", "video", "a.mp4", mb).must(t, 403, "identity documents")
	n.sends(t, path, 0, make([]byte, 2*mb)).must(t, 403, "identity documents")
	n.call(t, "nina", "DELETE", path, nil, nil).must(t, 204) // and may tidy up
}

// A stranger who knows the address cannot make its owner let go of an upload.
func TestStrangersCannotTakeALease(t *testing.T) {
	n := oneNode(t)
	data := randomBytes(9 * mb)
	path := n.begins(t, 9*mb)
	held := n.holds(t, path, 0, 9*mb, data[:5*mb])
	testkit.Eventually(t, "a block is here", func() bool { return n.received(t, path) == 4*mb })
	n.asks(t, "vera", path).must(t, 404)
	n.call(t, "vera", "DELETE", path, nil, nil).must(t, 404)
	n.call(t, "vera", "PATCH", path, bytes.NewReader(data[:mb]), headers{"Upload-Offset", "4194304", "Content-Type", pieceType}).must(t, 404)
	n.sends(t, path, 0, data[:mb]).must(t, 409) // nor does a late piece of her own
	if testkit.Int(t, n.DB, `SELECT COUNT(*) FROM upload_leases WHERE wanted`) != 0 {
		t.Error("a stranger asks for the lease")
	}
	if _, err := held.Write(data[5*mb:]); err != nil {
		t.Fatal(err)
	}
	_ = held.Conn.(*net.TCPConn).CloseWrite()
	if told := held.text(); !strings.HasPrefix(told, "HTTP/1.1 204 ") {
		t.Errorf("the owner was told %q", told)
	}
}

// What an account may have here is bounded, and finishing or cancelling makes room.
func TestAccountBounds(t *testing.T) {
	n := oneNode(t)
	var paths []string
	for range maxUnfinished {
		paths = append(paths, n.begins(t, 10))
	}
	n.announces(t, "nina", "video", "a.mp4", 10).must(t, 409, `"error":"too_many_uploads"`)
	n.announces(t, "vera", "video", "a.mp4", 10).must(t, 201)
	n.sends(t, paths[0], 0, make([]byte, 10)).must(t, 204)
	n.call(t, "nina", "DELETE", paths[1], nil, nil).must(t, 204)
	n.begins(t, 10)
	n.begins(t, 10)
	n.announces(t, "nina", "video", "a.mp4", 10).must(t, 409)

	for range maxBytes / (4096 * mb) {
		n.announces(t, "lena", "video", "a.mp4", 4096*mb).must(t, 201)
	}
	n.announces(t, "lena", "video", "a.mp4", 1).must(t, 409, "too much room")
	n.clock.Advance(keptFor)
	n.announces(t, "lena", "video", "a.mp4", 1).must(t, 201) // those nobody went on with count no more
}

// So many announcements in an hour, whatever became of them.
func TestAnnouncementRateLimit(t *testing.T) {
	n := oneNode(t)
	for range 40 {
		path := n.begins(t, 10)
		n.call(t, "nina", "DELETE", path, nil, nil).must(t, 204)
	}
	if wait := n.announces(t, "nina", "video", "a.mp4", 10).must(t, 429).header.Get("Retry-After"); wait == "" {
		t.Error("nobody says when to come back")
	}
	n.announces(t, "vera", "video", "a.mp4", 10).must(t, 201)
}

// What nobody goes on with for a day goes, with its bytes; what is claimed stays, until
// it is removed.
func TestExpiry(t *testing.T) {
	store, dir := folderOf(t)
	n := setup(t, testkit.DB(t), store)
	left, going, kept := n.begins(t, 8*mb), n.begins(t, 8*mb), n.begins(t, mb)
	data := randomBytes(8 * mb)
	n.sends(t, left, 0, data[:4*mb]).must(t, 204)
	n.sends(t, kept, 0, data[:mb]).must(t, 204)
	u, _ := n.claims(t, kept)
	n.clock.Advance(23 * time.Hour)
	n.sends(t, going, 0, data[:4*mb]).must(t, 204)
	sweep(t, n)
	n.asks(t, "nina", left).must(t, 200)
	n.clock.Advance(time.Hour)
	n.asks(t, "nina", left).must(t, 404) // before any sweep
	n.sends(t, left, 4*mb, data[4*mb:]).must(t, 404)
	sweep(t, n)
	if got := blobs(t, dir); len(got) != 2 {
		t.Errorf("%q are left, want one part each of two uploads", got)
	}
	n.sends(t, going, 4*mb, data[4*mb:]).must(t, 204)
	n.clock.Advance(25 * time.Hour)
	sweep(t, n)
	if _, err := n.Open(t.Context(), u.ID); err != nil {
		t.Errorf("what was claimed is gone: %v", err)
	}
	err := n.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return n.Remove(ctx, tx, u.ID) })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := n.Open(t.Context(), u.ID); !errors.Is(err, ErrNone) {
		t.Errorf("what was removed opens: %v", err)
	}
	sweep(t, n)
	n.clock.Advance(2 * time.Hour)
	sweep(t, n)
	if got := blobs(t, dir); len(got) != 0 {
		t.Errorf("%q are left of nothing", got)
	}
	for _, table := range []string{"uploads", "upload_parts", "upload_leases"} {
		if rows := testkit.Int(t, n.DB, `SELECT COUNT(*) FROM `+table); rows != 0 {
			t.Errorf("%s has %d rows of nothing", table, rows)
		}
	}
}

func sweep(t *testing.T, n *node) {
	t.Helper()
	if err := n.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Only a finished upload of one's own and of the right purpose is claimed, once.
func TestClaim(t *testing.T) {
	n := oneNode(t)
	path := n.begins(t, mb)
	claim := func(owner, id string, p Purpose) error {
		return n.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := n.Claim(ctx, tx, owner, id, p)
			return err
		})
	}
	id := filepath.Base(path)
	for name, c := range map[string]struct {
		got, want error
	}{
		"unfinished": {claim("nina", id, Video), ErrUnfinished}, "a stranger's": {claim("vera", id, Video), ErrNone},
		"nothing": {claim("nina", strings.Repeat("0", 26), Video), ErrNone}, "no id": {claim("nina", "x\x00", Video), ErrNone},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
	n.sends(t, path, 0, make([]byte, mb)).must(t, 204)
	if err := claim("nina", id, Trailer); !errors.Is(err, ErrPurpose) {
		t.Errorf("for something else: %v", err)
	}
	if err := claim("nina", id, Video); err != nil {
		t.Fatal(err)
	}
	if err := claim("nina", id, Video); !errors.Is(err, ErrClaimed) {
		t.Errorf("twice: %v", err)
	}
	if err := n.cancel(t.Context(), id); !errors.Is(err, ErrNone) {
		t.Errorf("its owner cancels what is in use: %v", err)
	}
	if _, err := n.Open(t.Context(), id); err != nil {
		t.Errorf("what is in use is gone: %v", err)
	}
	late := n.begins(t, mb)
	n.sends(t, late, 0, make([]byte, mb)).must(t, 204)
	n.clock.Advance(keptFor)
	if err := claim("nina", filepath.Base(late), Video); !errors.Is(err, ErrNone) {
		t.Errorf("a day late: %v", err)
	}
}
