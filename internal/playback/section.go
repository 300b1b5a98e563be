package playback

import (
	"errors"
	"io"

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

func (s *section) Read(p []byte) (int, error) {
	if s.at >= s.length {
		return 0, io.EOF
	}
	if err := s.allowed(); err != nil {
		return 0, err
	}
	if !s.placed {
		if _, err := s.of.Seek(s.start+s.at, io.SeekStart); err != nil {
			return 0, err
		}
		s.placed = true
	}
	n, err := s.of.Read(p[:min(int64(len(p)), s.length-s.at)])
	s.at += int64(n)
	if errors.Is(err, io.EOF) && s.at < s.length {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
