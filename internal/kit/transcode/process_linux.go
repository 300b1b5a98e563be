package transcode

import (
	"os/exec"
	"syscall"
	"unsafe"
)

// own puts the program into a process group of its own, which is killed as a whole. It dies with this process too: of a node that was
// killed nothing goes on computing.
func own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return killGroup(cmd.Process.Pid) }
}

func killGroup(leader int) error { return syscall.Kill(-leader, syscall.SIGKILL) }

// rlimitCPU is RLIMIT_CPU, which the package syscall does not name for every machine.
const rlimitCPU = 0

// limit takes the program behind all others and bounds its memory and processor time. It has just been started, and what it did before is
// nothing; whoever cannot be limited any more has ended.
func limit(pid int, l Limits) {
	if l.Nice > 0 {
		_ = syscall.Setpriority(syscall.PRIO_PGRP, pid, l.Nice)
	}
	seconds := uint64(l.CPU.Seconds()) + 1
	bound(pid, rlimitCPU, seconds)
	bound(pid, syscall.RLIMIT_AS, l.Memory)
	bound(pid, syscall.RLIMIT_CORE, 0)
}

func bound(pid, what int, most uint64) {
	to := syscall.Rlimit{Cur: most, Max: most}
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), uintptr(what), uintptr(unsafe.Pointer(&to)), 0, 0, 0)
}
