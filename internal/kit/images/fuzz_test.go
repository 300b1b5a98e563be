package images_test

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"limelight/internal/kit/images"
)

// FuzzDecode: an upload is a picture within the limits, or refused.
func FuzzDecode(f *testing.F) {
	dot := image.NewPaletted(image.Rect(0, 0, 9, 5), color.Palette{color.White, color.Black})
	for _, encode := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return png.Encode(b, dot) },
		func(b *bytes.Buffer) error { return jpeg.Encode(b, dot, nil) },
		func(b *bytes.Buffer) error { return gif.Encode(b, dot, nil) },
	} {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
		f.Add(b.Bytes()[:b.Len()/2])
	}
	f.Add([]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"))
	f.Add([]byte("GIF89a<script>alert(1)</script>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 64<<10 {
			return
		}
		err := images.Use(t.Context(), data, func(p *images.Picture) error {
			if p.Width() < 1 || p.Height() < 1 || p.Width() > images.MaxSide || p.Height() > images.MaxSide {
				t.Errorf("a picture of %d × %d passed", p.Width(), p.Height())
			}
			return nil
		})
		if err == nil {
			if _, err := images.KindOf(data); err != nil {
				t.Errorf("a picture of no kind was decoded: %v", err)
			}
		}
	})
}
