// Package downloads hands digital products to those who bought them: by links that are the
// buyer's alone, work for 15 minutes, and are few in a day.
//
// A link is an id and its MAC. Whoever follows it must be the buyer, logged in, and must
// still own the product: that is asked at each request, and again while bytes flow, so that
// a refund ends them.
//
// Invariants:
//  1. of a product a member is given at most Most links in Per, however many ask at once;
//  2. no byte is sent before the delivery is noted, after which nothing is undone;
//  3. every link that was given is in the log.
package downloads

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/secretbox"
)

// How many links of a product a member is given in which time, and how long each works
// (behaviours, "Orders").
const (
	Max   = 5
	Per   = 24 * time.Hour
	Lasts = 15 * time.Minute
)

// The refusals.
var (
	// ErrNone hides also what is not the caller's.
	ErrNone = fault.New(fault.NotFound, "This file does not exist.")
	// ErrExpired: the link is the caller's and too old.
	ErrExpired = fault.New(fault.NotFound, "This link has expired. Ask for a new one.").Coded("expired")
	// ErrChecked: a payment of its buyer's was taken back, and nobody has decided about it.
	ErrChecked = fault.New(fault.Conflict, "A payment of yours is being checked. You can download again when that is over.").Coded("payment_checked")
	// ErrLimit: there were enough in the last hours. Its answer says when to try again.
	ErrLimit = fault.New(fault.TooMany, "You have downloaded this %d times in 24 hours. Try again later.", Max).Coded("download_limit")
)

// File is what is downloaded.
type File struct {
	Key       string // of its blob
	Name      string // as its seller called it
	MediaType string // empty: bytes
}

// Products know which file a product is, and who may have it.
type Products interface {
	// File is a digital product's, for a member who owns it now and from whom nothing hides
	// it; ErrNone else, or ErrChecked.
	File(ctx context.Context, tx *db.Tx, memberID, productID string) (File, error)
}

// Deliveries note that a byte of what was paid for goes to its buyer.
type Deliveries interface {
	// Deliver notes it, and reports whether the member owns the product now.
	Deliver(ctx context.Context, memberID, productID string) (owns bool, err error)
}

// Blobs are where files lie.
type Blobs interface {
	Open(ctx context.Context, key string) (blob.Object, error)
}

// Deps are what downloads stand on.
type Deps struct {
	DB         *db.DB
	Products   Products
	Deliveries Deliveries
	Blobs      Blobs
	MAC        secretbox.MAC
	Now        func() time.Time
}

// Service gives links and serves what they lead to.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Link is where a buyer finds a file for some time.
type Link struct {
	ID      string
	Path    string
	Expires time.Time
	Left    int // how many more there are today
}

// Link gives a member a link to a product that they own. It fails with ErrNone or ErrLimit.
func (s *Service) Link(ctx context.Context, memberID, productID string) (l Link, err error) {
	if !id.Valid(productID) {
		return l, ErrNone
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := s.Products.File(ctx, tx, memberID, productID); err != nil {
			return err
		}
		// One after the other: who counts together counts the same.
		if err := db.Lock(ctx, tx, "downloads:"+memberID+":"+productID); err != nil {
			return fmt.Errorf("count the downloads of %s: %w", memberID, err)
		}
		now := s.Now()
		given, err := selectGiven(ctx, tx, memberID, productID, now.Add(-Per))
		if err != nil {
			return err
		}
		if len(given) >= Max {
			return ErrLimit.After(given[0].Add(Per).Sub(now))
		}
		d := download{ID: id.New(now), MemberID: memberID, ProductID: productID, GivenAt: now}
		l = Link{ID: d.ID, Path: Prefix + d.ID + "/" + s.mac(d), Expires: now.Add(Lasts), Left: Max - len(given) - 1}
		return insertDownload(ctx, tx, d)
	})
	if err != nil {
		return Link{}, err
	}
	return l, nil
}

// download is a link that was given.
type download struct {
	ID        string
	MemberID  string
	ProductID string
	GivenAt   time.Time
}

func (s *Service) mac(d download) string {
	return s.MAC.Of("download_link", d.ID, d.MemberID, d.ProductID, db.Millis(d.GivenAt))
}

// follow is what a link leads a member to, if it is theirs and works still.
func (s *Service) follow(ctx context.Context, memberID, linkID, mac string) (d download, f File, err error) {
	if memberID == "" || !id.Valid(linkID) {
		return d, f, ErrNone
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		d, err = selectDownload(ctx, tx, linkID)
		switch {
		case errors.Is(err, db.ErrNone):
			return ErrNone
		case err != nil:
			return err
		case d.MemberID != memberID || !equal(mac, s.mac(d)):
			return ErrNone
		case s.Now().After(d.GivenAt.Add(Lasts)):
			return ErrExpired
		}
		f, err = s.Products.File(ctx, tx, memberID, d.ProductID)
		return err
	})
	return d, f, err
}

// may asks anew whether a member may have a product.
func (s *Service) may(ctx context.Context, d download) error {
	return s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := s.Products.File(ctx, tx, d.MemberID, d.ProductID)
		return err
	})
}
