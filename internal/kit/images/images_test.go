package images

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"runtime"
	"testing"

	"golang.org/x/image/webp"
)

// four is red and green above blue and white, in quarters.
func four(w, h int) *image.NRGBA {
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	colours := [2][2]color.NRGBA{{{255, 0, 0, 255}, {0, 255, 0, 255}}, {{0, 0, 255, 255}, {255, 255, 255, 255}}}
	for y := range h {
		for x := range w {
			p.SetNRGBA(x, y, colours[2*y/h][2*x/w])
		}
	}
	return p
}

func asJPEG(t *testing.T, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t *testing.T, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// withExif puts an orientation and a GPS note into a JPEG.
func withExif(data []byte, orientation uint16) []byte {
	tiff := []byte("MM\x00\x2a\x00\x00\x00\x08\x00\x02")
	tiff = append(tiff, 0x01, 0x12, 0, 3, 0, 0, 0, 1, byte(orientation>>8), byte(orientation), 0, 0)
	tiff = append(tiff, 0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38, 0, 0, 0, 0)
	tiff = append(tiff, "GPS 52.5200 13.4050"...)
	body := append([]byte("Exif\x00\x00"), tiff...)
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(body)+2))
	segment = append(segment, body...)
	return append(append(bytes.Clone(data[:2]), segment...), data[2:]...)
}

func use(t *testing.T, data []byte) (out *Picture, err error) {
	t.Helper()
	err = Use(t.Context(), data, func(p *Picture) error { out = p; return nil })
	return out, err
}

func TestEveryKindIsRead(t *testing.T) {
	p := four(80, 60)
	var asGIF, asWebP bytes.Buffer
	if err := errors.Join(gif.Encode(&asGIF, p, nil), encodeWebP(&asWebP, redrawn(p))); err != nil {
		t.Fatal(err)
	}
	for kind, data := range map[Kind][]byte{JPEG: asJPEG(t, p), PNG: asPNG(t, p), GIF: asGIF.Bytes(), WebP: asWebP.Bytes()} {
		got, err := use(t, data)
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		if got.Kind != kind || got.Width() != 80 || got.Height() != 60 {
			t.Errorf("%s is read as %s of %d × %d", kind, got.Kind, got.Width(), got.Height())
		}
		near(t, string(kind), got.pixels.At(10, 10), color.NRGBA{255, 0, 0, 255})
	}
}

// The red quarter is where a person holding the camera saw it.
func TestOrientation(t *testing.T) {
	red := map[uint16]image.Point{1: {0, 0}, 2: {1, 0}, 3: {1, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 1}, 8: {0, 1}, 9: {0, 0}, 0: {0, 0}}
	for orientation, at := range red {
		p, err := use(t, withExif(asJPEG(t, four(80, 40)), orientation))
		if err != nil {
			t.Fatal(err)
		}
		w, h := 80, 40
		if orientation >= 5 && orientation <= 8 {
			w, h = 40, 80
		}
		if p.Width() != w || p.Height() != h {
			t.Fatalf("orientation %d gives %d × %d", orientation, p.Width(), p.Height())
		}
		near(t, "red", p.pixels.At(w/4+at.X*w/2, h/4+at.Y*h/2), color.NRGBA{255, 0, 0, 255})
	}
}

func TestOrientationOfOtherKinds(t *testing.T) {
	tiff := withExif([]byte{0xff, 0xd8}, 6)[12:]
	name := append([]byte("eXIf"), tiff...)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(tiff)))
	chunk = binary.BigEndian.AppendUint32(append(chunk, name...), crc32.ChecksumIEEE(name))
	data := asPNG(t, four(80, 40))
	data = append(append(bytes.Clone(data[:33]), chunk...), data[33:]...) // after IHDR
	p, err := use(t, data)
	if err != nil || p.Width() != 40 {
		t.Errorf("a turned PNG is %d wide: %v", p.Width(), err)
	}
	riff := append([]byte("RIFF\x00\x00\x00\x00WEBPEXIF"), binary.LittleEndian.AppendUint32(nil, uint32(len(tiff)))...)
	if got := orientation(WebP, append(riff, tiff...)); got != 6 {
		t.Errorf("a turned WebP has orientation %d", got)
	}
}

func TestNothingOfTheOriginalSurvives(t *testing.T) {
	data := append(withExif(asJPEG(t, four(400, 300)), 6), "<script>alert(1)</script>"...)
	p, err := use(t, data)
	if err != nil {
		t.Fatal(err)
	}
	files, err := p.Encode(t.Context(), []Variant{{Name: "card", Width: 320, Height: 400, Crop: true}})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		for _, mark := range []string{"Exif", "GPS", "52.52", "<script", "ICC"} {
			if bytes.Contains(f.Data, []byte(mark)) {
				t.Errorf("%s still holds %q", f.Name, mark)
			}
		}
	}
}

func TestVariants(t *testing.T) {
	p, err := use(t, asPNG(t, four(1000, 1000)))
	if err != nil {
		t.Fatal(err)
	}
	files, err := p.Encode(t.Context(), []Variant{
		{Name: "card-320", Width: 320, Height: 400, Crop: true},
		{Name: "wide", Width: 1280, Height: 720, Crop: true},
		{Name: "site", Width: 500, Height: 200, Alpha: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		name string
		w, h int
	}{{"card-320.webp", 320, 400}, {"card-320.jpg", 320, 400}, {"wide.webp", 1000, 562}, {"wide.jpg", 1000, 562}, {"site.webp", 200, 200}, {"site.png", 200, 200}}
	for i, f := range files {
		size, _, err := image.DecodeConfig(bytes.NewReader(f.Data))
		if err != nil || f.Name != want[i].name || size.Width != want[i].w || size.Height != want[i].h {
			t.Errorf("%s is %d × %d (%v), want %+v", f.Name, size.Width, size.Height, err, want[i])
		}
	}
	if _, err := webp.Decode(bytes.NewReader(files[0].Data)); err != nil {
		t.Errorf("another decoder cannot read the WebP: %v", err)
	}
}

// What is half seen through keeps its colour: neither is it drawn on black, nor is
// its colour dimmed twice.
func TestHalfTransparent(t *testing.T) {
	veil := image.NewNRGBA(image.Rect(0, 0, 200, 200))
	for i := 0; i < len(veil.Pix); i += 4 {
		copy(veil.Pix[i:], []byte{250, 120, 0, 128})
	}
	p, err := use(t, asPNG(t, veil))
	if err != nil {
		t.Fatal(err)
	}
	files, err := p.Encode(t.Context(), []Variant{{Name: "logo", Width: 100, Height: 100, Alpha: true}, {Name: "card", Width: 100, Height: 100}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]color.NRGBA{
		"logo.webp": {250, 120, 0, 128}, "logo.png": {250, 120, 0, 128}, "card.webp": {250, 120, 0, 128},
		"card.jpg": {252, 187, 127, 255}, // on white
	}
	for _, f := range files {
		got, _, err := image.Decode(bytes.NewReader(f.Data))
		if err != nil {
			t.Fatal(err)
		}
		near(t, f.Name, got.At(50, 50), want[f.Name])
		if _, _, _, alpha := got.At(50, 50).RGBA(); alpha>>8 != uint32(want[f.Name].A) {
			t.Errorf("%s: alpha is %d, want %d", f.Name, alpha>>8, want[f.Name].A)
		}
	}
}

func TestExtremeShapes(t *testing.T) {
	for _, at := range []image.Point{{1, 1}, {4000, 1}, {1, 4000}} {
		p, err := use(t, asPNG(t, four(at.X, at.Y)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Encode(t.Context(), []Variant{{Name: "a", Width: 320, Height: 400, Crop: true}, {Name: "b", Width: 64, Height: 64}}); err != nil {
			t.Errorf("%v: %v", at, err)
		}
		if hash, colour, err := p.Preview(); err != nil || hash == "" || len(colour) != 7 {
			t.Errorf("%v: preview %q %q: %v", at, hash, colour, err)
		}
	}
}

func TestRefused(t *testing.T) {
	whole := asJPEG(t, four(200, 200))
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"nothing":       {nil, ErrKind},
		"text":          {[]byte("<html>"), ErrKind},
		"svg":           {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), ErrKind},
		"pdf":           {[]byte("%PDF-1.7\n"), ErrKind},
		"cut short":     {whole[:len(whole)/2], ErrBroken},
		"only a head":   {whole[:4], ErrBroken},
		"no pixels":     {pngOf(0, 10), ErrBroken},
		"a bomb":        {pngOf(50_000, 50_000), ErrHuge},
		"a long strip":  {pngOf(20_000, 1), ErrHuge},
		"a gif's bomb":  {[]byte("GIF89a\xff\xff\xff\xff\x00\x00\x00"), ErrHuge},
		"a webp's head": {[]byte("RIFF\x10\x00\x00\x00WEBPVP8 \x00\x00\x00\x00"), ErrBroken},
	} {
		if _, err := use(t, c.data); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}

// pngOf is a PNG that claims a size and holds next to nothing.
func pngOf(w, h uint32) []byte {
	head := binary.BigEndian.AppendUint32([]byte("IHDR"), w)
	head = append(binary.BigEndian.AppendUint32(head, h), 8, 2, 0, 0, 0)
	out := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(head))
	return append(out, "\x00\x00\x00\x00IDAT\x35\xaf\x06\x1e"...)
}

// Ten thousand frames cost as much as one.
// A progressive JPEG takes many times the memory of another: how it is coded counts, not
// its pixels alone.
func TestMemoryIsBounded(t *testing.T) {
	frame := func(marker byte, side, components int, before ...byte) []byte {
		data := append([]byte{0xff, 0xd8}, before...)
		data = append(data, 0xff, marker, 0, byte(8+3*components), 8, byte(side>>8), byte(side), byte(side>>8), byte(side), byte(components))
		for c := range components {
			data = append(data, byte(c+1), 0x11, 0)
		}
		return append(data, 0xff, 0xda, 0, 2) // and no pixel
	}
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"a photo of 30 megapixels":                 {frame(0xc0, 5_500, 3), ErrBroken},
		"a progressive one of 12":                  {frame(0xc2, 3_500, 3), ErrBroken},
		"a progressive one of 30":                  {frame(0xc2, 5_500, 3), ErrHuge},
		"a progressive one for print of 16":        {frame(0xc2, 4_000, 4), ErrHuge},
		"a photo of 30 behind a byte to spare":     {frame(0xc0, 5_500, 3, 0xff), ErrBroken},
		"a progressive one behind a byte to spare": {frame(0xc2, 5_500, 3, 0xff), ErrHuge},
		"a progressive one behind a remark":        {frame(0xc2, 5_500, 3, 0xff, 0xfe, 0, 4, 0xff, 0xc0), ErrHuge},
	} {
		if _, err := use(t, c.data); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestManyFrames(t *testing.T) {
	frame := image.NewPaletted(image.Rect(0, 0, 64, 64), color.Palette{color.Black, color.White})
	many := &gif.GIF{}
	for range 10_000 {
		many.Image, many.Delay = append(many.Image, frame), append(many.Delay, 1)
	}
	var data bytes.Buffer
	if err := gif.EncodeAll(&data, many); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := use(t, data.Bytes()); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("10,000 frames of 64 × 64 took %d bytes", used)
	}
}

// Whatever the bytes, the answer is a picture or one of the three refusals.
func FuzzUse(f *testing.F) {
	f.Add(pngOf(4, 4))
	f.Add([]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"))
	f.Add(withExif([]byte{0xff, 0xd8, 0xff, 0xd9}, 6))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := use(t, data)
		if err != nil && !errors.Is(err, ErrKind) && !errors.Is(err, ErrBroken) && !errors.Is(err, ErrHuge) {
			t.Errorf("an unnamed refusal: %v", err)
		}
	})
}

func near(t *testing.T, what string, seen color.Color, want color.NRGBA) {
	t.Helper()
	got, _ := color.NRGBAModel.Convert(seen).(color.NRGBA)
	for _, d := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B)} {
		if d < -40 || d > 40 {
			t.Errorf("%s is %v, want about %v", what, got, want)
			return
		}
	}
}

func TestStampIsSeen(t *testing.T) {
	p, err := use(t, asPNG(t, four(900, 600)))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := p.Clean(800)
	if err != nil {
		t.Fatal(err)
	}
	stamped, err := p.Stamped(800, "viewer ada 2026-11-02")
	if err != nil {
		t.Fatal(err)
	}
	a, errA := jpeg.Decode(bytes.NewReader(plain))
	b, errB := jpeg.Decode(bytes.NewReader(stamped))
	if err := errors.Join(errA, errB); err != nil || a.Bounds() != b.Bounds() || a.Bounds().Dx() != 800 {
		t.Fatalf("%v and %v: %v", a.Bounds(), b.Bounds(), err)
	}
	quarters := map[image.Point]int{}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r, _, _, _ := a.At(x, y).RGBA()
			s, _, _, _ := b.At(x, y).RGBA()
			if diff := int(r) - int(s); diff > 0x3000 || diff < -0x3000 {
				quarters[image.Pt(x/400, y*2/a.Bounds().Dy())]++
			}
		}
	}
	for _, at := range []image.Point{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		if quarters[at] < 100 {
			t.Errorf("the stamp is not seen in the quarter %v (%d pixels)", at, quarters[at])
		}
	}
}

// A blur is small, and of the picture's lines nothing is left in it: black and white
// stripes become grey, in pictures of any size.
func TestBlurLosesDetail(t *testing.T) {
	for _, side := range []int{8, 40, 400, 1600} {
		striped := image.NewNRGBA(image.Rect(0, 0, side, side))
		for y := range side {
			for x := range side {
				shade := uint8(255 * (x * 32 / max(32, side) % 2))
				striped.SetNRGBA(x, y, color.NRGBA{shade, shade, shade, 255})
			}
		}
		var files []File
		err := Use(t.Context(), asPNG(t, striped), func(p *Picture) (err error) {
			files, err = p.Encode(t.Context(), []Variant{{Name: "full", Width: 2000, Height: 2000}, {Name: "blur", Width: 48, Height: 48, Detail: 12}})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		blur, _, err := image.Decode(bytes.NewReader(files[3].Data))
		if err != nil || files[3].Name != "blur.jpg" || blur.Bounds().Dx() != min(side, 48) {
			t.Fatalf("%s of %d pixels is %v (%v)", files[3].Name, side, blur.Bounds(), err)
		}
		darkest, brightest := 255, 0
		for x := range blur.Bounds().Dx() {
			r, _, _, _ := blur.At(x, blur.Bounds().Dy()/2).RGBA()
			darkest, brightest = min(darkest, int(r>>8)), max(brightest, int(r>>8))
		}
		if brightest-darkest > 160 {
			t.Errorf("of %d pixels: from %d to %d is left of the stripes", side, darkest, brightest)
		}
	}
}

// A variant that is no smaller than the one before it is not made twice.
func TestVariantsOfASmallPicture(t *testing.T) {
	var files []File
	err := Use(t.Context(), asJPEG(t, four(300, 200)), func(p *Picture) (err error) {
		files, err = p.Encode(t.Context(), []Variant{{Name: "full", Width: 2560, Height: 2560}, {Name: "page", Width: 1280, Height: 1280}, {Name: "card", Width: 150, Height: 150}})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		name  string
		width int
		same  bool // as full
	}{{"full.webp", 300, true}, {"full.jpg", 300, true}, {"page.webp", 300, true}, {"page.jpg", 300, true}, {"card.webp", 150, false}, {"card.jpg", 150, false}} {
		size, _, err := image.DecodeConfig(bytes.NewReader(files[i].Data))
		if err != nil || files[i].Name != want.name || size.Width != want.width || bytes.Equal(files[i].Data, files[i%2].Data) != want.same {
			t.Errorf("%s is %d pixels wide (%v), want %s of %d", files[i].Name, size.Width, err, want.name, want.width)
		}
	}
}
