package images

import (
	"bytes"
	"encoding/binary"
	"image"
	"iter"
)

// Markers of a JPEG (ITU T.81, table B.1).
const (
	frameBaseline    = 0xc0
	frameExtended    = 0xc1
	frameProgressive = 0xc2
	restart0         = 0xd0
	restart7         = 0xd7
	endOfImage       = 0xd9
	startOfScan      = 0xda
	appExif          = 0xe1
)

// jpegSegments are the marker segments with their contents, in the order in which Go's
// decoder meets them: repeated 0xff before a marker, bytes that belong to nothing and the
// pixels behind the head of a scan are passed over as it does. It shows no segment less
// than the decoder reads, so that what is counted here bounds what is done there.
func jpegSegments(data []byte) iter.Seq2[byte, []byte] {
	return func(yield func(byte, []byte) bool) {
		at := 2
		for {
			next := bytes.IndexByte(data[min(at, len(data)):], 0xff)
			if next < 0 {
				return
			}
			for at += next + 1; at < len(data) && data[at] == 0xff; {
				at++
			}
			if at+3 > len(data) || data[at] == endOfImage {
				return
			}
			marker := data[at]
			at++
			if marker == 0 || marker >= restart0 && marker <= restart7 { // these have no length
				continue
			}
			size := int(binary.BigEndian.Uint16(data[at:]))
			if size < 2 {
				return
			}
			if !yield(marker, data[at+2:max(at+2, min(at+size, len(data)))]) {
				return
			}
			at += size
		}
	}
}

// isSequential reports whether the frame is not a progressive one. What has no frame
// counts as progressive.
func isSequential(data []byte) bool {
	for marker := range jpegSegments(data) {
		switch marker {
		case frameBaseline, frameExtended:
			return true
		case frameProgressive, startOfScan:
			return false
		}
	}
	return false
}

// jpegExif finds the TIFF block of the APP1 segment.
func jpegExif(data []byte) []byte {
	for marker, body := range jpegSegments(data) {
		if marker == startOfScan { // the pixels begin; nothing follows that counts
			return nil
		}
		if tiff, found := bytes.CutPrefix(body, exifMark); found && marker == appExif {
			return tiff
		}
	}
	return nil
}

// scanned is how many pixels the scans go over in all. Each goes over every block of the
// picture, also when it has next to no bytes: a progressive JPEG of 80 kB can ask for
// thousands of times the work of another of its size.
func scanned(size image.Config, data []byte) int {
	const maxUnit = 32 // pixels on a side that a block's share is rounded up to (A.2.4)
	up := func(n int) int { return (n + maxUnit - 1) / maxUnit * maxUnit }
	scans := 0
	for marker := range jpegSegments(data) {
		if marker == startOfScan {
			scans++
		}
	}
	return scans * up(size.Width) * up(size.Height)
}
