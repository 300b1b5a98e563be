package transcode

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ErrRemux says that the upload's picture cannot be played as it is, after all: its keyframes are too far apart, or its times are not sound.
// The next rendition of the plan is the first one then.
var ErrRemux = errors.New("transcode: the picture has to be encoded")

// maxRemuxSegment is how far apart keyframes of a remux may be.
const maxRemuxSegment = 12 * time.Second

// Encode makes one rendition into the file, and proves it. Progress hears how far it is, and may be nil. The file is gone when there is an
// error.
func (t *Transcoder) Encode(ctx context.Context, v Video, r Rendition, file string, progress func(time.Duration)) (_ Encoded, err error) {
	file, err = filepath.Abs(file)
	if err != nil {
		return Encoded{}, err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file)
		}
	}()
	args := t.encodeArgs(v, r)
	if r.Remux {
		args = t.remuxArgs(v)
	}
	step, said := "encode "+r.Name, &tail{sign: madeUp}
	err = t.run(ctx, job{
		step: step, program: t.tools.FFmpeg, args: slices.Concat(t.beginning(), args, []string{"file:" + file}),
		until: v.Duration, progress: progress, said: said,
	})
	switch {
	case err != nil:
		return Encoded{}, damaged(err, r)
	case float64(said.seen()) > maxErrors*v.Duration.Seconds()*v.Rate.float():
		return Encoded{}, ErrDamaged
	}
	var index Index
	if err = straighten(file); err == nil {
		index, err = readIndex(file)
	}
	if err == nil {
		err = index.fits(v, r)
	}
	if err == nil {
		err = t.decodes(ctx, file, index)
	}
	if r.Remux && errors.Is(err, ErrBroken) {
		return Encoded{}, fmt.Errorf("%w: %w", ErrRemux, err)
	}
	if err != nil {
		return Encoded{}, asFailure(step, err)
	}
	return Encoded{File: file, Rendition: r, Index: index}, nil
}

func asFailure(step string, err error) error {
	if _, already := errors.AsType[*Failure](err); already {
		return err
	}
	return &Failure{Step: step, Reason: err}
}

// tooManyErrors is the exit status of ffmpeg for more decoding errors than allowed.
const tooManyErrors = 69

// damaged makes a refusal of a run that ended because the upload cannot be decoded.
func damaged(err error, r Rendition) error {
	switch {
	case isExit(err) && r.Remux:
		return fmt.Errorf("%w: %w", ErrRemux, err)
	case exitCode(err) == tooManyErrors:
		return ErrDamaged
	}
	return err
}

// maxErrors is the share of packets that may fail to decode, and of pictures that a decoder had to make up in parts.
const maxErrors = 0.005

// madeUp is what ffmpeg says of such a picture, one line for each.
const madeUp = "corrupt decoded frame"

// beginning are the arguments of every run of ffmpeg.
func (t *Transcoder) beginning() []string {
	return []string{
		"-hide_banner", "-nostdin", "-y", "-v", "repeat+warning", "-nostats", "-stats_period", "0.5", "-progress", "pipe:3",
		"-max_error_rate", fmt.Sprint(maxErrors), "-filter_threads", strconv.Itoa(t.limits.Threads), "-filter_complex_threads", strconv.Itoa(t.limits.Threads),
	}
}

// open are the arguments that open the upload.
func (t *Transcoder) open(v Video) []string {
	args := slices.Concat([]string{"-threads", strconv.Itoa(t.limits.Threads), "-noautorotate"}, v.input())
	if v.Decoder != "" {
		args = append(args, fmt.Sprintf("-c:%d", v.Stream), v.Decoder)
	}
	return append(args, "-i", v.address())
}

// container of what is made: fragments that begin with keyframes, and nothing of the upload's own notes: places, names, chapters.
var fragmented = []string{"-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn", "-fflags", "+bitexact",
	"-movflags", "+frag_keyframe+delay_moov+default_base_moof+skip_trailer"}

// soundCodec are the arguments for AAC in stereo.
var soundCodec = []string{"-c:a", "aac", "-b:a", "128k", "-ac", "2", "-flags:a", "+bitexact"}

func (t *Transcoder) encodeArgs(v Video, r Rendition) []string {
	graph := fmt.Sprintf("[0:%d]%s,%s[picture]", v.Stream, v.timed(r.Rate), v.picture(r.Width, r.Height))
	maps := []string{"-map", "[picture]"}
	if v.Sound != nil {
		graph += fmt.Sprintf(";[0:%d]%s[sound]", v.Sound.Stream, v.Sound.stereo())
		maps = append(maps, "-map", "[sound]")
		maps = append(maps, soundCodec...)
	}
	return slices.Concat(t.open(v), []string{"-filter_complex", graph}, maps, t.pictureCodec(r),
		[]string{"-t", seconds(v.Duration)}, fragmented, []string{"-f", "mp4"})
}

// pictureCodec are the arguments for H.264 with a keyframe at each GOP's first frame and nowhere else, and no reference beyond it.
func (t *Transcoder) pictureCodec(r Rendition) []string {
	gop := strconv.Itoa(r.GOP)
	return []string{
		"-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-pix_fmt", "yuv420p", "-crf", "22",
		"-maxrate", strconv.Itoa(r.Bitrate), "-bufsize", strconv.Itoa(2 * r.Bitrate),
		"-g", gop, "-keyint_min", gop, "-sc_threshold", "0", "-flags:v", "+cgop+bitexact", "-x264-params", "open-gop=0",
		"-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
		"-threads:v", strconv.Itoa(t.limits.Threads), "-fps_mode", "cfr", "-r", r.Rate.String(),
	}
}

// remuxArgs copy the picture. Supplemental messages are removed: cameras write places into them.
func (t *Transcoder) remuxArgs(v Video) []string {
	args := slices.Concat(t.open(v), []string{
		"-map", fmt.Sprintf("0:%d", v.Stream), "-c:v", "copy", "-bsf:v",
		"h264_metadata=colour_primaries=1:transfer_characteristics=1:matrix_coefficients=1:video_full_range_flag=0,filter_units=remove_types=6",
	})
	if v.Sound != nil {
		args = append(args, "-map", fmt.Sprintf("0:%d", v.Sound.Stream))
		if v.copiesSound() {
			args = append(args, "-c:a", "copy")
		} else {
			filter := strings.TrimSuffix(v.Sound.stereo(), ",apad")
			args = slices.Concat(args, soundCodec, []string{"-af", filter})
		}
	}
	return slices.Concat(args, fragmented, []string{"-min_frag_duration", "1500000", "-f", "mp4"})
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 6, 64) }
