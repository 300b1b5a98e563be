package main

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"path"
	"strconv"
	"time"
)

// result is what was measured.
type result struct {
	id      string
	took    time.Duration
	again   int64         // bytes that were sent twice after a break, the most of one
	resumed time.Duration // the longest of the cuts
	killed  time.Duration
}

// upload sends the file. At even places its line is cut in the middle of a piece; at
// the last of them the node is killed.
func (s *site) upload(ctx context.Context, p plan) (r result, err error) {
	address, err := s.announce(ctx, p.size)
	if err != nil {
		return r, err
	}
	r.id = path.Base(address)
	breaks := 0
	for offset := int64(0); offset < p.size; {
		length := min(p.chunk, p.size-offset)
		if due := p.size * int64(breaks+1) / int64(p.cuts+2); breaks > p.cuts || offset+length <= due {
			if offset, err = s.send(ctx, address, offset, length); err != nil {
				return r, err
			}
			continue
		}
		sent := offset + half(length)
		if err := s.breakOff(ctx, address, offset, length, breaks == p.cuts); err != nil {
			return r, err
		}
		began := time.Now()
		if offset, err = s.ask(ctx, address); err != nil {
			return r, err
		}
		waited := time.Since(began)
		if breaks == p.cuts {
			r.killed = waited
		} else {
			r.resumed = max(r.resumed, waited)
		}
		r.again = max(r.again, sent-offset)
		breaks++
	}
	if breaks != p.cuts+1 {
		return r, errors.New("the file is too small for so many breaks")
	}
	return r, nil
}

func (s *site) call(ctx context.Context, method, address string, body io.Reader, length int64, header map[string]string) (http.Header, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.url+address, body)
	if err != nil {
		return nil, err
	}
	req.ContentLength = length
	req.Header.Set("Authorization", "Bearer "+s.token)
	req.Header.Set("Tus-Resumable", "1.0.0")
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	said, err := io.ReadAll(io.LimitReader(res.Body, 1000))
	if err == nil && res.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s %s: %d %s", method, address, res.StatusCode, said)
	}
	return res.Header, err
}

func (s *site) announce(ctx context.Context, size int64) (string, error) {
	in := base64.StdEncoding.EncodeToString
	h, err := s.call(ctx, http.MethodPost, "/api/uploads", nil, 0, map[string]string{
		"Upload-Length":   strconv.FormatInt(size, 10),
		"Upload-Metadata": "purpose " + in([]byte("video")) + ",filename " + in([]byte("film.mp4")),
	})
	return h.Get("Location"), err
}

func (s *site) ask(ctx context.Context, address string) (int64, error) {
	h, err := s.call(ctx, http.MethodHead, address, nil, 0, nil)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(h.Get("Upload-Offset"), 10, 64)
}

func (s *site) send(ctx context.Context, address string, offset, length int64) (int64, error) {
	h, err := s.call(ctx, http.MethodPatch, address, newFilm(offset, length), length, piece(offset))
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(h.Get("Upload-Offset"), 10, 64)
}

func piece(offset int64) map[string]string {
	return map[string]string{"Upload-Offset": strconv.FormatInt(offset, 10), "Content-Type": "application/offset+octet-stream"}
}

// half of a piece does not end where a block of the site's does.
func half(length int64) int64 { return length * 5 / 9 }

// breakOff sends half of a piece. Then its line is cut, or its node is killed.
func (s *site) breakOff(ctx context.Context, address string, offset, length int64, kill bool) error {
	ctx, cut := context.WithCancel(ctx)
	defer cut()
	begun := &pausing{Reader: newFilm(offset, half(length)), sent: make(chan struct{}), until: ctx.Done()}
	ended := make(chan error, 1)
	go func() {
		_, err := s.call(ctx, http.MethodPatch, address, begun, length, piece(offset))
		ended <- err
	}()
	select {
	case <-begun.sent:
	case err := <-ended:
		return fmt.Errorf("a piece ended by itself: %w", err)
	}
	time.Sleep(500 * time.Millisecond) // what was sent is on its way through the proxy
	if kill {
		if err := s.kill(); err != nil {
			return err
		}
	}
	cut()
	<-ended
	return nil
}

// pausing is a body that stands still at its end.
type pausing struct {
	io.Reader
	sent  chan struct{}
	until <-chan struct{}
}

func (p *pausing) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	if errors.Is(err, io.EOF) {
		close(p.sent)
		<-p.until
		return n, io.ErrUnexpectedEOF
	}
	return n, err
}

// newFilm is a part of an endless file that is the same in every run and not alike
// anywhere.
func newFilm(offset, length int64) io.Reader {
	block, err := aes.NewCipher(make([]byte, 16))
	if err != nil {
		panic(err) // 16 bytes are a key
	}
	var counter [aes.BlockSize]byte
	binary.BigEndian.PutUint64(counter[8:], uint64(offset)/aes.BlockSize)
	stream := cipher.StreamReader{S: cipher.NewCTR(block, counter[:]), R: zeros{}}
	_, _ = io.CopyN(io.Discard, stream, offset%aes.BlockSize)
	return io.LimitReader(stream, length)
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

func newSum() hash.Hash { return sha256.New() }

func hexOf(sum hash.Hash) string { return hex.EncodeToString(sum.Sum(nil)) }
