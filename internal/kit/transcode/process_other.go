//go:build unix && !linux

package transcode

import (
	"os/exec"
	"syscall"
)

// own puts the program into a process group of its own, which is killed as a whole.
func own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return killGroup(cmd.Process.Pid) }
}

func killGroup(leader int) error { return syscall.Kill(-leader, syscall.SIGKILL) }

// limit takes the program behind all others; only Linux bounds another process.
func limit(pid int, l Limits) {
	if l.Nice > 0 {
		_ = syscall.Setpriority(syscall.PRIO_PGRP, pid, l.Nice)
	}
}
