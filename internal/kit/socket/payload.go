package socket

import (
	"bytes"
	"encoding/base64"
	"strconv"
	"unicode/utf8"
)

// separator stands between the packets of an Engine.IO 4 polling payload.
const separator = 0x1e

// encodePayload writes frames as the body of one poll's answer.
func encodePayload(frames []*frame, eio int) []byte {
	var out []byte
	for _, f := range frames {
		if eio == 3 {
			out = strconv.AppendInt(out, int64(utf16Len(f.text)), 10)
			out = append(out, ':')
		} else if len(out) > 0 {
			out = append(out, separator)
		}
		out = append(out, f.text...)
	}
	return out
}

// decodePayload hands on the packets of a POST's body, in order.
func decodePayload(body []byte, eio int, octets bool, take func(p []byte, binary bool) error) error {
	switch {
	case eio == 4:
		for p := range bytes.SplitSeq(body, []byte{separator}) {
			if err := takeText(p, eio, take); err != nil {
				return err
			}
		}
		return nil
	case octets:
		return decodeOctets(body, take)
	}
	for len(body) > 0 { // version 3: <length in UTF-16 units>:<packet>
		count, rest, _ := bytes.Cut(body, []byte{':'})
		n, err := strconv.Atoi(string(count))
		if err != nil || n < 1 {
			return errParse
		}
		end := utf16Prefix(rest, n)
		if err := takeText(rest[:end], eio, take); err != nil {
			return err
		}
		body = rest[end:]
	}
	return nil
}

// decodeOctets reads version 3's binary payload: a byte 0 (text) or 1 (binary),
// the length as decimal digits of one byte each, 255, the packet.
func decodeOctets(body []byte, take func(p []byte, binary bool) error) error {
	for len(body) > 0 {
		head, rest, found := bytes.Cut(body[1:], []byte{0xff})
		n := 0
		for _, digit := range head {
			n = n*10 + int(digit)
			if digit > 9 || n > len(rest) {
				return errParse
			}
		}
		if !found || n == 0 {
			return errParse
		}
		p, err := rest[:n], error(nil)
		switch {
		case body[0] == 0:
			err = take(p, false)
		case p[0] == 4:
			err = take(p[1:], true)
		default:
			err = errParse
		}
		if err != nil {
			return err
		}
		body = rest[n:]
	}
	return nil
}

// takeText hands on one packet of a text payload, where b marks base64.
func takeText(p []byte, eio int, take func(p []byte, binary bool) error) error {
	if len(p) == 0 {
		return errParse
	}
	if p[0] != 'b' {
		return take(p, false)
	}
	p = p[1:]
	if eio == 3 {
		if len(p) == 0 || p[0] != engineMessage {
			return errParse
		}
		p = p[1:]
	}
	raw, err := base64.StdEncoding.AppendDecode(nil, p)
	if err != nil {
		return errParse
	}
	return take(raw, true)
}

// utf16Len counts as JavaScript does.
func utf16Len(p []byte) int {
	n := 0
	for len(p) > 0 {
		r, size := utf8.DecodeRune(p)
		n += utf16Width(r)
		p = p[size:]
	}
	return n
}

// utf16Prefix is how many bytes n UTF-16 units take, at most all.
func utf16Prefix(p []byte, n int) int {
	at := 0
	for n > 0 && at < len(p) {
		r, size := utf8.DecodeRune(p[at:])
		n -= utf16Width(r)
		at += size
	}
	return at
}

func utf16Width(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}
