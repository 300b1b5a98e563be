// Package images turns an image that anybody may have made into pictures that
// are safe to serve.
//
// Invariants:
//   - the kind is told by the bytes, and the size and the way it is coded are read
//     before a pixel is decoded, so that a small file cannot ask for much memory, nor
//     for much work;
//   - work ends with the context of who asked for it;
//   - what comes out has been drawn anew: nothing of the original file survives,
//     neither its metadata nor what was hidden behind its end;
//   - at most a few images are decoded at once, whatever the number of callers.
//
// Decoders are Go's own, memory-safe ones. Only this package knows the image
// libraries.
package images

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"runtime"

	"golang.org/x/image/webp"
)

// Refusals.
var (
	// ErrKind is the answer to what is no JPEG, PNG, WebP or GIF.
	ErrKind = errors.New("pictures: not an image of a known kind")
	// ErrBroken is the answer to an image that cannot be decoded to its end.
	ErrBroken = errors.New("pictures: the image is damaged")
	// ErrHuge is the answer to an image with more pixels than are decoded.
	ErrHuge = errors.New("pictures: the image has too many pixels")
)

// The bounds of what is decoded.
const (
	MaxPixels = 32_000_000 // a 32-megapixel photo
	MaxSide   = 16_000
	// maxMemory is what one image may take while it is decoded, in bytes: 11 a pixel of
	// a photo, 32 of a progressive JPEG made for print.
	maxMemory = 384 << 20
	// maxScanned is how many pixels the scans of one JPEG may go over in all: half a second
	// of work. The usual ten scans of a progressive photo fit up to the largest that is
	// decoded, forty of one of 12 megapixels.
	maxScanned = 16 * MaxPixels
)

// Kind is a format of images.
type Kind string

// The kinds that are read.
const (
	JPEG Kind = "jpeg"
	PNG  Kind = "png"
	GIF  Kind = "gif"
	WebP Kind = "webp"
)

// KindOf tells the kind by the first bytes, and nothing of what follows.
func KindOf(data []byte) (Kind, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return JPEG, nil
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return PNG, nil
	case bytes.HasPrefix(data, []byte("GIF87a")), bytes.HasPrefix(data, []byte("GIF89a")):
		return GIF, nil
	case len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return WebP, nil
	}
	return "", ErrKind
}

type decoder struct {
	size   func(io.Reader) (image.Config, error)
	pixels func(io.Reader) (image.Image, error)
}

var decoders = map[Kind]decoder{
	JPEG: {jpeg.DecodeConfig, jpeg.Decode},
	PNG:  {png.DecodeConfig, png.Decode},
	GIF:  {gif.DecodeConfig, gif.Decode}, // the first frame; the others are never read
	WebP: {webp.DecodeConfig, webp.Decode},
}

// atOnce bounds how many images are held decoded: memory is maxMemory times
// this, however many people upload.
var atOnce = make(chan struct{}, max(1, min(4, runtime.NumCPU()/2)))

// Picture is a decoded image, upright and without its past.
type Picture struct {
	Kind   Kind        // of the original
	pixels *image.RGBA // which is what can be drawn and scaled fast
}

// Width and Height are in pixels, as a person sees it.
func (p *Picture) Width() int  { return p.pixels.Rect.Dx() }
func (p *Picture) Height() int { return p.pixels.Rect.Dy() }

// Use decodes data and hands the picture to fn, which must not keep it: the
// place among those decoded at once is given back when fn returns.
func Use(ctx context.Context, data []byte, fn func(*Picture) error) error {
	kind, err := KindOf(data)
	if err != nil {
		return err
	}
	if err := checkSize(kind, data); err != nil {
		return err
	}
	if ctx.Value(unbounded{}) == nil {
		select {
		case atOnce <- struct{}{}:
			defer func() { <-atOnce }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	p, err := decode(ctx, kind, data)
	if ctx.Err() != nil { // whatever the decoder made of it
		return ctx.Err()
	}
	if err != nil {
		return err
	}
	return fn(p)
}

type unbounded struct{}

// Unbounded is for a caller that bounds by itself how many of its own pictures are
// decoded at once: those need not wait for the place of an upload.
func Unbounded(ctx context.Context) context.Context {
	return context.WithValue(ctx, unbounded{}, true)
}

func checkSize(kind Kind, data []byte) error {
	size, err := decoders[kind].size(bytes.NewReader(data))
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrBroken, err)
	case size.Width < 1 || size.Height < 1:
		return ErrBroken
	case size.Width > MaxSide || size.Height > MaxSide || size.Width*size.Height > MaxPixels:
		return fmt.Errorf("%w: %d × %d", ErrHuge, size.Width, size.Height)
	case size.Width*size.Height*memoryPerPixel(kind, size.ColorModel, data) > maxMemory:
		return fmt.Errorf("%w for the way it is coded: %d × %d", ErrHuge, size.Width, size.Height)
	case kind == JPEG && scanned(size, data) > maxScanned:
		return fmt.Errorf("%w for the number of its scans: %d × %d", ErrHuge, size.Width, size.Height)
	}
	return nil
}

func decode(ctx context.Context, kind Kind, data []byte) (p *Picture, err error) {
	defer func() { // a decoder's panic is one more damaged image
		if broken := recover(); broken != nil {
			p, err = nil, fmt.Errorf("%w: %v", ErrBroken, broken)
		}
	}()
	img, err := decoders[kind].pixels(&input{ctx, bytes.NewReader(data)})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if b := img.Bounds(); b.Empty() || b.Dx()*b.Dy() > MaxPixels {
		return nil, ErrBroken
	}
	return &Picture{Kind: kind, pixels: upright(redrawn(img), orientation(kind, data))}, nil
}

// input is what a decoder reads: in small pieces, and to the end of the context, which is
// how a decoder is stopped.
type input struct {
	ctx  context.Context
	data *bytes.Reader
}

// inputPiece is how many bytes a decoder gets at once: those of a few scans.
const inputPiece = 256

func (r *input) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.data.Read(b[:min(len(b), inputPiece)])
}

// redrawn copies the pixels into a plain canvas.
func redrawn(img image.Image) *image.RGBA {
	b := img.Bounds()
	canvas := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(canvas, canvas.Rect, img, b.Min, draw.Src)
	return canvas
}
