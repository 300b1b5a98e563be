package images

import (
	"bytes"
	"encoding/binary"
	"image"
)

// orientation reads how the camera was held (EXIF tag 0x0112): 1 to 8, 1 when it
// does not say or says nonsense.
func orientation(kind Kind, data []byte) int {
	switch kind {
	case JPEG:
		return exif(jpegExif(data))
	case PNG:
		return exif(chunk(data, 8, binary.BigEndian, "eXIf", 4))
	case WebP:
		return exif(chunk(data, 12, binary.LittleEndian, "EXIF", 0))
	}
	return 1
}

var exifMark = []byte("Exif\x00\x00")

// chunk finds a named chunk of a PNG (length, name, body, checksum) or of a WebP
// (name, length, body, padded to even).
func chunk(data []byte, at int, order binary.ByteOrder, name string, checksum int) []byte {
	for at+8 <= len(data) {
		head, length := string(data[at+4:at+8]), int64(order.Uint32(data[at:]))
		if checksum == 0 {
			head, length = string(data[at:at+4]), int64(order.Uint32(data[at+4:]))
		}
		end := int64(at) + 8 + length
		if end > int64(len(data)) {
			return nil
		}
		if head == name {
			return bytes.TrimPrefix(data[at+8:end], exifMark)
		}
		if checksum == 0 {
			end += length & 1
		}
		at = int(end) + checksum
	}
	return nil
}

// exif reads the orientation of a TIFF block's first directory.
func exif(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if string(tiff[:2]) == "II" {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < 12 {
			return 1
		}
		if order.Uint16(entries) == 0x0112 {
			if turned := int(order.Uint16(entries[8:])); turned >= 1 && turned <= 8 {
				return turned
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}

// upright turns and mirrors the pixels as the orientation asks.
func upright(p *image.RGBA, orientation int) *image.RGBA {
	if orientation == 1 {
		return p
	}
	w, h := p.Rect.Dx(), p.Rect.Dy()
	width, height := w, h
	if orientation >= 5 {
		width, height = h, w
	}
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			sx, sy := source(orientation, x, y, w, h)
			copy(out.Pix[out.PixOffset(x, y):][:4], p.Pix[p.PixOffset(sx, sy):][:4])
		}
	}
	return out
}

// source is where a pixel of the upright picture lies in the stored one of w × h.
func source(orientation, x, y, w, h int) (int, int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, h - 1 - x
	case 7:
		return w - 1 - y, h - 1 - x
	case 8:
		return w - 1 - y, x
	}
	return x, y
}
