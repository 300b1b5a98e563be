// Command fanout measures how many chat deliveries a second a socket server
// holds: N WebSockets in one room, messages at rising rates. See README.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

type options struct {
	url, token, join, say, post, body string
	command                           string
	sockets, rates                    string
	pid, size                         int
	warm, window                      time.Duration
}

// What a rate must satisfy to count as held.
const (
	heldShare = 0.97
	heldP99   = 250 * time.Millisecond
)

func main() {
	var o options
	serve := flag.Bool("serve", false, "be the server under test, on a free port; used by the command itself")
	flag.StringVar(&o.url, "url", "", "http address of a running server; empty: start the bench's own")
	flag.IntVar(&o.pid, "pid", 0, "process of that server, for CPU and memory")
	flag.StringVar(&o.command, "command", "", "start this server instead of the bench's own; it prints its address first")
	flag.StringVar(&o.token, "token", "", "token of the sockets and of -post")
	flag.StringVar(&o.join, "join", `["join",{}]`, "event that every socket sends once, as JSON")
	flag.StringVar(&o.say, "say", `["say",{"text":"%s"}]`, "event that sends a message to the room; %s is its text")
	flag.StringVar(&o.post, "post", "", "send messages by POST to this path instead, as -token")
	flag.StringVar(&o.body, "body", `{"text":"%s"}`, "body of -post; %s is the message's text")
	flag.StringVar(&o.sockets, "sockets", "2000,5000", "numbers of sockets in the room")
	flag.StringVar(&o.rates, "rates", "5,10,25,50,100,200,400,600", "messages a second, rising")
	flag.IntVar(&o.size, "size", 200, "bytes of a message's text")
	flag.DurationVar(&o.warm, "warm", time.Second, "time before measuring at each rate")
	flag.DurationVar(&o.window, "window", 5*time.Second, "time measured at each rate")
	flag.Parse()

	run := func() error { return measure(o) }
	if *serve {
		run = serveBench
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "fanout:", err)
		os.Exit(1)
	}
}

// measure runs every number of sockets through every rate and prints a table.
func measure(o options) error {
	sizes, err := numbers(o.sockets)
	if err != nil {
		return fmt.Errorf("-sockets: %w", err)
	}
	rates, err := numbers(o.rates)
	if err != nil {
		return fmt.Errorf("-rates: %w", err)
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "sockets\tmsg/s\tdeliveries/s\tof\tp50 ms\tp99 ms\tmax ms\tserver CPU\tµs/delivery\tKiB/socket\tclosed\tother CPU\theld\t")
	defer table.Flush()
	for _, n := range sizes {
		if err := measureRoom(o, int(n), rates, table); err != nil {
			return err
		}
	}
	return nil
}

func measureRoom(o options, n int, rates []float64, table *tabwriter.Writer) error {
	if o.url == "" {
		stop, err := startServer(&o)
		if err != nil {
			return err
		}
		defer stop()
	}
	c, err := gather(o, n)
	if err != nil {
		return err
	}
	defer c.close()

	failed := 0
	for _, rate := range rates {
		r := c.measure(o, rate)
		r.print(table)
		fmt.Fprintf(os.Stderr, "%d sockets, %g messages/s: %.0f deliveries/s, p99 %v\n", n, rate, r.got, r.p99.Round(time.Millisecond))
		if failed++; r.held() {
			failed = 0
		}
		if failed == 2 || r.closed > n/20 {
			break // saturated: higher rates only wait longer
		}
	}
	return nil
}

// startServer runs this program as the server, or the one of -command, so that
// its CPU is its own.
func startServer(o *options) (stop func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := []string{self, "-serve"}
	if o.command != "" {
		command = strings.Fields(o.command)
	}
	server := exec.Command(command[0], command[1:]...)
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := server.Start(); err != nil {
		return nil, err
	}
	var address string
	if _, err := fmt.Fscanln(out, &address); err != nil {
		_ = server.Process.Kill()
		_ = server.Wait()
		return nil, fmt.Errorf("the server did not start: %w", err)
	}
	o.url, o.pid = "http://"+address, server.Process.Pid
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-interrupted
		_ = server.Process.Kill()
		os.Exit(1)
	}()
	return func() {
		signal.Stop(interrupted)
		_ = server.Process.Kill()
		_ = server.Wait()
	}, nil
}

func numbers(list string) (out []float64, err error) {
	for field := range strings.SplitSeq(list, ",") {
		n, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil || n <= 0 {
			return nil, fmt.Errorf("%q is no positive number", field)
		}
		out = append(out, n)
	}
	return out, nil
}
