package socket

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strconv"
)

// Class says what becomes of a message whose receiver is slow.
type Class uint8

const (
	// Critical messages are never dropped: money, permissions, answers. A
	// receiver that cannot take one is closed.
	Critical Class = iota
	// Droppable messages may be dropped: chat lines, typing, counts.
	Droppable
)

// Binary is a value that travels as a Socket.IO attachment, not inside the
// JSON. Received attachments fill fields of type Binary or []byte.
type Binary []byte

// MarshalJSON writes the mark that encode replaces by an attachment.
func (b Binary) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `%s"%s"}`, bytesMark, base64.StdEncoding.EncodeToString(b)), nil
}

// Inside a JSON string every quotation mark is escaped, so these marks cannot
// occur in one.
const (
	bytesMark = `{"_placeholder":true,"bytes":`
	numMark   = `{"_placeholder":true,"num":`
)

// frame is one Socket.IO packet, encoded once and shared by every receiver; it
// is never changed. ws is the whole WebSocket frame: what a server sends is not
// masked, so it is the same for all.
type frame struct {
	ws          []byte
	text        []byte // the Engine.IO packet, a part of ws
	attachments [][]byte
	class       Class
}

// WebSocket opcodes, RFC 6455 §5.2.
const (
	wsText   = 1
	wsBinary = 2
)

// wsFrame wraps an unmasked, unfragmented message and returns the frame and
// where in it the message is.
func wsFrame(opcode byte, prefix string, p []byte) (whole, message []byte) {
	n := len(prefix) + len(p)
	head := make([]byte, 0, 10+n)
	head = append(head, 0x80|opcode)
	switch {
	case n < 126:
		head = append(head, byte(n))
	case n <= 0xffff:
		head = binary.BigEndian.AppendUint16(append(head, 126), uint16(n))
	default:
		head = binary.BigEndian.AppendUint64(append(head, 127), uint64(n))
	}
	at := len(head)
	whole = append(append(head, prefix...), p...)
	return whole, whole[at:]
}

func textFrame(packet string) *frame {
	whole, text := wsFrame(wsText, "", []byte(packet))
	return &frame{ws: whole, text: text}
}

// noAck stands for a packet that wants no answer.
const noAck = int64(-1)

// eventFrame encodes an event with one argument for the default namespace.
func eventFrame(class Class, ack int64, name string, payload any) (*frame, error) {
	return packetFrame(class, packetEvent, packetBinaryEvent, ack, name, payload)
}

// ackFrame encodes the answer to a client's packet.
func ackFrame(id int64, answer any) (*frame, error) {
	return packetFrame(Critical, packetAck, packetBinaryAck, id, answer)
}

func packetFrame(class Class, plain, withBinary byte, ack int64, args ...any) (*frame, error) {
	data, err := json.Marshal(args)
	if err != nil {
		return nil, fmt.Errorf("encode socket packet: %w", err)
	}
	data, attachments, err := detach(data)
	if err != nil {
		return nil, err
	}

	head := make([]byte, 0, 24)
	if len(attachments) == 0 {
		head = append(head, engineMessage, plain)
	} else {
		head = append(head, engineMessage, withBinary)
		head = strconv.AppendInt(head, int64(len(attachments)), 10)
		head = append(head, '-')
	}
	if ack != noAck {
		head = strconv.AppendInt(head, ack, 10)
	}
	whole, text := wsFrame(wsText, string(head), data)
	return &frame{ws: whole, text: text, attachments: attachments, class: class}, nil
}

// detach takes the bytes of Binary values out of encoded JSON and leaves
// numbered placeholders.
func detach(data []byte) (text []byte, attachments [][]byte, err error) {
	for {
		before, rest, found := bytes.Cut(data, []byte(bytesMark))
		if !found {
			return append(text, data...), attachments, nil
		}
		coded, after, _ := bytes.Cut(rest[1:], []byte{'"'})
		raw, err := base64.StdEncoding.AppendDecode(nil, coded)
		if err != nil {
			return nil, nil, fmt.Errorf("encode socket attachment: %w", err)
		}
		text = fmt.Appendf(append(text, before...), "%s%d}", numMark, len(attachments))
		attachments = append(attachments, raw)
		data = after[1:]
	}
}

// webSocket returns the bytes for a WebSocket receiver of an Engine.IO version.
func (f *frame) webSocket(eio int) []byte {
	if len(f.attachments) == 0 {
		return f.ws
	}
	prefix := ""
	if eio == 3 {
		prefix = "\x04" // Engine.IO 3 puts the packet type before the bytes
	}
	all := bytes.Clone(f.ws)
	for _, a := range f.attachments {
		whole, _ := wsFrame(wsBinary, prefix, a)
		all = append(all, whole...)
	}
	return all
}

// size is about what the frame costs in a queue, in bytes.
func (f *frame) size() int {
	n := len(f.ws)
	for _, a := range f.attachments {
		n += len(a)
	}
	return n
}
