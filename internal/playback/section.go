package playback

import (
	"errors"
	"io"
	"syscall"

	"limelight/internal/kit/blob"
)

// section is a part of a blob as a file of its own, which is read for as long as that is
// allowed.
type section struct {
	of      blob.Object
	start   int64
	length  int64
	allowed func() error

	at     int64
	placed bool // the blob is read from where the section is
}

var errSeek = errors.New("playback: there is no such place in the section")

// Seek moves within the section. The blob is moved when it is read.
func (s *section) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += s.at
	case io.SeekEnd:
		offset += s.length
	}
	if offset < 0 {
		return 0, errSeek
	}
	s.at, s.placed = offset, s.placed && offset == s.at
	return offset, nil
}

// place asks whether the next bytes may be read, and goes to where they are.
func (s *section) place() error {
	if err := s.allowed(); err != nil || s.placed {
		return err
	}
	if _, err := s.of.Seek(s.start+s.at, io.SeekStart); err != nil {
		return err
	}
	s.placed = true
	return nil
}

func (s *section) Read(p []byte) (int, error) {
	if s.at >= s.length {
		return 0, io.EOF
	}
	if err := s.place(); err != nil {
		return 0, err
	}
	n, err := s.of.Read(p[:min(int64(len(p)), s.length-s.at)])
	s.at += int64(n)
	if errors.Is(err, io.EOF) && s.at < s.length {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// SyscallConn lets the system send the next bytes of a file by itself (net.TCPConn.ReadFrom), as
// many as its caller bounds: http.ServeContent's bound lies within the section. An error has them
// read instead.
func (s *section) SyscallConn() (syscall.RawConn, error) {
	file, ok := s.of.(syscall.Conn)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	if err := s.place(); err != nil {
		return nil, err
	}
	raw, err := file.SyscallConn()
	return sent{raw, s}, err
}

// sent notes how far the system has read.
type sent struct {
	syscall.RawConn
	of *section
}

func (o sent) Read(do func(fd uintptr) bool) error {
	err := o.RawConn.Read(do)
	at, lost := o.of.of.Seek(0, io.SeekCurrent)
	o.of.at = at - o.of.start
	return errors.Join(err, lost)
}
