package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"limelight/internal/kit/socket"
)

type line struct {
	Text string `json:"text"`
}

var chat = socket.DeclareDroppable[line]("message/created")

// serveBench is the smallest server with a room: kit/socket and nothing else.
func serveBench() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := socket.New(socket.Config{
		Now: time.Now,
		Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
		Authenticate: func(context.Context, *http.Request, string) (socket.Identity, error) {
			return socket.Identity{}, nil
		},
	})
	socket.Handle(s, "join", func(_ context.Context, c *socket.Conn, _ struct{}) (struct{}, error) {
		return struct{}{}, s.Join(c, "bench")
	})
	socket.Handle(s, "say", func(_ context.Context, _ *socket.Conn, in line) (struct{}, error) {
		return struct{}{}, socket.To(s, "bench", chat, in)
	})

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	stopped := make(chan error, 1)
	go func() { stopped <- s.Run(ctx) }()
	mux := http.NewServeMux()
	mux.Handle("/socket.io/", s)
	web := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	return errors.Join(web.Serve(listener), <-stopped)
}
