#!/usr/bin/env bash
# The API on :8080 and the web app with live reload on :5173; Ctrl-C ends both.
set -euo pipefail
cd "$(dirname "$0")/.."
trap 'kill 0' EXIT
go run ./cmd/limelight serve --addr :8080 --data data --demo --log-level debug &
(cd web && npx vite) &
wait
