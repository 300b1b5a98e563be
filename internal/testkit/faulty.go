package testkit

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"os"
	"sync"
	"testing"

	"limelight/internal/kit/db"
)

// Faulty is a database on PostgreSQL whose connection breaks at a chosen answer: the statement was
// carried out, and whoever asked for it never hears so. With the answer to a COMMIT the transaction
// is made; with any other it is rolled back, as by a crash of the program.
type Faulty struct {
	*db.DB

	mu       sync.Mutex
	left     int // answers until it breaks; 0: it does not
	atCommit bool
	broke    int
}

// NewFaulty opens a fresh migrated database. SQLite has no line between a statement and its answer:
// there the test is skipped.
func NewFaulty(t testing.TB) *Faulty {
	t.Helper()
	if os.Getenv("TEST_DATABASE_URL") == "" {
		t.Skip("SQLite answers in the process itself; TEST_DATABASE_URL names no PostgreSQL")
	}
	address, err := url.Parse(Migrated(t))
	if err != nil {
		t.Fatal(err)
	}
	f, line := &Faulty{}, newLine(address.Host)
	line.answers = f.answers
	line.Mend(t)
	t.Cleanup(line.Cut)
	address.Host = line.Address()
	f.DB = Open(t, address.String())
	return f
}

// BreakAtCommit has the next COMMIT be made and its answer be lost.
func (f *Faulty) BreakAtCommit() { f.set(0, true) }

// BreakAt has the n-th answer from now on be lost.
func (f *Faulty) BreakAt(n int) { f.set(n, false) }

func (f *Faulty) set(left int, atCommit bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.left, f.atCommit = left, atCommit
}

// Broke is how many answers were lost.
func (f *Faulty) Broke() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.broke
}

// AtEveryAnswer breaks the connection at each answer of something in turn. Prepare makes ready for the
// n-th time and says what is to be done: that fails, since the database is away, and must succeed when it
// is done again; check looks at what came of it. What only reads may be asked again by the driver itself.
// It ends with the time that nothing broke.
func (f *Faulty) AtEveryAnswer(t testing.TB, what string, prepare func(n int) (do func() error, check func())) {
	t.Helper()
	failed := 0
	for n := 1; ; n++ {
		do, check := prepare(n)
		before := f.Broke()
		f.BreakAt(n)
		err := do()
		f.BreakAt(0)
		broke := f.Broke() > before
		if db.Unavailable(err) && broke {
			failed++
			err = do()
		}
		if err != nil {
			t.Fatalf("%s, broken at answer %d: %v", what, n, err)
		}
		check()
		if !broke {
			if failed < 5 {
				t.Errorf("%s failed %d times: this proves little", what, failed)
			}
			return
		}
	}
}

// answers carries what the server says, message by message: a letter, four bytes that say how long it
// is, themselves included, and the rest.
func (f *Faulty) answers(near, far net.Conn) {
	defer near.Close()
	defer far.Close()
	head := make([]byte, 5)
	for {
		if _, err := io.ReadFull(far, head); err != nil {
			return
		}
		rest := make([]byte, max(4, binary.BigEndian.Uint32(head[1:]))-4)
		if _, err := io.ReadFull(far, rest); err != nil {
			return
		}
		const commandComplete = 'C'
		if head[0] == commandComplete && f.breaks(rest) {
			return
		}
		if _, err := near.Write(append(head[:5:5], rest...)); err != nil {
			return
		}
	}
}

// breaks counts an answer, and reports whether the connection breaks at it.
func (f *Faulty) breaks(answer []byte) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	due := f.atCommit && bytes.Equal(answer, []byte("COMMIT\x00"))
	if f.left > 0 {
		f.left--
		due = f.left == 0
	}
	if due {
		f.atCommit = false
		f.broke++
	}
	return due
}
