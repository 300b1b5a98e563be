#!/usr/bin/env bash
# Takes features out of a copy of the program and builds the rest: what proves that a feature
# is its folders, its wire files and a few lines. Prints those lines.
#
#   scripts/removal.sh wheel            one or several of: wheel goals referrals refunds tips socialconnect peekin
set -euo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=0 GOFLAGS=${GOFLAGS:--tags=nodynamic -trimpath}

[ $# -gt 0 ] || { sed -n '5,5s/^# *//p' "$0"; exit 2; }

# What a feature is beside its folders of that name, its wire files and its part of the demo.
declare -A folders=([tips]="bench/tips bench/store" [refunds]="web/src/features/admin/refunds")
declare -A lines=(
  [wheel]='
    services.go  "limelight/internal/wheel"$
    services.go  wheel +\*wheel\.Service$
    services.go  wireWheel\(s\)$
    kinds.go  "limelight/internal/wheel"$
    kinds.go  ledger\.Kinds\{wheel\.Income\},$
    wire_refunds.go  wireWheelRefunds\(s\)$'
  [goals]='
    services.go  "limelight/internal/goals"$
    services.go  goals +\*goals\.Service$
    services.go  wireGoals\(s\)$'
  [referrals]='
    services.go  "limelight/internal/referrals"$
    services.go  referrals +\*referrals\.Service$
    services.go  wireReferrals\(s\)$
    kinds.go  "limelight/internal/referrals"$
    kinds.go  referrals\.Kinds,$'
  [refunds]='
    services.go  "limelight/internal/refunds"$
    services.go  refunds +\*refunds\.Service$
    services.go  wireRefunds\(s\)$
    kinds.go  "limelight/internal/refunds"$
    kinds.go  refunds\.Kinds,$'
  [tips]='
    services.go  "limelight/internal/tips"$
    services.go  tips +\*tips\.Service$
    services.go  wireTips\(s\)$
    kinds.go  "limelight/internal/tips"$
    kinds.go  ledger\.Kinds\{tips\.Income\},$
    wire_refunds.go  wireTipsRefunds\(s\)$
    wire_goals.go  wireTipsGoals\(s\)$
    benchsite.go  "limelight/internal/tips"$
    benchsite.go  Tips +\*tips\.Service$
    benchsite.go  Tips: +s\.tips,$'
  [socialconnect]='
    services.go  "limelight/internal/socialconnect"$
    services.go  socialConnect +\*socialconnect\.Service$
    services.go  wireSocialConnect\(s\)$'
  [peekin]='' # its page: the rest of it is a part of shows
)
declare -A most=([tips]=12) # 6 of the others

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
copy=$work/copy

# remove FEATURE takes it out of $copy.
remove() {
  local feature=$1 app=$copy/internal/app count=0 file pattern folder catalogue
  # shellcheck disable=SC2086
  for folder in {internal,web/src/features}/$feature ${folders[$feature]:-}; do
    [ "$folder" != internal/peekin ] || continue # its Go side is the shows'
    [ -d "$copy/$folder" ] || { echo "there is no $folder"; exit 1; }
    rm -r "${copy:?}/$folder"
    echo "  $folder"
    case $folder in # its texts
      web/*) catalogue=${folder#web/src/features/} && rm -f "$copy"/locales/*/web/"${catalogue//\//-}".json ;;
    esac
  done
  rm -f "$copy/e2e/$feature.spec.ts"
  rm -f "$app"/wire_"$feature".go "$app"/wire_"$feature"_*.go "$app"/wire_*_"$feature".go "$copy/internal/demosite/$feature.go"
  { grep -lE "\"limelight/internal/$feature\"|[a-z]\.$feature\.[A-Z]" "$app"/*_test.go || true; } | xargs -r rm # tests of it beside others
  while read -r file pattern; do
    [ -n "$file" ] || continue
    [ "$(grep -cE "^\s*$pattern" "$app/$file")" = 1 ] || { echo "not one line of internal/app/$file is $pattern"; exit 1; }
    grep -HnE "^\s*$pattern" "$app/$file" | sed "s|^$copy/|  |"
    sed -i -E "/^\s*${pattern//\//\\/}/d" "$app/$file"
    count=$((count + 1))
  done <<<"${lines[$feature]}"
  echo "$feature: $count lines beside its own files"
  [ "$count" -le "${most[$feature]:-6}" ] || { echo "more than ${most[$feature]:-6}"; exit 1; }
}

# What a type-check has found is kept for the next feature, which changes few files.
check_web() (
  mkdir -p "$work/types"
  ln -sfn "$PWD/web/node_modules" "$copy/web/node_modules"
  cd "$copy/web"
  npx tsc -p tsconfig.app.json --preserveSymlinks --tsBuildInfoFile "$work/types/app.tsbuildinfo"
  npx biome lint --diagnostic-level=error src
)

check_go() (
  cd "$copy"
  go build ./internal/...
  go vet ./internal/app ./internal/demosite ./cmd/... ./bench/...
  go test ./internal -run 'TestLayers|TestThirdPartiesStayBehindTheirFence|TestGlueIsOfOneDomain|TestNothingHangsOnOneType'
)

for feature in "$@"; do
  [ -n "${lines[$feature]+known}" ] || { echo "$feature is no feature that this script knows"; exit 2; }
  rm -rf "$copy"
  mkdir "$copy"
  tar cf - --exclude=node_modules --exclude=.git --exclude=./bin . | tar xf - -C "$copy"
  remove "$feature"
  check_web
  [ ! -d "internal/$feature" ] || check_go
done
