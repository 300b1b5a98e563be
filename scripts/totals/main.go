// Command totals reads `go test -json`, prints what a person wants of it (one
// line per package and per slow test, the output of what failed, every skip with its
// reason), and appends "passed failed skipped" to the file that TEST_TOTALS names. Its
// exit code is the verdict: 1 when a test failed, or a package never ended.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

type event struct {
	Action  string
	Package string
	Test    string
	Output  string
	Elapsed float64
}

type tally struct {
	out                     io.Writer
	passed, failed, skipped int
	output                  map[string]*strings.Builder
	open                    map[string]bool     // packages that began and did not end
	present                 map[string][]report // package → tests that failed for a race told of elsewhere
	forgiven, guilty        map[string][]string // package → tests that failed: by the engine's races alone, and otherwise
}

func main() {
	t := newTally(os.Stdout)
	if err := t.read(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if err := t.keep(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if t.failed > 0 {
		os.Exit(1)
	}
}

// slowAfter is from how many seconds on a test is named: the suite is to stay quick.
const slowAfter = 20

// report is what a test said.
type report struct{ test, said string }

func newTally(out io.Writer) *tally {
	return &tally{out: out, output: map[string]*strings.Builder{}, open: map[string]bool{}, present: map[string][]report{}, forgiven: map[string][]string{}, guilty: map[string][]string{}}
}

func (t *tally) read(from io.Reader) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			fmt.Fprintln(t.out, lines.Text()) // the compiler's own words
			continue
		}
		t.take(e)
	}
	for name := range t.open {
		t.failed++
		fmt.Fprintf(t.out, "FAIL           %s did not come to its end\n", name)
	}
	if t.passed+t.failed == 0 {
		t.failed++
		fmt.Fprintln(t.out, "FAIL           no test ran")
	}
	return lines.Err()
}

func (t *tally) take(e event) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "start":
		t.open[e.Package] = true
	case "output", "build-output":
		if t.output[key] == nil {
			t.output[key] = &strings.Builder{}
		}
		t.output[key].WriteString(e.Output)
	case "pass", "fail", "skip":
		t.ended(e, key)
	}
}

func (t *tally) ended(e event, key string) {
	said := ""
	if t.output[key] != nil {
		said = t.output[key].String()
		delete(t.output, key)
	}
	switch {
	case e.Test == "":
		t.packageEnded(e, said)
	case e.Action == "pass":
		t.passed++
		if e.Elapsed >= slowAfter && !strings.Contains(e.Test, "/") {
			fmt.Fprintf(t.out, "slow%8.1fs  %s %s\n", e.Elapsed, e.Package, e.Test)
		}
	case e.Action == "skip":
		t.skipped++
		fmt.Fprint(t.out, said)
	case enginesAlone(said) || t.partsIn(t.forgiven, e) && !t.partsIn(t.guilty, e) && !complains(said):
		t.passed++
		t.forgiven[e.Package] = append(t.forgiven[e.Package], e.Test)
		fmt.Fprintf(t.out, "%s      the media engine raced with itself in %s %s; that is not held against the test\n",
			strings.ReplaceAll(said, "--- FAIL: ", "--- RACE: "), e.Package, e.Test) // who searches the output for failures finds none
	case onlyPresent(said):
		t.present[e.Package] = append(t.present[e.Package], report{e.Test, said})
	default:
		t.fails(e.Package, report{e.Test, said})
	}
}

func (t *tally) fails(pkg string, r report) {
	t.failed++
	t.guilty[pkg] = append(t.guilty[pkg], r.test)
	fmt.Fprint(t.out, r.said)
}

// judgePresent decides on tests that ran while a race was found whose report went
// to a neighbour. The neighbour's verdict is theirs.
func (t *tally) judgePresent(pkg, said string) {
	inEngine := len(t.forgiven[pkg]) > 0 || enginesAlone(said)
	for _, r := range t.present[pkg] {
		if !inEngine {
			t.fails(pkg, r)
			continue
		}
		t.passed++
		t.forgiven[pkg] = append(t.forgiven[pkg], r.test)
	}
}

// partsIn tells whether the list has a part of this test.
func (t *tally) partsIn(list map[string][]string, e event) bool {
	for _, name := range list[e.Package] {
		if strings.HasPrefix(name, e.Test+"/") {
			return true
		}
	}
	return false
}

func (t *tally) packageEnded(e event, said string) {
	delete(t.open, e.Package)
	t.judgePresent(e.Package, said)
	innocent := len(t.guilty[e.Package]) == 0 && (enginesAlone(said) || len(t.forgiven[e.Package]) > 0 && !complains(said))
	switch {
	case e.Action == "pass", e.Action == "fail" && innocent:
		fmt.Fprintf(t.out, "ok    %6.1fs  %s\n", e.Elapsed, e.Package)
	case e.Action == "fail":
		t.failed++
		t.tellUnended(e.Package)
		fmt.Fprintf(t.out, "%sFAIL  %6.1fs  %s\n", said, e.Elapsed, e.Package)
	}
}

// maxUnended is how much is shown of what a test said that did not end, in bytes: a panic and
// the first of its goroutines, of which there may be thousands.
const maxUnended = 4000

// tellUnended shows the tests that were running when their package ended, by a panic or because
// its time was over.
func (t *tally) tellUnended(pkg string) {
	var keys []string
	for key := range t.output {
		if name, test, _ := strings.Cut(key, " "); name == pkg && test != "" {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		said := t.output[key].String()
		delete(t.output, key)
		if at := strings.Index(said, "panic: "); at >= 0 {
			said = said[at:]
		}
		fmt.Fprintf(t.out, "did not end: %s\n%.*s\n", key, maxUnended, said)
	}
}

func (t *tally) keep() error {
	name := os.Getenv("TEST_TOTALS")
	if name == "" {
		fmt.Fprintf(t.out, "%d passed, %d failed, %d skipped\n", t.passed, t.failed, t.skipped)
		return nil
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(file, "%d %d %d\n", t.passed, t.failed, t.skipped); err != nil {
		return err
	}
	return file.Close()
}
