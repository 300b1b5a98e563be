package socket

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strconv"
)

// Engine.IO packet types.
const (
	engineOpen    = '0'
	engineClose   = '1'
	enginePing    = '2'
	enginePong    = '3'
	engineMessage = '4'
	engineUpgrade = '5'
	engineNoop    = '6'
)

// Socket.IO packet types.
const (
	packetConnect      = '0'
	packetDisconnect   = '1'
	packetEvent        = '2'
	packetAck          = '3'
	packetConnectError = '4'
	packetBinaryEvent  = '5'
	packetBinaryAck    = '6'
)

// maxAttachments is how many binary values one packet may carry.
const maxAttachments = 10

// errParse is a packet that no client of the protocol sends. It ends the
// connection at once.
var errParse = errors.New("parse error")

// packet is a received Socket.IO packet.
type packet struct {
	kind        byte // a plain kind: binary ones are told by due
	due         int  // attachments still to come
	namespace   string
	id          int64  // of the ack it wants or is, or noAck
	data        []byte // JSON, borrowed from the reader until kept
	attachments [][]byte
	bytes       int
}

// parsePacket reads the head of a packet; its JSON is left for later, after the
// limits have been looked at.
func parsePacket(p []byte) (packet, error) {
	if len(p) == 0 {
		return packet{}, errParse
	}
	k := packet{kind: p[0], id: noAck, namespace: "/", bytes: len(p)}
	p = p[1:]
	if k.kind == packetBinaryEvent || k.kind == packetBinaryAck {
		count, rest, found := bytes.Cut(p, []byte{'-'})
		n, err := strconv.Atoi(string(count))
		if !found || err != nil || n < 1 || n > maxAttachments {
			return packet{}, errParse
		}
		k.due, p = n, rest
		k.kind -= packetBinaryEvent - packetEvent
	}
	if k.kind < packetConnect || k.kind > packetConnectError {
		return packet{}, errParse
	}
	if len(p) > 0 && p[0] == '/' {
		name, rest, _ := bytes.Cut(p, []byte{','})
		name, _, _ = bytes.Cut(name, []byte{'?'})
		k.namespace, p = string(name), rest
	}
	digits := 0
	for digits < len(p) && digits < 15 && p[digits] >= '0' && p[digits] <= '9' {
		digits++
	}
	if digits > 0 {
		k.id, _ = strconv.ParseInt(string(p[:digits]), 10, 64)
	}
	k.data = p[digits:]
	return k, nil
}

// args splits the packet's JSON array into its elements, attachments put back
// as base64 text.
func (k *packet) args() ([]json.RawMessage, error) {
	data := k.data
	if len(k.attachments) > 0 {
		var err error
		if data, err = attach(data, k.attachments); err != nil {
			return nil, err
		}
	}
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, errParse
	}
	return list, nil
}

// numMark begins the placeholder of an attachment. Inside a JSON string every quotation
// mark is escaped, so it cannot occur in one.
const numMark = `{"_placeholder":true,"num":`

// attach replaces numbered placeholders by the attachments, as base64 strings:
// the JSON form of []byte.
func attach(data []byte, attachments [][]byte) ([]byte, error) {
	var out []byte
	for {
		before, rest, found := bytes.Cut(data, []byte(numMark))
		out = append(out, before...)
		if !found {
			return out, nil
		}
		num, after, found := bytes.Cut(rest, []byte{'}'})
		n, err := strconv.Atoi(string(num))
		if !found || err != nil || n < 0 || n >= len(attachments) {
			return nil, errParse
		}
		out = append(out, '"')
		out = base64.StdEncoding.AppendEncode(out, attachments[n])
		out = append(out, '"')
		data = after
	}
}

// depth is how deep arrays and objects nest in data, which may be no JSON.
func depth(data []byte) (maxDepth int) {
	level, inString := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			level++
			maxDepth = max(maxDepth, level)
		case c == ']' || c == '}':
			level--
		}
	}
	return maxDepth
}
