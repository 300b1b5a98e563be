package images

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"path"

	"github.com/bbrks/go-blurhash"
	encoder "github.com/gen2brain/webp"
	"golang.org/x/image/draw"
)

// Variant is one size that a picture is kept in.
type Variant struct {
	Name   string
	Width  int
	Height int  // with Crop the exact shape; without, the box it must fit in
	Crop   bool // cut to the shape of Width × Height
	Alpha  bool // keep transparency: the fall-back is PNG instead of JPEG
	Detail int  // the longer side of what is left of the picture before it is drawn; 0: all
}

// File is an encoded picture.
type File struct {
	Name string // the variant and its extension: card-320.webp
	Data []byte
}

// Quality of the encoders, where pictures of people stop looking better.
const (
	webpQuality = 80
	jpegQuality = 82

	// webpMethod is how hard the encoder searches. The usual 4 takes six times as
	// long as 2 for files that are a twentieth smaller, while a person waits.
	webpMethod = 2
)

// Encode draws the variants: each as WebP, and as JPEG (or PNG) for what cannot
// show it. A variant is never larger than the picture itself. One that follows a
// larger one of the same shape is drawn from that, which is much less work. No other one is
// begun when the context is over.
func (p *Picture) Encode(ctx context.Context, variants []Variant) ([]File, error) {
	var files []File
	var larger Variant
	from := p
	for _, v := range variants {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !v.shrinks(larger) {
			from = p
		}
		if n := len(files); from != p && v.leaves(from, larger) { // a small picture: it is the same again
			files = append(files, File{v.Name + path.Ext(files[n-2].Name), files[n-2].Data}, File{v.Name + path.Ext(files[n-1].Name), files[n-1].Data})
			larger = v
			continue
		}
		drawn := from.scaled(v)
		if v.Detail == 0 {
			from, larger = &Picture{pixels: drawn}, v
		}
		fallback, ext := encodeJPEG, ".jpg"
		if v.Alpha {
			fallback, ext = encodePNG, ".png"
		}
		for _, out := range []struct {
			ext    string
			encode func(io.Writer, *image.RGBA) error
		}{{".webp", encodeWebP}, {ext, fallback}} {
			var data bytes.Buffer
			if err := out.encode(&data, drawn); err != nil {
				return nil, fmt.Errorf("encode %s%s: %w", v.Name, out.ext, err)
			}
			files = append(files, File{v.Name + out.ext, data.Bytes()})
		}
	}
	return files, nil
}

// shrinks reports whether v can be drawn from what larger has become.
func (v Variant) shrinks(larger Variant) bool {
	return v.Crop == larger.Crop && v.Width <= larger.Width && v.Width*larger.Height == v.Height*larger.Width
}

// leaves reports whether v changes nothing of what larger has become.
func (v Variant) leaves(drawn *Picture, larger Variant) bool {
	width, height := within(drawn.Width(), drawn.Height(), v.Width, v.Height)
	return v.Detail == 0 && v.Alpha == larger.Alpha && width == drawn.Width() && height == drawn.Height()
}

func (p *Picture) scaled(v Variant) *image.RGBA {
	from := p.pixels.Rect
	if v.Crop {
		from = cover(from, v.Width, v.Height)
	}
	width, height := within(from.Dx(), from.Dy(), v.Width, v.Height)
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	if v.Detail > 0 {
		side := min(v.Detail, max(1, max(from.Dx(), from.Dy())/4)) // a tiny picture has to lose detail too
		coarseWidth, coarseHeight := within(from.Dx(), from.Dy(), side, side)
		coarse := image.NewRGBA(image.Rect(0, 0, coarseWidth, coarseHeight))
		draw.CatmullRom.Scale(coarse, coarse.Rect, p.pixels, from, draw.Src, nil) // each pixel is of all that it stands for
		draw.CatmullRom.Scale(out, out.Rect, coarse, coarse.Rect, draw.Src, nil)
		return out
	}
	var scaler draw.Scaler = draw.CatmullRom
	if from.Dx() > 8*width { // far too many pixels for a fine kernel to be seen
		scaler = draw.ApproxBiLinear
	}
	scaler.Scale(out, out.Rect, p.pixels, from, draw.Src, nil)
	return out
}

// cover is the largest part of r with the shape w : h. It is in the middle from
// side to side, and above the middle from top to bottom, where faces are.
func cover(r image.Rectangle, w, h int) image.Rectangle {
	if r.Dx()*h > r.Dy()*w { // too wide
		width := max(1, r.Dy()*w/h)
		left := (r.Dx() - width) / 2
		return image.Rect(left, 0, left+width, r.Dy())
	}
	height := max(1, r.Dx()*h/w)
	top := (r.Dy() - height) / 3
	return image.Rect(0, top, r.Dx(), top+height)
}

// within shrinks w × h into the box, keeping the shape; it never enlarges.
func within(w, h, boxW, boxH int) (int, int) {
	if w > boxW {
		w, h = boxW, max(1, h*boxW/w)
	}
	if h > boxH {
		w, h = max(1, w*boxH/h), boxH
	}
	return w, h
}

func encodeWebP(w io.Writer, p *image.RGBA) error {
	return encoder.Encode(w, straight(p), encoder.Options{Quality: webpQuality, Method: webpMethod})
}

// straight takes the alpha out of the colours, as WebP has them. What hides
// nothing is so already.
func straight(p *image.RGBA) *image.NRGBA {
	if p.Opaque() {
		return &image.NRGBA{Pix: p.Pix, Stride: p.Stride, Rect: p.Rect}
	}
	out := image.NewNRGBA(p.Rect)
	draw.Draw(out, out.Rect, p, image.Point{}, draw.Src)
	return out
}

func encodeJPEG(w io.Writer, p *image.RGBA) error {
	return jpeg.Encode(w, onWhite(p), &jpeg.Options{Quality: jpegQuality})
}

func encodePNG(w io.Writer, p *image.RGBA) error { return png.Encode(w, p) }

func onWhite(p *image.RGBA) *image.RGBA {
	if p.Opaque() {
		return p
	}
	out := image.NewRGBA(p.Rect)
	draw.Draw(out, out.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, p, image.Point{}, draw.Over)
	return out
}

// Preview is what stands in until the picture has loaded: its blurhash, and the
// average colour as #rrggbb.
func (p *Picture) Preview() (hash, colour string, err error) {
	tiny := onWhite((&Picture{pixels: p.pixels}).scaled(Variant{Width: 32, Height: 32}))
	x, y := 4, 4
	switch {
	case tiny.Rect.Dx() > tiny.Rect.Dy():
		y = 3
	case tiny.Rect.Dx() < tiny.Rect.Dy():
		x = 3
	}
	if hash, err = blurhash.Encode(x, y, tiny); err != nil {
		return "", "", fmt.Errorf("make a preview: %w", err)
	}
	return hash, average(tiny), nil
}

func average(p *image.RGBA) string {
	var r, g, b, n int
	for i := 0; i+3 < len(p.Pix); i += 4 {
		r, g, b, n = r+int(p.Pix[i]), g+int(p.Pix[i+1]), b+int(p.Pix[i+2]), n+1
	}
	return fmt.Sprintf("#%02x%02x%02x", r/n, g/n, b/n)
}
