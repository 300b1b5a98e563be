package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// request is one, as it goes over the line, and how many bytes are to come.
type request struct {
	text   string
	length int64
}

// rate is what came in a second.
type rate struct{ answers, bytes float64 }

func (r rate) megabytes() float64 { return r.bytes / (1 << 20) }
func (r rate) perSecond() float64 { return r.answers }

type measured []rate

func (m measured) median(of func(rate) float64) float64 {
	list := make([]float64, len(m))
	for i, r := range m {
		list[i] = of(r)
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// load asks for the files in turn, over so many connections, for a span. The client is as little of
// one as can be: it takes the machine's time from both servers alike.
func load(ctx context.Context, address string, requests []request, connections int, span time.Duration) (rate, error) {
	ctx, stop := context.WithTimeout(ctx, span+time.Minute)
	defer stop()
	var answers, bytes, next atomic.Int64
	var failed atomic.Pointer[error]
	var all sync.WaitGroup
	begin := time.Now()
	for range connections {
		all.Go(func() {
			err := converse(ctx, address, func(ask func(request) error) error {
				for time.Since(begin) < span && failed.Load() == nil {
					r := requests[int(next.Add(1))%len(requests)]
					if err := ask(r); err != nil {
						return err
					}
					answers.Add(1)
					bytes.Add(r.length)
				}
				return nil
			})
			if err != nil {
				failed.CompareAndSwap(nil, &err)
			}
		})
	}
	all.Wait()
	if err := failed.Load(); err != nil {
		return rate{}, *err
	}
	took := time.Since(begin).Seconds()
	return rate{float64(answers.Load()) / took, float64(bytes.Load()) / took}, nil
}

// converse holds one connection.
func converse(ctx context.Context, address string, do func(ask func(request) error) error) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	in, sink := bufio.NewReaderSize(conn, 16<<10), make([]byte, 256<<10)
	return do(func(r request) error {
		if _, err := io.WriteString(conn, r.text); err != nil {
			return err
		}
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			return err
		}
		if res.ContentLength != r.length || res.StatusCode != http.StatusOK && res.StatusCode != http.StatusPartialContent {
			return fmt.Errorf("answered %s with %d bytes, want %d", res.Status, res.ContentLength, r.length)
		}
		left := r.length
		buffered, err := in.Discard(int(min(left, int64(in.Buffered()))))
		for left -= int64(buffered); left > 0 && err == nil; {
			var n int
			n, err = conn.Read(sink[:min(left, int64(len(sink)))])
			left -= int64(n)
		}
		if left == 0 && errors.Is(err, io.EOF) {
			err = nil
		}
		return err
	})
}
