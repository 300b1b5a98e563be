package sfu

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"limelight/internal/kit/fault"
)

// Why the system's ffmpeg and not one compiled to WebAssembly into this program
// (measured with go-ffmpreg v0.6.16 on two cores of a server, pictures 320 wide):
//
//	                       system ffmpeg      WebAssembly
//	CPU per picture, 360p  0.08 s             0.03 s; 0.13 s when it can be interrupted
//	CPU per picture, 720p  0.08 s             0.05 s; 0.35 s when it can be interrupted
//	first use              nothing            12 s of CPU and 560 MB, then 76 MB of cache
//	always                 nothing            25 MB and 0.2 s at every start of the program
//
// A child process can be interrupted at no cost and takes nothing while there is
// nothing to do.

var (
	// ErrNoDecoder says that the machine has no ffmpeg.
	ErrNoDecoder = fault.New(fault.Unavailable, "Pictures of live rooms need ffmpeg. Install it with: apt-get install ffmpeg")
	// ErrNoPicture says that nobody has shown anything yet.
	ErrNoPicture = fault.New(fault.NotFound, "There is no picture yet.")
)

const (
	decodeTime  = 5 * time.Second
	decodeAtTop = 2 // processes at a time
	maxPixels   = 4096 * 4096
	maxMemory   = 512 << 20 // bytes of one allocation
)

// decoder turns keyframes into JPEG files, a few at a time.
type decoder struct{ slots chan struct{} }

func newDecoder() *decoder { return &decoder{slots: make(chan struct{}, decodeAtTop)} }

// jpeg decodes the keyframe and scales it to the width, keeping its shape.
func (d *decoder) jpeg(ctx context.Context, k keyframe, width int) ([]byte, error) {
	if k.width*k.height > maxPixels {
		return nil, fmt.Errorf("decode keyframe: %d×%d is too large", k.width, k.height)
	}
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, ErrNoDecoder
	}
	select {
	case d.slots <- struct{}{}:
		defer func() { <-d.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, decodeTime)
	defer cancel()
	return run(ctx, program, k, width)
}

// run gives ffmpeg no environment, no files and no network: bytes in, bytes out.
func run(ctx context.Context, program string, k keyframe, width int) ([]byte, error) {
	width = min(max(width, 16), 1920) &^ 1
	cmd := exec.CommandContext(ctx, program,
		"-nostdin", "-v", "error", "-threads", "1", "-filter_threads", "1",
		"-max_alloc", strconv.Itoa(maxMemory), "-protocol_whitelist", "pipe", "-f", k.format, "-i", "pipe:0",
		"-frames:v", "1", "-vf", fmt.Sprintf("scale=%d:-2", width), "-q:v", "4", "-f", "mjpeg", "pipe:1")
	var out, said bytes.Buffer
	cmd.Env, cmd.Dir = []string{}, "/"
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(k.data), &out, &said
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("decode keyframe: %w: %s", errors.Join(ctx.Err(), err), strings.TrimSpace(said.String()))
	}
	if out.Len() == 0 {
		return nil, fmt.Errorf("decode keyframe: no picture: %s", strings.TrimSpace(said.String()))
	}
	return out.Bytes(), nil
}
