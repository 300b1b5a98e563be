package main

import (
	"regexp"
	"strings"
)

// The race detector watches the media engine too, whose own goroutines now and
// then race with each other. That is for its authors: a test that failed for
// nothing else counts as passed, and is told of. A race in which our code takes
// part, or that cannot be read, fails as ever.

// engine are the functions of the media engine, as a stack names them.
var engine = regexp.MustCompile(`^(github\.com/livekit/|github\.com/pion/)`)

const race = "WARNING: DATA RACE\n" // begins a report

var (
	access    = regexp.MustCompile(`(?i)^(previous )?(atomic )?(read|write) (at|of) `)
	forgiving = regexp.MustCompile(`^\s*testing\.go:\d+: race detected (during|outside of) .*$|^testing: race detected outside of test execution$`)
	complaint = regexp.MustCompile(`^\s+\w+\.go:\d+: |^panic: |^fatal error: |^SIG[A-Z]+: `)
)

// enginesAlone tells whether what a failed test said holds a race inside the
// engine, and nothing else that makes a test fail.
func enginesAlone(said string) bool { return strings.Contains(said, race) && !complains(said) }

// onlyPresent tells whether a test failed for nothing but that a race was found
// while it ran: of tests that run at once one prints the report and all fail.
func onlyPresent(said string) bool {
	return strings.Contains(said, ": race detected during execution of test\n") && !strings.Contains(said, race) && !complains(said)
}

// complains tells whether a test said something that makes it fail other than a
// race inside the engine. A line of t.Log counts, for it looks the same; what
// a test writes to t.Output does not.
func complains(said string) bool {
	for _, block := range strings.Split(said, "==================\n") {
		if strings.HasPrefix(block, race) {
			if !insideEngine(block) {
				return true
			}
			continue
		}
		for line := range strings.Lines(block) {
			if line = strings.TrimRight(line, "\n"); complaint.MatchString(line) && !forgiving.MatchString(line) {
				return true
			}
		}
	}
	return false
}

// insideEngine looks at the stacks of both accesses.
func insideEngine(report string) bool {
	accesses, theirs := 0, 0
	for _, section := range strings.Split(report, "\n\n") {
		lines := strings.Split(strings.TrimPrefix(section, race), "\n")
		if !access.MatchString(lines[0]) {
			continue
		}
		accesses++
		if engines(lines[1:]) {
			theirs++
		}
	}
	return accesses == 2 && theirs == 2
}

// engines tells whether a stack is of the engine and nowhere of ours.
func engines(stack []string) (theirs bool) {
	for _, line := range stack {
		function := strings.TrimSpace(line)
		if strings.HasPrefix(function, "limelight/") || strings.HasPrefix(function, "main.") {
			return false
		}
		theirs = theirs || engine.MatchString(function)
	}
	return theirs
}
