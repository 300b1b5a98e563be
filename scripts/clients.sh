#!/usr/bin/env bash
# A stock generator makes a Go client of the API's document in OpenAPI 3.0, and it builds: whoever
# writes a client in another language has tools that read the same document. (The other generator
# is that of the web app's types, which lint.sh runs.) A document that has passed is not tried again.
set -euo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=0 GOFLAGS=${GOFLAGS:--tags=nodynamic -trimpath}
generator=github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2

command -v go >/dev/null || { echo "Go is missing. Install Go 1.26: https://go.dev/dl/"; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go run ./cmd/limelight openapi --as 3.0 >"$work/openapi.json"

passed=.cache/clients # the state that passed last
state=$({ cat "$work/openapi.json" scripts/clients.sh scripts/clients/go.mod scripts/clients/go.sum; go version; } | sha256sum)
[ "$(cat "$passed" 2>/dev/null)" != "$state" ] || exit 0

cp scripts/clients/go.mod scripts/clients/go.sum "$work"
go run "$generator" -generate types,client -package client -o "$work/client.gen.go" "$work/openapi.json" || {
  echo "no Go client came out of the document: either $generator could not be fetched (it needs a Go module proxy once), or it refuses the document as said above"
  exit 1
}
(cd "$work" && go build ./...) || {
  echo "the generated Go client does not build: either the modules of scripts/clients/go.mod could not be fetched, or the document misleads the generator as said above"
  exit 1
}
mkdir -p .cache
echo "$state" >"$passed"
echo "a Go client of $(grep -c '^func Parse' "$work/client.gen.go") calls builds"
