package transcode

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// decodes proves that the first and the last segment can be played, each with nothing but the header before it.
func (t *Transcoder) decodes(ctx context.Context, file string, ix Index) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	last := len(ix.Segments) - 1
	if err := t.decodesSegment(ctx, f, ix, 0); err != nil || last == 0 {
		return err
	}
	return t.decodesSegment(ctx, f, ix, last)
}

func (t *Transcoder) decodesSegment(ctx context.Context, f *os.File, ix Index, n int) error {
	s := ix.Segments[n]
	tracks := 1
	if ix.SoundCodec != "" {
		tracks = 2
	}
	var counted [2]int
	err := t.run(ctx, job{
		step: fmt.Sprintf("decode segment %d", n+1), program: t.tools.FFmpeg, silent: true,
		stdin: io.MultiReader(io.NewSectionReader(f, 0, ix.Header), io.NewSectionReader(f, s.Offset, s.Size)),
		args: []string{
			"-hide_banner", "-v", "error", "-nostats", "-xerror", "-err_detect", "explode", "-threads", strconv.Itoa(t.limits.Threads),
			"-protocol_whitelist", "pipe", "-format_whitelist", "mov", "-f", "mov", "-i", "pipe:0",
			"-map", "0", "-c:v", "rawvideo", "-c:a", "pcm_s16le", "-fps_mode", "passthrough", "-f", "framecrc", "pipe:1",
		},
		stdout: func(from io.Reader) error {
			lines := bufio.NewScanner(from)
			for lines.Scan() {
				number, _, _ := strings.Cut(lines.Text(), ",")
				if i, err := strconv.Atoi(strings.TrimSpace(number)); err == nil && i >= 0 && i < tracks {
					counted[i]++
				}
			}
			return lines.Err()
		},
	})
	switch {
	case isExit(err):
		return fmt.Errorf("%w: %w", ErrBroken, err)
	case err != nil:
		return err
	case counted[0] != s.Frames:
		return fmt.Errorf("%w: segment %d has %d of %d frames", ErrBroken, n+1, counted[0], s.Frames)
	case tracks == 2 && counted[1] == 0 && s.Start+2*soundFrame < ix.Sound:
		return fmt.Errorf("%w: segment %d has no sound", ErrBroken, n+1)
	}
	return nil
}
