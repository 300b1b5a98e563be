package sfu

import (
	"bytes"
	_ "embed"
	"image/jpeg"
	"os/exec"
	"testing"
	"time"

	"github.com/pion/rtp"
	rtpcodecs "github.com/pion/rtp/codecs"
	"github.com/pion/webrtc/v4"
)

var (
	//go:embed testdata/keyframe.vp8
	vp8Frame []byte
	//go:embed whiptest/card.h264
	cardVideo []byte
	//go:embed whiptest/card.ogg
	cardSound []byte

	// What the engine sends when an H264 track ends: a black picture, 2×2.
	black = []byte{
		0, 0, 0, 1, 0x67, 0x42, 0xc0, 0x1f, 0x0f, 0xd9, 0x1f, 0x88, 0x88, 0x84, 0x00, 0x00, 0x03, 0x00, 0x04, 0x00, 0x00, 0x03, 0x00, 0xc8, 0x3c, 0x60, 0xc9, 0x20,
		0, 0, 0, 1, 0x68, 0x87, 0xcb, 0x83, 0xcb, 0x20,
		0, 0, 0, 1, 0x65, 0x88, 0x84, 0x0a, 0xf2, 0x62, 0x80, 0x00, 0xa7, 0xbe,
	}
)

// packets cuts a sample as a publisher would.
func packets(p rtp.Packetizer, sample []byte) []*rtp.Packet { return p.Packetize(sample, 3750) }

func TestKeyframesOfH264(t *testing.T) {
	clip, err := ReadClip(cardVideo, 24, nil)
	if err != nil {
		t.Fatal(err)
	}
	sender := rtp.NewPacketizer(1200, 96, 1, &rtpcodecs.H264Payloader{}, rtp.NewRandomSequencer(), 90000)
	c := collectorFor("video/h264")
	var found []keyframe
	send := func(sample []byte) {
		for _, p := range packets(sender, sample) {
			if k, ok := c.push(p); ok {
				found = append(found, k)
			}
		}
		c.push(&rtp.Packet{}) // padding
	}
	for _, f := range clip.frames[:30] {
		send(f.data)
	}
	send(black)
	for _, f := range clip.frames[30:] {
		send(f.data)
	}
	if len(found) != 2 {
		t.Fatalf("%d keyframes, want the clip's two and not the black one", len(found))
	}
	for _, k := range found {
		if k.width != 320 || k.height != 180 || k.format != "h264" {
			t.Errorf("%s %d×%d", k.format, k.width, k.height)
		}
	}
}

func TestKeyframesOfVP8(t *testing.T) {
	sender := rtp.NewPacketizer(1200, 96, 1, &rtpcodecs.VP8Payloader{}, rtp.NewRandomSequencer(), 90000)
	c := collectorFor(webrtc.MimeTypeVP8)
	tiny := bytes.Clone(vp8Frame)
	tiny[6], tiny[7] = 8, 0
	between := append([]byte{vp8Frame[0] | 1}, vp8Frame[1:]...)
	var found []keyframe
	for _, sample := range [][]byte{vp8Frame, between, tiny, between} {
		for _, p := range packets(sender, sample) {
			if k, ok := c.push(p); ok {
				found = append(found, k)
			}
		}
	}
	if len(found) != 1 || found[0].width != 320 || found[0].height != 180 {
		t.Fatalf("found %d keyframes, want one of 320×180", len(found))
	}
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip("no ffmpeg on this machine, so no pictures: apt-get install ffmpeg")
	}
	file, err := newDecoder().jpeg(t.Context(), found[0], 100)
	if err != nil {
		t.Fatal(err)
	}
	if picture, err := jpeg.DecodeConfig(bytes.NewReader(file)); err != nil || picture.Width != 100 || picture.Height != 56 {
		t.Errorf("%+v, %v", picture, err)
	}
}

func TestOtherCodecsHaveNoPictures(t *testing.T) {
	if collectorFor("video/AV1") != nil {
		t.Error("a collector for a codec that is never negotiated")
	}
}

func TestDecoderRefusesWhatItCannotShow(t *testing.T) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip("no ffmpeg on this machine, so no pictures: apt-get install ffmpeg")
	}
	d := newDecoder()
	for name, k := range map[string]keyframe{
		"garbage": {format: "h264", data: []byte("not a picture"), width: 320, height: 180},
		"nothing": {format: "ivf", width: 320, height: 180},
		"huge":    {format: "h264", data: cardVideo, width: 1 << 20, height: 1 << 20},
	} {
		if _, err := d.jpeg(t.Context(), k, 320); err == nil {
			t.Errorf("%s was decoded", name)
		}
	}
}

func TestDecoderSaysWhatIsMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := newDecoder().jpeg(t.Context(), keyframe{format: "h264"}, 320); err != ErrNoDecoder {
		t.Errorf("got %v", err)
	}
}

func TestClip(t *testing.T) {
	clip, err := ReadClip(cardVideo, 24, cardSound)
	if err != nil {
		t.Fatal(err)
	}
	if n, w, h := len(clip.frames), clip.width, clip.height; n != 48 || w != 320 || h != 180 {
		t.Errorf("%d frames of %d×%d, want 48 of 320×180", n, w, h)
	}
	if got := clip.Length().Round(time.Millisecond); got != 2*time.Second {
		t.Errorf("it takes %v", got)
	}
	var sounds time.Duration
	for _, s := range clip.sound {
		sounds += s.time
	}
	if sounds < 1950*time.Millisecond || sounds > 2050*time.Millisecond {
		t.Errorf("it sounds %v", sounds)
	}
}

// A viewer who has just come must not wait for the end of the group.
func TestClipSkipsToAKeyframeOnRequest(t *testing.T) {
	clip, err := ReadClip(cardVideo, 24, nil)
	if err != nil {
		t.Fatal(err)
	}
	n, wanted := 0, false
	for data := range clip.Video(func() bool { w := wanted; wanted = false; return w }) {
		n++
		switch n {
		case 5:
			wanted = true
		case 6:
			if !bytes.Equal(data, clip.frames[24].data) {
				t.Error("the sixth frame is not the next keyframe")
			}
		case 6 + 24:
			if !bytes.Equal(data, clip.frames[0].data) {
				t.Error("the clip does not begin again")
			}
			return
		}
	}
}

// Each frame comes in every size at once, so that a viewer who is given another one sees
// on where they were.
func TestClipOfTwoSizes(t *testing.T) {
	clip, err := ReadClip(cardVideo, 24, nil)
	if err != nil {
		t.Fatal(err)
	}
	for sizes := range clip.Sizes(func() bool { return false }) {
		if len(sizes) != 1 {
			t.Errorf("%d sizes of a clip that has one", len(sizes))
		}
		break
	}
	both, err := clip.WithSmaller(cardVideo)
	if err != nil {
		t.Fatal(err)
	}
	n, wanted := 0, false
	for sizes := range both.Sizes(func() bool { w := wanted; wanted = false; return w }) {
		if len(sizes) != 2 || !bytes.Equal(sizes[0], sizes[1]) {
			t.Fatalf("frame %d: %d sizes, or of other pictures", n, len(sizes))
		}
		if n++; n == 60 {
			break
		}
		wanted = n == 5
	}
	late := bytes.Index(cardVideo[5:], cardVideo[:5]) + 5 // begins with its second keyframe
	if _, err := clip.WithSmaller(cardVideo[late:]); err == nil {
		t.Error("half of the pictures are taken for the whole")
	}
	if _, err := clip.WithSmaller([]byte("video")); err == nil {
		t.Error("no video is taken for one")
	}
}

func TestReadClipRefuses(t *testing.T) {
	for name, try := range map[string]func() (*Clip, error){
		"no video":    func() (*Clip, error) { return ReadClip(nil, 24, nil) },
		"no speed":    func() (*Clip, error) { return ReadClip(cardVideo, 0, nil) },
		"no Annex B":  func() (*Clip, error) { return ReadClip([]byte("video"), 24, nil) },
		"no Ogg":      func() (*Clip, error) { return ReadClip(cardVideo, 24, []byte("sound")) },
		"half an Ogg": func() (*Clip, error) { return ReadClip(cardVideo, 24, cardSound[:300]) },
		"Ogg of another": func() (*Clip, error) {
			return ReadClip(cardVideo, 24, bytes.Replace(cardSound, []byte("OpusHead"), []byte("Vorbis??"), 1))
		},
	} {
		if _, err := try(); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestOpusTime(t *testing.T) {
	for first, want := range map[byte]time.Duration{
		0x00: 10 * time.Millisecond, 0x18: 60 * time.Millisecond, 0x78: 20 * time.Millisecond,
		0x80: 2500 * time.Microsecond, 0xf8: 20 * time.Millisecond, 0xf9: 40 * time.Millisecond,
	} {
		if got := opusTime([]byte{first}); got != want {
			t.Errorf("%#x: %v, want %v", first, got, want)
		}
	}
	if got := opusTime([]byte{0xfb, 3}); got != 60*time.Millisecond {
		t.Errorf("three frames: %v", got)
	}
}

func FuzzReadClip(f *testing.F) {
	f.Add(cardVideo[:2000], cardSound[:500])
	f.Add([]byte{0, 0, 1, 0x67}, []byte("OggS"))
	f.Fuzz(func(_ *testing.T, video, audio []byte) { ReadClip(video, 24, audio) })
}
