package uploads

import (
	"errors"
	"io"
	"syscall"
)

// SyscallConn lets the system send the next bytes by itself (net.TCPConn.ReadFrom): those of
// the part that they begin in, whose file ends with it: a copy stops there, and whoever copies
// goes on until nothing comes, as the site's answers do (app.timedWriter). An error has them read
// instead.
func (o *object) SyscallConn() (syscall.RawConn, error) {
	if o.at >= o.size {
		return nil, errors.ErrUnsupported // Read says that it is over
	}
	if o.open == nil {
		if err := o.enter(); err != nil {
			return nil, err
		}
	}
	file, ok := o.open.(syscall.Conn)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	raw, err := file.SyscallConn()
	return partConn{raw, o}, err
}

// partConn notes how far the system has read in the open part, and closes it at its end.
type partConn struct {
	syscall.RawConn
	of *object
}

func (c partConn) Read(do func(fd uintptr) bool) error {
	o := c.of
	before, err := o.open.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	err = c.RawConn.Read(do)
	after, lost := o.open.Seek(0, io.SeekCurrent)
	o.at += after - before
	if o.left -= after - before; o.left <= 0 {
		lost = errors.Join(lost, o.Close())
	}
	return errors.Join(err, lost)
}
