package transcode

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"limelight/internal/kit/fault"
)

// Video is what an uploaded file was found to be. It may be kept as JSON, and its path set again where the file lies then.
type Video struct {
	Path     string        `json:"-"`
	Format   string        `json:"format"` // ffmpeg's name of the container
	Size     int64         `json:"size"`   // bytes
	Duration time.Duration `json:"duration"`

	Stream      int         `json:"stream"` // number of the picture's stream in the file
	Codec       string      `json:"codec"`
	Profile     string      `json:"profile"`
	PixelFormat string      `json:"pixelFormat"`
	Width       int         `json:"width"` // as stored
	Height      int         `json:"height"`
	Aspect      Rational    `json:"aspect"` // of a pixel: width by height
	Orientation Orientation `json:"orientation"`
	Colour      Colour      `json:"colour"`
	Rate        Rational    `json:"rate"`     // constant frame rate of what is made of it
	Variable    bool        `json:"variable"` // its own rate is another, or none
	Interlaced  bool        `json:"interlaced"`
	Alpha       bool        `json:"alpha"`
	Decoder     string      `json:"decoder,omitempty"` // to be asked for by name; empty: ffmpeg's own choice

	Sound *Sound `json:"sound,omitempty"` // nil: the upload is silent, and so is what is made of it
}

// Sound is the track of an upload that is heard.
type Sound struct {
	Stream   int    `json:"stream"`
	Codec    string `json:"codec"`
	Profile  string `json:"profile"`
	Channels int    `json:"channels"`
	Layout   string `json:"layout"` // empty: not said
	Rate     int    `json:"rate"`   // samples a second
}

// Bounds are what an upload may be. What is zero has the default.
type Bounds struct {
	Duration time.Duration // at most; four hours
	Bytes    int64         // at most; 16 GiB
	Pixels   int           // of a picture at most; 4096 × 4096
}

const (
	minDuration = time.Second
	minSide     = 32
	maxSide     = 8192
	maxAspect   = 4 // of a pixel
)

// Refusals.
var (
	ErrNoPicture   = fault.New(fault.Invalid, "This file has no video in it, only sound or text.").Coded("no_picture")
	ErrTruncated   = fault.New(fault.Invalid, "This video is incomplete: its end is missing. Export it again, and upload it when that has finished.").Coded("truncated")
	ErrDamaged     = fault.New(fault.Invalid, "This video is damaged and cannot be read. Export it again and upload that.").Coded("damaged")
	ErrEncrypted   = fault.New(fault.Invalid, "This video is encrypted or copy-protected. Upload a file without protection.").Coded("encrypted")
	ErrShort       = fault.New(fault.Invalid, "A video has to last at least a second.").Coded("too_short")
	ErrLong        = fault.New(fault.Invalid, "This video is too long.").Coded("too_long")
	ErrLarge       = fault.New(fault.TooLarge, "This file is too large.").Coded("too_large")
	ErrPixels      = fault.New(fault.Invalid, "The picture of this video is too large.").Coded("too_many_pixels")
	ErrSmall       = fault.New(fault.Invalid, "The picture of this video is too small: both sides need at least %d pixels.", minSide).Coded("too_small")
	ErrShape       = fault.New(fault.Invalid, "The picture of this video has a shape that cannot be shown right.").Coded("shape")
	ErrTilted      = fault.New(fault.Invalid, "This video is turned by something else than a quarter. Turn it upright and export it again.").Coded("tilted")
	ErrUnsupported = fault.New(fault.Unsupported, "This video is coded in a way that is not supported. Export it as H.264 with AAC sound.").Coded("unsupported")
	ErrTransparent = fault.New(fault.Unsupported, "Transparent video of this kind is not supported here. Export it without transparency.").Coded("transparent")
)

func (b Bounds) withDefaults() Bounds {
	return Bounds{cmp.Or(b.Duration, 4*time.Hour), cmp.Or(b.Bytes, 16<<30), cmp.Or(b.Pixels, 4096*4096)}
}

// Probe tells what the file is, or refuses it with a fault. It reads the beginning and the end of the file, and all of it where the container does
// not say how long it is.
func (t *Transcoder) Probe(ctx context.Context, path string, bounds Bounds) (Video, error) {
	bounds = bounds.withDefaults()
	path, err := filepath.Abs(path)
	if err != nil {
		return Video{}, err
	}
	v := Video{Path: path}
	if v.Format, v.Size, err = container(path); err != nil {
		return v, err
	}
	if v.Size > bounds.Bytes {
		return v, withText(ErrLarge, "This file is too large: at most %s can be uploaded.", sizeWords(bounds.Bytes))
	}
	said, err := t.report(ctx, &v, "-show_format", "-show_streams")
	if err != nil {
		return v, unreadable(err)
	}
	if err := v.choose(said); err != nil {
		return v, err
	}
	first, err := t.report(ctx, &v, "-select_streams", fmt.Sprint(v.Stream), "-show_packets", "-show_frames", "-read_intervals", fmt.Sprintf("%%+#%d", firstPackets))
	if err != nil {
		return v, unreadable(err)
	}
	if err := v.describe(said.Streams[v.Stream], first.Parts, t.tools); err != nil {
		return v, err
	}
	if v.Width*v.Height > bounds.Pixels {
		return v, withText(ErrPixels, "The picture of this video is too large: %d × %d.", v.Width, v.Height)
	}
	if err := t.measure(ctx, &v, said); err != nil {
		return v, err
	}
	switch {
	case v.Duration < minDuration:
		return v, ErrShort
	case v.Duration > bounds.Duration:
		return v, withText(ErrLong, "This video is too long: at most %s can be uploaded.", timeWords(bounds.Duration))
	}
	return v, nil
}

// firstPackets is how many are decoded to see a picture.
const firstPackets = 30

// withText is the refusal with numbers in its words.
func withText(of *fault.Fault, format string, args ...any) error {
	refined := of.Coded(of.Code)
	refined.Text = fmt.Sprintf(format, args...)
	return refined
}

func sizeWords(n int64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%d GB", n>>30)
	}
	return fmt.Sprintf("%d MB", max(1, n>>20))
}

func timeWords(d time.Duration) string {
	if d >= time.Hour && d%time.Hour == 0 {
		return fmt.Sprintf("%d h", d/time.Hour)
	}
	return fmt.Sprintf("%d min", max(1, d/time.Minute))
}

// unreadable makes of ffprobe's refusal one for the person. What ended for a reason of ours stays a failure.
func unreadable(err error) error {
	failed, ok := errors.AsType[*Failure](err)
	if !ok || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrStalled) || errors.Is(err, ErrLimit) {
		return err
	}
	for _, sign := range []string{"moov atom not found", "partial file", "End of file", "File ended prematurely"} {
		if strings.Contains(failed.Stderr, sign) {
			return ErrTruncated
		}
	}
	switch {
	case strings.Contains(failed.Stderr, "not on whitelist"):
		return ErrUnsupported
	case isExit(err):
		return ErrDamaged
	}
	return err
}

// maxReport bounds ffprobe's JSON.
const maxReport = 4 << 20

func (t *Transcoder) report(ctx context.Context, v *Video, what ...string) (r report, err error) {
	var data []byte
	err = t.run(ctx, job{
		step: "probe", program: t.tools.FFprobe, silent: true,
		args: slices.Concat([]string{"-v", "error", "-of", "json"}, v.input(), what, []string{v.address()}),
		stdout: func(from io.Reader) error {
			data, err = io.ReadAll(io.LimitReader(from, maxReport+1))
			return err
		},
	})
	switch {
	case err != nil:
		return report{}, err
	case len(data) > maxReport:
		return report{}, ErrDamaged
	}
	return parseReport(data)
}

// choose finds the streams that are seen and heard.
func (v *Video) choose(r report) error {
	if len(r.Streams) > maxStreams {
		return ErrUnsupported
	}
	picture, sound, heard := -1, -1, false
	for i, s := range r.Streams {
		if s.Index != i {
			return ErrDamaged
		}
		if protected(s) {
			return ErrEncrypted
		}
		switch {
		case s.Kind == "video" && s.Disposition.Attached == 0:
			if picture < 0 || s.Disposition.Default > r.Streams[picture].Disposition.Default {
				picture = i
			}
		case s.Kind == "audio":
			heard = true
			_, decodes := soundDecoders[s.Codec]
			if decodes && s.Channels > 0 && (sound < 0 || s.Disposition.Default > r.Streams[sound].Disposition.Default) {
				sound = i
			}
		}
	}
	if picture < 0 {
		return ErrNoPicture
	}
	v.Stream = picture
	if heard && sound < 0 {
		return withText(ErrUnsupported, "The sound of this video is coded in a way that is not supported. Export it with AAC sound.")
	}
	if sound >= 0 {
		s := r.Streams[sound]
		var rate int
		if _, err := fmt.Sscan(s.SampleRate, &rate); err != nil || rate < 4000 || rate > 768000 || s.Channels > 64 {
			return ErrDamaged
		}
		layout := s.ChannelLayout
		if layout == "unknown" {
			layout = ""
		}
		v.Sound = &Sound{Stream: sound, Codec: s.Codec, Profile: s.Profile, Channels: s.Channels, Layout: layout, Rate: rate}
	}
	return nil
}

// protected tells whether a stream is encrypted.
func protected(s stream) bool {
	switch s.Tag {
	case "encv", "enca", "drmi", "drms", "drmt", "p608":
		return true
	}
	return slices.ContainsFunc(s.SideData, func(d sideData) bool { return strings.HasPrefix(d.Kind, "Encryption") })
}

// describe fills in the picture, from what the container says and from the first frame.
func (v *Video) describe(s stream, parts []part, tools Tools) error {
	if _, ok := pictureDecoders[s.Codec]; !ok {
		return ErrUnsupported
	}
	if slices.ContainsFunc(parts, func(p part) bool { return protected(stream{SideData: p.SideData}) }) {
		return ErrEncrypted
	}
	at := slices.IndexFunc(parts, func(p part) bool { return p.Type == "frame" })
	if at < 0 {
		return ErrDamaged
	}
	first := parts[at]
	v.Codec, v.Profile, v.PixelFormat = s.Codec, s.Profile, cmp.Or(first.Pixels, s.PixelFormat)
	v.Width, v.Height = cmp.Or(first.Width, s.Width), cmp.Or(first.Height, s.Height)
	if v.Width < minSide || v.Height < minSide {
		return ErrSmall
	}
	if v.Width > maxSide || v.Height > maxSide {
		return withText(ErrPixels, "The picture of this video is too large: %d × %d.", v.Width, v.Height)
	}
	var ok bool
	if v.Aspect, ok = parseRational(s.Aspect); !ok {
		v.Aspect = Rational{1, 1}
	}
	if a := v.Aspect.float(); a > maxAspect || a < 1.0/maxAspect {
		return ErrShape
	}
	s.PixelFormat = v.PixelFormat
	s.Range, s.Matrix = cmp.Or(known(first.Range), s.Range), cmp.Or(known(first.Matrix), s.Matrix)
	s.Transfer, s.Primaries = cmp.Or(known(first.Transfer), s.Transfer), cmp.Or(known(first.Primaries), s.Primaries)
	var err error
	if v.Colour, err = colourOf(s, min(v.Width, v.Height)); err != nil {
		return err
	}
	if v.Colour.needsZscale() && !tools.HDR {
		return ErrHDR
	}
	v.Interlaced = first.Interlaced == 1 || slices.Contains([]string{"tt", "bb", "tb", "bt"}, s.Fields)
	if err := v.orient(slices.Concat(s.SideData, first.SideData)); err != nil {
		return err
	}
	v.setRate(s)
	return v.transparent(s, tools)
}

// orient reads what side data says of the picture. That of the frame comes last and is believed most.
func (v *Video) orient(all []sideData) error {
	for _, d := range all {
		if d.Matrix != "" {
			o, ok := parseMatrix(d.Matrix)
			if !ok {
				return ErrTilted
			}
			v.Orientation = o
		}
		if d.DolbyProfile > 0 && d.DolbyBase == 0 { // without a base layer that anything else could show
			return ErrColours
		}
	}
	return nil
}

// transparent finds out whether the picture has holes, and whether we see them. ffmpeg's own decoders of VP8 and VP9 do not.
func (v *Video) transparent(s stream, tools Tools) error {
	v.Alpha = hasAlpha(v.PixelFormat)
	if s.Tags["alpha_mode"] != "1" && s.Tags["ALPHA_MODE"] != "1" {
		return nil
	}
	if v.Codec != "vp9" || !tools.Alpha {
		return ErrTransparent
	}
	v.Alpha, v.Decoder = true, "libvpx-vp9"
	return nil
}

// tailLength is how much of the end is looked at.
const tailLength = 5 * time.Second

// measure finds how long the video is, and whether it is all there.
func (t *Transcoder) measure(ctx context.Context, v *Video, r report) error {
	said, known := parseSeconds(r.Format.Duration)
	start, _ := parseSeconds(r.Format.StartTime)
	from := start
	if known && said > 0 {
		from = max(start, start+said-tailLength)
	}
	ends, err := t.ends(ctx, v, from)
	if err != nil {
		return unreadable(err)
	}
	picture, seen := ends[v.Stream]
	if !seen {
		return ErrTruncated
	}
	end := picture
	if v.Sound != nil {
		end = max(end, ends[v.Sound.Stream])
	}
	v.Duration = end - start
	claimed := said
	if own, ok := parseSeconds(r.Streams[v.Stream].Duration); ok {
		claimed = min(said, own)
	}
	if known && picture-start < claimed-max(time.Second, claimed/100) {
		return ErrTruncated
	}
	return nil
}

// ends are the ends of the streams, as the packets from that moment on say.
func (t *Transcoder) ends(ctx context.Context, v *Video, from time.Duration) (map[int]time.Duration, error) {
	ends := map[int]time.Duration{}
	err := t.run(ctx, job{
		step: "measure", program: t.tools.FFprobe, silent: true,
		args: slices.Concat([]string{"-v", "error", "-of", "csv=p=0"}, v.input(), []string{
			"-show_entries", "packet=stream_index,pts_time,dts_time,duration_time",
			"-read_intervals", fmt.Sprintf("%.3f%%", from.Seconds()), v.address(),
		}),
		stdout: func(from io.Reader) error {
			lines := bufio.NewScanner(from)
			for lines.Scan() {
				packetEnds(lines.Text(), ends)
			}
			return lines.Err()
		},
	})
	return ends, err
}
