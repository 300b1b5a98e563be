package transcode

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"limelight/internal/kit/recovery"
)

// Failure is what went wrong with a program: for the operator, never for who uploaded the file. Another try may succeed.
type Failure struct {
	Step   string // what was attempted: "encode 480p"
	Reason error  // ErrStalled, ErrEndless, ErrLimit, the end of the context, an exit status, a broken result
	Stderr string // the last lines of what the program said

	// OfMachine says that it is not the file's: the program was not there, did not start, or found
	// no room for what it writes.
	OfMachine bool
}

func (f *Failure) Error() string {
	if f.Stderr == "" {
		return fmt.Sprintf("%s: %v", f.Step, f.Reason)
	}
	return fmt.Sprintf("%s: %v: %s", f.Step, f.Reason, f.Stderr)
}

func (f *Failure) Unwrap() error { return f.Reason }

// Why a program was killed, and what a result lacks.
var (
	ErrStalled = errors.New("transcode: no progress, killed")
	ErrEndless = errors.New("transcode: goes on after the end of the video, killed")
	ErrLimit   = errors.New("transcode: beyond its time, killed")
	ErrKilled  = errors.New("transcode: killed, as by its limit of processor time or for want of memory")
	ErrBroken  = errors.New("transcode: the result is broken")
)

// job is one run of a program.
type job struct {
	step     string
	program  string
	args     []string
	stdin    io.Reader               // nil: nothing
	stdout   func(r io.Reader) error // reads what it writes; nil: nothing is read
	until    time.Duration           // progress beyond it is that of an endless program; 0: unknown
	progress func(at time.Duration)  // hears how far it is; may be nil
	said     *tail                   // keeps what it complains of; may be nil
	silent   bool                    // it reports no progress: what it writes to stdout counts instead
}

// grace is what progress may be beyond the end, as frames are rounded and sound is padded.
const grace = 10 * time.Second

// run starts the program and waits for its end, or ends it. The thread is locked because the child is told to die with the
// thread that started it (limit), and Go ends idle threads.
func (t *Transcoder) run(ctx context.Context, j job) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ctx, release := context.WithTimeoutCause(ctx, t.limits.Wall, ErrLimit)
	defer release()

	said := j.said
	if said == nil {
		said = &tail{}
	}
	cmd := exec.CommandContext(ctx, j.program, j.args...)
	cmd.Env, cmd.Dir, cmd.Stdin, cmd.Stderr = []string{}, "/", j.stdin, said
	cmd.WaitDelay = 2 * time.Second
	own(cmd)
	watch := &watchdog{stall: t.limits.Stall, until: j.until, progress: j.progress, kill: cancel}
	reports, err := attach(cmd, j, watch)
	if err != nil {
		return &Failure{Step: j.step, Reason: err, OfMachine: true}
	}
	if err := cmd.Start(); err != nil {
		reports.close()
		return &Failure{Step: j.step, Reason: err, OfMachine: true}
	}
	limit(cmd.Process.Pid, t.limits)
	watch.begin()
	stop := context.AfterFunc(ctx, func() { recovery.Do(nil, "transcode.close", reports.stop) })
	readErr := reports.read()
	stop()
	err = cmd.Wait()
	watch.end()
	killGroup(cmd.Process.Pid)
	switch cause := context.Cause(ctx); {
	case cause != nil:
		err = cause
	case isSignal(err):
		err = fmt.Errorf("%w: %w", ErrKilled, err)
	}
	if err = errors.Join(err, readErr); err != nil {
		return &Failure{Step: j.step, Reason: err, Stderr: said.String(), OfMachine: foundNoRoom(said.String())}
	}
	return nil
}

// pipes are what the program writes and we read while it runs.
type pipes struct {
	readers []func() error
	ours    []io.Closer
	theirs  []io.Closer // closed here once the child has them, so that its end is the end of file
}

// attach gives the program the third descriptor for its progress and, when somebody reads it, its standard output.
func attach(cmd *exec.Cmd, j job, watch *watchdog) (*pipes, error) {
	p := &pipes{}
	if !j.silent {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		cmd.ExtraFiles = []*os.File{w}
		p.ours, p.theirs = append(p.ours, r), append(p.theirs, w)
		p.readers = append(p.readers, func() error { watch.follow(r); return nil })
	}
	if j.stdout != nil {
		r, w, err := os.Pipe()
		if err != nil {
			p.close()
			return nil, err
		}
		cmd.Stdout = w
		p.ours, p.theirs = append(p.ours, r), append(p.theirs, w)
		p.readers = append(p.readers, func() error {
			var from io.Reader = r
			if j.silent {
				from = &noticed{r, watch}
			}
			err := j.stdout(from)
			if err != nil {
				watch.kill(err)
			}
			_, _ = io.Copy(io.Discard, from) // so that the program is not left waiting with a full pipe
			return err
		})
	}
	return p, nil
}

func (p *pipes) close() {
	for _, c := range append(p.ours, p.theirs...) {
		_ = c.Close()
	}
}

// stop ends reading, also of pipes that a child outside the process group holds.
func (p *pipes) stop() {
	for _, c := range p.ours {
		_ = c.Close()
	}
}

// read reads all pipes to their ends, and returns the first error of a reader.
func (p *pipes) read() error {
	for _, c := range p.theirs {
		_ = c.Close()
	}
	errs := make([]error, len(p.readers))
	var reading sync.WaitGroup
	for i, read := range p.readers {
		reading.Go(func() {
			errs[i] = recovery.Run(nil, "transcode.read", read)
		})
	}
	reading.Wait()
	p.stop()
	return errors.Join(errs...)
}

// watchdog ends a program whose progress does not grow.
type watchdog struct {
	stall    time.Duration
	until    time.Duration
	progress func(time.Duration)
	kill     context.CancelCauseFunc

	mu    sync.Mutex
	timer *time.Timer
	best  [3]int64 // the highest value of each counter
}

func (w *watchdog) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(w.stall, func() {
		recovery.Do(nil, "transcode.watchdog", func() { w.kill(ErrStalled) })
	})
}

func (w *watchdog) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Stop()
}

// grew starts the time anew.
func (w *watchdog) grew() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Reset(w.stall)
}

// counters are the lines of -progress that must grow, one of them at least; the first says how far the program is.
var counters = [...]string{"out_time_us", "frame", "total_size"}

// maxLine bounds a line of -progress, which is ffmpeg's own.
const maxLine = 4096

// follow reads lines of name=value.
func (w *watchdog) follow(r io.Reader) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, maxLine), maxLine)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), "=")
		counter := slices.Index(counters[:], name)
		if counter < 0 {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
		if err != nil || n <= w.best[counter] {
			continue // N/A, or no growth
		}
		w.best[counter] = n
		w.grew()
		if counter == 0 {
			w.at(time.Duration(n) * time.Microsecond)
		}
	}
	_, _ = io.Copy(io.Discard, r)
}

func (w *watchdog) at(now time.Duration) {
	if w.until > 0 && now > w.until+grace+w.until/50 {
		w.kill(ErrEndless)
	}
	if w.progress != nil {
		w.progress(now)
	}
}

// noticed is a pipe whose bytes are progress.
type noticed struct {
	from  io.Reader
	watch *watchdog
}

func (n *noticed) Read(b []byte) (int, error) {
	got, err := n.from.Read(b)
	if got > 0 {
		n.watch.grew()
	}
	return got, err
}

// maxSaid is how much of the end of a program's complaints is kept, in bytes.
const maxSaid = 4096

// tail keeps the last lines written to it, and counts those that have a sign.
type tail struct {
	sign string // none: nothing is counted

	mu    sync.Mutex
	kept  []byte
	line  []byte // that has not ended, up to maxLine
	signs int
}

func (s *tail) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count(b)
	s.kept = append(s.kept, b...)
	if len(s.kept) > 2*maxSaid {
		s.kept = append([]byte{}, s.kept[len(s.kept)-maxSaid:]...)
	}
	return len(b), nil
}

func (s *tail) count(b []byte) {
	for s.sign != "" && len(b) > 0 {
		rest, after, ended := bytes.Cut(b, []byte("\n"))
		s.line = append(s.line, rest[:min(len(rest), maxLine-len(s.line))]...)
		if ended {
			if bytes.Contains(s.line, []byte(s.sign)) {
				s.signs++
			}
			s.line = s.line[:0]
		}
		b = after
	}
}

func (s *tail) seen() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.signs
}

func (s *tail) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := s.kept
	if len(text) > maxSaid {
		text = text[len(text)-maxSaid:]
	}
	return strings.TrimSpace(strings.ToValidUTF8(string(text), "?"))
}

// foundNoRoom tells from what a program says whether the disk is full: its exit status says so of nothing.
func foundNoRoom(said string) bool {
	for _, why := range []error{syscall.ENOSPC, syscall.EDQUOT} {
		if strings.Contains(strings.ToLower(said), why.Error()) {
			return true
		}
	}
	return false
}

// isSignal tells whether it was ended by a signal, which we did not send.
func isSignal(err error) bool {
	exit, ok := errors.AsType[*exec.ExitError](err)
	return ok && exit.ExitCode() < 0
}

// isExit tells whether the program ended by itself and said that it failed.
func isExit(err error) bool {
	exit, ok := errors.AsType[*exec.ExitError](err)
	return ok && exit.ExitCode() > 0
}

func exitCode(err error) int {
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	return -1
}
