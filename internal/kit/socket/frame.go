package socket

import (
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

// frame is one Socket.IO packet, encoded once and shared by every receiver; it
// is never changed. ws is the whole WebSocket frame: what a server sends is not
// masked, so it is the same for all.
type frame struct {
	ws    []byte
	text  []byte // the Engine.IO packet, a part of ws
	class Class
}

// wsText is the WebSocket opcode of a text message, RFC 6455 §5.2.
const wsText = 1

// wsFrame wraps an unmasked, unfragmented message and returns the frame and
// where in it the message is.
func wsFrame(prefix string, p []byte) (whole, message []byte) {
	n := len(prefix) + len(p)
	head := make([]byte, 0, 10+n)
	head = append(head, 0x80|wsText)
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
	whole, text := wsFrame("", []byte(packet))
	return &frame{ws: whole, text: text}
}

// noAck stands for a packet that wants no answer.
const noAck = int64(-1)

// eventFrame encodes an event with one argument for the default namespace.
func eventFrame(class Class, name string, payload any) (*frame, error) {
	return packetFrame(class, string([]byte{engineMessage, packetEvent}), name, payload)
}

// ackFrame encodes the answer to a client's packet.
func ackFrame(id int64, answer any) (*frame, error) {
	return packetFrame(Critical, string(strconv.AppendInt([]byte{engineMessage, packetAck}, id, 10)), answer)
}

func packetFrame(class Class, head string, args ...any) (*frame, error) {
	data, err := json.Marshal(args)
	if err != nil {
		return nil, fmt.Errorf("encode socket packet: %w", err)
	}
	whole, text := wsFrame(head, data)
	return &frame{ws: whole, text: text, class: class}, nil
}
