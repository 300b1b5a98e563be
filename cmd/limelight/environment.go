package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

const prefix = "LIMELIGHT_"

// unknownVariables refuses LIMELIGHT_ variables that no flag has: a misspelt one would be a setting that is silently
// not there.
func unknownVariables(model *kong.Application, environ []string) error {
	known := variables(model.Node)
	for _, line := range environ {
		name, _, _ := strings.Cut(line, "=")
		if !strings.HasPrefix(name, prefix) || slices.Contains(known, name) {
			continue
		}
		return fmt.Errorf("the variable %s is unknown; did you mean %s?", name, nearest(name, known))
	}
	return nil
}

// variables are the names that the flags of a command, and of those below it, have.
func variables(n *kong.Node) (names []string) {
	for _, flag := range n.Flags {
		names = append(names, flag.Envs...)
	}
	for _, below := range n.Children {
		names = append(names, variables(below)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func nearest(name string, known []string) string {
	return slices.MinFunc(known, func(a, b string) int { return distance(name, a) - distance(name, b) })
}

// distance is how many letters must be put in, left out or changed to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
