package transcode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

const (
	// avifQuality is where pictures look much as they do as WebP, for a fifth fewer bytes.
	avifQuality = 22
	// avifSpeed is how little the encoder searches: 4 takes twice as long for files that are a fiftieth smaller.
	avifSpeed = 6

	// avifTime is how long one picture may take: behind everything else a second's work may take
	// long, and what is more urgent waits for it.
	avifTime = time.Minute
)

// AVIFLimits are those of one picture, in which the encoder makes no progress before its end.
var AVIFLimits = Limits{Threads: 1, Wall: avifTime, Stall: avifTime, CPU: avifTime, Memory: 2 << 30}

// AVIF encodes a picture, which is a JPEG of this site's own making and no upload, as AVIF, with the same pixels.
// The folder is for the file that it is written to.
func (t *Transcoder) AVIF(ctx context.Context, picture []byte, folder string) (data []byte, err error) {
	const step = "encode AVIF"
	out, err := os.CreateTemp(folder, "picture-*.avif")
	if err != nil {
		return nil, &Failure{Step: step, Reason: err, OfMachine: true}
	}
	defer func() { err = errors.Join(err, os.Remove(out.Name())) }()
	if err := out.Close(); err != nil {
		return nil, &Failure{Step: step, Reason: err, OfMachine: true}
	}
	file, err := filepath.Abs(out.Name())
	if err != nil {
		return nil, &Failure{Step: step, Reason: err, OfMachine: true}
	}
	err = t.run(ctx, job{
		step: step, program: t.tools.FFmpeg, stdin: bytes.NewReader(picture),
		args: slices.Concat(t.avifBeginning(), []string{
			"-protocol_whitelist", "file,pipe", "-f", "mjpeg", "-i", "pipe:0", "-frames:v", "1",
			// A JPEG has the colours of sRGB, all 256 steps of each and the matrix of BT.601: they stay, and are said.
			"-vf", "scale=in_range=pc:out_range=pc:in_color_matrix=bt601:out_color_matrix=bt601,format=yuv420p",
			"-color_range", "pc", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1", "-colorspace", "smpte170m",
			"-c:v", avifEncoder, "-still-picture", "1", "-threads", "1", "-cpu-used", strconv.Itoa(avifSpeed), "-crf", strconv.Itoa(avifQuality),
			"-map_metadata", "-1", "-f", "avif", "file:" + file,
		}),
	})
	if err != nil {
		return nil, err
	}
	if data, err = os.ReadFile(file); err != nil {
		return nil, &Failure{Step: step, Reason: err, OfMachine: true}
	}
	if !isAVIF(data) {
		return nil, &Failure{Step: step, Reason: fmt.Errorf("%w: no AVIF of %d bytes", ErrBroken, len(data))}
	}
	return data, nil
}

func (t *Transcoder) avifBeginning() []string {
	return []string{"-hide_banner", "-y", "-v", "repeat+warning", "-nostats", "-stats_period", "0.5", "-progress", "pipe:3", "-threads", "1", "-filter_threads", "1"}
}

// isAVIF reports whether it begins as an AVIF does (ISO 23000-22).
func isAVIF(data []byte) bool {
	return len(data) > 32 && string(data[4:12]) == "ftypavif"
}
