package socket

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/recovery"
)

// Event is a typed outgoing event. It is declared once, as a package variable, where it is
// published.
type Event[T any] struct {
	name  string
	class Class
}

// Name is what clients call the event.
func (e Event[T]) Name() string { return e.name }

// To sends an event to everyone in a room, on every node. Members of this node
// get it without waiting for the others. An error means that the payload cannot
// be encoded.
func To[T any](s *Server, room string, e Event[T], payload T) error {
	return ToOthers(s, nil, room, e, payload)
}

// ToOthers is To without one connection: the sender, who knows already.
func ToOthers[T any](s *Server, except *Conn, room string, e Event[T], payload T) error {
	f, err := eventFrame(e.class, e.name, payload)
	if err != nil {
		return err
	}
	s.rooms.deliver(room, f, except)
	if s.cluster != nil {
		s.cluster.sendFrame(room, f)
	}
	return nil
}

// Here is To for this node's connections only: for what every node finds out by
// itself, such as presence.
func Here[T any](s *Server, room string, e Event[T], payload T) error {
	f, err := eventFrame(e.class, e.name, payload)
	if err != nil {
		return err
	}
	s.rooms.deliver(room, f, nil)
	return nil
}

// Each sends an event to chosen connections of this node.
func Each[T any](list []*Conn, e Event[T], payload T) error {
	f, err := eventFrame(e.class, e.name, payload)
	if err != nil {
		return err
	}
	for _, c := range list {
		c.s.stats.deliveries.Add(1)
		c.send(f)
	}
	return nil
}

// Emit sends an event to one connection.
func Emit[T any](c *Conn, e Event[T], payload T) error {
	f, err := eventFrame(e.class, e.name, payload)
	if err != nil {
		return err
	}
	c.s.stats.deliveries.Add(1)
	c.send(f)
	return nil
}

// handlerTime is how long a handler may take.
const handlerTime = 10 * time.Second

// handler is a registered handler with its types taken off.
type handler func(ctx context.Context, c *Conn, payload json.RawMessage) (answer json.RawMessage, err error)

// Handle registers what an event from a client does. In is decoded from the
// event's first argument (none is null) and checked by the handler; the client's
// callback gets Out as an object with "ok": true added, or {"error": text}, where
// the text is a *fault.Fault's and any other error is logged and hidden. Events
// of one connection are handled one after the other. ctx has the values of the
// handshake's request and ten seconds.
func Handle[In, Out any](s *Server, name string, do func(ctx context.Context, c *Conn, in In) (Out, error)) {
	if _, taken := s.handlers[name]; taken {
		panic("socket: two handlers for " + name)
	}
	s.handlers[name] = func(ctx context.Context, c *Conn, payload json.RawMessage) (json.RawMessage, error) {
		var in In
		if json.Unmarshal(payload, &in) != nil {
			return nil, errInput
		}
		out, err := do(ctx, c, in)
		if err != nil {
			return nil, err
		}
		return successBody(out)
	}
}

// successBody encodes an answer with "ok": true in front. What is no object goes under
// "data".
func successBody(out any) (json.RawMessage, error) {
	body, err := json.Marshal(out)
	switch {
	case err != nil:
		return nil, fmt.Errorf("encode socket answer: %w", err)
	case string(body) == "{}" || string(body) == "null":
		return json.RawMessage(`{"ok":true}`), nil
	case body[0] == '{':
		return append([]byte(`{"ok":true,`), body[1:]...), nil
	}
	return fmt.Appendf(nil, `{"ok":true,"data":%s}`, body), nil
}

// handle runs a handler and answers the client.
func (c *Conn) handle(name string, do handler, id int64, payload json.RawMessage) {
	ctx, cancel := c.context()
	defer cancel()
	answer, err := c.runHandler(ctx, name, do, payload)
	if err != nil {
		if id != noAck {
			c.sendRefusal(id, c.s.errorText(ctx, err, "event", name))
		} else {
			c.s.errorText(ctx, err, "event", name)
		}
		return
	}
	if id == noAck {
		return
	}
	if f, err := ackFrame(id, answer); err == nil {
		c.send(f)
	}
}

// runHandler keeps a handler's panic from taking the program down: handlers run on
// the connection's own goroutine.
func (c *Conn) runHandler(ctx context.Context, name string, do handler, payload json.RawMessage) (answer json.RawMessage, err error) {
	err = errPanic // unless the handler returns
	recovery.Do(c.s.log, "socket.handler", func() { answer, err = do(ctx, c, payload) })
	return answer, err
}

// refused answers a packet that has no callback and was not taken.
var refused = Declare[Refusal]("packet/refused")

// Refusal says why a packet was not taken.
type Refusal struct {
	Error string `json:"error"`
}

func (c *Conn) sendRefusal(id int64, text string) {
	f, err := eventFrame(Critical, refused.name, Refusal{text})
	if id != noAck {
		f, err = ackFrame(id, Refusal{text})
	}
	if err == nil {
		c.send(f)
	}
}

// errPanic stands for the panic of a handler, which has been logged.
var errPanic = errors.New("a handler panicked")

// errorText is the text of an error for a client. What is no fault is logged.
func (s *Server) errorText(ctx context.Context, err error, facts ...any) string {
	if errors.Is(err, errPanic) {
		return hiddenText
	}
	if f, ok := errors.AsType[*fault.Fault](err); ok && f.Kind != fault.Internal {
		return f.In(ctx).Text
	}
	s.log.Error("socket: "+err.Error(), facts...)
	return hiddenText
}

// hiddenText is what a client is told of an error that is not its own.
const hiddenText = "Something went wrong, please try again!"
