package main

import "encoding/binary"

const opClose = 8

// readFrame takes the first WebSocket frame of b: unmasked and unfragmented, as
// servers of this kind send them.
func readFrame(b []byte) (message []byte, opcode byte, rest []byte, whole bool) {
	if len(b) < 2 {
		return nil, 0, b, false
	}
	length, head := int(b[1]&0x7f), 2
	switch length {
	case 126:
		head = 4
	case 127:
		head = 10
	}
	if len(b) < head {
		return nil, 0, b, false
	}
	switch length {
	case 126:
		length = int(binary.BigEndian.Uint16(b[2:]))
	case 127:
		length = int(binary.BigEndian.Uint64(b[2:]))
	}
	if len(b) < head+length {
		return nil, 0, b, false
	}
	return b[head : head+length], b[0] & 0xf, b[head+length:], true
}

// writeFrame makes a client's text frame. Its mask is zero, which changes
// nothing and costs nothing.
func writeFrame(text string) []byte {
	b := []byte{0x81}
	if len(text) < 126 {
		b = append(b, 0x80|byte(len(text)))
	} else {
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(len(text)))
	}
	return append(append(b, 0, 0, 0, 0), text...)
}
