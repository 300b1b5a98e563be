package wsframe

import (
	"encoding/binary"
	"io"
)

// Message is what one or more data frames carry.
type Message struct {
	Text bool
	Data []byte
}

// Messages reads a client's half of a WebSocket and lets each message be changed on its
// way. It reads from a Filter, which answers for the frames' form and the messages' size.
type Messages struct {
	r      io.Reader
	change func(Message) (data []byte, err error)

	begun   bool // a message is being read
	opcode  byte // of that message
	message []byte
	out     []byte // still to hand out
}

// NewMessages reads from r. change is given each whole message and returns what takes its
// place; nil drops it, and an error ends the reading.
func NewMessages(r io.Reader, change func(Message) (data []byte, err error)) *Messages {
	return &Messages{r: r, change: change}
}

// Read hands out whole frames: control frames as they came, and one frame a message.
func (m *Messages) Read(p []byte) (int, error) {
	for len(m.out) == 0 {
		if err := m.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, m.out)
	m.out = m.out[n:]
	return n, nil
}

// next reads a frame.
func (m *Messages) next() error {
	first, payload, err := readFrame(m.r)
	if err != nil {
		return err
	}
	opcode := first & frameOpcode
	if opcode >= opcodeClose {
		m.out = appendFrame(nil, opcode, payload)
		return nil
	}
	if m.begun != (opcode == opcodeContinuation) {
		return ErrProtocol
	}
	if !m.begun {
		m.opcode = opcode
	}
	m.message = append(m.message, payload...)
	if m.begun = first&frameFinal == 0; m.begun {
		return nil
	}
	said := Message{Text: m.opcode == opcodeText, Data: m.message}
	m.message = nil
	passed, err := m.change(said)
	if err != nil || passed == nil {
		return err
	}
	m.out = appendFrame(nil, m.opcode, passed)
	return nil
}

// readFrame returns a frame's first byte and its content, unmasked.
func readFrame(r io.Reader) (first byte, payload []byte, err error) {
	var head [14]byte
	if _, err := io.ReadFull(r, head[:2]); err != nil {
		return 0, nil, err
	}
	extended := 0
	length := uint64(head[1] & frameLength)
	switch length {
	case 126:
		extended = 2
	case 127:
		extended = 8
	}
	rest := head[2 : 2+extended+4]
	if _, err := io.ReadFull(r, rest); err != nil {
		return 0, nil, err
	}
	switch extended {
	case 2:
		length = uint64(binary.BigEndian.Uint16(rest))
	case 8:
		length = binary.BigEndian.Uint64(rest)
	}
	payload = make([]byte, length) // as much as the filter lets through
	if _, err := io.ReadFull(r, payload); err != nil {
		return 0, nil, err
	}
	mask := rest[extended:]
	for i := range payload {
		payload[i] ^= mask[i%4]
	}
	return head[0], payload, nil
}

// appendFrame writes a client's whole frame. Its mask is zero: masks guard against
// browsers that speak to caches on the way, and here nobody is on the way.
func appendFrame(out []byte, opcode byte, payload []byte) []byte {
	out = append(out, frameFinal|opcode)
	switch n := len(payload); {
	case n < 126:
		out = append(out, frameMasked|byte(n))
	case n < 1<<16:
		out = binary.BigEndian.AppendUint16(append(out, frameMasked|126), uint16(n))
	default:
		out = binary.BigEndian.AppendUint64(append(out, frameMasked|127), uint64(n))
	}
	return append(append(out, 0, 0, 0, 0), payload...)
}
