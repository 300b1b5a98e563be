#!/usr/bin/env bash
# Everything that proves the product: static checks, Go on SQLite, again on
# PostgreSQL and under the race detector, the web app, and real browsers against
# the built program. Ends with the totals of all of them.
set -uo pipefail
cd "$(dirname "$0")/.."
. scripts/needs.sh
export GOFLAGS=${GOFLAGS:--tags=nodynamic -trimpath} CGO_ENABLED=${CGO_ENABLED:-0}

need gcc gcc libc6-dev
need ffmpeg ffmpeg
need redis-server redis-server
need chromium chromium
need chromium-headless-shell chromium-headless-shell
[ -n "$(postgres_bin)" ] || missing+=(postgresql)
mend
room 6

work=$(mktemp -d)
chmod 711 "$work" # the database server runs as another user
totals=$work/totals
: >"$totals"
export TEST_TOTALS=$totals
checks= # the process of the static checks
trap '[ -z "$checks" ] || kill "$checks" 2>/dev/null; stop_postgres "$work/postgres"; rm -rf "$work"' EXIT
failed=0

# part NAME COMMAND…: runs one part; a failure is noted and the rest still runs.
part() {
  local name=$1 began=$SECONDS
  shift
  say "$name"
  if "$@"; then
    echo "$name: passed in $((SECONDS - began)) s"
  else
    failed=1
    echo "$name: FAILED after $((SECONDS - began)) s"
  fi
}

# Vetting is done above, and a test binary needs no debugger's tables. Much of the
# time goes in waiting for clocks and media: four packages keep two cores busy.
go_suite() {
  { go test -json -p 2 -vet=off -ldflags='-s -w' -timeout 25m "$@" || true; } | go run ./scripts/totals # which judges
}

# The tests of internal/app would be the last to end by minutes: they take as long as all
# others together, and most of it goes in waiting. Their halves run beside each other.
app_suite() {
  local code=0 other
  go_suite -run '^Test[A-H]' "$@" ./internal/app &
  other=$!
  go_suite -skip '^Test[A-H]' "$@" ./internal/app || code=$?
  wait "$other" || code=$?
  return "$code"
}

# What computes, signs, draws or waits for a program has no database: SQLite's part has it.
alone='/(internal|funds/gateway|payouts/(rails|statement)|kit/(csvx|fault|filecheck|fold|htmlsafe|images|money|pdf|sanitize|secretbox|transcode))$'
# What has no database and many goroutines: PostgreSQL's part has it, watched.
bare='/kit/(api|blob|geo|id|limit|pubsub|sfu|socket)$'
# The race detector watches what has goroutines or more than a lock of its own, and internal/app,
# in which everything works together: the rest has nothing to race with but the database, and
# would take three times as long. It watches beside PostgreSQL: SQLite is Go code here, in which
# it finds nothing of ours (docs/decisions/0079).
watched='/(discover|files|ledger|moderation|playback|settings|show(/recording)?|transcoding|uploads|kit/.*)$'
# What takes minutes begins first, so that no core waits for it at the end.
long='/(funds|payouts|referrals|show|show/meter|ledger/journal|kit/(hls|sfu|transcode))$'

# go_packages PATTERN WITHOUT: all but internal/app.
go_packages() {
  local all
  all=$(go list "$1" | grep -vE "/internal/app$|$2")
  grep -E "$long" <<<"$all"
  grep -vE "$long" <<<"$all"
}

# Random and crash tests are short on PostgreSQL: they ran whole on SQLite.
go_on_postgres() (
  port=$(free_port)
  start_postgres "$work/postgres" "$port" || exit
  export TEST_DATABASE_URL="postgres://postgres@127.0.0.1:$port/limelight_test?sslmode=disable"
  code=0
  others=$(go_packages ./internal/... "$alone")
  # Every race binary sleeps for a second at its end, unless told otherwise.
  export GORACE=atexit_sleep_ms=50 CGO_ENABLED=1
  go build -race ./internal/... || exit # once, and not in each of three
  app_suite -count=1 -short -race &
  app=$!
  go_suite -count=1 -short -race $(grep -E "$watched" <<<"$others") || code=$?
  CGO_ENABLED=0 go_suite -count=1 -short $(grep -vE "$watched" <<<"$others") || code=$?
  wait "$app" || code=$?
  exit "$code"
)

go_on_sqlite() (
  code=0
  app_suite &
  app=$!
  go_suite $(go_packages ./... "$bare") || code=$?
  wait "$app" || code=$?
  exit "$code"
)

ended_server() {
  local code=0
  wait "$server" || code=$?
  cat "$work/s3"
  return "$code"
}

ended_checks() {
  local code=0
  wait "$checks" || code=$?
  checks=
  cat "$work/checks"
  return "$code"
}

web_suite() (
  cd web || exit
  npx vitest run --reporter=default --reporter=json --outputFile.json="$work/vitest.json" --silent=passed-only
  local code=$?
  node -e 'const r=require(process.argv[1]);require("fs").appendFileSync(process.argv[2],`${r.numPassedTests} ${r.numFailedTests} ${r.numPendingTests}\n`)' "$work/vitest.json" "$totals"
  exit $code
)

s3_server "$work" >"$work/s3" 2>&1 & # while packages are fetched and the web app is built
server=$!
part "build" make --no-print-directory build
part "S3 server" ended_server
export S3_SERVER=$work/versitygw # which the tests start
export LIMELIGHT=$PWD/bin/limelight # for all that start the program
part "weight of the web app" node web/budget.mjs
scripts/lint.sh >"$work/checks" 2>&1 & # while the suite waits for clocks and media
checks=$!
part "Go on SQLite" go_on_sqlite
part "static checks" ended_checks
part "features taken out" scripts/removal.sh wheel goals referrals refunds tips peekin
part "Go on PostgreSQL" go_on_postgres
part "web app" web_suite
part "browsers" scripts/e2e.sh

awk '{p+=$1; f+=$2; s+=$3} END {printf "\n%d passed, %d failed, %d skipped\n", p, f, s}' "$totals"
exit $failed
