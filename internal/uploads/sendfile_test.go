package uploads

import (
	"bytes"
	"io"
	"path/filepath"
	"syscall"
	"testing"

	"limelight/internal/testkit"
)

// What the system is lent of an upload ends with each of its parts, and goes on with the next
// one; what was read before and what is read afterwards stands beside it. In a bucket there is
// nothing to lend.
func TestSendfile(t *testing.T) {
	n := oneNode(t)
	data := randomBytes(2*blockSize + mb)
	path := n.begins(t, int64(len(data)))
	n.sends(t, path, 0, data).must(t, 204)
	u, _ := n.claims(t, path)
	opened, err := n.Open(t.Context(), u.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	got := make([]byte, 100)
	if _, err := io.ReadFull(opened, got); err != nil {
		t.Fatal(err)
	}
	piece := make([]byte, mb+1)
	for len(got) < len(data)-200 {
		lent, err := opened.(syscall.Conn).SyscallConn()
		if err != nil {
			t.Fatal(err)
		}
		var came int
		if err := lent.Read(func(fd uintptr) bool {
			came, err = syscall.Read(int(fd), piece[:min(len(piece), len(data)-200-len(got))])
			return true
		}); err != nil || came <= 0 {
			t.Fatalf("%d bytes came after %d: %v", came, len(got), err)
		}
		got = append(got, piece[:came]...)
	}
	rest, err := io.ReadAll(opened)
	if got = append(got, rest...); err != nil || !bytes.Equal(got, data) {
		t.Errorf("%d bytes of %d came, or others (%v)", len(got), len(data), err)
	}
	if _, err := opened.(syscall.Conn).SyscallConn(); err == nil {
		t.Error("the system is lent what is over")
	}

	cloud := setup(t, testkit.DB(t), bucketOf(t))
	path = cloud.begins(t, mb)
	cloud.sends(t, path, 0, data[:mb]).must(t, 204)
	cloud.claims(t, path)
	far, err := cloud.Open(t.Context(), filepath.Base(path))
	if err != nil {
		t.Fatal(err)
	}
	defer far.Close()
	if _, err := far.(syscall.Conn).SyscallConn(); err == nil {
		t.Error("the system is lent what lies in a bucket")
	}
}
