// Package wsframe refuses what breaks the WebSocket protocol (RFC 6455) or a limit
// before a WebSocket library sees it: some libraries end the program by a length
// that no frame may have, or take a message of any size into memory (decisions 18
// and 49).
package wsframe

import (
	"encoding/binary"
	"errors"
	"io"
	"time"
)

// Bits of a WebSocket frame header, RFC 6455 §5.2.
const (
	frameReserved = 0x70
	frameOpcode   = 0x0f
	frameFinal    = 0x80
	frameMasked   = 0x80
	frameLength   = 0x7f

	opcodeContinuation = 0x0
	opcodeText         = 0x1
	opcodeBinary       = 0x2
	opcodeClose        = 0x8
	opcodePong         = 0xa

	maxControl = 125 // bytes of a control frame's payload
)

// Why a filter passes nothing on any more.
var (
	ErrProtocol = errors.New("wsframe: malformed frame")
	ErrSize     = errors.New("wsframe: frame or message too large")
	ErrFlood    = errors.New("wsframe: too many frames")
)

// Limits of what a client may send. Frames take from a bucket: pings, pongs and
// fragments without content are seen by nobody else.
type Limits struct {
	Frame   uint64  // bytes of a frame's payload
	Message uint64  // bytes of a message, over all its frames; 0: frames alone are bounded
	Rate    float64 // that the bucket gains a second
	Burst   float64 // that it holds, and has at the start
	Control float64 // that a control frame takes, where any other frame takes one
}

// Filter reads a client's half of a WebSocket. What is well is passed on as it is,
// without a copy.
type Filter struct {
	r       io.Reader
	limits  Limits
	now     func() time.Time
	refused func(why error) // told once, before the error is returned
	bad     error           // why nothing is passed on any more
	told    bool

	left float64 // in the bucket
	at   time.Time

	header  [14]byte
	have    int    // bytes of the header so far
	payload uint64 // bytes of the frame still to pass
	message uint64 // bytes of the message so far
}

// NewFilter filters r. refused hears once why nothing more is passed on: ErrProtocol,
// ErrSize or ErrFlood, which every later Read returns.
func NewFilter(r io.Reader, limits Limits, now func() time.Time, refused func(why error)) *Filter {
	return &Filter{r: r, limits: limits, now: now, refused: refused, left: limits.Burst, at: now()}
}

// Read passes on bytes up to the one that completes a bad header, and from there
// on only the error: what came before it is handled and answered first.
func (f *Filter) Read(p []byte) (int, error) {
	if f.bad != nil {
		return 0, f.refuse()
	}
	n, err := f.r.Read(p)
	good, bad := f.scan(p[:n])
	if f.bad = bad; bad == nil {
		return n, err
	}
	if good > 0 {
		return good, nil
	}
	return 0, f.refuse()
}

func (f *Filter) refuse() error {
	if !f.told {
		f.told = true
		f.refused(f.bad)
	}
	return f.bad
}

// scan returns how many bytes of p may be passed on.
func (f *Filter) scan(p []byte) (good int, err error) {
	for at := 0; at < len(p); {
		if f.payload > 0 {
			skip := min(f.payload, uint64(len(p)-at))
			f.payload -= skip
			at += int(skip) // of a slice's length
			continue
		}
		f.header[f.have] = p[at]
		f.have++
		if err := f.check(); err != nil {
			return at, err
		}
		at++
	}
	return len(p), nil
}

// check looks at the header as far as it has come. The byte that completes a
// wrong field is never passed on.
func (f *Filter) check() error {
	if f.have == 1 {
		return f.checkOpcode(f.header[0])
	}
	length := uint64(f.header[1] & frameLength)
	if f.have == 2 {
		control := f.header[0]&frameOpcode >= opcodeClose
		if f.header[1]&frameMasked == 0 || control && length > maxControl {
			return ErrProtocol
		}
	}
	extended := 0
	switch length {
	case 126:
		extended = 2
	case 127:
		extended = 8
	}
	if f.have < 2+extended {
		return nil
	}
	switch extended {
	case 2:
		length = uint64(binary.BigEndian.Uint16(f.header[2:]))
	case 8:
		length = binary.BigEndian.Uint64(f.header[2:])
	}
	if length > f.limits.Frame || !f.fits(length) {
		return ErrSize
	}
	if f.have == 2+extended+4 { // the mask's key is complete
		f.begin(length)
	}
	return nil
}

// begin lets the frame's payload pass.
func (f *Filter) begin(length uint64) {
	if f.header[0]&frameOpcode < opcodeClose {
		f.message += length
		if f.header[0]&frameFinal != 0 {
			f.message = 0
		}
	}
	f.have, f.payload = 0, length
}

// fits reports whether the message is not too long with this frame. A control frame
// belongs to none.
func (f *Filter) fits(length uint64) bool {
	control := f.header[0]&frameOpcode >= opcodeClose
	return control || f.limits.Message == 0 || f.message+length <= f.limits.Message // each at most Frame: no overflow
}

// checkOpcode begins a frame.
func (f *Filter) checkOpcode(b byte) error {
	opcode := b & frameOpcode
	control := opcode >= opcodeClose
	switch {
	case b&frameReserved != 0, // no extension was agreed on
		opcode > opcodePong,
		!control && opcode > opcodeBinary,
		control && b&frameFinal == 0:
		return ErrProtocol
	}
	cost := 1.0
	if control {
		cost = f.limits.Control
	}
	if !f.take(cost) {
		return ErrFlood
	}
	return nil
}

func (f *Filter) take(cost float64) bool {
	now := f.now()
	f.left = min(f.limits.Burst, f.left+now.Sub(f.at).Seconds()*f.limits.Rate)
	f.at = now
	if f.left < cost {
		return false
	}
	f.left -= cost
	return true
}
