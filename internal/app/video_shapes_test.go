package app_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	_ "image/jpeg"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// shape is one way that a video file is made, by a camera, a phone, a program or ill will.
type shape struct {
	name   string
	file   string   // as it is uploaded
	size   [2]int   // of what is filmed; none: 192 × 108
	vf     string   // filters of the picture; none: to what most cameras write
	out    []string // of the encoder; none: H.264 as fast as it goes
	sound  string   // none: a tone; "-": silent
	length string   // in seconds; none: 1.5
	matrix [4]int32 // of the display, into the header of the track; none: none
	keep   int      // so many percent of the file are uploaded; none: all
	bytes  string   // the file itself instead

	w, h    int    // of what is shown; none: as it was filmed
	colours [4]int // which of the corners is where, from the left to the right, above and below; none: as filmed
	hdr     bool   // its colours are mapped: only where it is light and dark is looked at
	refused string // what its performer reads; none: it is accepted
}

// The corners of what is filmed: red, green, blue and grey.
var cornersFilmed = [4][3]float64{{200, 60, 50}, {60, 170, 80}, {70, 80, 190}, {210, 210, 210}}

const (
	usual   = "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709"
	tenBits = "scale=out_color_matrix=bt709:out_range=tv,format=yuv444p10le,setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709," +
		"zscale=p=bt2020:t=%s:m=2020_ncl:npl=203,format=yuv420p10le"
)

func h264(more ...string) []string {
	return append([]string{"-c:v", "libx264", "-preset", "ultrafast", "-crf", "12"}, more...)
}

// One shape of each kind that takes another way through the product: all 24 that the store must
// take, and more, package transcode has.
var shapes = []shape{
	{name: "a usual MP4", file: "a.mp4"},
	{name: "portrait by a matrix", file: "a.mov", matrix: [4]int32{0, 1, -1, 0}, w: 108, h: 192, colours: [4]int{2, 0, 3, 1}},
	{name: "HLG", file: "a.mov", vf: fmt.Sprintf(tenBits, "arib-std-b67"), out: h264("-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc"), hdr: true},
	{name: "10 bits with FLAC", file: "a.mkv", vf: usual + ",format=yuv420p10le", out: h264("-c:a", "flac")},
	{name: "silent", file: "a.mp4", sound: "-"},
	{name: "WebM without a duration", file: "a.webm", vf: "scale=out_color_matrix=smpte170m:out_range=tv,format=yuv420p",
		out: []string{"-c:v", "libvpx", "-b:v", "2M", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus", "-live", "1"}},
	{name: "one frame", file: "a.mp4", sound: "-", length: "0.03", refused: "at least a second"},
	{name: "truncated", file: "a.mp4", length: "3", out: h264("-movflags", "+faststart"), keep: 60, refused: "is incomplete"},
	{name: "truncated before its index", file: "a.mp4", keep: 70, refused: "is incomplete"},
	{name: "a playlist called a video", file: "a.mp4", bytes: "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n", refused: "is not a video"},
	{name: "half a quarter turned", file: "a.mp4", sound: "-", matrix: [4]int32{1, 1, -1, 1}, refused: "Turn it upright"},
	{name: "smaller than an icon", file: "a.mp4", size: [2]int{16, 16}, refused: "too small"},
}

// Each shape is uploaded as a performer does it, in pieces or in a form, and becomes a video
// that is upright, of its size, light where it was light and with the sound it had; or its
// performer reads why not. What sound and picture are to each other, package transcode proves.
func TestShapesOfVideos(t *testing.T) {
	onSQLite(t)
	if err := foundTools().Err(); err != nil {
		t.Skip("skipped, and nothing is proven: ", err)
	}
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"})
	nina := s.in(t, account.Performer, "nina")
	for i, c := range shapes {
		t.Run(c.name, func(t *testing.T) {
			id, refusal := nina.brings(t, c, i%2 == 0)
			if id != "" {
				nina.ends(t, id, c)
			} else if c.refused == "" || !strings.Contains(refusal, c.refused) {
				t.Errorf("at its upload it is answered %s", refusal)
			}
		})
	}
}

// brings uploads a file and makes a video of it; without an id, what the refusal said.
func (v visitor) brings(t *testing.T, c shape, inPieces bool) (id, refusal string) {
	t.Helper()
	data := c.make(t)
	form := newForm(map[string]string{"title": c.name, "price": "5"})
	if inPieces {
		form = newForm(map[string]string{"title": c.name, "price": "5", "videoUploadId": v.uploads(t, "video", data)})
	} else {
		form.file("video", c.file, data)
	}
	got := v.do(t, "POST /performer/performer-assets/videos", form)
	if got.status != 200 {
		return "", got.sum()
	}
	return got.text("_id"), ""
}

// ends waits until nothing is to be made of a video any more, and looks at what was made.
func (v visitor) ends(t *testing.T, id string, c shape) {
	t.Helper()
	call := "GET /performer/performer-assets/videos/" + id + "/view"
	var state record
	testkit.Eventually(t, "something has become of it", func() bool {
		media, _ := v.do(t, call, nil).must(t, 200).at("media").([]any)
		if len(media) != 1 {
			t.Fatalf("it has %d files", len(media))
		}
		state = record(media[0].(map[string]any)["state"].(map[string]any))
		return state["status"] == "done" || state["status"] == "refused" || state["status"] == "failed"
	})
	if c.refused != "" {
		if reason := fmt.Sprint(state["reason"]); state["status"] != "refused" || !strings.Contains(reason, c.refused) {
			t.Errorf("it is %v, and its performer reads %q, want %q", state["status"], reason, c.refused)
		}
		return
	}
	w, h := c.shown()
	want := fmt.Sprint("done ", w, h, c.sound != "-")
	if got := fmt.Sprint(state["status"], " ", state["width"], state["height"], state["hasSound"]); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("it is %s, want %s: %v", got, want, state["reason"])
		return
	}
	poster := v.do(t, "GET /user/performer-assets/videos/"+id+"/playback", nil).must(t, 200).text("posterUrl")
	picture, _, err := image.Decode(bytes.NewReader(v.request(t, "GET", poster, nil).must(t, 200).body))
	if err != nil {
		t.Fatal(err)
	}
	c.isSeen(t, picture)
}

func (c shape) shown() (w, h int) {
	switch {
	case c.w > 0:
		return c.w, c.h
	case c.size[0] > 0:
		return c.size[0], c.size[1]
	}
	return 192, 108
}

// isSeen allows 8 % of luma in each corner; in HDR, that the light one is the lightest.
func (c shape) isSeen(t *testing.T, picture image.Image) {
	t.Helper()
	places := c.colours
	if places == [4]int{} {
		places = [4]int{0, 1, 2, 3}
	}
	b := picture.Bounds()
	if w, h := c.shown(); (b.Dx() > b.Dy()) != (w > h) {
		t.Errorf("its picture is %v", b)
	}
	var got, want [4]float64
	for i, place := range places {
		got[i] = lumaOf(picture, image.Rect(b.Min.X+i%2*b.Dx()*3/4, b.Min.Y+i/2*b.Dy()*3/4, b.Min.X+(i%2*3+1)*b.Dx()/4, b.Min.Y+(i/2*3+1)*b.Dy()/4))
		r := cornersFilmed[place]
		want[i] = .2126*r[0] + .7152*r[1] + .0722*r[2]
	}
	for i := range got {
		if !c.hdr && math.Abs(got[i]-want[i]) > .08*255 || c.hdr && (got[i] > got[3]+1 || got[3] < 60) {
			t.Errorf("its corners have lumas %.0f, want %.0f", got, want)
			return
		}
	}
}

func lumaOf(picture image.Image, part image.Rectangle) (sum float64) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			sum += (.2126*float64(r) + .7152*float64(g) + .0722*float64(b)) / 257
		}
	}
	return sum / float64(part.Dx()*part.Dy())
}

// make films the corners.
func (c shape) make(t *testing.T) []byte {
	t.Helper()
	if c.bytes != "" {
		return []byte(c.bytes)
	}
	w, h := 192, 108
	if c.size[0] > 0 {
		w, h = c.size[0], c.size[1]
	}
	if c.length == "" {
		c.length = "1.5"
	}
	if c.vf == "" {
		c.vf = usual
	}
	if c.out == nil {
		c.out = h264()
	}
	file := filepath.Join(t.TempDir(), c.file)
	args := []string{"-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", fmt.Sprintf("%dx%d", w, h), "-r", "30", "-i", "pipe:0"}
	switch c.sound {
	case "-":
	case "":
		args = append(args, "-f", "lavfi", "-t", c.length, "-i", "sine=frequency=880")
	default:
		args = append(args, "-f", "lavfi", "-t", c.length, "-i", c.sound)
	}
	made := exec.CommandContext(t.Context(), "ffmpeg", append(append(append(args, "-vf", c.vf), c.out...), file)...)
	var seconds float64
	if _, err := fmt.Sscan(c.length, &seconds); err != nil {
		t.Fatal(err)
	}
	made.Stdin = bytes.NewReader(bytes.Repeat(filmed(w, h), max(1, int(seconds*30))))
	if said, err := made.CombinedOutput(); err != nil {
		t.Fatalf("%s: ffmpeg: %v: %s", c.name, err, said)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if c.matrix != [4]int32{} {
		at := bytes.Index(data, []byte("tkhd")) + 4 + 4 + 20 + 16
		for i, n := range []int32{c.matrix[0], c.matrix[1], 0, c.matrix[2], c.matrix[3], 0} {
			binary.BigEndian.PutUint32(data[at+4*i:], uint32(n<<16))
		}
	}
	if c.keep > 0 {
		data = data[:len(data)*c.keep/100]
	}
	return data
}

// filmed is one frame of the corners.
func filmed(w, h int) []byte {
	frame := make([]byte, 0, w*h*3)
	for y := range h {
		for x := range w {
			c := cornersFilmed[2*(2*y/h)+2*x/w]
			frame = append(frame, byte(c[0]), byte(c[1]), byte(c[2]))
		}
	}
	return frame
}
