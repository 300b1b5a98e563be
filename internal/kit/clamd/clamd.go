// Package clamd asks a ClamAV daemon whether bytes are known to be harmful, by its
// INSTREAM command: the bytes go through a connection of their own, and are kept nowhere.
package clamd

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// ErrFound is the answer to bytes that the daemon knows.
var ErrFound = errors.New("clamd: found something harmful")

const (
	chunkSize = 64 << 10
	maxAnswer = 4 << 10
	dialTime  = 5 * time.Second
	stepTime  = 30 * time.Second // for a chunk to go, or for the answer to come
)

// Scanner is one daemon, at host:port, or at the path of a socket.
type Scanner struct{ Address string }

// Valid reports whether the address can be one.
func (s Scanner) Valid() error {
	if strings.HasPrefix(s.Address, "/") {
		return nil
	}
	host, port, err := net.SplitHostPort(s.Address)
	if err != nil || host == "" || port == "" {
		return fmt.Errorf("clamd: %q is neither HOST:PORT nor the path of a socket", s.Address)
	}
	return nil
}

func (s Scanner) network() string {
	if strings.HasPrefix(s.Address, "/") {
		return "unix"
	}
	return "tcp"
}

// Scan sends all of r. It is nil for what the daemon finds clean, ErrFound for what it
// knows, and another error when it could not say, as for more than its StreamMaxLength.
func (s Scanner) Scan(ctx context.Context, r io.Reader) error {
	conn, err := (&net.Dialer{Timeout: dialTime}).DialContext(ctx, s.network(), s.Address)
	if err != nil {
		return fmt.Errorf("clamd: %w", err)
	}
	defer conn.Close() // the answer is here, or there is none
	sent := send(ctx, conn, r)
	if errors.Is(sent, errRead) {
		return sent
	}
	answer, err := answerOf(ctx, conn) // also after a broken stream: the daemon says why
	if err != nil {
		return fmt.Errorf("clamd: %w", errors.Join(sent, err))
	}
	return verdict(answer)
}

// errRead: what was to be sent could not be read.
var errRead = errors.New("clamd: read what to scan")

func send(ctx context.Context, conn net.Conn, r io.Reader) error {
	chunk := make([]byte, 4+chunkSize)
	next := []byte("zINSTREAM\x00")
	for over := false; ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := conn.SetWriteDeadline(time.Now().Add(stepTime)); err != nil {
			return err
		}
		if _, err := conn.Write(next); err != nil || over {
			return err
		}
		n, err := r.Read(chunk[4:])
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("%w: %w", errRead, err)
		}
		binary.BigEndian.PutUint32(chunk, uint32(n)) // at most chunkSize
		next = chunk[:4+n]
		switch over = err != nil; {
		case over && n > 0:
			next = append(next, 0, 0, 0, 0) // a chunk of no bytes is the end
		case !over && n == 0:
			next = nil // a reader may have nothing yet
		}
	}
}

func answerOf(ctx context.Context, conn net.Conn) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if err := conn.SetReadDeadline(time.Now().Add(stepTime)); err != nil {
		return "", err
	}
	text, err := bufio.NewReader(io.LimitReader(conn, maxAnswer)).ReadString(0)
	if errors.Is(err, io.EOF) && text != "" {
		err = nil
	}
	return strings.Trim(text, "\x00\n "), err
}

func verdict(answer string) error {
	switch said := strings.TrimPrefix(answer, "stream: "); {
	case said == "OK":
		return nil
	case strings.HasSuffix(said, " FOUND"):
		return fmt.Errorf("%w: %q", ErrFound, strings.TrimSuffix(said, " FOUND"))
	default:
		return fmt.Errorf("clamd: it says %.200q", answer)
	}
}
