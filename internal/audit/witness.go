package audit

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
)

// Every act of staff is on record, looking into private things included. A domain
// that changes something records it in its own transaction, with what was before and
// after. Whatever else a call of staff's does is recorded here, before the first byte
// of its answer, unless its route says that it shows nothing private: a new route is
// on record without anybody having thought of it.

// how is what a route says of its calls. The zero how is a route that says nothing.
type how struct {
	action Action
	kind   string
	silent string
}

// As says how the calls of a route stand in the log when nothing else was recorded of
// them: what was done, and to what kind of thing the path's first name leads. An empty
// kind is the path itself.
func As(action Action, kind string) api.Option { return api.Note(how{action: action, kind: kind}) }

// Silent keeps the calls of a route out of the log, and says why nobody needs them
// there.
func Silent(why string) api.Option { return api.Note(how{silent: why}) }

type recordedKey struct{}

// Observe lets the acts of a call be noticed, so that none is on record twice.
func Observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), recordedKey{}, new(atomic.Bool))))
	})
}

// recorded reports whether an act was recorded in a call.
func recorded(ctx context.Context) bool {
	seen, ok := ctx.Value(recordedKey{}).(*atomic.Bool)
	return ok && seen.Load()
}

// Witness puts what a call of staff's did on record, unless that was done already or
// its route is Silent. Routes for everybody show staff what they show everybody. It is
// an api.Witness.
func (l *Log) Witness(ctx context.Context, c api.Call) error {
	said, _ := c.Note.(how)
	if !l.Staff(ctx) && !l.acts(ctx, c, said) || c.Public || said.silent != "" || recorded(ctx) {
		return nil
	}
	return l.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return l.Record(ctx, tx, actOf(c, said)) })
}

// acts reports whether a call is an act of a studio, by its owner or somebody of its staff: what
// takes a right and changes something, or says how it stands in the log.
func (l *Log) acts(ctx context.Context, c api.Call, said how) bool {
	return c.Guard.Permission != "" && l.Studio(ctx) != "" && (c.Method != http.MethodGet || said.action != (Action{}))
}

// actOf is a call in the words of the log. What was searched for is part of it. A
// route that says nothing is called by its name.
func actOf(c api.Call, said how) Act {
	act := Act{
		Action: said.action, Subject: strings.TrimPrefix(c.Path, api.Prefix),
		Reason: clipped(c.Query.Get("reason")), After: asked(c.Query),
	}
	if act.Action == (Action{}) {
		act.Action = Action{id: c.Name}
	}
	if id := c.First(); said.kind != "" && id != "" {
		act.Subject = said.kind + ":" + clipped(id)
	}
	return act
}

// asked is a query without what only pages a list, and the reason.
func asked(query url.Values) string {
	kept := url.Values{}
	for name, values := range query {
		if name != "limit" && name != "reason" {
			kept[name] = values
		}
	}
	return clipped(kept.Encode())
}

// maxAsked bounds what a caller's own words add to a line of the log, in bytes.
const maxAsked = 500

func clipped(text string) string {
	if len(text) <= maxAsked {
		return strings.ToValidUTF8(text, "")
	}
	end := maxAsked
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.ToValidUTF8(text[:end], "")
}
