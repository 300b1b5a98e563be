// Command contract compares two OpenAPI documents of this site and prints what differs,
// a sorted line each: "+" was added or widened, "-" was taken away or narrowed.
//
//	go run ./scripts/contract OLD NEW [ALLOWED]
//
// OLD and NEW may be gzipped. Its exit code is 1 when something was taken away that the file
// ALLOWED does not list. Shapes are compared, not their names; texts and tags are not compared.
package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	if len(os.Args) < 3 || len(os.Args) > 4 {
		fmt.Fprintln(os.Stderr, "usage: contract OLD NEW [ALLOWED]")
		os.Exit(2)
	}
	broken, err := run(os.Stdout, os.Args[1], os.Args[2], os.Args[3:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if broken {
		os.Exit(1)
	}
}

// run prints the differences and says whether one of them breaks the contract.
func run(out io.Writer, oldFile, newFile string, allowedFile []string) (broken bool, err error) {
	before, err := readDocument(oldFile)
	if err != nil {
		return false, err
	}
	after, err := readDocument(newFile)
	if err != nil {
		return false, err
	}
	allowed := allowances{}
	for _, name := range allowedFile {
		if allowed, err = readAllowances(name); err != nil {
			return false, err
		}
	}
	for _, line := range compare(before, after) {
		note := ""
		if reason, ok := allowed[line]; ok {
			note = " (allowed: " + reason + ")"
		} else if strings.HasPrefix(line, "- ") {
			broken = true
		}
		fmt.Fprintln(out, line+note)
	}
	return broken, nil
}

func readDocument(name string) (d document, err error) {
	file, err := os.Open(name)
	if err != nil {
		return d, err
	}
	defer file.Close()
	var text io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		if text, err = gzip.NewReader(file); err != nil {
			return d, fmt.Errorf("unpack %s: %w", name, err)
		}
	}
	if err := json.NewDecoder(text).Decode(&d); err != nil {
		return d, fmt.Errorf("read %s: %w", name, err)
	}
	if len(d.Paths) == 0 {
		return d, fmt.Errorf("%s names no calls", name)
	}
	return d, nil
}

// allowances are differences that are wanted, each with its reason.
type allowances map[string]string

// readAllowances reads a file of differences as they are printed. The comment above them is
// their reason; an empty line ends it.
func readAllowances(name string) (allowances, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	allowed, reason := allowances{}, ""
	for i, line := range strings.Split(string(text), "\n") {
		comment, isComment := strings.CutPrefix(line, "# ")
		switch {
		case line == "":
			reason = ""
		case isComment:
			reason = strings.TrimSpace(reason + " " + comment)
		case reason == "":
			return nil, fmt.Errorf("%s:%d: %s is allowed without a reason", name, i+1, line)
		default:
			allowed[line] = reason
		}
	}
	return allowed, nil
}
