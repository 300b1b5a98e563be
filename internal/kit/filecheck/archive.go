package filecheck

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What an archive may have. A text becomes a twentieth by compression; what becomes a
// hundredth is made to fill a disk.
const (
	MaxEntries   = 10_000
	maxDirectory = 4 << 20 // bytes
	maxName      = 1_000   // bytes of one entry's
	maxRatio     = 100     // of what an archive becomes to what it is
	freeRatio    = 10 << 20
)

// The end of an archive: what it says of its directory.
const (
	endSize     = 22
	maxComment  = 1<<16 - 1
	end64Size   = 56
	locatorSize = 20
)

// directory is where an archive's directory is, and how many entries it has.
type directory struct{ entries, size, offset uint64 }

// errNoEnd: the file does not end as an archive does.
var errNoEnd = errors.New("filecheck: no end of an archive")

// checkArchive reads the directory of an archive. It is bounded before it is read:
// archive/zip makes room for as many entries as the end of a file promises, and reads
// entries until the file is over.
func checkArchive(file io.ReaderAt, size int64) error {
	d, at, err := endOf(file, size)
	switch {
	case errors.Is(err, errNoEnd):
		return ErrArchive
	case err != nil:
		return err
	case d.entries == 0:
		return ErrEmpty
	case d.entries > MaxEntries, d.size > maxDirectory:
		return ErrBomb
	case d.offset > uint64(size) || d.offset+d.size != uint64(at): // size is above 0
		return ErrArchive // something stands between, before or in the place of the directory
	}
	r, err := zip.NewReader(file, size)
	switch {
	case errors.Is(err, zip.ErrFormat), errors.Is(err, zip.ErrInsecurePath), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return ErrArchive
	case err != nil:
		return fmt.Errorf("read the directory of an archive: %w", err)
	}
	return checkEntries(r.File, size)
}

func checkEntries(entries []*zip.File, size int64) error {
	var packed, unpacked uint64
	names := make(map[string]bool, len(entries))
	for _, e := range entries {
		if err := checkEntry(e); err != nil {
			return err
		}
		if names[strings.ToLower(e.Name)] {
			return ErrArchive // which of them is meant depends on who reads it
		}
		names[strings.ToLower(e.Name)] = true
		packed += min(e.CompressedSize64, 1<<50) // each is bounded, so that no sum overflows
		unpacked += min(e.UncompressedSize64, 1<<50)
	}
	if packed > uint64(size) { // size is above 0
		return ErrBomb // entries share their bytes
	}
	if unpacked > freeRatio && unpacked/maxRatio > uint64(size) { // size is above 0
		return ErrBomb
	}
	return nil
}

func checkEntry(e *zip.File) error {
	switch {
	case e.Flags&0x1 != 0:
		return ErrEncrypted
	case !safeName(e.Name):
		return ErrNames
	case e.Mode()&(fs.ModeSymlink|fs.ModeDevice|fs.ModeNamedPipe|fs.ModeSocket) != 0:
		return ErrNames // a link leads where its content says
	case isArchiveName(e.Name):
		return ErrNested
	}
	return nil
}

// safeName accepts a name that stays in the folder that it is unpacked to, on every
// system, and that shows what it is.
func safeName(name string) bool {
	if name == "" || len(name) > maxName || strings.HasPrefix(name, "/") || strings.Contains(name, `\`) {
		return false
	}
	for _, r := range name {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == ':' {
			return false
		}
		if r == utf8.RuneError {
			continue // an old program's way to write other letters than ASCII's
		}
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(name, "/"), "/") {
		if part == "" || part == "." || part == ".." || strings.TrimRight(part, ". ") == "" {
			return false
		}
	}
	return true
}

var archiveEndings = map[string]bool{
	"zip": true, "zipx": true, "rar": true, "7z": true, "gz": true, "tgz": true, "bz2": true, "tbz": true, "xz": true, "txz": true, "zst": true,
	"lz": true, "lzma": true, "br": true, "tar": true, "cab": true, "iso": true, "dmg": true, "arj": true, "jar": true, "apk": true, "z": true,
}

func isArchiveName(name string) bool { return archiveEndings[Extension(name)] }

// notAnArchive refuses a file that another program would take for an archive: it is
// looked for from the end, so that anything may stand before it.
func notAnArchive(file io.ReaderAt, size int64) error {
	d, at, err := endOf(file, size)
	switch {
	case errors.Is(err, errNoEnd):
		return nil
	case err != nil:
		return err
	case d.entries > 0 && d.size > 0 && d.size <= uint64(at): // an offset in the file
		begin := make([]byte, 4)
		if _, err := file.ReadAt(begin, at-int64(d.size)); err != nil { // at most at
			return fmt.Errorf("look for an archive: %w", err)
		}
		if string(begin) == "PK\x01\x02" {
			return ErrKind
		}
	}
	return nil
}

// endOf finds the end of an archive as archive/zip does, and where the directory before
// it must end.
func endOf(file io.ReaderAt, size int64) (d directory, at int64, err error) {
	tail := make([]byte, min(size, endSize+maxComment))
	from := size - int64(len(tail))
	if _, err := io.ReadFull(io.NewSectionReader(file, from, int64(len(tail))), tail); err != nil {
		return d, 0, fmt.Errorf("read the end of a file: %w", err)
	}
	i := lastEnd(tail)
	if i < 0 {
		return d, 0, errNoEnd
	}
	end, at := tail[i:], from+int64(i)
	d = directory{
		entries: uint64(binary.LittleEndian.Uint16(end[10:])), size: uint64(binary.LittleEndian.Uint32(end[12:])),
		offset: uint64(binary.LittleEndian.Uint32(end[16:])),
	}
	if d.entries != 0xffff && d.size != 0xffff && d.offset != 0xffffffff {
		return d, at, nil
	}
	return end64(file, d, at)
}

// lastEnd is where the last end of an archive in these bytes begins; -1: nowhere.
func lastEnd(tail []byte) int {
	for i := len(tail) - endSize; i >= 0; i-- {
		if bytes.HasPrefix(tail[i:], []byte("PK\x05\x06")) {
			if comment := int(binary.LittleEndian.Uint16(tail[i+20:])); i+endSize+comment <= len(tail) {
				return i
			}
			return -1 // so does archive/zip
		}
	}
	return -1
}

// end64 is what the second end of a large archive says, which stands before the first.
func end64(file io.ReaderAt, d directory, at int64) (directory, int64, error) {
	if at < locatorSize+end64Size {
		return d, at, nil
	}
	locator := make([]byte, locatorSize)
	if _, err := file.ReadAt(locator, at-locatorSize); err != nil {
		return d, at, fmt.Errorf("read the end of a large archive: %w", err)
	}
	if !bytes.HasPrefix(locator, []byte("PK\x06\x07")) {
		return d, at, nil
	}
	second := at - locatorSize - end64Size
	if binary.LittleEndian.Uint64(locator[8:]) != uint64(second) { // an offset in the file
		return d, 0, errNoEnd // archive/zip would read another place
	}
	end := make([]byte, end64Size)
	if _, err := file.ReadAt(end, second); err != nil {
		return d, at, fmt.Errorf("read the end of a large archive: %w", err)
	}
	if !bytes.HasPrefix(end, []byte("PK\x06\x06")) {
		return d, 0, errNoEnd
	}
	return directory{
		entries: binary.LittleEndian.Uint64(end[32:]), size: binary.LittleEndian.Uint64(end[40:]), offset: binary.LittleEndian.Uint64(end[48:]),
	}, second, nil
}
