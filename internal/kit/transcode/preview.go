package transcode

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	maxPreview    = 400_000 // bytes
	previewPieces = 4
	previewPiece  = 1500 * time.Millisecond
	previewRate   = 24
	previewBits   = 400_000 // a second
)

// Preview makes a short silent clip of pieces from all over the video, for cards that are pointed at: an MP4 of at most 400 KB. It is made of a rendition
// of ours, the smallest one best.
func (t *Transcoder) Preview(ctx context.Context, e Encoded, file string) (err error) {
	file, err = filepath.Abs(file)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file)
		}
	}()
	starts, lasts := pieces(e.Index.Picture)
	width, height := fit(e.Index.Width, e.Index.Height, 426, 240)
	var args, chains, names []string
	for i, at := range starts {
		args = slices.Concat(args, []string{"-threads", fmt.Sprint(t.limits.Threads)}, ours, []string{"-ss", seconds(at), "-t", seconds(lasts), "-i", "file:" + e.File})
		chains = append(chains, fmt.Sprintf("[%d:v:0]fps=fps=%d,scale=w=%d:h=%d:flags=bicubic,setsar=1,format=yuv420p[p%d]", i, previewRate, width, height, i))
		names = append(names, fmt.Sprintf("[p%d]", i))
	}
	graph := fmt.Sprintf("%s;%sconcat=n=%d:v=1:a=0[all]", strings.Join(chains, ";"), strings.Join(names, ""), len(starts))
	err = t.run(ctx, job{
		step: "preview", program: t.tools.FFmpeg, until: time.Duration(len(starts)) * lasts,
		args: slices.Concat(t.beginning(), args, []string{
			"-filter_complex", graph, "-map", "[all]", "-an", "-c:v", "libx264", "-preset", "veryfast", "-profile:v", "main", "-crf", "27",
			"-maxrate", fmt.Sprint(previewBits), "-bufsize", fmt.Sprint(previewBits), "-g", "48", "-threads:v", fmt.Sprint(t.limits.Threads), "-map_metadata", "-1", "-fflags", "+bitexact",
			"-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
			"-movflags", "+faststart", "-f", "mp4", "file:" + file,
		}),
	})
	if err != nil {
		return err
	}
	stat, err := os.Stat(file)
	if err == nil && (stat.Size() > maxPreview || stat.Size() == 0) {
		err = fmt.Errorf("%w: the preview has %d bytes", ErrBroken, stat.Size())
	}
	if err != nil {
		return asFailure("preview", err)
	}
	return nil
}

// ours are the arguments before a file of ours.
var ours = []string{"-protocol_whitelist", "file,pipe", "-format_whitelist", "mov", "-codec_whitelist", "h264,aac", "-f", "mov"}

// pieces are where the pieces of a preview begin, and how long they are.
func pieces(whole time.Duration) (starts []time.Duration, lasts time.Duration) {
	if whole <= previewPieces*previewPiece {
		return []time.Duration{0}, whole
	}
	for i := range previewPieces {
		starts = append(starts, (whole-previewPiece)*time.Duration(2*i+1)/(2*previewPieces))
	}
	return starts, previewPiece
}
