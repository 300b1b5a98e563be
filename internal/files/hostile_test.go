package files

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"
)

// The hostile corpus of pictures: real bytes, made here.

func photo(w, h int) *image.NRGBA {
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			p.SetNRGBA(x, y, color.NRGBA{uint8(x * 255 / w), uint8(y * 255 / h), 90, 255})
		}
	}
	return p
}

func jpegOf(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, photo(w, h), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// padded is a whole picture of exactly size bytes: what follows the end of a
// JPEG is ignored by every decoder.
func padded(t *testing.T, size int) []byte {
	t.Helper()
	data := jpegOf(t, 300, 300)
	return append(data, make([]byte, size-len(data))...)
}

// noise is a picture that cannot be made small: w × h × 3 bytes or so.
func noise(t *testing.T, w, h int) []byte {
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range p.Pix {
		p.Pix[i] = uint8(r.Uint32())
	}
	return pngOf(t, p)
}

// gifScript is a GIF that is a script, too: the size reads as the start of a
// comment.
func gifScript(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gif.Encode(&b, image.NewPaletted(image.Rect(0, 0, 47, 42), color.Palette{color.Black, color.White}), nil); err != nil {
		t.Fatal(err)
	}
	return append(b.Bytes(), "*/=1;alert(document.domain)"...)
}

func framesGIF(t *testing.T, n int) []byte {
	t.Helper()
	frame := image.NewPaletted(image.Rect(0, 0, 32, 32), color.Palette{color.Black, color.White})
	many := &gif.GIF{}
	for range n {
		many.Image, many.Delay = append(many.Image, frame), append(many.Delay, 1)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, many); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// bombPNG claims w × h pixels in a hundred bytes.
func bombPNG(w, h uint32) []byte {
	head := binary.BigEndian.AppendUint32([]byte("IHDR"), w)
	head = append(binary.BigEndian.AppendUint32(head, h), 8, 2, 0, 0, 0)
	out := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(head))
}

// gpsJPEG tells where it was taken.
func gpsJPEG(t *testing.T) []byte {
	data := jpegOf(t, 600, 400)
	tiff := append([]byte("II\x2a\x00\x08\x00\x00\x00\x01\x00\x25\x88\x04\x00\x01\x00\x00\x00\x1a\x00\x00\x00\x00\x00\x00\x00"), "GPS 52.5200N 13.4050E"...)
	body := append([]byte("Exif\x00\x00"), tiff...)
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(body)+2))
	return append(append(bytes.Clone(data[:2]), append(segment, body...)...), data[2:]...)
}
