package transcode

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"limelight/internal/kit/fault"
)

// Tools are the programs of this machine, and what they can do.
type Tools struct {
	FFmpeg, FFprobe string   // paths; empty when absent
	Version         string   // of ffmpeg, as it says
	Missing         []string // what is missing, in words: "ffmpeg", "the encoder libx264 of ffmpeg"
	HDR             bool     // PQ and HLG can be shown right
	Alpha           bool     // WebM with transparency can be shown right
	AVIF            bool     // pictures can be written as AVIF
}

// avifEncoder is the encoder of AVIF: that of the reference, which every distribution's ffmpeg has.
const avifEncoder = "libaom-av1"

// findTime is enough for a program to say what it can do.
const findTime = 20 * time.Second

// Err is nil when videos can be made, and otherwise a fault that says what to install.
func (t Tools) Err() error {
	if len(t.Missing) == 0 {
		return nil
	}
	return fault.New(fault.Unavailable, "Videos cannot be uploaded here yet: this site lacks %s. Its operator can install it with: apt-get install ffmpeg",
		strings.Join(t.Missing, ", ")).Coded("no_transcoder")
}

// Find looks for the programs on the path and asks what they can do.
func Find(ctx context.Context) Tools {
	var t Tools
	var err error
	if t.FFmpeg, err = exec.LookPath("ffmpeg"); err != nil {
		t.FFmpeg, t.Missing = "", append(t.Missing, "ffmpeg")
	}
	if t.FFprobe, err = exec.LookPath("ffprobe"); err != nil {
		t.FFprobe, t.Missing = "", append(t.Missing, "ffprobe")
	}
	if t.FFmpeg == "" {
		return t
	}
	ctx, cancel := context.WithTimeout(ctx, findTime)
	defer cancel()
	first, _, _ := strings.Cut(list(ctx, t.FFmpeg, "-version"), "\n")
	t.Version = strings.TrimSpace(first)
	encoders := names(list(ctx, t.FFmpeg, "-hide_banner", "-encoders"))
	t.look("encoder", encoders, "libx264", "aac", "png")
	t.AVIF = encoders[avifEncoder] && names(list(ctx, t.FFmpeg, "-hide_banner", "-muxers"))["avif"]
	filters := names(list(ctx, t.FFmpeg, "-hide_banner", "-filters"))
	t.look("filter", filters, neededFilters...)
	t.HDR = filters["zscale"] && filters["tonemap"]
	t.Alpha = names(list(ctx, t.FFmpeg, "-hide_banner", "-decoders"))["libvpx-vp9"]
	return t
}

// neededFilters are those that every job may need. What only HDR needs is not among them.
var neededFilters = []string{"scale", "fps", "bwdif", "transpose", "hflip", "vflip", "setsar", "setparams", "sidedata", "tpad", "premultiply",
	"thumbnail", "concat", "aresample", "apad"}

func (t *Tools) look(kind string, there map[string]bool, wanted ...string) {
	for _, name := range wanted {
		if !there[name] {
			t.Missing = append(t.Missing, fmt.Sprintf("the %s %s of ffmpeg", kind, name))
		}
	}
}

// names are the second words of the lines, as ffmpeg lists what it has.
func names(listed string) map[string]bool {
	there := map[string]bool{}
	for lines := bufio.NewScanner(strings.NewReader(listed)); lines.Scan(); {
		if words := strings.Fields(lines.Text()); len(words) > 1 {
			there[words[1]] = true
		}
	}
	return there
}

func list(ctx context.Context, program string, args ...string) string {
	cmd := exec.CommandContext(ctx, program, args...)
	var out bytes.Buffer
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.WaitDelay = []string{}, "/", &out, time.Second
	if cmd.Run() != nil {
		return ""
	}
	return out.String()
}
