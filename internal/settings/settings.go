// Package settings is how the operator shapes the site: names, colours, words,
// prices' bounds, and what is switched on.
//
// Invariants:
//   - every setting is declared once, in the registry; only changed ones are rows;
//   - a value that does not pass its checks is never stored, and a stored one that
//     no longer passes (a rule became stricter) falls back to its default;
//   - every change keeps who, when and what was before, and can be undone;
//   - nobody alone makes a setting protect less that says what two must decide
//     (proposals.go);
//   - Get is a read of memory: a change is seen by its own node at once, by the
//     others when the message arrives, and by all within half a minute; whoever
//     was told of a change asks for the fresh ones, on whatever node.
package settings

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/htmlsafe"
	"limelight/internal/kit/id"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
	"limelight/internal/kit/pubsub"
	"limelight/internal/kit/secretbox"
)

// Changed is published when settings have been changed.
type Changed struct {
	Keys []string `json:"keys"`
	By   string   `json:"by"`
}

// EventName names the event in the outbox.
func (Changed) EventName() string { return "settings.changed" }

// topic carries "load again" between nodes.
const topic = "settings"

// refresh is how stale a node may be that missed the message.
const refresh = 30 * time.Second

// Runtime is what a client must know before anything else (spec §7, runtime
// config).
type Runtime struct {
	SocketEndpoint string `json:"SOCKET_ENDPOINT" doc:"where Socket.IO answers; empty: this site"`
	APIEndpoint    string `json:"API_ENDPOINT"`
}

// Deps are what settings stand on. Accounts are of the same layer, so app says
// who an admin is and who is calling.
type Deps struct {
	DB      *db.DB
	Events  *bus.Bus
	Audit   *audit.Log
	Nodes   pubsub.Bus
	Runtime Runtime
	// Commissions are what the site keeps, by kind of income, in the order of the back office.
	Commissions []Commission
	Admin       api.Guard                        // who may read all and change
	Proved      api.Guard                        // who may approve a change of another's
	Caller      func(ctx context.Context) string // the id of the account that calls
	StepUp      func(ctx context.Context) error  // refuses who has not lately proved who they are
	// Established refuses an admin who is too new to be one of two.
	Established func(ctx context.Context) error
	// OtherAdmins reports whether anybody but this admin is an active one.
	OtherAdmins func(ctx context.Context, tx *db.Tx, adminID string) (bool, error)
	// Names gives usernames to accounts' ids.
	Names func(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error)
	// Unpaid is what performers and studios earned and were not paid yet.
	Unpaid func(ctx context.Context, tx *db.Tx) (money.Tokens, error)
	// Complete fills in what other rooms keep, such as the post of the 18+ popup.
	Complete func(ctx context.Context, p Public) Public
	MAC      secretbox.MAC // of the history; zero: none
	Now      func() time.Time
	Log      *slog.Logger
}

// Service reads and changes settings.
type Service struct {
	Deps
	declared *registry
	state    atomic.Pointer[state]
	loading  sync.Mutex    // an older read must not replace a newer one
	begun    atomic.Uint64 // loads, the one that goes on included
}

type state struct {
	current Current
	spoken  []Current      // as further languages read it
	rows    map[string]row // what the operator changed, as stored
	read    time.Time      // no change committed before is missing
}

// New makes the service with every setting at its default; Load reads the
// operator's.
func New(d Deps) *Service {
	d.Runtime.APIEndpoint = cmp.Or(d.Runtime.APIEndpoint, api.Prefix)
	s := &Service{Deps: d, declared: newRegistry(d.Commissions)}
	s.state.Store(s.declared.made(s.declared.defaults(), map[string]row{}))
	return s
}

// Get is every setting as it holds now, from memory.
func (s *Service) Get() Current { return s.state.Load().current }

// Public is the part that everyone may read, as the caller's language reads it.
func (s *Service) Public(ctx context.Context) Public { return s.In(lang.Of(ctx)).Public }

// Load reads the settings from the database.
func (s *Service) Load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	return s.load(ctx)
}

// Refresh makes sure that what was stored before the call is seen. Many at once
// share a read.
func (s *Service) Refresh(ctx context.Context) error {
	before := s.begun.Load()
	s.loading.Lock()
	defer s.loading.Unlock()
	if s.begun.Load() > before { // one began since, and has ended
		return nil
	}
	return s.load(ctx)
}

func (s *Service) load(ctx context.Context) error {
	s.begun.Add(1)
	var rows []row
	read := s.Now()
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		rows, err = selectRows(ctx, tx)
		return err
	})
	if err != nil {
		return fmt.Errorf("load the settings: %w", err)
	}
	next := s.stateOf(rows)
	next.read = read
	s.state.Store(next)
	return nil
}

// Run keeps this node's copy fresh until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	again := make(chan struct{}, 1)
	cancel, err := s.Nodes.Subscribe(ctx, topic, func([]byte) {
		select {
		case again <- struct{}{}:
		default:
		}
	})
	if err != nil {
		return fmt.Errorf("listen for changed settings: %w", err)
	}
	defer cancel()
	tick := time.NewTicker(refresh)
	defer tick.Stop()
	for {
		if err := s.Load(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("refresh the settings", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-again:
		case <-tick.C:
		}
	}
}

// Change sets the given settings, or none of them when one is refused. A null
// brings a setting back to its default. What one admin alone may not loosen waits
// for another (Approve); by is empty for the program itself, which may.
func (s *Service) Change(ctx context.Context, by string, values map[string]json.RawMessage) error {
	for key := range values {
		if declared, ok := s.declared.byKey(key); !ok || declared.Key != key {
			return fault.Field(key, "There is no setting of this name.")
		}
	}
	changed := []string{}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		changed = changed[:0]
		rows, err := selectRows(ctx, tx)
		if err != nil {
			return err
		}
		stored, next, err := s.declared.accept(rows, values)
		if err == nil {
			err = s.changesCurrency(ctx, tx, rows, stored)
		}
		if err != nil {
			return err
		}
		now := s.stateOf(rows).current
		for _, declared := range s.declared.all { // in one order: two admins cannot deadlock
			value, given := stored[declared.Key]
			if !given || value == valueOf(rows, declared.Key) {
				continue
			}
			before := valueOf(rows, declared.Key)
			waits, err := s.waits(ctx, tx, by, declared.Key, now, next)
			if err != nil {
				return err
			}
			if waits {
				if err := s.Established(ctx); err != nil {
					return err
				}
				if err := s.propose(ctx, tx, by, declared.Key, before, value); err != nil {
					return err
				}
				continue
			}
			if err := s.put(ctx, tx, by, declared.Key, before, value); err != nil {
				return err
			}
			changed = append(changed, declared.Key)
		}
		if len(changed) == 0 {
			return nil
		}
		return s.Events.Publish(ctx, tx, Changed{Keys: slices.Clone(changed), By: by})
	})
	if err != nil || len(changed) == 0 {
		return err
	}
	return s.spread(ctx)
}

// Rollback undoes one change: the setting gets back what it was before the
// version, or before its last change when version is empty.
func (s *Service) Rollback(ctx context.Context, by, key, version string) error {
	if _, ok := s.declared.byKey(key); !ok {
		return ErrUnknown
	}
	var old change
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		old, err = selectChange(ctx, tx, key, version)
		return err
	})
	if errors.Is(err, db.ErrNone) {
		return ErrNoVersion
	}
	if err != nil {
		return err
	}
	return s.Change(ctx, by, map[string]json.RawMessage{key: orNull(old.Before)})
}

var (
	// ErrUnknown is the answer to a key that no setting has.
	ErrUnknown = fault.New(fault.NotFound, "There is no setting of this name.")
	// ErrNoVersion is the answer to a rollback of what never changed.
	ErrNoVersion = fault.New(fault.NotFound, "This setting has no such change to undo.")
)

// put is what one person's word does: the setting changes, and what waited for a
// second one waits no more.
func (s *Service) put(ctx context.Context, tx *db.Tx, by, key, before, after string) error {
	if err := s.keep(ctx, tx, change{Key: key, Before: before, After: after, By: by}); err != nil {
		return err
	}
	if err := dropProposal(ctx, tx, key); err != nil {
		return err
	}
	return s.Audit.Record(ctx, tx, audit.Act{Action: settingChanged, Subject: "setting:" + key, Before: s.declared.logged(key, before), After: s.declared.logged(key, after)})
}

// keep writes one setting and its history.
func (s *Service) keep(ctx context.Context, tx *db.Tx, c change) error {
	c.At = s.Now()
	c.ID = id.New(c.At)
	if c.After == "" {
		if err := deleteRow(ctx, tx, c.Key); err != nil {
			return err
		}
	} else if err := upsertRow(ctx, tx, row{Key: c.Key, Value: c.After, By: c.By, At: c.At}); err != nil {
		return err
	}
	return insertChange(ctx, tx, c, s.MAC)
}

// maxShown bounds a value in the staff's log, in bytes.
const maxShown = 200

// logged is a stored value as the staff's log has it: a long one by its digest, the
// history has it whole.
func (r *registry) logged(key, value string) string {
	if declared, ok := r.byKey(key); ok && declared.Kind == Code && value != "" || len(value) > maxShown {
		sum := sha256.Sum256([]byte(value))
		return fmt.Sprintf("sha256:%x", sum)
	}
	return value
}

// spread makes this node see the change now and tells the others.
func (s *Service) spread(ctx context.Context) error {
	if err := s.Load(ctx); err != nil {
		return err
	}
	if err := s.Nodes.Publish(ctx, topic, nil); err != nil {
		s.Log.Warn("tell the other nodes of changed settings; they notice within half a minute", "error", err)
	}
	return nil
}

// accept checks the values on top of the rows and returns what to store of each:
// JSON, or nothing where the default is to hold again; and what they make of it all.
func (r *registry) accept(rows []row, values map[string]json.RawMessage) (stored map[string]string, next Current, err error) {
	next = r.defaults()
	stored = map[string]string{}
	for _, s := range r.all {
		value, given := values[s.Key]
		if !given {
			if old := valueOf(rows, s.Key); old != "" {
				next.tryPut(s, old)
			}
			continue
		}
		if string(value) == "null" {
			stored[s.Key] = ""
			continue
		}
		if err := s.put(&next, value); err != nil {
			return nil, next, err
		}
		text, err := json.Marshal(s.field(&next))
		if err != nil {
			return nil, next, fmt.Errorf("store %s: %w", s.Key, err)
		}
		stored[s.Key] = string(text)
	}
	return stored, next, next.checkAll()
}

// stateOf puts the rows on top of the defaults. A row that no longer passes is
// left out, and told in the log.
func (s *Service) stateOf(rows []row) *state {
	c := s.declared.defaults()
	kept := map[string]row{}
	for _, r := range rows {
		declared, ok := s.declared.byKey(r.Key)
		if !ok {
			continue // a setting of another version
		}
		if err := c.tryPut(declared, r.Value); err != nil {
			s.Log.Warn("a stored setting is refused; its default holds", "key", r.Key, "error", err)
			continue
		}
		kept[r.Key] = r
	}
	return s.declared.made(c, kept)
}

// made is what values make of the settings, in every language.
func (r *registry) made(c Current, rows map[string]row) *state {
	st := &state{current: r.rendered(c), rows: rows}
	for i := range further {
		st.spoken = append(st.spoken, r.rendered(c.in(i)))
	}
	return st
}

// tryPut puts a stored value, or leaves c as it was.
func (c *Current) tryPut(s Setting, value string) error {
	next := *c
	if err := s.put(&next, json.RawMessage(value)); err != nil {
		return err
	}
	*c = next
	return nil
}

func (r *registry) defaults() (c Current) {
	c.commissions, c.translated = make([]Percent, len(r.commissions)), make([]Current, len(further))
	for _, s := range r.all {
		text, err := json.Marshal(s.Default)
		if err == nil {
			err = s.put(&c, text)
		}
		if err != nil {
			panic(fmt.Sprintf("settings: the default of %s is refused: %v", s.Key, err)) // a test keeps this from happening
		}
	}
	return c
}

// rendered makes the HTML of c safe and fills the names that exist twice.
func (r *registry) rendered(c Current) Current {
	for _, s := range common {
		if text, ok := s.field(&c).(*string); ok && s.Kind == HTML {
			*text = htmlsafe.Safe(*text)
		}
	}
	c.derive()
	r.publish(&c)
	return c
}

func orNull(value string) json.RawMessage {
	if value == "" {
		return json.RawMessage("null")
	}
	return json.RawMessage(value)
}
