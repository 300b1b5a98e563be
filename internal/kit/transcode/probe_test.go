package transcode

import (
	"errors"
	"testing"
)

// What ffprobe says of pictures that this machine cannot make for a test.
func TestDescriptions(t *testing.T) {
	all := Tools{HDR: true, Alpha: true}
	hlg := stream{Codec: "hevc", Width: 1920, Height: 1080, PixelFormat: "yuv420p10le", Transfer: "arib-std-b67", Primaries: "bt2020", Matrix: "bt2020nc", Range: "tv"}
	with := func(change func(*stream)) stream {
		s := hlg
		change(&s)
		return s
	}
	for _, c := range []struct {
		name   string
		stream stream
		tools  Tools
		want   error
	}{
		{"HLG of a telephone", hlg, all, nil},
		{"with Dolby Vision above it", with(func(s *stream) { s.SideData = []sideData{{DolbyProfile: 8, DolbyBase: 4}} }), all, nil},
		{"Dolby Vision without a base", with(func(s *stream) { s.SideData = []sideData{{DolbyProfile: 5}} }), all, ErrColours},
		{"HDR where filters are missing", hlg, Tools{}, ErrHDR},
		{"logarithmic light", with(func(s *stream) { s.Transfer = "log100" }), all, ErrColours},
		{"HDR's space without a curve", with(func(s *stream) { s.Transfer = "unknown" }), all, ErrColours},
		{"a matrix that nothing converts", with(func(s *stream) { s.Matrix = "ictcp" }), all, ErrColours},
		{"film's primaries", with(func(s *stream) { s.Transfer, s.Matrix, s.Primaries = "bt709", "bt709", "film" }), all, ErrColours},
		{"a screen in P3", with(func(s *stream) { s.Transfer, s.Matrix, s.Primaries = "bt709", "bt709", "smpte432" }), all, nil},
		{"the same where filters are missing", with(func(s *stream) { s.Transfer, s.Matrix, s.Primaries = "bt709", "bt709", "smpte432" }), Tools{}, ErrHDR},
		{"VP9 with holes where nothing sees them", with(func(s *stream) { s.Codec, s.Tags = "vp9", map[string]string{"alpha_mode": "1"} }), Tools{HDR: true}, ErrTransparent},
		{"VP8 with holes", with(func(s *stream) { s.Codec, s.Tags = "vp8", map[string]string{"alpha_mode": "1"} }), all, ErrTransparent},
		{"pixels like threads", with(func(s *stream) { s.Aspect = "1:100" }), all, ErrShape},
		{"an animated picture", with(func(s *stream) { s.Codec = "gif" }), all, ErrUnsupported},
		{"a picture of nine thousand columns", with(func(s *stream) { s.Width = 9000 }), all, ErrPixels},
	} {
		v := Video{}
		if err := v.describe(c.stream, []part{{Type: "packet"}, {Type: "frame"}}, c.tools); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	v := Video{}
	if err := v.describe(hlg, []part{{Type: "packet"}}, all); !errors.Is(err, ErrDamaged) {
		t.Errorf("what gives no frame: %v", err)
	}
}

// Of several tracks the first one that is heard is taken; one that nobody can decode is not passed over in silence.
func TestTracks(t *testing.T) {
	picture := stream{Index: 0, Kind: "video", Codec: "h264"}
	stereo := stream{Index: 1, Kind: "audio", Codec: "aac", Channels: 2, SampleRate: "48000"}
	spatial := stream{Index: 2, Kind: "audio", Codec: "none", Tag: "apac", Channels: 4, SampleRate: "48000"}
	v := Video{}
	if err := v.choose(report{Streams: []stream{picture, stereo, spatial}}); err != nil || v.Sound == nil || v.Sound.Stream != 1 {
		t.Errorf("beside spatial sound: %v, %+v", err, v.Sound)
	}
	spatial.Index = 1
	if err := v.choose(report{Streams: []stream{picture, spatial}}); !errors.Is(err, ErrUnsupported) {
		t.Errorf("sound that nobody decodes: %v", err)
	}
	stereo.Tag = "enca"
	if err := v.choose(report{Streams: []stream{picture, stereo}}); !errors.Is(err, ErrEncrypted) {
		t.Errorf("encrypted sound: %v", err)
	}
	if err := v.choose(report{Streams: make([]stream, maxStreams+1)}); !errors.Is(err, ErrUnsupported) {
		t.Errorf("too many tracks: %v", err)
	}
}
