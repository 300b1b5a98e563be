// Package wsframetest writes WebSocket frames as a client does (RFC 6455 §5.2).
package wsframetest

import (
	"encoding/binary"
)

// Frame is a client's frame with an empty mask's key. Its first byte is FIN, the
// reserved bits and the opcode.
func Frame(first byte, payload string) []byte {
	const masked = 0x80
	out := []byte{first}
	switch n := len(payload); {
	case n <= 125:
		out = append(out, masked|byte(n))
	case n < 1<<16:
		out = binary.BigEndian.AppendUint16(append(out, masked|126), uint16(n))
	default:
		out = binary.BigEndian.AppendUint64(append(out, masked|127), uint64(n))
	}
	return append(append(out, 0, 0, 0, 0), payload...)
}

// NegativeLength is the frame that ends a program whose library takes the length for
// a signed number: a masked text frame with a 64-bit length of top bit 1, and twelve
// bytes of content.
func NegativeLength() []byte {
	return append(binary.BigEndian.AppendUint64([]byte{0x81, 0xff}, 1<<63), "maskcontent!"...)
}
