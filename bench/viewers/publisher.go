package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
)

// film is what the server tells the publisher to do.
type film struct {
	URL, Token, Size string
	Kbits            int
}

// startPublisher has another process publish by WHIP, as OBS does, until stop.
func startPublisher(ctx context.Context, engine *sfu.Engine, address, size string, kbits int) (stop func(), err error) {
	token, err := engine.Token(sfu.Grant{Room: room, Identity: publisher, Publish: true})
	if err != nil {
		return nil, err
	}
	asked, err := json.Marshal(film{address, token, size, kbits})
	if err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, os.Args[0], "-as", "publisher")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(asked), os.Stderr
	if err := cmd.Start(); err != nil {
		end()
		return nil, err
	}
	return func() { end(); cmd.Wait() }, nil // it was ended
}

// publish sends the test card until ctx ends.
func publish(ctx context.Context, in io.Reader) error {
	var f film
	if err := json.NewDecoder(in).Decode(&f); err != nil {
		return err
	}
	clip, err := makeClip(ctx, f.Size, f.Kbits)
	if err != nil {
		return err
	}
	session, err := whiptest.Publish(ctx, f.URL+"/whip", f.Token, clip)
	if err != nil {
		return err
	}
	defer session.Close()
	select {
	case <-ctx.Done():
		return nil
	case <-session.Lost():
		return errors.New("the publisher lost its connection")
	}
}

// makeClip has ffmpeg draw ten seconds of a moving test card.
func makeClip(ctx context.Context, size string, kbits int) (*sfu.Clip, error) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		return nil, fmt.Errorf("ffmpeg draws the published picture: apt-get install ffmpeg")
	}
	rate := fmt.Sprintf("%dk", kbits)
	video, err := exec.CommandContext(ctx, "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size="+size+":rate=30", "-t", "10",
		"-c:v", "libx264", "-profile:v", "baseline", "-preset", "veryfast", "-tune", "zerolatency", "-g", "60",
		"-x264-params", "scenecut=0:repeat-headers=1", "-b:v", rate, "-maxrate", rate, "-bufsize", rate, "-pix_fmt", "yuv420p", "-f", "h264", "-").Output()
	if err != nil {
		return nil, fmt.Errorf("draw the published picture: %w", err)
	}
	audio, err := exec.CommandContext(ctx, "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000", "-t", "10",
		"-c:a", "libopus", "-b:a", "48k", "-f", "ogg", "-").Output()
	if err != nil {
		return nil, fmt.Errorf("make the published sound: %w", err)
	}
	return sfu.ReadClip(video, 30, audio)
}
