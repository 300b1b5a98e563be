#!/usr/bin/env bash
# Static checks: formatting, vet, staticcheck, generated files, TypeScript, Biome.
set -euo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=0 GOFLAGS=${GOFLAGS:--tags=nodynamic -trimpath}

unformatted=$(gofmt -l cmd internal migrations scripts demo/*.go bench web/*.go)
[ -z "$unformatted" ] || { echo "not formatted (gofmt -w):"; echo "$unformatted"; exit 1; }
go vet ./...
go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

go test ./internal -run TestServerTexts # every text of the program, in every language

# A generated file that is stale would let the API and the app drift apart.
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
go run ./cmd/limelight openapi >"$fresh/openapi.json"
cmp -s "$fresh/openapi.json" internal/app/openapi.json || { echo "internal/app/openapi.json is stale: run make generate"; exit 1; }
(cd web && npx openapi-typescript ../internal/app/openapi.json -o "$fresh/schema.gen.ts" >/dev/null)
cmp -s "$fresh/schema.gen.ts" web/src/api/schema.gen.ts || { echo "web/src/api/schema.gen.ts is stale: run make generate"; exit 1; }
node web/generate.mjs internal/app/openapi.json "$fresh/events.gen.ts" "$fresh/kinds.gen.ts" "$fresh/actions.gen.ts"
for generated in realtime/events.gen.ts money/kinds.gen.ts audit/actions.gen.ts; do
  cmp -s "$fresh/${generated#*/}" "web/src/$generated" || { echo "web/src/$generated is stale: run make generate"; exit 1; }
done
scripts/clients.sh # a stock generator makes a client of the same document

cd web
npx tsc -b --noEmit
npx biome check .
node i18n/extract.mjs --check # a missing, unused or empty text, or English that nobody translates
