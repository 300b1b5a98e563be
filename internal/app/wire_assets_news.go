package app

import (
	"context"
	"strconv"

	"limelight/internal/assets"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
)

// assetNews tell performers what became of what they sell.
type assetNews struct {
	letters letters
	sockets *socket.Server
}

func (n assetNews) pushDecided(_ context.Context, e assets.Decided) error {
	return socket.To(n.sockets, socket.AccountRoom(e.PerformerID), assetChanged, assetPayload{ID: e.AssetID, Type: e.Kind, Status: e.Status})
}

func (n assetNews) pushPublished(_ context.Context, e assets.Published) error {
	return socket.To(n.sockets, socket.AccountRoom(e.PerformerID), assetChanged, assetPayload{ID: e.AssetID, Type: e.Kind, Status: assets.Active})
}

func (n assetNews) pushTakenDown(_ context.Context, e assets.TakenDown) error {
	change := assetPayload{ID: e.AssetID, Type: e.Kind, Status: e.Status, TakenDown: !e.PutBack, PutBack: e.PutBack}
	return socket.To(n.sockets, socket.AccountRoom(e.PerformerID), assetChanged, change)
}

// assetPages are where performers look after their assets.
var assetPages = map[string]string{
	assets.Gallery: "/account/performer/galleries/",
	assets.Video:   "/account/performer/videos/",
	assets.Product: "/account/performer/products/",
}

// mailDecided writes to a performer what staff decided of a submission.
func (n assetNews) mailDecided(ctx context.Context, tx *db.Tx, e assets.Decided) error {
	person, err := n.letters.accounts.Get(ctx, tx, e.PerformerID)
	if err != nil {
		return err
	}
	address := n.letters.profile.home() + assetPages[e.Kind] + e.AssetID
	subject, said := "Your "+e.Kind+" is on sale", "was approved and is on sale."
	switch {
	case !e.Approved:
		subject, said = "Your "+e.Kind+" was not approved", "was looked at and not approved. The reason:\n\n"+e.Reason+"\n\nYou can change it and submit it again."
	case e.Status == assets.Inactive:
		subject, said = "Your "+e.Kind+" is approved", "was approved and goes on sale at the time that you chose."
	}
	return n.letters.queue(ctx, tx, person.Email, subject,
		"Hello "+person.Name+",\n\nyour "+e.Kind+" "+strconv.Quote(e.Title)+" "+said+"\n\n"+address+"\n")
}

// mailTakenDown writes to a performer that staff took something down, have changed why or
// for whom, or have put it back.
func (n assetNews) mailTakenDown(ctx context.Context, tx *db.Tx, e assets.TakenDown) error {
	person, err := n.letters.accounts.Get(ctx, tx, e.PerformerID)
	if err != nil {
		return err
	}
	buyers := " Who has bought it keeps it."
	if e.AccessEnded {
		buyers = " Who has bought it has no access to it any more."
	}
	subject, said := "Your "+e.Kind+" was taken down", "was taken down by this site. Nobody can find or buy it, and you cannot change it."+buyers
	switch {
	case e.PutBack:
		subject, said = "Your "+e.Kind+" was put back", "was put back by this site. It is what it was before it was taken down, also for who has bought it."
	case e.Changed:
		subject, said = "Your "+e.Kind+" stays down", "stays taken down. This site has changed its decision about it."+buyers
	}
	return n.letters.queue(ctx, tx, person.Email, subject,
		"Hello "+person.Name+",\n\nyour "+e.Kind+" "+strconv.Quote(e.Title)+" "+said+" The reason:\n\n"+e.Reason+
			"\n\nIf you think that this is a mistake, write to us: "+n.letters.profile.home()+"/contact\n")
}
