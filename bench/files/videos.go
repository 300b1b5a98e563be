package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	piece   = 32 << 20 // as the web app sends them
	lookFor = 100 * time.Millisecond
)

// playable prints how soon after its last byte a video can be watched.
func (s *site) playable(ctx context.Context, p plan) error {
	film, err := s.film(ctx, p.length)
	if err != nil {
		return err
	}
	upload, err := s.upload(ctx, film)
	if err != nil {
		return err
	}
	last := time.Now()
	video, err := s.video(ctx, upload)
	if err != nil {
		return err
	}
	if err := s.becomes(ctx, video, "playable", "done"); err != nil {
		return err
	}
	took := time.Since(last)
	info, err := os.Stat(film)
	if err != nil {
		return err
	}
	fmt.Printf("a video of %v, H.264 and AAC, %d MB: playable %.1f s after its last byte\n", p.length, info.Size()>>20, took.Seconds())
	return nil
}

// film is a file of a video that browsers play as it is.
func (s *site) film(ctx context.Context, length time.Duration) (path string, err error) {
	path = filepath.Join(s.folder, "film.mp4")
	source := fmt.Sprintf("testsrc2=s=1280x720:r=30:d=%f,noise=alls=12:allf=t,format=yuv420p", length.Seconds())
	made := exec.CommandContext(ctx, "ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", source, "-f", "lavfi", "-i", fmt.Sprintf("sine=d=%f", length.Seconds()),
		"-c:v", "libx264", "-preset", "ultrafast", "-b:v", "4M", "-maxrate", "4M", "-bufsize", "8M", "-g", "60", "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709",
		"-c:a", "aac", path)
	if said, err := made.CombinedOutput(); err != nil {
		return "", fmt.Errorf("ffmpeg: %w: %s", err, said)
	}
	return path, nil
}

// upload sends a file in pieces.
func (s *site) upload(ctx context.Context, path string) (id string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	in := base64.StdEncoding.EncodeToString
	res, err := s.send(ctx, s.performer, http.MethodPost, "/api/uploads", body{}, map[string]string{
		"Tus-Resumable": "1.0.0", "Upload-Length": strconv.FormatInt(info.Size(), 10),
		"Upload-Metadata": "purpose " + in([]byte("video")) + ",filename " + in([]byte("film.mp4")),
	})
	if err != nil {
		return "", err
	}
	_ = res.Body.Close()
	address := res.Header.Get("Location")
	address = address[strings.Index(address, "/api/"):]
	for offset := int64(0); offset < info.Size(); {
		part := make([]byte, min(piece, info.Size()-offset))
		if _, err := io.ReadFull(file, part); err != nil {
			return "", err
		}
		res, err := s.send(ctx, s.performer, http.MethodPatch, address, body{bytes.NewReader(part), "application/offset+octet-stream"},
			map[string]string{"Tus-Resumable": "1.0.0", "Upload-Offset": strconv.FormatInt(offset, 10)})
		if err != nil {
			return "", err
		}
		_ = res.Body.Close()
		offset += int64(len(part))
	}
	return filepath.Base(address), nil
}

// video begins a video of an upload, and returns its id.
func (s *site) video(ctx context.Context, upload string) (string, error) {
	var video struct {
		ID string `json:"_id"`
	}
	b, err := form(map[string]string{"title": "Waves", "price": "30", "videoUploadId": upload}, "", "", nil)
	if err == nil {
		err = s.call(ctx, s.performer, "POST /performer/performer-assets/videos", b, &video)
	}
	return video.ID, err
}

// becomes waits until a video has one of the states.
func (s *site) becomes(ctx context.Context, id string, states ...string) error {
	for look := time.NewTicker(lookFor); ; {
		var video struct {
			Media []struct {
				State struct{ Status, Reason string }
			}
		}
		if err := s.call(ctx, s.performer, "GET /performer/performer-assets/videos/"+id+"/view", body{}, &video); err != nil {
			return err
		}
		for _, m := range video.Media {
			for _, state := range states {
				if m.State.Status == state {
					return nil
				}
			}
			if m.State.Reason != "" {
				return errors.New(m.State.Reason)
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-look.C:
		}
	}
}
