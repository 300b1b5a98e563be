#!/usr/bin/env bash
# The pictures of the product in docs/shots, taken anew of the built program.
# Arguments go to Playwright, such as -g "a group show".
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/needs.sh

need ffmpeg ffmpeg
need chromium chromium
mend
export CHROMIUM=${CHROMIUM:-$(command -v chromium)}
[ -x "${LIMELIGHT:-bin/limelight}" ] || { echo "The program is not built yet: make build"; exit 1; }
[ -d web/node_modules ] || { echo "The web app's packages are missing: make web/node_modules"; exit 1; }

ln -sfn ../web/node_modules e2e/node_modules
cd e2e/shots
npx tsc -p ..
npx playwright test "$@"
