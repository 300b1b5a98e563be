package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"strings"
	"testing"
)

// The hostile corpus (trust.md, Uploads): real bytes, made here.

// script is what nothing that is kept may say.
const script = "alert(document.domain)"

// hostile is a file that somebody sends. Clean: it may be taken, drawn or written anew.
type hostile struct {
	name  string
	data  []byte
	clean bool
}

// goodFiles are the kinds of files that forms take, each with a good one.
func goodFiles(t *testing.T) map[string]hostile {
	return map[string]hostile{
		"picture": {name: "a.jpg", data: photo(t, 300, 300)}, "document": {name: "a.jpg", data: photo(t, 600, 400)},
		"video": {name: "a.mp4", data: []byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2 and nothing else")},
		"file":  {name: "a.pdf", data: aBook}, "captions": {name: "a.vtt", data: []byte("WEBVTT\n\n00:00.000 --> 00:01.000\nWaves\n")},
	}
}

// hostileFiles are what is sent as a file of a kind.
func hostileFiles(t *testing.T, kind string) []hostile {
	t.Helper()
	svg := []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>` + script + `</script></svg>`)
	page := []byte("<!doctype html><script>" + script + "</script>")
	good := goodFiles(t)[kind]
	_, ending, _ := strings.Cut(good.name, ".")
	list := []hostile{
		{name: "script.svg", data: svg}, {name: "script." + ending, data: svg}, {name: "page." + ending, data: page}, {name: "page.html", data: page},
		{name: "empty." + ending}, {name: "noextension", data: good.data, clean: kind == "captions"},
		{name: "", data: good.data, clean: true}, // as browsers send it when no file was chosen
		{name: "nothing." + ending, data: make([]byte, 5000)},
	}
	for _, name := range []string{"../../../etc/passwd." + ending, "-vf." + ending, "nul\x00x." + ending, "\u202egnp.exe." + ending, "a\r\nX-Evil: 1." + ending, strings.Repeat("x", 5000) + "." + ending, `C:\a\..\b.` + ending} {
		list = append(list, hostile{name: name, data: good.data, clean: true})
	}
	switch kind {
	case "picture", "document":
		list = append(list,
			hostile{name: "polyglot.gif", data: scriptGIF(t), clean: true}, hostile{name: "polyglot.jpg", data: append(bytes.Clone(good.data), page...), clean: true},
			hostile{name: "bomb.png", data: bomb(50_000, 50_000)}, hostile{name: "frames.gif", data: framesGIF(t, 10_000), clean: true},
			hostile{name: "scans.jpg", data: manyScans(2000, 1500)}, hostile{name: "cut.jpg", data: good.data[:len(good.data)/2]})
		if kind == "document" {
			list = append(list, hostile{name: "a.jpg", data: []byte("%PDF-1.7\n")}, hostile{name: "a.pdf", data: good.data})
		}
	case "video":
		list = append(list, hostile{name: "playlist.mp4", data: []byte("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n")},
			hostile{name: "concat.mp4", data: []byte("ffconcat version 1.0\nfile http://169.254.169.254/latest/meta-data/\n")},
			hostile{name: "photo.mp4", data: photo(t, 300, 300)}, hostile{name: "program.mp4", data: []byte("\x7fELF\x02\x01\x01 and so on and on")})
	case "file":
		list = append(list, hostile{name: "bomb.zip", data: zipOf(t, map[string][]byte{"a.txt": make([]byte, 64<<20)})},
			hostile{name: "nested.zip", data: zipOf(t, map[string][]byte{"b.zip": zipOf(t, map[string][]byte{"a": []byte("x")})})},
			hostile{name: "slip.zip", data: zipOf(t, map[string][]byte{"../../etc/cron.d/x": []byte("x")})},
			hostile{name: "cut.zip", data: zipOf(t, map[string][]byte{"a": []byte("xxxx")})[:20]}, hostile{name: "program.zip", data: []byte("MZ\x90\x00 and so on")})
	case "captions":
		list = append(list, hostile{name: "script.vtt", data: []byte("WEBVTT\n\n00:00.000 --> 00:01.000\n<script>" + script + "</script>\n"), clean: true},
			hostile{name: "style.vtt", data: []byte("WEBVTT\n\nSTYLE\n::cue { background: url(http://evil.example/) }\n\n00:00.000 --> 00:01.000\nx\n"), clean: true},
			hostile{name: "large.vtt", data: bytes.Repeat([]byte("WEBVTT\n\n"), 200_000)}, hostile{name: "utf16.vtt", data: []byte("\xff\xfeW\x00E\x00B\x00V\x00T\x00T\x00")})
	}
	return list
}

// scriptGIF is a GIF that is a script, too: the size reads as the start of a comment.
func scriptGIF(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gif.Encode(&b, image.NewPaletted(image.Rect(0, 0, 47, 42), color.Palette{color.Black, color.White}), nil); err != nil {
		t.Fatal(err)
	}
	return append(b.Bytes(), "*/=1;"+script...)
}

func framesGIF(t *testing.T, n int) []byte {
	t.Helper()
	frame, many := image.NewPaletted(image.Rect(0, 0, 32, 32), color.Palette{color.Black, color.White}), &gif.GIF{}
	for range n {
		many.Image, many.Delay = append(many.Image, frame), append(many.Delay, 1)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, many); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// manyScans is a grey progressive JPEG of side × side pixels whose coefficients are gone over
// again and again by scans of a few bytes.
func manyScans(side, number int) []byte {
	segment := func(marker byte, body ...byte) []byte {
		return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2)), body...)
	}
	oneCode := func(class, symbol byte) []byte {
		return segment(0xc4, append(append([]byte{class, 1}, make([]byte, 15)...), symbol)...)
	}
	blocks := (side + 7) / 8 * ((side + 7) / 8)
	out := append([]byte{0xff, 0xd8}, segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)...)
	out = append(out, segment(0xc2, 8, byte(side>>8), byte(side), byte(side>>8), byte(side), 1, 1, 0x11, 0)...)
	out = append(append(out, oneCode(0x00, 0x00)...), oneCode(0x10, 0xe0)...)
	out = append(append(out, segment(0xda, 1, 1, 0, 0, 0, 1)...), make([]byte, (blocks+7)/8)...)
	for scan := range number {
		precision := byte(0x10)
		if scan == 0 {
			precision = 0x01
		}
		out = append(out, segment(0xda, 1, 1, 0, 1, 63, precision)...)
		for left := blocks; left > 0; left -= 1 << 14 {
			out = append(out, 0, 0)
		}
	}
	return append(out, 0xff, 0xd9)
}

func zipOf(t *testing.T, files map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, data := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
