package socket

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

	opcodeBinary = 0x2
	opcodeClose  = 0x8
	opcodePong   = 0xa

	mostControl = 125 // bytes of a control frame's payload
)

// frameCost is what a control frame takes from the bucket of frames, where any
// other frame takes one. The bucket is as many times as large as the bucket of
// packets, for a packet may come with so many attachments, a frame each.
const frameCost = 1 + mostAttachments

var (
	errFrame      = errors.New("socket: malformed WebSocket frame")
	errFrameSize  = errors.New("socket: WebSocket frame too large")
	errFrameFlood = errors.New("socket: too many WebSocket frames")
)

// frameFilter reads a client's half of a WebSocket and refuses a frame header
// that breaks the protocol or a limit before the WebSocket library sees it
// (decision 18). What is well is passed on as it is, without a copy.
//
// It also counts frames, which the packets' own limit does not see: pings,
// pongs, and fragments without content.
type frameFilter struct {
	r       io.Reader
	most    uint64 // bytes of a frame's payload
	limits  *Limits
	now     func() time.Time
	frames  bucket
	refused func(why error) // told once, before the error is returned
	bad     error           // why nothing is passed on any more
	told    bool

	header  [14]byte
	have    int    // bytes of the header so far
	payload uint64 // bytes of the frame still to pass
}

// Read passes on bytes up to the one that completes a bad header, and from there
// on only the error: what came before it is handled and answered first.
func (f *frameFilter) Read(p []byte) (int, error) {
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

func (f *frameFilter) refuse() error {
	if !f.told {
		f.told = true
		f.refused(f.bad)
	}
	return f.bad
}

// scan returns how many bytes of p may be passed on.
func (f *frameFilter) scan(p []byte) (good int, err error) {
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
func (f *frameFilter) check() error {
	if f.have == 1 {
		return f.checkOpcode(f.header[0])
	}
	length := uint64(f.header[1] & frameLength)
	if f.have == 2 {
		control := f.header[0]&frameOpcode >= opcodeClose
		if f.header[1]&frameMasked == 0 || control && length > mostControl {
			return errFrame
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
	if length > f.most {
		return errFrameSize
	}
	if f.have == 2+extended+4 { // the mask's key is complete
		f.have, f.payload = 0, length
	}
	return nil
}

// checkOpcode begins a frame.
func (f *frameFilter) checkOpcode(b byte) error {
	opcode := b & frameOpcode
	control := opcode >= opcodeClose
	switch {
	case b&frameReserved != 0, // no extension was agreed on
		opcode > opcodePong,
		!control && opcode > opcodeBinary,
		control && b&frameFinal == 0:
		return errFrame
	}
	cost := 1.0
	if control {
		cost = frameCost
	}
	if !f.frames.takeMany(f.now(), cost, f.limits.Rate*frameCost, f.limits.Burst*frameCost) {
		return errFrameFlood
	}
	return nil
}

// closeCode is what the client is told of a refused frame, RFC 6455 §7.4.1.
func closeCode(why error) uint16 {
	switch {
	case errors.Is(why, errFrameSize):
		return closeTooLarge
	case errors.Is(why, errFrameFlood):
		return closePolicy
	}
	return closeProtocol
}
