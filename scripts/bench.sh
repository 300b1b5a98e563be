#!/usr/bin/env bash
# Measures, one bench after the other, and prints one table each: what
# docs/performance.md shows. See the READMEs in bench/ for what a column means.
#
#   scripts/bench.sh [--long] [fanout] [tips] [store] [search] [ranking] [inbox] [notices] [meter] [viewers] [start] [firstframe] [latency] [uploads] [transcode] [files]
#
# Short runs unless --long, which takes the benches' own defaults. Files are made
# in .cache, or in the folder that BENCH_DIR names; choose a real disk.
set -uo pipefail
cd "$(dirname "$0")/.."
. scripts/needs.sh

all=(fanout tips store search ranking inbox notices meter viewers start firstframe latency uploads transcode files)
long=
chosen=()
for word in "$@"; do
  case $word in
    --long) long=yes ;;
    fanout | tips | store | search | ranking | inbox | notices | meter | viewers | start | firstframe | latency | uploads | transcode | files) chosen+=("$word") ;;
    *) echo "usage: scripts/bench.sh [--long] [${all[*]}]"; exit 2 ;;
  esac
done
[ ${#chosen[@]} -gt 0 ] || chosen=("${all[@]}")

place=${BENCH_DIR:-$PWD/.cache}
mkdir -p "$place"
folder=$(mktemp -d "$place/bench-XXXXXX") || exit 1
server=
trap 'stop_server; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
failed=0

# short FLAG…: the flags of a short run, nothing in a long one.
short() { [ -n "$long" ] || printf '%s\n' "$@"; }

# start_server: a throwaway PostgreSQL that, unlike the tests', keeps its
# promises: a commit counts when it is on the disk.
start_server() {
  [ -z "$server" ] || return 0
  local bin
  bin=$(postgres_bin)
  [ -n "$bin" ] || { echo "PostgreSQL is not installed: SQLite alone is measured (apt-get install postgresql)"; return 1; }
  port=$(free_port) || return 1
  chmod 711 "$folder" # the server runs as another user
  start_postgres "$folder/postgres" "$port" || { echo "PostgreSQL did not start: SQLite alone is measured"; return 1; }
  server="$folder/postgres"
  restart_durable "$bin" &&
    "$bin/psql" -q -h 127.0.0.1 -p "$port" -U postgres -c "CREATE DATABASE bench_tips" -c "CREATE DATABASE bench_store" -c "CREATE DATABASE bench_search" \
      -c "CREATE DATABASE bench_ranking" -c "CREATE DATABASE bench_inbox" -c "CREATE DATABASE bench_notices" -c "CREATE DATABASE bench_meter" -c "CREATE DATABASE bench_uploads" >/dev/null
  PATH="$bin:$PATH" # for pgbench
}

# restart_durable BIN: start_postgres turns durability off on the command line;
# here it is started again without.
restart_durable() {
  local user=()
  [ "$(id -u)" = 0 ] && user=(setpriv --reuid=postgres --regid=postgres --clear-groups)
  "${user[@]}" "$1/pg_ctl" -D "$server/data" -w -m fast stop >/dev/null
  "${user[@]}" "$1/pg_ctl" -D "$server/data" -w -l "$server/log" \
    -o "-p $port -k $server -c listen_addresses=127.0.0.1 -c max_connections=400" start >/dev/null
}

stop_server() {
  [ -z "$server" ] || stop_postgres "$server"
  server=
}

# on_postgres NAME: the flag that adds PostgreSQL, when there is one.
on_postgres() {
  [ -n "$server" ] || return 0
  printf '%s\n' -postgres "postgres://postgres@127.0.0.1:$port/bench_$1?sslmode=disable"
}

bench_fanout() {
  local flags=()
  mapfile -t flags < <(short -sockets 2000 -rates 10,50,100,200,400 -window 3s)
  "$folder/fanout" "${flags[@]}" || return 1
  [ -d web/node_modules/socket.io ] || { echo "the official server is measured beside it after: cd web && npm ci"; return 0; }
  echo "the official server (Node, socket.io), the same room:"
  mapfile -t flags < <(short -sockets 2000 -rates 10,25,50,100 -window 3s)
  "$folder/fanout" -command "node bench/fanout/official.mjs" "${flags[@]}"
}

bench_tips() {
  local flags=()
  start_server
  mapfile -t flags < <(short -rounds 3 -span 1s; on_postgres tips)
  "$folder/tips" -folder "$folder" "${flags[@]}"
}

bench_store() {
  local flags=()
  start_server
  mapfile -t flags < <(short -rounds 3 -span 1s; on_postgres store)
  "$folder/store" -folder "$folder" "${flags[@]}"
}

bench_search() {
  local flags=()
  start_server
  mapfile -t flags < <(short -span 1s; on_postgres search)
  "$folder/search" -folder "$folder" "${flags[@]}"
}

bench_ranking() {
  local flags=()
  start_server
  mapfile -t flags < <(on_postgres ranking)
  "$folder/ranking" -folder "$folder" "${flags[@]}"
}

bench_inbox() {
  local flags=()
  start_server
  mapfile -t flags < <(short -span 1s; on_postgres inbox)
  "$folder/inbox" -folder "$folder" "${flags[@]}"
}

bench_notices() {
  local flags=()
  start_server
  mapfile -t flags < <(short -followers 20000 -devices 5000 -span 5s; on_postgres notices)
  "$folder/notices" -folder "$folder" "${flags[@]}"
}

bench_meter() {
  local flags=()
  start_server
  mapfile -t flags < <(short -for 1m; on_postgres meter)
  "$folder/meter" -folder "$folder" "${flags[@]}"
}

bench_viewers() {
  local flags=()
  command -v ffmpeg >/dev/null || { echo "ffmpeg draws the published picture and is missing: apt-get install ffmpeg"; return 1; }
  mapfile -t flags < <(short -viewers 25,100 -for 5s)
  "$folder/viewers" -way webrtc "${flags[@]}" && "$folder/viewers" -way hls "${flags[@]}"
}

bench_start() {
  local flags=()
  [ -x bin/limelight ] || { echo "The program is not built yet: make build"; return 1; }
  mapfile -t flags < <(short -runs 3)
  node bench/start/start.mjs "${flags[@]}"
}

# browser: whether a browser can look at the built program.
browser() {
  export CHROMIUM=${CHROMIUM:-$(command -v chromium || true)}
  [ -n "$CHROMIUM" ] || { echo "Chromium plays the picture and is missing: apt-get install chromium"; return 1; }
  [ -x bin/limelight ] || { echo "The program is not built yet: make build"; return 1; }
  [ -d web/node_modules ] || { echo "The web app's packages are missing: make web/node_modules"; return 1; }
}

bench_firstframe() {
  local flags=()
  browser || return 1
  mapfile -t flags < <(short -runs 10)
  node bench/firstframe/firstframe.mjs "${flags[@]}" || return 1
  [ "$(id -u)" = 0 ] && [ -c /dev/net/tun ] || { echo "slow lines are measured by root alone, who can make them"; return 0; }
  CGO_ENABLED=0 go build -o "$folder/link" ./bench/link || return 1
  for line in "-rtt 80ms" "-rtt 300ms -kbits 400"; do
    echo "at the end of a line with $line:"
    # shellcheck disable=SC2086 # two words each
    node bench/firstframe/firstframe.mjs "${flags[@]}" -link "$folder/link" $line || return 1
  done
}

bench_uploads() {
  local flags=()
  [ -x bin/limelight ] || { echo "The program is not built yet: make build"; return 1; }
  command -v redis-server >/dev/null || { echo "Redis joins the two nodes and is missing: apt-get install redis-server"; return 1; }
  start_server || return 1
  mapfile -t flags < <(short -size 1024; on_postgres uploads)
  "$folder/uploads" -folder "$folder" "${flags[@]}"
}

bench_transcode() {
  local flags=()
  command -v ffmpeg >/dev/null || { echo "ffmpeg makes the videos and is missing: apt-get install ffmpeg"; return 1; }
  mapfile -t flags < <(short -length 20s)
  "$folder/transcode" -folder "$folder" "${flags[@]}"
}

bench_files() {
  local flags=()
  [ -x bin/limelight ] || { echo "The program is not built yet: make build"; return 1; }
  command -v ffmpeg >/dev/null || { echo "ffmpeg makes the videos and is missing: apt-get install ffmpeg"; return 1; }
  mapfile -t flags < <(short -rounds 3 -span 2s -photos 8 -length 1m)
  "$folder/files" -folder "$folder" "${flags[@]}"
}

bench_latency() {
  browser || return 1
  ln -sfn ../web/node_modules e2e/node_modules
  ln -sfn ../../web/node_modules bench/latency/node_modules
  (cd bench/latency && npx playwright test)
}

printf '%s, %s cores, %s, %s\n' "$(awk -F': ' '/model name/ {print $2; exit}' /proc/cpuinfo)" "$(nproc)" "$(uname -sr)" "$(go env GOVERSION)"
for name in "${chosen[@]}"; do
  [ -f "bench/$name/main.go" ] || continue # a script needs no building
  CGO_ENABLED=0 go build -o "$folder/$name" "./bench/$name" || exit 1
done
for name in "${chosen[@]}"; do
  say "$name"
  "bench_$name" || failed=1
done
exit $failed
