package geo

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// The kinds of file.
const (
	KindCountries = "countries"
	KindHosting   = "hosting"
)

// AddressFile is a table as an operator sees it.
type AddressFile struct {
	Kind    string    `json:"kind" enum:"countries,hosting"`
	Path    string    `json:"path" doc:"the file that is followed; empty: none is named"`
	Bundled bool      `json:"bundled" doc:"in use is the table inside the program"`
	BuiltAt time.Time `json:"builtAt" doc:"as the file itself or the file system says"`
	ReadAt  time.Time `json:"readAt" doc:"when the file in use was read"`
	Entries int       `json:"entries"`
	Problem string    `json:"problem" doc:"why the file as it is now is not in use"`
}

// followed is a file that is read again when it changes.
type followed struct {
	path string
	use  func(data []byte) (built time.Time, entries int, err error)

	mu    sync.Mutex
	state AddressFile
	size  int64
	time  time.Time
}

// maxFile bounds what is read, in bytes.
const maxFile = 512 << 20

// Refresh reads the files that have changed, and returns why one is not used. Each state of a file
// is tried once.
func (t *Tables) Refresh() (problems []error) {
	for _, f := range t.files {
		if err := f.refresh(t.now()); err != nil {
			problems = append(problems, err)
		}
	}
	return problems
}

// Files are the tables as they are now.
func (t *Tables) Files() (list []AddressFile) {
	for _, f := range t.files {
		f.mu.Lock()
		state := f.state
		f.mu.Unlock()
		state.Path = f.path
		list = append(list, state)
	}
	return list
}

func (f *followed) refresh(now time.Time) error {
	if f.path == "" {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	info, err := os.Stat(f.path)
	switch {
	case err != nil:
		return f.refuse(err, time.Time{}, 0)
	case info.ModTime().Equal(f.time) && info.Size() == f.size:
		return nil
	case info.Size() > maxFile:
		return f.refuse(fmt.Errorf("it is larger than %d MB", maxFile>>20), info.ModTime(), info.Size())
	}
	data, err := os.ReadFile(f.path)
	if err != nil {
		return f.refuse(err, info.ModTime(), info.Size())
	}
	built, entries, err := f.use(data)
	if err != nil {
		return f.refuse(err, info.ModTime(), info.Size())
	}
	if built.IsZero() {
		built = info.ModTime().UTC()
	}
	f.time, f.size = info.ModTime(), info.Size()
	f.state = AddressFile{Kind: f.state.Kind, BuiltAt: built, ReadAt: now, Entries: entries}
	return nil
}

// refuse keeps what was read before, and says so once for each state of the file.
func (f *followed) refuse(err error, changed time.Time, size int64) error {
	said := f.state.Problem
	f.time, f.size, f.state.Problem = changed, size, err.Error()
	if said == f.state.Problem {
		return nil
	}
	return fmt.Errorf("address data %s: %w", f.path, err)
}
