#!/usr/bin/env bash
# Looks for inputs that break a parser: each fuzz target for FUZZTIME (60s), one
# after the other. What it finds is kept in the package's testdata/fuzz, and the
# suite runs it from then on. FUZZ names some of the targets by a pattern.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${FUZZTIME:-60s} wanted=${FUZZ:-.} failed=0
for folder in $(grep -rl --include='*_test.go' '^func Fuzz' internal | xargs -n1 dirname | sort -u); do
	for target in $(grep -h '^func Fuzz' "$folder"/*_test.go | sed -E 's/func (Fuzz[A-Za-z0-9]*).*/\1/' | grep -E "$wanted" || true); do
		echo "== $folder $target ($time)"
		go test "./$folder" -run '^$' -fuzz "^$target\$" -fuzztime "$time" || failed=1
	done
done
exit $failed
