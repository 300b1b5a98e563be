#!/usr/bin/env bash
# Real browsers against the built program (bin/limelight). Arguments go to
# Playwright, such as a file's name. CHROMIUM and CHROMIUM_WINDOWED name other
# browsers: the first needs no window and so a third less of the machine.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/needs.sh

need ffmpeg ffmpeg
need sqlite3 sqlite3 # Site.write
[ -n "${CHROMIUM:-}" ] || need chromium-headless-shell chromium-headless-shell
[ -n "${CHROMIUM_WINDOWED:-}" ] || need chromium chromium
mend
export CHROMIUM=${CHROMIUM:-$(command -v chromium-headless-shell)} CHROMIUM_WINDOWED=${CHROMIUM_WINDOWED:-$(command -v chromium)}
[ -x "${LIMELIGHT:-bin/limelight}" ] || { echo "The program is not built yet: make build"; exit 1; }
[ -d web/node_modules ] || { echo "The web app's packages are missing: make web/node_modules"; exit 1; }

ln -sfn ../web/node_modules e2e/node_modules
cd e2e
npx tsc -p . & # while the demo's site is filled, which takes one core
types=$!
[ $# -eq 0 ] || set -- --no-deps "$@" # who names a story wants that one, not all that come before it
code=0
npx playwright test "$@" || code=$?
wait "$types" || code=$?
[ -z "${TEST_TOTALS:-}" ] || node -e '
  const { stats } = JSON.parse(require("fs").readFileSync("results/report.json"));
  const { expected, unexpected, flaky, skipped } = stats;
  require("fs").appendFileSync(process.argv[1], `${expected} ${unexpected + flaky} ${skipped}\n`);' "$TEST_TOTALS"
exit $code
