package sandbox

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"

	"limelight/internal/funds/gateway"
	"limelight/internal/kit/fault"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// maxForm bounds what the page posts, in bytes.
const maxForm = 4 << 10

// Pages is the vendor's own site: one page an order, below Parts.Base. It
// belongs outside the API, and needs no session.
func (g *Gateway) Pages() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+g.base.Path+"/{order}", g.show)
	mux.HandleFunc("POST "+g.base.Path+"/{order}", g.play)
	return new(http.CrossOriginProtection).Handler(mux)
}

func (g *Gateway) show(w http.ResponseWriter, r *http.Request) {
	o, err := g.order(r)
	write(w, o, err)
}

// play does what was clicked and shows the page again: a failure on it, a
// success by a redirect, so that going back does nothing twice.
func (g *Gateway) play(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	o, err := g.order(r)
	if err == nil {
		err = g.do(r, o)
	}
	if err != nil {
		if newer, gone := g.order(r); gone == nil {
			o = newer
		}
		write(w, o, err)
		return
	}
	http.Redirect(w, r, g.base.Path+"/"+o.ID, http.StatusSeeOther)
}

func (g *Gateway) order(r *http.Request) (Order, error) {
	if g.Caps().Admit(g.deps.Site()) != nil {
		return Order{}, ErrNoOrder
	}
	return g.parts.Store.Load(r.Context(), r.PathValue("order"))
}

// errUntold is shown when the site did not take a notification.
var errUntold = fault.New(fault.Unavailable, "The site has not taken the notification. It is kept; deliver it again.")

func (g *Gateway) do(r *http.Request, o Order) (err error) {
	action, repeat := r.PostFormValue("do"), false
	switch action {
	case "again":
		repeat = true
	case "refund":
		amount := o.left()
		if part := r.PostFormValue("amount"); part != "" {
			if amount, err = gateway.ParseMoney(part, o.Price.Currency); err != nil {
				return errAmount
			}
		}
		o, err = g.refund(o, amount)
	default:
		o, err = g.move(o, action)
	}
	if err != nil {
		return err
	}
	if !repeat {
		if err := g.save(r.Context(), o); err != nil {
			return err
		}
	}
	if g.deliver(r.Context(), o.ID, repeat) != nil {
		return errUntold
	}
	return nil
}

// view is what the page shows.
type view struct {
	Order   Order
	Price   string
	Left    string // empty: nothing can be given back
	Paid    bool
	Moves   []move
	Told    []line
	Untold  bool
	Problem string
}

type line struct {
	Kind      gateway.Kind
	Amount    string
	Delivered bool
}

func write(w http.ResponseWriter, o Order, problem error) {
	v, status := view{}, http.StatusOK
	if problem != nil {
		f, readable := errors.AsType[*fault.Fault](problem)
		if !readable {
			f = fault.New(fault.Internal, "Something went wrong in the sandbox.")
		}
		v.Problem, status = f.Text, f.Kind.Status()
	}
	if o.ID != "" {
		v.fill(o)
	}
	var text bytes.Buffer
	if err := page.Execute(&text, v); err != nil {
		http.Error(w, "The page of the sandbox failed.", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	w.WriteHeader(status)
	_, _ = w.Write(text.Bytes()) // who left does not see it
}

func (v *view) fill(o Order) {
	v.Order, v.Price, v.Moves = o, o.Price.String(), o.possible()
	v.Paid = o.State == Paid || o.State == Won
	if v.Paid && o.left().Minor > 0 {
		v.Left = o.left().Text()
	}
	for _, told := range o.Told {
		var n note
		if json.Unmarshal([]byte(told.Body), &n) == nil {
			v.Told = append(v.Told, line{n.Kind, n.Amount.String(), told.Delivered})
		}
		v.Untold = v.Untold || !told.Delivered
	}
}
