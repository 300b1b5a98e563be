// Command totals reads `go test -json`, prints what a person wants of it (one
// line per package, the output of what failed, every skip with its reason), and
// appends "passed failed skipped" to the file that LIMELIGHT_TOTALS names.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
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
	passed, failed, skipped int
	output                  map[string]*strings.Builder
}

func main() {
	t := tally{output: map[string]*strings.Builder{}}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			fmt.Println(lines.Text()) // the compiler's own words
			continue
		}
		t.take(e)
	}
	if err := t.keep(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if t.failed > 0 {
		os.Exit(1)
	}
}

func (t *tally) take(e event) {
	key := e.Package + " " + e.Test
	switch e.Action {
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
	case e.Action == "skip":
		t.skipped++
		fmt.Print(said)
	default:
		t.failed++
		fmt.Print(said)
	}
}

func (t *tally) packageEnded(e event, said string) {
	switch e.Action {
	case "pass":
		fmt.Printf("ok    %6.1fs  %s\n", e.Elapsed, e.Package)
	case "fail":
		t.failed++
		fmt.Printf("%sFAIL  %6.1fs  %s\n", said, e.Elapsed, e.Package)
	}
}

func (t *tally) keep() error {
	name := os.Getenv("LIMELIGHT_TOTALS")
	if name == "" {
		fmt.Printf("%d passed, %d failed, %d skipped\n", t.passed, t.failed, t.skipped)
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
