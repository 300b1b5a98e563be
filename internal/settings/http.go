package settings

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/wording"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/settings/public", "settings.public", s.public, api.Public, api.Summary("The settings everyone may read"))
	api.Post(r, "/settings/keys", "settings.keys", s.keys, api.Public, api.Summary("Some public settings, by name"))
	api.Get(r, "/settings/runtime", "settings.runtime", s.runtime, api.Public, api.Summary("Where the socket and the API answer"))
	api.Get(r, "/admin/settings", "settings.list", s.list, s.Admin, api.Summary("Every setting: what it may be and what it is"), audit.Silent("the site's own settings; they hold no secret"))
	api.Put(r, "/admin/settings", "settings.change", s.change, s.Admin, api.LongTexts(), api.Summary("Change settings; null brings back a default"))
	api.Get(r, "/admin/settings/{key}/history", "settings.history", s.history, s.Admin,
		api.Summary("The changes of a setting, newest first"), audit.Silent("the site's own settings"))
	api.Post(r, "/admin/settings/{key}/rollback", "settings.rollback", s.rollback, s.Admin,
		api.Summary("Undo a change of a setting"))
	api.Post(r, "/admin/settings/proposals/{id}/approve", "settings.approve", s.approve, s.Proved,
		api.Summary("Let a change hold that another admin proposed"))
	api.Post(r, "/admin/settings/proposals/{id}/reject", "settings.reject", s.reject, s.Admin,
		api.Summary("Drop a change that waits for a second admin"))
}

type publicInput struct {
	Group string `query:"group" maxLength:"40" doc:"only the settings of one group; ui and streaming are the sets of the specification"`
	Fresh bool   `query:"fresh" doc:"as they are stored now, for whoever was told of a change; else they may be half a minute old on a node that missed it"`
}

// PublicAnswer is Public, or the part of it that was asked for.
type PublicAnswer struct {
	Public
	keys []string // nil: all
}

// MarshalJSON leaves out what was not asked for.
func (a PublicAnswer) MarshalJSON() ([]byte, error) {
	if a.keys == nil {
		return json.Marshal(a.Public)
	}
	return json.Marshal(a.Public.pick(a.keys))
}

// sets are the spec's named parts of the public settings (spec §3).
var sets = map[string][]string{
	"ui": {"theme", "siteName", "logo", "banner", "menus", "placeholderAvatarUrl", "footerContent", "enablePopup18Plus", "popupContent18Plus"},
	"streaming": {"viewerURL", "publisherURL", "subscriberUrl", "optionForBroadcast", "optionForPrivate", "optionForGroup",
		"secureOption", "AntMediaAppname"},
}

func (s *Service) public(ctx context.Context, in *publicInput) (PublicAnswer, error) {
	if in.Fresh {
		if err := s.Refresh(ctx); err != nil {
			return PublicAnswer{}, err
		}
	}
	answer := PublicAnswer{Public: s.Complete(ctx, s.Public(ctx))}
	if in.Group == "" || in.Group == "public" {
		return answer, nil
	}
	keys, ok := sets[in.Group]
	if !ok {
		keys = s.declared.keysOf(in.Group)
	}
	if len(keys) == 0 {
		return answer, fault.Field("group", "There is no group of this name.")
	}
	answer.keys = keys
	return answer, nil
}

func (r *registry) keysOf(group string) (keys []string) {
	for _, s := range r.all {
		if s.Group == group && s.Public {
			keys = append(keys, s.Key)
			if s.Also != "" {
				keys = append(keys, s.Also)
			}
		}
	}
	return keys
}

// pick is the named fields, by their names on the wire; a name that is not
// public is left out.
func (p Public) pick(keys []string) map[string]any {
	picked := map[string]any{}
	v := reflect.ValueOf(p)
	for i := range v.NumField() {
		if name := v.Type().Field(i).Tag.Get("json"); slices.Contains(keys, name) {
			picked[name] = v.Field(i).Interface()
		}
	}
	return picked
}

type keysInput struct {
	Body struct {
		Keys []string `json:"keys" maxItems:"100"`
	}
}

func (s *Service) keys(ctx context.Context, in *keysInput) (map[string]any, error) {
	return s.Complete(ctx, s.Public(ctx)).pick(in.Body.Keys), nil
}

func (s *Service) runtime(context.Context, *struct{}) (Runtime, error) { return s.Runtime, nil }

// Declared is a setting as the back office shows it.
type Declared struct {
	Key       string     `json:"key"`
	Group     string     `json:"group"`
	Type      Kind       `json:"type" enum:"text,longText,html,code,boolean,number,tokens,percent,enum,colours,image,url,email,menus,words"`
	Label     string     `json:"label"`
	Help      string     `json:"help"`
	Public    bool       `json:"public"`
	Min       int64      `json:"min"`
	Max       int64      `json:"max" doc:"0: no bound"`
	Options   []string   `json:"options"`
	Default   any        `json:"default"`
	Value     any        `json:"value" doc:"as it was written: HTML is not yet made safe"`
	Changed   bool       `json:"changed" doc:"the value is the operator's, not the default"`
	UpdatedBy string     `json:"updatedBy,omitempty"`
	UpdatedAt *time.Time `json:"updatedAt,omitempty"`
}

type listing struct {
	Groups    []Group    `json:"groups"`
	Settings  []Declared `json:"settings"`
	Proposals []Proposal `json:"proposals" doc:"changes that wait for a second admin"`
}

func (s *Service) list(ctx context.Context, _ *struct{}) (out listing, err error) {
	st := s.state.Load()
	say := lang.In(ctx)
	for _, g := range groups {
		out.Groups = append(out.Groups, Group{g.Key, say(g.Label)})
	}
	if out.Proposals, err = s.Proposals(ctx); err != nil {
		return listing{}, err
	}
	for _, declared := range s.declared.all {
		d := Declared{
			Key: declared.Key, Group: declared.Group, Type: declared.Kind, Label: wording.In(ctx, declared.label(say)), Help: wording.In(ctx, say(declared.Help)),
			Public: declared.Public, Min: declared.Min, Max: declared.Max, Options: declared.Options,
			Default: declared.Default, Value: declared.Default,
		}
		if d.Options == nil {
			d.Options = []string{}
		}
		if r, ok := st.rows[declared.Key]; ok {
			d.Value, d.Changed, d.UpdatedBy, d.UpdatedAt = json.RawMessage(r.Value), true, r.By, &r.At
		}
		out.Settings = append(out.Settings, d)
	}
	return out, nil
}

type changeInput struct {
	Body map[string]any
}

func (s *Service) change(ctx context.Context, in *changeInput) (listing, error) {
	values := map[string]json.RawMessage{}
	for _, key := range slices.Sorted(maps.Keys(in.Body)) {
		text, err := json.Marshal(in.Body[key])
		if err != nil {
			return listing{}, err
		}
		values[key] = text
	}
	if err := s.proofFor(ctx, slices.Collect(maps.Keys(values))...); err != nil {
		return listing{}, err
	}
	if err := s.Change(ctx, s.Caller(ctx), values); err != nil {
		return listing{}, err
	}
	return s.list(ctx, nil)
}

// proofFor asks for a fresh proof of who it is before settings change that decide
// about money, access, or what runs or stands on everybody's pages.
func (s *Service) proofFor(ctx context.Context, keys ...string) error {
	for _, key := range keys {
		if declared, ok := s.declared.byKey(key); ok && declared.weighty() {
			return cmp.Or(s.StepUp(ctx), s.Established(ctx))
		}
	}
	return nil
}

type historyInput struct {
	Key string `path:"key"`
	api.Page
}

// Version is one change of a setting.
type Version struct {
	ID     string    `json:"_id"`
	Before any       `json:"before" doc:"null: the default held"`
	After  any       `json:"after"`
	By     string    `json:"by"`
	ByName string    `json:"byName" doc:"the username of who changed it"`
	Second string    `json:"approvedBy,omitempty" doc:"the username of the admin who agreed, where two had to"`
	At     time.Time `json:"at"`
}

func (s *Service) history(ctx context.Context, in *historyInput) (page api.List[Version], err error) {
	if _, ok := s.declared.byKey(in.Key); !ok {
		return page, ErrUnknown
	}
	var list []change
	var names map[string]string
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if list, page.Total, err = selectHistory(ctx, tx, in.Key, in.Limit, in.Offset); err != nil {
			return err
		}
		var who []string
		for _, c := range list {
			who = append(who, c.By)
			if c.ApprovedBy != "" {
				who = append(who, c.ApprovedBy)
			}
		}
		slices.Sort(who)
		names, err = s.Names(ctx, tx, slices.Compact(who)...)
		return err
	})
	page.Data = []Version{}
	for _, c := range list {
		page.Data = append(page.Data, Version{ID: c.ID, Before: orNull(c.Before), After: orNull(c.After), By: c.By, ByName: names[c.By], Second: names[c.ApprovedBy], At: c.At})
	}
	return page, err
}

type rollbackInput struct {
	Key  string `path:"key"`
	Body struct {
		Version string `json:"version,omitempty" maxLength:"26" doc:"the change to undo; empty: the last"`
	}
}

func (s *Service) rollback(ctx context.Context, in *rollbackInput) (listing, error) {
	if err := s.proofFor(ctx, strings.TrimSpace(in.Key)); err != nil {
		return listing{}, err
	}
	if err := s.Rollback(ctx, s.Caller(ctx), strings.TrimSpace(in.Key), in.Body.Version); err != nil {
		return listing{}, err
	}
	return s.list(ctx, nil)
}

type proposalInput struct {
	ID string `path:"id" maxLength:"26"`
}

func (s *Service) approve(ctx context.Context, in *proposalInput) (listing, error) {
	if err := s.Approve(ctx, s.Caller(ctx), in.ID); err != nil {
		return listing{}, err
	}
	return s.list(ctx, nil)
}

func (s *Service) reject(ctx context.Context, in *proposalInput) (listing, error) {
	if err := s.Reject(ctx, in.ID); err != nil {
		return listing{}, err
	}
	return s.list(ctx, nil)
}
