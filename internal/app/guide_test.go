package app_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"limelight/internal/kit/porttest"
	"limelight/internal/kit/sfu/whiptest"
)

// guide are the documents whose commands people type, in the order in which they read them.
func guide(t *testing.T) (pages []string) {
	t.Helper()
	docs, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(docs) == 0 {
		t.Fatal("no documents were found: ", err)
	}
	return append([]string{"../../README.md"}, docs...)
}

// block is a fenced block. The line before its fence may say `<!-- not run: why -->`, or `<!-- file: PATH -->` for what
// the reader writes into a file.
type block struct{ page, kind, unrun, file, text string }

func (b block) name() string {
	first, _, _ := strings.Cut(b.text, "\n")
	return filepath.Base(b.page) + ": " + first
}

// marked reads what the line before a block says of it.
var marked = regexp.MustCompile(`^<!-- (not run|file): (.+) -->$`)

func blocksOf(t *testing.T, page string) (blocks []block) {
	t.Helper()
	content, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var open *block
	before := ""
	for n, line := range strings.Split(string(content), "\n") {
		kind, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && open == nil:
			open = &block{page: page, kind: kind}
			if kind == "" {
				t.Errorf("%s:%d: the block does not say what it is: sh is run, text is not", page, n+1)
			}
			if m := marked.FindStringSubmatch(before); m != nil && m[1] == "file" {
				open.file = m[2]
			} else if m != nil {
				open.unrun = m[2]
			}
		case fence:
			blocks = append(blocks, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		}
		before = line
	}
	return blocks
}

// machine is a folder that stands for the operator's machine: paths of the guide lie in it.
type machine struct {
	root    string
	paths   *strings.Replacer
	env     []string
	ports   string // lines of limelight.env, so that the test's site is in nobody's way
	address string
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	root, media := t.TempDir(), whiptest.Config(t)
	m := &machine{root: root, address: porttest.Address(t)}
	m.paths = strings.NewReplacer("/var/lib/limelight", root+"/var/lib/limelight", "/etc/", root+"/etc/", "/usr/local/bin/", root+"/usr/local/bin/")
	m.ports = fmt.Sprintf("LIMELIGHT_ADDR=%s\nLIMELIGHT_METRICS=\nLIMELIGHT_MEDIA_IP=127.0.0.1\nLIMELIGHT_MEDIA_UDP=%d\nLIMELIGHT_MEDIA_TCP=%d\nLIMELIGHT_MEDIA_TURN=%d\n",
		m.address, media.UDPPort, media.TCPPort, media.TURNPort)
	bin := filepath.Join(root, "usr/local/bin")
	m.env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "HOME="+root)
	put(t, filepath.Join(root, "var/lib/limelight/.keep"), "")
	if err := os.MkdirAll(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(build(t), filepath.Join(bin, "limelight")); err != nil {
		t.Fatal(err)
	}
	m.standIn(t, "runuser", `while [ "$1" != -- ]; do shift; done; shift; exec "$@"`) // the machine has no such user
	_, port, err := net.SplitHostPort(m.address)
	if err != nil {
		t.Fatal(err)
	}
	m.standIn(t, "systemctl", strings.NewReplacer("ROOT", root, "PORT", port).Replace(systemctl))
	t.Cleanup(func() { m.stop(t) })
	return m
}

// systemctl starts and stops what the unit file says, as far as the guide needs it.
const systemctl = `
unit=ROOT/etc/systemd/system/limelight.service
case "$1 $2" in
"stop limelight")
	kill "$(cat ROOT/pid)"
	while kill -0 "$(cat ROOT/pid)" 2>/dev/null; do sleep 0.05; done
	rm ROOT/pid ;;
"enable --now" | "start limelight")
	set -a; . "$(sed -n 's/^EnvironmentFile=//p' "$unit")"; set +a
	setsid $(sed -n 's/^ExecStart=//p' "$unit") >>ROOT/log 2>&1 </dev/null &
	echo $! >ROOT/pid
	until (exec 3<>/dev/tcp/127.0.0.1/PORT) 2>/dev/null; do
		kill -0 "$(cat ROOT/pid)" || { cat ROOT/log; exit 1; }
		sleep 0.05
	done ;;
*) echo "systemctl $*: not known here"; exit 1 ;;
esac`

// standIn puts a program on the machine's path.
func (m *machine) standIn(t *testing.T, name, script string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(m.root, "usr/local/bin", name), []byte("#!/bin/bash\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
}

func (m *machine) stop(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(m.root, "pid"))
	if err != nil {
		t.Error("no site of the guide runs at its end")
		return
	}
	if pid, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
		syscall.Kill(pid, syscall.SIGKILL) // it may have ended
	}
}

// run does with a block what its reader does.
func (m *machine) run(t *testing.T, b block) {
	t.Helper()
	text := m.paths.Replace(b.text)
	if b.file != "" {
		if b.file == "/etc/limelight.env" {
			text += m.ports
		}
		put(t, m.paths.Replace(b.file), text)
		return
	}
	shell := exec.Command("bash", "-euo", "pipefail", "-c", text)
	shell.Dir, shell.Env = m.root, m.env
	if out, err := shell.CombinedOutput(); err != nil {
		log, _ := os.ReadFile(filepath.Join(m.root, "log")) // there is none before the first start
		t.Fatalf("%v\n%s\n%s", err, out, log)
	}
}

// The shell blocks of the README and the guide run as they are written, one after the other, on a machine that has
// nothing but the program. What cannot run on a test's machine says why, in the document.
func TestGuideRuns(t *testing.T) {
	t.Parallel()
	m, ran := newMachine(t), 0
	for _, page := range guide(t) {
		for _, b := range blocksOf(t, page) {
			if b.kind != "sh" && b.file == "" {
				continue
			}
			if !t.Run(b.name(), func(t *testing.T) {
				if b.unrun != "" {
					t.Skip("not run: " + b.unrun)
				}
				m.run(t, b)
			}) {
				return // what follows needs it
			}
			if b.unrun == "" {
				ran++
			}
		}
	}
	if ran < 6 {
		t.Errorf("only %d blocks were run", ran)
	}
	for folder, there := range map[string]bool{"data": true, "data.before": true, "restored": false, "data/restored": false} {
		if _, err := os.Stat(filepath.Join(m.root, "var/lib/limelight", folder)); there != (err == nil) {
			t.Errorf("the restored site did not take the place of the first: of %s: %v", folder, err)
		}
	}
}

// said finds a call of the program in running text.
var said = regexp.MustCompile("`(?:[^`]*[;|] )?limelight ([^`]+)`")

// Every command of the program that the documents name is there, with the flags that they give it.
func TestGuideNamesCommands(t *testing.T) {
	t.Parallel()
	program, help := build(t), map[string]string{}
	for _, page := range guide(t) {
		content, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range said.FindAllStringSubmatch(string(content), -1) {
			verb, flags := dissect(call[1])
			name := strings.Join(verb, " ")
			if help[name] == "" {
				out, err := exec.Command(program, append(slices.Clone(verb), "--help")...).CombinedOutput()
				if err != nil || len(verb) == 0 {
					t.Errorf("%s: `limelight %s`: %v\n%s", page, call[1], err, out)
				}
				help[name] = string(out)
			}
			for _, flag := range flags {
				if !strings.Contains(help[name], flag+"=") && !strings.Contains(help[name], flag+" ") && !strings.Contains(help[name], flag+"\n") {
					t.Errorf("%s: `limelight %s`: there is no %s", page, call[1], flag)
				}
			}
		}
	}
	if len(help) < 8 {
		t.Errorf("only %d commands were found", len(help))
	}
}

// dissect parts a call into its verb, such as admin create, and the flags.
func dissect(call string) (verb, flags []string) {
	word := regexp.MustCompile(`^[a-z0-9-]+$`)
	for _, part := range strings.Fields(call) {
		part = strings.Trim(part, "[]")
		flag, _, _ := strings.Cut(part, "=")
		switch {
		case strings.HasPrefix(flag, "--"):
			flags = append(flags, flag)
		case part == "||" || part == "|" || part == ";":
			return verb, flags
		case len(flags) == 0 && word.MatchString(part):
			verb = append(verb, part)
		}
	}
	return verb, flags
}
