// Package filecheck looks whether a file is what its name says, and whether an archive
// is one that can be opened without harm. Nothing is unpacked or decoded: of a file its
// first bytes are read, of an archive its directory.
//
// Invariants:
//   - memory is bounded, whatever the file says of itself;
//   - what a name's ending promises is what the content begins with; a file that is
//     an archive as well as something else is refused.
package filecheck

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// The refusals. ErrKind is a file that is not what its name says; the others are archives
// that harm who opens them.
var (
	ErrEmpty     = errors.New("filecheck: the file is empty")
	ErrKind      = errors.New("filecheck: the content is not what the name says")
	ErrArchive   = errors.New("filecheck: the archive cannot be read")
	ErrEncrypted = errors.New("filecheck: the archive is encrypted")
	ErrNames     = errors.New("filecheck: the archive has names that leave its folder")
	ErrNested    = errors.New("filecheck: the archive has archives in it")
	ErrBomb      = errors.New("filecheck: the archive becomes too large")
)

// headSize is how much of a file's beginning is looked at.
const headSize = 512

// Extension is the ending of a name, in small letters and without the dot.
func Extension(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
}

// MediaType is what a file of a known ending is sent as, for download; for others the
// type of mere bytes.
func MediaType(name string) string {
	if k, known := kinds[Extension(name)]; known {
		return k.mediaType
	}
	return "application/octet-stream"
}

// kind is what a file of an ending must be.
type kind struct {
	mediaType string
	begins    func(head []byte) bool
	archive   bool
}

var kinds = map[string]kind{
	"zip":  {"application/zip", isZip, true},
	"epub": {"application/epub+zip", isEPUB, true},
	"pdf":  {"application/pdf", starts("%PDF-"), false},
	"mp3":  {"audio/mpeg", isMP3, false},
	"m4a":  {"audio/mp4", isMP4, false},
	"mp4":  {"video/mp4", isMP4, false},
	"wav":  {"audio/wav", isRIFF("WAVE"), false},
	"webp": {"image/webp", isRIFF("WEBP"), false},
	"jpg":  {"image/jpeg", starts("\xff\xd8\xff"), false},
	"jpeg": {"image/jpeg", starts("\xff\xd8\xff"), false},
	"png":  {"image/png", starts("\x89PNG\r\n\x1a\n"), false},
}

// Check looks into a file of size bytes that is called name. It fails with one of the
// refusals, or as the reader does.
func Check(name string, file io.ReaderAt, size int64) error {
	k, known := kinds[Extension(name)]
	switch {
	case size <= 0:
		return ErrEmpty
	case !known:
		return ErrKind
	}
	head := make([]byte, min(size, headSize))
	if _, err := io.ReadFull(io.NewSectionReader(file, 0, size), head); err != nil {
		return fmt.Errorf("read the beginning of a file: %w", err)
	}
	if !k.begins(head) {
		return ErrKind
	}
	if k.archive {
		return checkArchive(file, size)
	}
	return notAnArchive(file, size)
}

func starts(magic string) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }
}

// isZip accepts an archive that begins with its first entry: nothing stands before it.
func isZip(head []byte) bool { return bytes.HasPrefix(head, []byte("PK\x03\x04")) }

// isEPUB accepts an archive whose first entry says what it is, as the format asks for.
func isEPUB(head []byte) bool {
	const name, said = "mimetype", "application/epub+zip"
	if !isZip(head) || len(head) < 30 || binary.LittleEndian.Uint16(head[8:]) != 0 {
		return false
	}
	body := 30 + int(binary.LittleEndian.Uint16(head[26:])) + int(binary.LittleEndian.Uint16(head[28:]))
	return len(head) >= body+len(said) && bytes.HasPrefix(head[30:], []byte(name)) && bytes.HasPrefix(head[body:], []byte(said))
}

// isMP3 accepts a tag, or the header of a frame of layer III.
func isMP3(head []byte) bool {
	if bytes.HasPrefix(head, []byte("ID3")) {
		return len(head) >= 10 && head[3] < 0xff && head[4] < 0xff
	}
	return len(head) >= 4 && head[0] == 0xff && head[1]&0xe6 == 0xe2 && head[1]&0x18 != 0x08 &&
		head[2]&0xf0 != 0xf0 && head[2]&0xf0 != 0 && head[2]&0x0c != 0x0c
}

// isMP4 accepts a file whose first box says that it is one of ISO's media.
func isMP4(head []byte) bool {
	return len(head) >= 16 && string(head[4:8]) == "ftyp" && binary.BigEndian.Uint32(head) >= 16 && binary.BigEndian.Uint32(head) <= 1024
}

func isRIFF(form string) func([]byte) bool {
	return func(head []byte) bool {
		return len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == form
	}
}
