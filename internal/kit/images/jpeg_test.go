package images

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"testing"
)

// scans is a grey progressive JPEG of w × h pixels, all zero, whose coefficients are gone
// over again and again by scans of a few bytes; between stands in front of each of them.
func scans(w, h, number int, between ...byte) []byte {
	segment := func(marker byte, body ...byte) []byte {
		return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2)), body...)
	}
	blocks := (w + 7) / 8 * ((h + 7) / 8)
	out := append([]byte{0xff, 0xd8}, segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)...)
	out = append(out, segment(frameProgressive, 8, byte(h>>8), byte(h), byte(w>>8), byte(w), 1, 1, 0x11, 0)...)
	oneCode := func(class, symbol byte) []byte { // whose only code is the bit 0
		return segment(0xc4, append(append([]byte{class, 1}, make([]byte, 15)...), symbol)...)
	}
	out = append(out, oneCode(0x00, 0x00)...) // no difference to the block before
	out = append(out, oneCode(0x10, 0xe0)...) // the next 2^14 blocks and more have nothing
	out = append(out, segment(startOfScan, 1, 1, 0, 0, 0, 1)...)
	out = append(out, make([]byte, (blocks+7)/8)...)
	for scan := range number {
		precision := byte(0x10) // refines what the scan before has left
		if scan == 0 {
			precision = 0x01
		}
		out = append(append(out, between...), segment(startOfScan, 1, 1, 0, 1, 63, precision)...)
		for left := blocks; left > 0; left -= 1 << 14 { // a code and 14 bits of length: 15
			out = append(out, 0, 0)
		}
	}
	return append(out, 0xff, 0xd9)
}

// What a small file asks for is bounded: not only by its pixels, but by how often its
// scans go over them. Nothing that the decoder reads over hides a scan.
func TestScansAreBounded(t *testing.T) {
	const side = 1024
	most := maxScanned / (side * side)
	for name, between := range map[string][]byte{
		"one behind another":         nil,
		"behind bytes to spare":      {0xff, 0xff, 0xff},
		"behind bytes of no segment": {1, 2, 3, 0xff, 0, 0xff, 0, 9},
		"behind a restart":           {0xff, 0xd3},
		"behind a remark":            {0xff, 0xfe, 0, 4, 0xff, 0xd9},
	} {
		if p, err := use(t, scans(side, side, 20, between...)); err != nil || p.Width() != side {
			t.Errorf("%s: twenty scans: %v", name, err)
		}
		if _, err := use(t, scans(side, side, most, between...)); !errors.Is(err, ErrHuge) {
			t.Errorf("%s: %d scans: %v, want %v", name, most+1, err, ErrHuge)
		}
	}
	if _, err := use(t, scans(1, 16_000, maxScanned/(32*16_000))); !errors.Is(err, ErrHuge) {
		t.Errorf("a strip that is decoded as 32 times as wide: %v, want %v", err, ErrHuge)
	}
}

// Nobody decodes or draws for who has gone.
func TestWorkEndsWithItsContext(t *testing.T) {
	ctx, leave := context.WithCancel(Unbounded(t.Context()))
	err := Use(ctx, asJPEG(t, four(64, 64)), func(p *Picture) error {
		leave()
		_, err := p.Encode(ctx, []Variant{{Name: "card", Width: 32, Height: 32}})
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("drawing went on: %v", err)
	}
	for kind, data := range map[Kind][]byte{JPEG: asJPEG(t, four(64, 64)), PNG: asPNG(t, four(64, 64))} {
		if _, err := decode(ctx, kind, data); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: the decoder went on: %v", kind, err)
		}
		if err := Use(ctx, data, func(*Picture) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: the answer to who has gone is %v", kind, err)
		}
	}
}
