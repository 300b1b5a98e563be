package notices

import (
	"context"

	"limelight/internal/kit/api"
	"limelight/internal/kit/lang"
)

// Routes mounts the package on the API.
func (n *Notices) Routes(r *api.Router) {
	api.Get(r, "/notices", "notices.list", n.list, n.SignedIn, api.Summary("One's own notices, newest first"), n.Harmless)
	api.Get(r, "/notices/unread", "notices.unread", n.unread, n.SignedIn, api.Summary("How many notices one has not read"), n.Harmless)
	api.Post(r, "/notices/read", "notices.read", n.read, n.SignedIn, api.Summary("Mark one's notices as read: some, those up to one, or all"), n.Harmless)
	api.Get(r, "/notices/preferences", "notices.preferences", n.preferences, n.SignedIn, api.Summary("How one wants to be told what"), n.Harmless)
	api.Put(r, "/notices/preferences", "notices.choose", n.choose, n.SignedIn, api.Summary("Choose how one wants to be told what"), n.Harmless)
	api.Delete(r, "/notices/{id}", "notices.remove", n.remove, n.SignedIn, api.Summary("Remove one of one's notices"), n.Harmless)
	api.Raw(r, "GET", UnsubscribePath+"{token}", "notices.unsubscribePage", n.unsubscribePage, api.Public)
	api.Raw(r, "POST", UnsubscribePath+"{token}", "notices.unsubscribe", n.unsubscribe, api.Public)
	api.Get(r, "/admin/notices", "notices.kinds", n.kinds, n.Reader, api.Summary("The kinds of notices that people get"), n.Harmless)
	api.Get(r, "/admin/notices/{kind}/preview", "notices.preview", n.preview, n.Reader, api.Summary("What a kind of notice says, written with samples"), n.Harmless)
	var words []string
	for _, g := range Groups() {
		words = append(words, string(g))
	}
	r.Words(groupSet{}, words)
}

type listInput struct {
	Group Group  `query:"group" doc:"only of this group"`
	After string `query:"after" maxLength:"64" doc:"go on after this notice, as next of the page before says"`
	Limit int    `query:"limit" default:"25" minimum:"1" maximum:"100" doc:"how many notices to return"`
}

func (n *Notices) list(ctx context.Context, in *listInput) (page api.CursorList[Notice], err error) {
	page.Data, page.Next, err = n.List(ctx, n.Caller(ctx), lang.Of(ctx), in.Group, in.After, in.Limit)
	return page, err
}

type unreadTotal struct {
	Total int `json:"total"`
}

func (n *Notices) unread(ctx context.Context, _ *struct{}) (out unreadTotal, err error) {
	out.Total, err = n.Unread(ctx, n.Caller(ctx))
	return out, err
}

type readInput struct{ Body readBody }

type readBody struct {
	IDs  []string `json:"ids,omitempty" maxItems:"100" doc:"these"`
	UpTo string   `json:"upTo,omitempty" maxLength:"64" doc:"this one and what is older; without it and ids: all"`
}

func (n *Notices) read(ctx context.Context, in *readInput) (out unreadTotal, err error) {
	out.Total, err = n.MarkRead(ctx, n.Caller(ctx), in.Body.IDs, in.Body.UpTo)
	return out, err
}

// preferencesView is what somebody wants, and what comes whatever they want.
type preferencesView struct {
	Preferences
	Essential []Group `json:"essential" doc:"groups of which everything is essential: it is listed and mailed in any case"`
}

func (n *Notices) preferences(ctx context.Context, _ *struct{}) (preferencesView, error) {
	p, err := n.Preferences(ctx, n.Caller(ctx))
	return preferencesView{p, essentialGroups()}, err
}

type chooseInput struct{ Body Choice }

func (n *Notices) choose(ctx context.Context, in *chooseInput) (preferencesView, error) {
	p, err := n.Choose(ctx, n.Caller(ctx), in.Body)
	return preferencesView{p, essentialGroups()}, err
}

type removeInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (n *Notices) remove(ctx context.Context, in *removeInput) (api.Done, error) {
	return api.OK, n.Remove(ctx, n.Caller(ctx), in.ID)
}
