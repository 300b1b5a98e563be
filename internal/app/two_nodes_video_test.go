package app_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

const (
	takeover  = time.Minute     // how long a dead node's video may lie
	rightEnds = 5 * time.Second // how long who was refunded may go on watching
)

// longFilm is a video that is as large as two blocks of an upload, and takes a while to be made: a
// picture full of noise, in a code that browsers do not play.
func longFilm(t *testing.T) []byte {
	t.Helper()
	tools := foundTools()
	if err := tools.Err(); err != nil {
		t.Skip("skipped, and nothing is proven: ", err)
	}
	file := filepath.Join(t.TempDir(), "film.mp4")
	made := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=854x480:rate=25:duration=16,noise=alls=40:allf=t",
		"-f", "lavfi", "-i", "sine=duration=16", "-c:v", "mpeg4", "-b:v", "6M", "-minrate", "6M", "-maxrate", "8M", "-bufsize", "4M", "-pix_fmt", "yuv420p", "-c:a", "aac", "-shortest", file)
	if said, err := made.CombinedOutput(); err != nil {
		t.Fatalf("ffmpeg: %v: %s", err, said)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) < 2*blockSize+megabyte {
		t.Fatalf("the film has %d bytes", len(data))
	}
	return data
}

// A video's life on two nodes with PostgreSQL, Redis and S3. The node that receives it is killed
// in the middle of a piece, and the other goes on; that one is killed while it makes the video, and
// the first, started again, goes on within a minute. Its buyer plays it from both in turn; a refund
// on one ends that on the other.
func TestAVideoAcrossNodes(t *testing.T) {
	t.Parallel()
	here, there, _ := twoNodes(t)
	program, data := build(t), longFilm(t)
	ids, err := app.Populate(t.Context(), here, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 100})
	if err != nil {
		t.Fatal(err)
	}
	east, west := &site{url: "http://" + here.Addr, cfg: here, ids: ids}, &site{url: "http://" + there.Addr, cfg: there, ids: ids}
	books := testkit.Open(t, here.Where())
	first, second := run(t, program, here), run(t, program, there)
	nina, ada, tom := west.in(t, account.Performer, "nina"), east.in(t, account.Admin, "ada"), east.in(t, account.Member, "tom")

	path := nina.onNode(east).announcesVideo(t, len(data))
	nina.onNode(east).holdsPiece(t, path, 0, len(data), data[:blockSize+megabyte])
	testkit.Eventually(t, "a block is here", func() bool { return nina.hasReceived(t, blockSize) })
	kill(t, first)
	offset := nina.asksOffset(t, path)
	if offset != blockSize {
		t.Errorf("the other node goes on at %d, want %d", offset, blockSize)
	}
	nina.sendsPiece(t, path, offset, data[offset:]).must(t, 204)
	id := nina.do(t, "POST /performer/performer-assets/videos", newForm(map[string]string{
		"title": "Waves", "price": "30", "videoUploadId": filepath.Base(path),
	})).must(t, 200).text("_id")

	testkit.Eventually(t, "the west makes it", func() bool { return madeNow(t, books).holder != "" })
	before := madeNow(t, books)
	run(t, program, here)
	kill(t, second)
	died := time.Now()
	if left := madeNow(t, books); left.holder != before.holder || left.status == "done" {
		t.Fatalf("it was %+v when its node died: the kill was not in mid-job", left)
	}
	testkit.Eventually(t, "the east goes on", func() bool {
		now := madeNow(t, books).holder
		return now != "" && now != before.holder
	})
	if took := time.Since(died); took > takeover {
		t.Errorf("the other node went on %v after the death of the first, want within %v", took, takeover)
	}
	run(t, program, there)
	for progress := int64(20); progress <= 100; progress += 20 { // each part takes its time on a busy machine
		testkit.Eventually(t, fmt.Sprint(progress, " % of the video are made"), func() bool {
			m := madeNow(t, books)
			return m.progress >= progress || m.status == "playable" || m.status == "done"
		})
	}
	testkit.Eventually(t, "it can be watched", func() bool {
		return nina.countOf(t, "/performer/performer-assets/videos/"+id, `"status":"playable"`, `"status":"done"`) > 0
	})

	version := nina.do(t, "POST /performer/performer-assets/videos/"+id+"/submit", agreed).must(t, 200, `"status":"pending"`).at("version")
	ada.do(t, "POST /admin/asset-reviews/"+id+"/approve", record{"version": version}).must(t, 200, `"status":"active"`)
	purchase := tom.do(t, "POST /purchase-items/video/"+id, record{"price": 30}).must(t, 200).text("_id")
	segment := tom.playsInTurn(t, id, east, west)

	asked := tom.do(t, "POST /refund-requests", record{"type": "video", "sourceId": purchase, "reason": "not_as_promised", "text": "There are no waves in it."}).must(t, 200).text("_id")
	ada.do(t, "PUT /admin/refund-requests/"+asked, record{"status": "resolved", "note": "There are none indeed."}).must(t, 200, `"resolution":"full"`)
	ended := time.Now()
	testkit.Eventually(t, "who was refunded in the east watches no more in the west", func() bool {
		return tom.onNode(west).request(t, "HEAD", segment, nil).status == http.StatusNotFound
	})
	if took := time.Since(ended); took > rightEnds {
		t.Errorf("who was refunded on one node could watch on the other for %v, want %v", took, rightEnds)
	}
	tom.onNode(west).do(t, "GET /user/performer-assets/videos/"+id+"/playback", nil).must(t, 404)
	east.audit(t)
}

// kill kills a node and waits for its end.
func kill(t *testing.T, node *exec.Cmd) {
	t.Helper()
	node.Process.Kill() // died tells
	died(t, node)
}

// making is how far a video is, and whose try it is.
type making struct {
	status, holder string
	progress       int64
}

// madeNow looks past the nodes, of which one may be dead, at the only video that there is.
func madeNow(t *testing.T, d *db.DB) (m making) {
	t.Helper()
	scan := func(r db.Row) (m making, err error) {
		err = r.Scan(&m.status, &m.holder, &m.progress)
		return m, err
	}
	err := d.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		m, err = db.One(ctx, tx, scan, `SELECT status, holder, progress FROM media`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// playsInTurn loads a whole video as a player does, each file from the next node, and asks a range
// of each segment of the node after that. It returns the address of the last segment.
func (v visitor) playsInTurn(t *testing.T, id string, nodes ...*site) (segment string) {
	t.Helper()
	n := 0
	next := func() visitor {
		n++
		return v.onNode(nodes[n%len(nodes)])
	}
	master := next().do(t, "GET /user/performer-assets/videos/"+id+"/playback", nil).must(t, 200).text("playlist")
	folder := func(path string) string { return path[:strings.LastIndex(path, "/")+1] }
	list := folder(master) + firstAddress(t, next().request(t, "GET", master, nil).must(t, 200))
	segments := addressOfPlaylist.FindAllString(string(next().request(t, "GET", list, nil).must(t, 200).body), -1)
	if len(segments) < 4 {
		t.Fatalf("the playlist names %d segments", len(segments))
	}
	for _, name := range segments {
		segment = folder(list) + name
		whole := next().request(t, "GET", segment, nil).must(t, 200)
		if string(whole.body[4:8]) != "moof" {
			t.Errorf("a segment begins with %q", whole.body[:8])
		}
		next().hasRange(t, segment, whole.body, 100, 2000)
	}
	return segment
}
