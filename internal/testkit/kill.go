package testkit

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// KillAfter runs the calling test once more, in a process of its own with env
// added, and kills that one (kill -9) as soon as enough of the lines that it prints
// count. Lines after the kill are asked about too: what was acknowledged before it
// counts. It fails the test when the process ends by itself before.
func KillAfter(t *testing.T, enough int, counts func(line string) bool, env ...string) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	child.Env = append(os.Environ(), env...)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	counted, other := 0, []string{}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if !counts(lines.Text()) {
			other = append(other, lines.Text())
			continue
		}
		if counted++; counted == enough {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	child.Wait() // it was killed, and says so
	if child.ProcessState.Exited() {
		t.Fatalf("the child ended by itself, after %d of %d:\n%s", counted, enough, strings.Join(other, "\n"))
	}
}

// IDs counts lines of this word and an id, and gathers the ids. A line that the
// kill cut short is none.
func IDs(word string, into *[]string) func(line string) bool {
	return func(line string) bool {
		said, found := strings.CutPrefix(line, word+" ")
		if !found || len(said) != 26 {
			return false
		}
		*into = append(*into, said)
		return true
	}
}
