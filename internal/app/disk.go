package app

import (
	"fmt"
	"log/slog"
	"math"
	"syscall"
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/settings"
)

// disk is the one where the data folder is.
type disk struct {
	folder   string
	uploads  bool // are stored here, and not in an object store
	settings *settings.Service
	log      *slog.Logger
}

// uploadsReserve reports whether announced uploads have to leave room on this disk.
func (d disk) uploadsReserve() bool { return d.uploads && d.reserve() > 0 }

// reserve is how many bytes uploads leave free on this node's disk; 0: the operator wants
// none.
func (d disk) reserve() int64 {
	return int64(d.settings.Get().DiskReserveMB) << 20
}

var errNoRoom = fault.New(fault.Unavailable, "This site has no room for files right now. Please try again later.").After(10 * time.Minute).Coded("disk_full")

// admit refuses to begin what would leave the disk less than the operator's reserve
// (diskReserveMB), with so many bytes more.
func (d disk) admit(more int64) error {
	reserve := d.reserve()
	if reserve == 0 {
		return nil
	}
	free, err := d.free()
	if err != nil {
		return err
	}
	if int64(min(free, math.MaxInt64))-max(more, 0) >= reserve {
		return nil
	}
	d.log.Warn("an upload was refused: the disk would have less than its reserve", "free", free, "reserve", reserve, "upload", more)
	return errNoRoom
}

// minFree is how much room the data folder's disk must have for a node to take visitors, in bytes.
const minFree = 64 << 20

// ready asks for room where the data is.
func (d disk) ready() error {
	free, err := d.free()
	if err == nil && free < minFree {
		err = fmt.Errorf("the disk of the data folder has %d bytes left", free)
	}
	return err
}

// free is how much room is left where the data is, in bytes.
func (d disk) free() (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(d.folder, &disk); err != nil {
		return 0, fmt.Errorf("look at the disk of the data folder: %w", err)
	}
	return disk.Bavail * uint64(disk.Bsize), nil
}
