package images

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// Clean is the whole picture as one JPEG whose longer side is at most side.
func (p *Picture) Clean(side int) ([]byte, error) {
	return p.jpeg(onWhite(p.scaled(Variant{Width: side, Height: side})))
}

// Stamped is Clean with a text across it, repeated, so that a copy that gets out
// tells who looked at it. The text is ASCII.
func (p *Picture) Stamped(side int, text string) ([]byte, error) {
	out := onWhite(p.scaled(Variant{Width: side, Height: side}))
	mark := written(text, max(1, out.Rect.Dx()/500))
	step := image.Pt(mark.Rect.Dx()+mark.Rect.Dx()/4, 5*mark.Rect.Dy())
	for row, y := 0, 0; y < out.Rect.Dy(); row, y = row+1, y+step.Y {
		for x := -(row % 2) * step.X / 2; x < out.Rect.Dx(); x += step.X {
			draw.Draw(out, mark.Rect.Add(image.Pt(x, y)), mark, image.Point{}, draw.Over)
		}
	}
	return p.jpeg(out)
}

// written draws the text in white with a dark shadow, half transparent, so that
// it is seen on every ground.
func written(text string, scale int) *image.RGBA {
	face := basicfont.Face7x13
	small := image.NewRGBA(image.Rect(0, 0, face.Advance*len(text)+1, face.Height+1))
	for _, ink := range []struct {
		shift int
		c     color.Color
	}{{1, color.RGBA{0, 0, 0, 110}}, {0, color.RGBA{110, 110, 110, 110}}} {
		pen := font.Drawer{Dst: small, Src: image.NewUniform(ink.c), Face: face, Dot: fixed.P(ink.shift, face.Ascent+ink.shift)}
		pen.DrawString(text)
	}
	large := image.NewRGBA(image.Rect(0, 0, small.Rect.Dx()*scale, small.Rect.Dy()*scale))
	draw.NearestNeighbor.Scale(large, large.Rect, small, small.Rect, draw.Src, nil)
	return large
}

func (p *Picture) jpeg(pixels *image.RGBA) ([]byte, error) {
	var data bytes.Buffer
	if err := jpeg.Encode(&data, pixels, &jpeg.Options{Quality: 90}); err != nil {
		return nil, fmt.Errorf("encode a picture: %w", err)
	}
	return data.Bytes(), nil
}
