package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"limelight/internal/kit/images"
)

// thumbnails sends photos through the front door, some at once, and has the plain ffmpeg make files
// of the same sizes and kinds of them. It returns a line of the table.
func (s *site) thumbnails(ctx context.Context, photos, atOnce int) (string, error) {
	var gallery struct {
		ID string `json:"_id"`
	}
	if err := s.call(ctx, s.performer, "POST /performer/performer-assets/galleries", asJSON(map[string]any{"title": "Thumbnails", "price": 20}), &gallery); err != nil {
		return "", err
	}
	before, err := s.photoFolders()
	if err != nil {
		return "", err
	}
	busy, err := s.processorTime()
	if err != nil {
		return "", err
	}
	began := time.Now()
	err = each(photos, atOnce, func(n int) error {
		b, err := form(map[string]string{"galleryId": gallery.ID}, "photo", "beach.jpg", snapshot(n%galleryPhotos))
		if err != nil {
			return err
		}
		return s.call(ctx, s.performer, "POST /performer/performer-assets/photos", b, nil)
	})
	if err != nil {
		return "", err
	}
	took := time.Since(began).Seconds()
	after, err := s.processorTime()
	if err != nil {
		return "", err
	}
	made, err := s.photoFolders()
	if err != nil {
		return "", err
	}
	folder := ""
	for name := range made {
		if !before[name] {
			folder = name
		}
	}
	plain, err := s.plainThumbnails(ctx, folder, photos, atOnce)
	if err != nil {
		return "", err
	}
	ours := (after - busy).Seconds() / float64(photos)
	return fmt.Sprintf("%d\t%.2f\t%.2f s\t%.2f\t%.2f s\t%.2f", atOnce, float64(photos)/took, ours, plain.perSecond, plain.processor, plain.processor/ours), nil
}

// each does something so many times, some at once.
func each(times, atOnce int, do func(n int) error) error {
	numbers := make(chan int)
	failed := make([]error, atOnce)
	var all sync.WaitGroup
	for i := range atOnce {
		all.Go(func() {
			for n := range numbers {
				if failed[i] == nil {
					failed[i] = do(n)
				}
			}
		})
	}
	for n := range times {
		numbers <- n
	}
	close(numbers)
	all.Wait()
	return errors.Join(failed...)
}

// photoFolders are the folders of the photos that are kept.
func (s *site) photoFolders() (map[string]bool, error) {
	found, err := filepath.Glob(filepath.Join(s.files(), "photos", "*"))
	folders := map[string]bool{}
	for _, name := range found {
		folders[name] = true
	}
	return folders, err
}

// processorTime is what the site's process has used of the processors, its children included.
func (s *site) processorTime() (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.running[0].Process.Pid))
	if err != nil {
		return 0, err
	}
	const ticks = 100 // a second: what Linux tells programs
	fields := strings.Fields(string(text)[strings.LastIndex(string(text), ")")+1:])
	var sum time.Duration
	for _, field := range fields[11:15] { // utime, stime, cutime, cstime
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		sum += time.Duration(n) * time.Second / ticks
	}
	return sum, nil
}

type plainRate struct{ perSecond, processor float64 }

// encoders are what the plain ffmpeg makes files of a kind with, at the program's own quality and speed
// (internal/kit/images).
var encoders = map[string][]string{
	".webp": {"-c:v", "libwebp", "-quality", "80", "-compression_level", "2"},
	".jpg":  {"-c:v", "mjpeg", "-q:v", "4", "-pix_fmt", "yuvj420p"},
}

// plainThumbnails has one ffmpeg a photo make all that the site keeps of one.
func (s *site) plainThumbnails(ctx context.Context, folder string, photos, atOnce int) (r plainRate, err error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return r, err
	}
	input := filepath.Join(s.folder, "photo.jpg")
	if err := os.WriteFile(input, snapshot(1), 0o600); err != nil {
		return r, err
	}
	args := []string{"-v", "error", "-nostdin", "-y", "-threads", "1", "-filter_threads", "1", "-i", input}
	var outputs []string
	for _, f := range files {
		how, known := encoders[filepath.Ext(f.Name())]
		if !known {
			return r, fmt.Errorf("what ffmpeg makes %s with is not said", f.Name())
		}
		width, err := widthOf(ctx, filepath.Join(folder, f.Name()))
		if err != nil {
			return r, err
		}
		outputs = append(outputs, f.Name())
		args = append(args, "-vf", fmt.Sprintf("scale=%d:-2", width), "-frames:v", "1", "-threads", "1")
		args = append(append(args, how...), "OUT/"+f.Name())
	}
	var mu sync.Mutex
	var used time.Duration
	began := time.Now()
	err = each(photos, atOnce, func(int) error {
		out, err := os.MkdirTemp(s.folder, "plain-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(out)
		own := make([]string, len(args))
		for i, arg := range args {
			own[i] = arg
			if name, is := strings.CutPrefix(arg, "OUT/"); is {
				own[i] = filepath.Join(out, name)
			}
		}
		made := exec.CommandContext(ctx, "ffmpeg", own...)
		if said, err := made.CombinedOutput(); err != nil {
			return fmt.Errorf("ffmpeg for %v: %w: %s", outputs, err, said)
		}
		mu.Lock()
		defer mu.Unlock()
		usage, _ := made.ProcessState.SysUsage().(*syscall.Rusage)
		used += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		return nil
	})
	return plainRate{float64(photos) / time.Since(began).Seconds(), used.Seconds() / float64(photos)}, err
}

func widthOf(ctx context.Context, path string) (width int, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	err = images.Use(ctx, data, func(p *images.Picture) error {
		width = p.Width()
		return nil
	})
	return width, err
}
