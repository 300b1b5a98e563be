// Command transcode measures what uploaded videos cost, step by step, beside the plain ffmpeg that makes a file of the same size with the
// same encoder. See README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"text/tabwriter"
	"time"

	"limelight/internal/kit/transcode"
)

func main() {
	folder := flag.String("folder", ".", "where the files are made; choose a real disk")
	length := flag.Duration("length", 2*time.Minute, "length of each upload")
	threads := flag.Int("threads", 1, "threads of every program")
	flag.Parse()
	if err := measure(context.Background(), *folder, *length, *threads); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// uploads are what is measured: what telephones film, and what is played as it is.
var uploads = []struct {
	name string
	args []string
}{
	{"1080p, H.264", []string{
		"-vf", "format=yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-b:v", "6M", "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709",
	}},
	{"1080p, HLG, 10 bits", []string{
		"-vf", "format=yuv420p10le", "-c:v", "libx264", "-preset", "veryfast", "-b:v", "8M", "-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc",
	}},
}

type bench struct {
	ctx     context.Context
	tools   transcode.Tools
	x       *transcode.Transcoder
	scratch string
	length  time.Duration
	threads int
	out     *tabwriter.Writer
}

func measure(ctx context.Context, folder string, length time.Duration, threads int) error {
	tools := transcode.Find(ctx)
	if err := tools.Err(); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(folder, "transcode-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	b := &bench{ctx, tools, transcode.New(tools, transcode.Limits{Threads: threads, Nice: -1}), scratch, length, threads, tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)}
	fmt.Fprintln(b.out, "upload\tstep\twall\tCPU\tCPU a minute\tplain ffmpeg\tratio")
	for _, u := range uploads {
		if err := b.upload(u.name, u.args); err != nil {
			return errors.Join(err, b.out.Flush())
		}
	}
	return b.out.Flush()
}

// upload takes one through all steps, in the order of a job.
func (b *bench) upload(name string, args []string) error {
	file := filepath.Join(b.scratch, "upload.mp4")
	source := fmt.Sprintf("testsrc2=s=1920x1080:r=30:d=%f,noise=alls=8:allf=t", b.length.Seconds())
	err := b.plain(append([]string{"-f", "lavfi", "-i", source, "-f", "lavfi", "-i", fmt.Sprintf("sine=f=440:d=%f", b.length.Seconds()), "-c:a", "aac", "-ac", "2"}, append(args, file)...)...)
	if err != nil {
		return err
	}
	var v transcode.Video
	if err := b.step(name, "probe", nil, func() (err error) { v, err = b.x.Probe(b.ctx, file, transcode.Bounds{}); return err }); err != nil {
		return err
	}
	if err := b.step(name, "poster", nil, func() error { _, err := b.x.Poster(b.ctx, v); return err }); err != nil {
		return err
	}
	var last transcode.Encoded
	for _, r := range transcode.Plan(v) {
		err := b.step(name, r.Name, b.beside(file, r), func() (err error) {
			last, err = b.x.Encode(b.ctx, v, r, filepath.Join(b.scratch, r.Name+".mp4"), nil)
			return err
		})
		if err != nil {
			return err
		}
	}
	if err := b.step(name, "preview", nil, func() error { return b.x.Preview(b.ctx, last, filepath.Join(b.scratch, "preview.mp4")) }); err != nil {
		return err
	}
	return b.step(name, "storyboard", nil, func() error {
		_, err := b.x.Storyboard(b.ctx, last, func(n int) string { return strconv.Itoa(n) })
		return err
	})
}

// beside is the plain ffmpeg for a rendition: nothing but its size, its encoder and its rate of bits.
func (b *bench) beside(file string, r transcode.Rendition) func() error {
	out := filepath.Join(b.scratch, "plain.mp4")
	if r.Remux {
		return func() error { return b.plain("-i", file, "-c", "copy", out) }
	}
	return func() error {
		return b.plain("-i", file, "-vf", fmt.Sprintf("scale=%d:%d,format=yuv420p", r.Width, r.Height), "-c:v", "libx264", "-preset", "veryfast", "-crf", "22",
			"-maxrate", strconv.Itoa(r.Bitrate), "-bufsize", strconv.Itoa(2*r.Bitrate), "-c:a", "aac", "-b:a", "128k", out)
	}
}

func (b *bench) plain(args ...string) error {
	threads := strconv.Itoa(b.threads)
	all := append([]string{"-v", "error", "-nostdin", "-y", "-threads", threads, "-filter_threads", threads}, args...)
	last := len(all) - 1
	all = append(all[:last], "-threads", threads, all[last])
	cmd := exec.CommandContext(b.ctx, b.tools.FFmpeg, all...)
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// step prints what one took, and what the plain ffmpeg took for the same.
func (b *bench) step(upload, name string, plain, do func() error) error {
	wall, cpu, err := timed(do)
	if err != nil {
		return fmt.Errorf("%s, %s: %w", upload, name, err)
	}
	fmt.Fprintf(b.out, "%s\t%s\t%.1f s\t%.1f s\t%.1f s", upload, name, wall.Seconds(), cpu.Seconds(), cpu.Seconds()/b.length.Minutes())
	if plain != nil {
		_, base, err := timed(plain)
		if err != nil {
			return fmt.Errorf("plain ffmpeg for %s, %s: %w", upload, name, err)
		}
		fmt.Fprintf(b.out, "\t%.1f s\t%.2f", base.Seconds(), cpu.Seconds()/base.Seconds())
	}
	fmt.Fprintln(b.out)
	return nil
}

// timed is the time on the wall, and that of all processors: of children too.
func timed(do func() error) (wall, cpu time.Duration, err error) {
	before, began := used(), time.Now()
	err = do()
	return time.Since(began), used() - before, err
}

func used() (all time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			all += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return all
}
