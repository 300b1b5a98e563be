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
	"strings"
	"testing"
)

// The hostile corpus of pictures: real bytes, made here.

// hostileFile is an upload, and how it is refused; empty: it is taken, and drawn anew.
type hostileFile struct {
	name string
	data []byte
	want string
}

func hostileCorpus(t *testing.T) []hostileFile {
	t.Helper()
	const list = "You can only upload jpg, jpeg, png, webp, gif file!"
	photo := jpegOf(t, 300, 300)
	return []hostileFile{
		{"polyglot.gif", gifScript(t), ""},
		{"script.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), list},
		{"script.png", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), list},
		{"page.jpg", []byte("<!doctype html><script>alert(1)</script>"), list},
		{"page.html", []byte("<!doctype html>"), list},
		{"paper.pdf", []byte("%PDF-1.7\n"), list},
		{"paper.jpg", []byte("%PDF-1.7\n"), list},
		{"bomb.png", bombPNG(50_000, 50_000), "This picture has too many pixels. Please choose a smaller one."},
		{"frames.gif", framesGIF(t, 10_000), ""},
		{"gps.jpg", gpsJPEG(t), ""},
		{"cut.jpg", photo[:len(photo)/2], "This picture is damaged. Please choose another one."},
		{"empty.png", nil, "This file is empty."},
		{"noextension", photo, list},
		{"../../etc/passwd.jpg", photo, ""},
		{"-vf.png", photo, ""}, // a JPEG in truth; both are accepted, and drawn anew
		{"nul\x00.jpg", photo, ""},
		{"\u202egnp.exe.jpg", photo, ""},
		{strings.Repeat("x", 5000) + ".jpg", photo, ""},
		{"limit.jpg", padded(t, 2<<20), ""},
		{"above.jpg", padded(t, 2<<20+1), "Image must smaller than 2MB!"},
		{"far-above.png", noise(t, 1200, 1200), "Image must smaller than 2MB!"},
	}
}

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
