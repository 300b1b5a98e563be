package playback_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/blob"
	"limelight/internal/kit/blob/s3test"
	"limelight/internal/kit/transcode"
	"limelight/internal/playback"
)

// stores are the folder and an S3 server.
var stores = map[string]func(t *testing.T) blob.Store{
	"folder": func(t *testing.T) blob.Store {
		store, err := blob.OpenFolder(t.TempDir())
		check(t, err)
		t.Cleanup(func() { _ = store.Close() })
		return store
	},
	"s3": func(t *testing.T) blob.Store {
		store, err := blob.OpenS3(t.Context(), blob.S3{
			Endpoint: s3test.Start(t), Region: s3test.Region, Bucket: s3test.Bucket,
			AccessKey: s3test.AccessKey, SecretKey: s3test.SecretKey, Plain: true,
		})
		check(t, err)
		return store
	},
}

// Ranges and conditions are those of the segment, not of the file that it is a part of.
func TestRangesAndConditions(t *testing.T) {
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			h := setupOn(t, open(t))
			path := h.segments(t, h.tom, h.begin(t, h.tom, "beach", playback.Video))[1]
			whole := h.media.videos["beach-video"].renditions[0].data[100_100:180_100]
			got := h.ask(h.tom, http.MethodGet, path, nil)
			if got.Code != http.StatusOK || !bytes.Equal(got.Body.Bytes(), whole) {
				t.Fatalf("answered %d with %d bytes", got.Code, got.Body.Len())
			}
			tag := got.Header().Get("ETag")
			for name, want := range map[string]string{
				"Content-Type": "video/mp4", "Cache-Control": "private, no-cache", "Vary": "Cookie, Authorization",
				"Content-Security-Policy": "default-src 'none'; sandbox", "X-Content-Type-Options": "nosniff",
				"Cross-Origin-Resource-Policy": "same-origin", "Content-Length": "80000", "Accept-Ranges": "bytes",
			} {
				if is := got.Header().Get(name); is != want {
					t.Errorf("%s: %q, want %q", name, is, want)
				}
			}
			for _, c := range []struct {
				header, value string
				status        int
				want          []byte
			}{
				{"Range", "bytes=0-9", http.StatusPartialContent, whole[:10]},
				{"Range", "bytes=79990-", http.StatusPartialContent, whole[79_990:]},
				{"Range", "bytes=-5", http.StatusPartialContent, whole[79_995:]},
				{"Range", "bytes=79999-90000", http.StatusPartialContent, whole[79_999:]},
				{"Range", "bytes=40000-79999", http.StatusPartialContent, whole[40_000:]},
				{"If-None-Match", tag, http.StatusNotModified, nil},
				{"If-None-Match", `"another"`, http.StatusOK, whole},
			} {
				got := h.ask(h.tom, http.MethodGet, path, map[string]string{c.header: c.value})
				if got.Code != c.status || !bytes.Equal(got.Body.Bytes(), c.want) {
					t.Errorf("%s %s is answered %d with %d bytes", c.header, c.value, got.Code, got.Body.Len())
				}
			}
			if got := h.ask(h.tom, http.MethodGet, path, map[string]string{"Range": "bytes=80000-"}); got.Code != http.StatusRequestedRangeNotSatisfiable {
				t.Errorf("a range behind the end is answered %d", got.Code)
			}
		})
	}
}

// A playlist is its viewer's own, and names nothing outside the token's folder.
func TestPlaylists(t *testing.T) {
	h := setup(t)
	p := h.begin(t, h.tom, "beach", playback.Video)
	for _, path := range []string{p.Playlist, folder(p) + "480p/index.m3u8"} {
		got := h.ask(h.tom, http.MethodGet, path, nil)
		if got.Header().Get("Cache-Control") != "private, no-store" || got.Header().Get("Content-Type") != "application/vnd.apple.mpegurl" {
			t.Errorf("%s: %v", path, got.Header())
		}
		for line := range strings.Lines(got.Body.String()) {
			if strings.Contains(line, "..") || strings.Contains(line, "//") || strings.HasPrefix(line, "/") || strings.Contains(line, "beach") {
				t.Errorf("%s names %s", path, line)
			}
		}
		if head := h.ask(h.tom, http.MethodHead, path, nil); head.Code != http.StatusOK || head.Body.Len() > 0 {
			t.Errorf("HEAD %s is answered %d with %d bytes", path, head.Code, head.Body.Len())
		}
	}
	for _, path := range []string{"", "480p", "480p/", "720px/index.m3u8", "captions/de.vtt", "captions/en.srt", "preview.mov", "master.m3u8/", "480p/../master.m3u8"} {
		h.refuses(t, path, h.tom, folder(p)+path)
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
		if got := h.ask(h.tom, method, p.Playlist, nil); got.Code != http.StatusNotFound {
			t.Errorf("%s is answered %d", method, got.Code)
		}
	}
}

// What is not there is told as such: a video without the files beside it, bytes that were
// removed, and an index that promises more than there is.
func TestWhatIsMissing(t *testing.T) {
	h := setup(t)
	h.media.videos["beach-video"].files = nil
	p := h.begin(t, h.tom, "beach", playback.Video)
	if p.PosterURL != "" || p.PreviewURL != "" || p.StoryboardURL != "" {
		t.Errorf("it has %q, %q and %q", p.PosterURL, p.PreviewURL, p.StoryboardURL)
	}
	h.refuses(t, "no poster", h.tom, folder(p)+"poster.jpg")
	list := h.segments(t, h.tom, p)
	h.media.videos["beach-video"].renditions[0].index.Segments[2].Size++
	if got := h.ask(h.tom, http.MethodGet, list[2], nil); got.Code != http.StatusInternalServerError || got.Header().Get("ETag") != "" {
		t.Errorf("a segment beyond the end is answered %d", got.Code)
	}
	check(t, h.store.Delete(t.Context(), "videos/beach-video/480p.mp4"))
	h.refuses(t, "removed bytes", h.tom, list[0])
	if len(h.rights.delivered) != 0 {
		t.Errorf("delivered: %v", h.rights.delivered)
	}
}

// A real clip, made by kit/transcode and kept in a folder or a bucket: what a player puts
// together from the playlists is the very rendition, and can be decoded.
func TestARealClip(t *testing.T) {
	tools := transcode.Find(t.Context())
	if err := tools.Err(); err != nil {
		t.Skip("skipped, and nothing is proven: ", err)
	}
	encoded, data := clip(t, tools)
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			h := setupOn(t, open(t))
			delete(h.media.videos, "beach-video")
			h.keep(t, "beach-video", encoded.Rendition.Name, data, encoded.Index)
			p := h.begin(t, h.tom, "beach", playback.Video)
			list := h.segments(t, h.tom, p)
			if len(list) != len(encoded.Index.Segments) || len(list) < 2 {
				t.Fatalf("%d segments of %d", len(list), len(encoded.Index.Segments))
			}
			got := h.fetch(t, h.tom, folder(p)+encoded.Rendition.Name+"/init.mp4")
			for _, path := range list {
				segment := h.fetch(t, h.tom, path)
				if segment[4:8] != "moof" {
					t.Errorf("%s begins with %q", path, segment[4:8])
				}
				got += segment
			}
			if got != string(data[:len(got)]) {
				t.Error("put together, it is another video")
			}
			file := filepath.Join(t.TempDir(), "watched.mp4")
			check(t, os.WriteFile(file, []byte(got), 0o600))
			v, err := transcode.New(tools, transcode.Limits{Threads: 1, Nice: -1}).Probe(t.Context(), file, transcode.Bounds{})
			check(t, err)
			if off := (v.Duration - 5*time.Second).Abs(); off > 100*time.Millisecond { // the sound begins before the picture
				t.Errorf("it lasts %v", v.Duration)
			}
		})
	}
}

// clip is an encode of five seconds.
func clip(t *testing.T, tools transcode.Tools) (transcode.Encoded, []byte) {
	t.Helper()
	dir := t.TempDir()
	source := filepath.Join(dir, "source.mkv")
	made := exec.CommandContext(t.Context(), tools.FFmpeg, "-v", "error", "-y", "-nostdin", "-f", "lavfi", "-i", "testsrc2=s=192x108:r=30:d=5",
		"-f", "lavfi", "-i", "sine=d=5", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", source)
	if said, err := made.CombinedOutput(); err != nil {
		t.Fatal(fmt.Errorf("%w: %s", err, said))
	}
	x := transcode.New(tools, transcode.Limits{Threads: 1, Nice: -1})
	v, err := x.Probe(t.Context(), source, transcode.Bounds{})
	check(t, err)
	plan := transcode.Plan(v)
	encoded, err := x.Encode(t.Context(), v, plan[len(plan)-1], filepath.Join(dir, "out.mp4"), nil)
	check(t, err)
	data, err := os.ReadFile(encoded.File)
	check(t, err)
	return encoded, data
}
