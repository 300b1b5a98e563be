package hls

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
)

// A decoder shows what is written without an encoder as grey, in the size of the
// camera.
func TestABlankPicture(t *testing.T) {
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("no ffmpeg on this machine, so nothing can be decoded: apt-get install ffmpeg")
	}
	for _, size := range [][2]int{{640, 360}, {1920, 1080}, {318, 178}} {
		var stream []byte
		for n := range 2 {
			for _, nal := range blank(size[0], size[1], n) {
				stream = append(append(stream, 0, 0, 0, 1), nal...)
			}
		}
		cmd := exec.CommandContext(t.Context(), program, "-v", "error", "-xerror", "-f", "h264", "-i", "pipe:0", "-pix_fmt", "gray", "-f", "rawvideo", "pipe:1")
		var out, said bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(stream), &out, &said
		if err := cmd.Run(); err != nil || said.Len() > 0 {
			t.Fatalf("%v: %v %s", size, err, said.String())
		}
		if out.Len() != 2*size[0]*size[1] {
			t.Errorf("%v: %d bytes of two pictures", size, out.Len())
		}
		for _, b := range out.Bytes() {
			if b < 120 || b > 136 {
				t.Fatalf("%v: a point of %d is not grey", size, b)
			}
		}
	}
}

// The camera goes off and comes back: meanwhile its last picture is replaced by a
// grey one, under other parameters, and parts go on.
func TestACameraThatIsOff(t *testing.T) {
	r := &tape{}
	c := &segmenter{sink: r}
	at := time.Duration(0)
	show := func(count int, key bool) {
		for n := range count {
			s := Sample{Video: true, Time: at, Data: [][]byte{{0x41, 1}}}
			if key && n == 0 {
				s.Key, s.Data = true, [][]byte{wide[0], wide[1], {0x65, 1}}
			}
			must(t, c.put(s))
			at += 40 * time.Millisecond
		}
	}
	must(t, c.put(Sample{Video: true, Off: true})) // before anything was seen
	show(50, true)
	must(t, c.put(Sample{Video: true, Off: true, Time: at}))
	before := len(r.parts)
	for range 50 {
		at += 100 * time.Millisecond
		must(t, c.tick(at))
	}
	if went := len(r.parts) - before; went < 20 || went > 30 {
		t.Errorf("%d parts in five seconds without a camera", went)
	}
	if len(r.headers) != 2 || r.headers[1].width != r.headers[0].width || r.headers[1].height != r.headers[0].height {
		t.Errorf("headers %+v", r.headers)
	}
	show(1, false) // it needs a picture from before
	if len(r.headers) != 2 || !c.off {
		t.Error("half a picture switched the camera on")
	}
	show(50, true)
	if len(r.headers) != 3 || !bytes.Equal(c.sps, wide[0]) {
		t.Errorf("%d headers after the camera came back", len(r.headers))
	}
	w := newLiveWindow(time.Unix(1000, 0))
	for i, want := range []string{"header", "off", "header"} {
		w.header(r.headers[i])
		w.part(part{data: []byte{1}, length: 200 * time.Millisecond, independent: true})
		w.endSegment(2*time.Second, 0)
		if name := fmt.Sprintf("#EXT-X-MAP:URI=\"%d.%s.mp4\"", 1000+i, want); !strings.Contains(w.playlist(), name) {
			t.Errorf("players are not told of %s by\n%s", name, w.playlist())
		}
	}
}

// tape keeps what a segmenter makes.
type tape struct {
	headers []header
	parts   []part
}

func (r *tape) header(h header)                         { r.headers = append(r.headers, h) }
func (r *tape) part(p part)                             { r.parts = append(r.parts, p) }
func (r *tape) endSegment(time.Duration, time.Duration) {}

func TestTheSizeOfABlankPicture(t *testing.T) {
	var sps h264.SPS
	if err := sps.Unmarshal(blank(1918, 1078, 0)[0]); err != nil || sps.Width() != 1918 || sps.Height() != 1078 {
		t.Errorf("%d×%d, %v", sps.Width(), sps.Height(), err)
	}
}
