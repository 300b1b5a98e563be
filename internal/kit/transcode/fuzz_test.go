package transcode

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// Whatever the boxes of a file say, an index that is read is one that a playlist can be written of.
func FuzzIndex(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x00\x00\x00\x08moov"))
	f.Add([]byte("\x00\x00\x00\x01moov\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		ix, err := parseIndex(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		if len(ix.Segments) == 0 || ix.PictureCodec == "" {
			t.Fatal("an index of nothing is believed")
		}
		end := ix.Header
		for i, s := range ix.Segments {
			if s.Offset < end || s.Size <= 0 || s.Offset+s.Size > int64(len(data)) || s.Frames < 1 || s.Duration <= 0 {
				t.Fatalf("segment %d: %+v after byte %d of %d", i, s, end, len(data))
			}
			end = s.Offset + s.Size
		}
		if _, err := ix.Playlist("480p", func(string, int) string { return "x" }); err != nil {
			t.Fatal(err)
		}
		_ = ix.fits(Video{Duration: time.Second}, Rendition{Rate: Rational{30, 1}, GOP: 60})
	})
}

// Whatever ffprobe prints of a stranger's file, what is accepted can be planned and asked of ffmpeg, and no word of the file's gets into the arguments.
func FuzzReport(f *testing.F) {
	f.Add([]byte(`{"streams":[{"index":0,"codec_type":"video","codec_name":"h264","width":64,"height":48,"pix_fmt":"yuv420p","r_frame_rate":"30/1","avg_frame_rate":"30/1"},`+
		`{"index":1,"codec_type":"audio","codec_name":"aac","channels":2,"sample_rate":"48000"}],"format":{"duration":"1.5"}}`),
		[]byte(`{"packets_and_frames":[{"type":"frame","width":64,"height":48,"pix_fmt":"yuv420p"}]}`), "0,1.4,1.4,0.1")
	f.Add([]byte(`{"streams":[{"index":0,"codec_type":"video","codec_name":"hevc","width":99999999,"height":-5,"sample_aspect_ratio":"0:1","r_frame_rate":"1/0","tags":{"alpha_mode":"1"}}]}`),
		[]byte(`{"packets_and_frames":[{"type":"frame","color_transfer":"smpte2084,drawtext=x","side_data_list":[{"displaymatrix":"\n00000000: 0 65536 0\n00000001: -65536 0 0\n"}]}]}`), "0,N/A,NaN,1e99")
	f.Fuzz(func(t *testing.T, report, parts []byte, line string) {
		packetEnds(line, map[int]time.Duration{})
		r, err := parseReport(report)
		if err != nil {
			return
		}
		first, err := parseReport(parts)
		if err != nil {
			return
		}
		v := Video{Path: "/x", Format: "mov", Duration: time.Second}
		if v.choose(r) != nil || v.describe(r.Streams[v.Stream], first.Parts, Tools{HDR: true, Alpha: true}) != nil {
			return
		}
		for _, rendition := range Plan(v) {
			checkRendition(t, v, rendition)
		}
	})
}

func checkRendition(t *testing.T, v Video, r Rendition) {
	t.Helper()
	w, h := v.Shown()
	fps := r.Rate.float()
	if r.Width < 2 || r.Height < 2 || !r.Remux && (r.Width%2 != 0 || r.Height%2 != 0 || r.Width > 1920 || r.Height > 1920 || r.Width > w || r.Height > h) {
		t.Errorf("%d × %d becomes %d × %d", w, h, r.Width, r.Height)
	}
	if math.IsNaN(fps) || fps < minRate-.001 || fps > maxRate+.01 || !r.Remux && (r.GOP < 1 || float64(r.GOP)/fps > maxSegment.Seconds()+1e-6) {
		t.Errorf("%v frames a second with %d to a segment", r.Rate, r.GOP)
	}
	args := New(Tools{}, Limits{}).encodeArgs(v, r)
	graph := args[slices.Index(args, "-filter_complex")+1]
	if strings.ContainsAny(graph, "'\\\n\"%") || strings.Contains(graph, "movie") || strings.Contains(graph, "drawtext") || strings.Contains(graph, "==") {
		t.Errorf("a word of the file's is among the filters: %s", graph)
	}
}

// Whatever a file begins with, it is one of the formats that we know or refused with words.
func FuzzSniff(f *testing.F) {
	for _, s := range []string{"", "\x00\x00\x00\x18ftypisom", "\x1a\x45\xdf\xa3", "RIFF\x00\x00\x00\x00AVI ", "#EXTM3U\n", strings.Repeat("G"+strings.Repeat("x", 187), 4)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		format, err := sniff(head)
		known := slices.Contains([]string{"mov", "matroska", "avi", "mpegts", "mpeg", "flv", "asf", "ogg"}, format)
		if known != (err == nil) {
			t.Errorf("%q, %v", format, err)
		}
		if known && bytes.HasPrefix(bytes.TrimSpace(head), []byte("#EXT")) {
			t.Error("a playlist is taken for a video")
		}
	})
}

// The eight ways that a picture may lie, and no other one.
func TestMatrices(t *testing.T) {
	seen := map[Orientation]bool{}
	for _, a := range []int64{-1, 0, 1} {
		for _, b := range []int64{-1, 0, 1} {
			for _, c := range []int64{-1, 0, 1} {
				for _, d := range []int64{-1, 0, 1} {
					o, ok := orientationOf([2][2]int64{{a * one, b * one}, {c * one, d * one}})
					right := (a*d-b*c) != 0 && a*c == 0 && b*d == 0 && a*b == 0
					if ok != right || ok && seen[o] {
						t.Errorf("the matrix %d %d %d %d is %+v, ok: %v", a, b, c, d, o, ok)
					}
					seen[o] = seen[o] || ok
				}
			}
		}
	}
	if len(seen) != 8 {
		t.Errorf("there are %d orientations, want 8", len(seen))
	}
}
