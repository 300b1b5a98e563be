package transcode

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"

	"limelight/internal/kit/fault"
)

// What a file may be refused for before a program looks at it.
var (
	ErrNotVideo = fault.New(fault.Unsupported, "This file is not a video. Upload an MP4, MOV, MKV or WebM file.").Coded("not_a_video")
	ErrEmpty    = fault.New(fault.Invalid, "This file is empty.").Coded("empty_file")
	ErrPhoto    = fault.New(fault.Unsupported, "This file is a picture and not a video. Upload it as a photo.").Coded("not_a_video")
)

// sniffed is how many bytes tell the kind of a file.
const sniffed = 4096

// container opens the file and tells ffmpeg's name of its format by its first bytes. No other format is tried afterwards: what only looks like
// one, such as a playlist that names other files, is never read as what it is.
func container(path string) (format string, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	stat, err := f.Stat()
	if err != nil {
		return "", 0, err
	}
	if !stat.Mode().IsRegular() {
		return "", 0, ErrNotVideo
	}
	head := make([]byte, sniffed)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return "", 0, err
	}
	format, err = sniff(head[:n])
	return format, stat.Size(), err
}

// Sniffed is how many bytes of a file Sniff looks at.
const Sniffed = sniffed

// Sniff refuses a file by its first bytes that Probe would refuse for them: ErrEmpty,
// ErrPhoto or ErrNotVideo. It runs no program.
func Sniff(head []byte) error {
	_, err := sniff(head)
	return err
}

// starts are the first bytes of formats.
var starts = []struct{ bytes, format string }{
	{"\x1a\x45\xdf\xa3", "matroska"},
	{"FLV\x01", "flv"},
	{"\x30\x26\xb2\x75\x8e\x66\xcf\x11", "asf"},
	{"OggS", "ogg"},
	{"\x00\x00\x01\xba", "mpeg"},
}

// photos are the first bytes of pictures.
var photos = []string{"\xff\xd8\xff", "\x89PNG\r\n", "GIF8", "BM"}

// stillBrands are those of pictures in the container of MP4.
var stillBrands = []string{"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"}

func sniff(head []byte) (string, error) {
	if len(head) == 0 {
		return "", ErrEmpty
	}
	for _, s := range starts {
		if bytes.HasPrefix(head, []byte(s.bytes)) {
			return s.format, nil
		}
	}
	for _, p := range photos {
		if bytes.HasPrefix(head, []byte(p)) {
			return "", ErrPhoto
		}
	}
	if len(head) < 12 {
		return "", ErrNotVideo
	}
	kind, brand := string(head[4:8]), string(head[8:12])
	switch {
	case kind == "ftyp" && strings.Contains(strings.Join(stillBrands, " "), brand):
		return "", ErrPhoto
	case kind == "ftyp", kind == "moov", kind == "mdat", kind == "wide", kind == "free", kind == "skip", kind == "pnot":
		return "mov", nil
	case string(head[:4]) == "RIFF" && brand == "AVI ":
		return "avi", nil
	case string(head[:4]) == "RIFF" && brand == "WEBP":
		return "", ErrPhoto
	case packets(head, 0, 188) || packets(head, 4, 192):
		return "mpegts", nil
	}
	return "", ErrNotVideo
}

// packets tells whether a transport stream's mark stands in each packet of the first bytes.
func packets(head []byte, from, length int) bool {
	if len(head) < from+3*length {
		return false
	}
	for i := from; i < len(head); i += length {
		if head[i] != 0x47 {
			return false
		}
	}
	return true
}
