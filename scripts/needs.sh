# Sourced by the other scripts: says what the machine lacks, and mends it where
# it may (as root on Debian).

say() { printf '\n\033[1m== %s\033[0m\n' "$*"; }

# need COMMAND PACKAGE…: the command, from these Debian packages.
need() {
  local command=$1
  shift
  command -v "$command" >/dev/null && return
  missing+=("$@")
}

mend() {
  [ ${#missing[@]} -eq 0 ] && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "installing ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null
    return
  fi
  echo "Missing on this machine: ${missing[*]}"
  echo "Install with:  sudo apt-get install -y ${missing[*]}"
  exit 1
}
missing=()

# room GIGABYTES: so much is free where temporary files lie. Uploads are refused on a disk that is nearly full, so
# without it a hundred tests would fail for one reason.
room() {
  local free
  free=$(df -Pk "${TMPDIR:-/tmp}" | awk 'NR == 2 {print int($4 / 1048576)}')
  [ "$free" -ge "$1" ] && return
  echo "The disk of ${TMPDIR:-/tmp} has $free GB free, and this needs $1."
  exit 1
}

# PostgreSQL's server programs lie outside the path on Debian.
postgres_bin() {
  local dir
  for dir in /usr/lib/postgresql/*/bin; do [ -x "$dir/initdb" ] && echo "$dir" && return; done
  command -v initdb >/dev/null && dirname "$(command -v initdb)"
}

# start_postgres DIR PORT: a throwaway server without durability, for tests.
start_postgres() {
  local dir=$1 port=$2 bin user=()
  bin=$(postgres_bin)
  mkdir -p "$dir"
  if [ "$(id -u)" = 0 ]; then # the server refuses to run as root
    chown postgres "$dir"
    user=(setpriv --reuid=postgres --regid=postgres --clear-groups)
  fi
  "${user[@]}" "$bin/initdb" -D "$dir/data" -A trust -U postgres >/dev/null
  "${user[@]}" "$bin/pg_ctl" -D "$dir/data" -w -l "$dir/log" \
    -o "-p $port -k $dir -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off -c max_connections=400" start >/dev/null
  "$bin/psql" -q -h 127.0.0.1 -p "$port" -U postgres -c 'CREATE DATABASE limelight_test' \
    -c '\c limelight_test' -c 'CREATE EXTENSION IF NOT EXISTS pg_trgm' >/dev/null
}

stop_postgres() {
  local dir=$1 user=()
  [ "$(id -u)" = 0 ] && user=(setpriv --reuid=postgres --regid=postgres --clear-groups)
  [ -f "$dir/data/postmaster.pid" ] && "${user[@]}" "$(postgres_bin)/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null
  rm -rf "$dir"
}

# s3_server FOLDER: builds an S3 server for tests into the folder, and says where (docs/decisions/0077).
s3_server() {
  GOFLAGS=-trimpath CGO_ENABLED=0 GOBIN=$1 go install github.com/versity/versitygw/cmd/versitygw@v1.8.0 && echo "$1/versitygw"
}

# free_port: one that nobody listens on now.
free_port() {
  node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'
}
