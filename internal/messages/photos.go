package messages

import (
	"context"
	"errors"
	"net/http"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
)

// Picture is the photo of a line. Its addresses answer both of the conversation alone.
type Picture struct {
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Blurhash string `json:"blurhash"`
	Colour   string `json:"colour" doc:"the average, such as #a2252d"`
	Card     string `json:"card,omitempty" doc:"address, at most 480 pixels"`
	Page     string `json:"page,omitempty" doc:"address, at most 1,280 pixels"`
	Full     string `json:"full,omitempty" doc:"address, at most 2,560 pixels"`

	// Of one that is sold.
	Price       money.Tokens  `json:"price,omitempty" doc:"what it costs to see it"`
	IsLocked    bool          `json:"locked,omitempty" doc:"the caller has not paid for it: its only address is that of a blur"`
	Blur        string        `json:"blur,omitempty" doc:"address of a blur of 48 pixels"`
	ReviewState string        `json:"reviewState,omitempty" enum:"pending,approved" doc:"told to its performer"`
	Unlocks     *int          `json:"unlocks,omitempty" doc:"how many may see it, told to its performer"`
	Earned      *money.Tokens `json:"earned,omitempty" doc:"its performer's part of what it brought, told to them"`
}

// How far the review of a photo that is sold is.
const (
	pendingReview  = "pending"
	approvedReview = "approved"
)

// addressed is a stored picture with the addresses that it has by its line; one that is sold is locked.
func (p *Picture) addressed(messageID string) *Picture {
	if p == nil || p.Price == 0 {
		return p.unlocked(messageID)
	}
	shown := *p
	shown.IsLocked, shown.Blur = true, files.PhotoURL(messageID, files.Blur)
	return &shown
}

// unlocked is a stored picture for who may see it.
func (p *Picture) unlocked(messageID string) *Picture {
	if p == nil {
		return nil
	}
	shown := *p
	shown.IsLocked, shown.Blur = false, ""
	shown.Card, shown.Page, shown.Full = files.PhotoURL(messageID, files.CardSize), files.PhotoURL(messageID, files.PageSize), files.PhotoURL(messageID, files.FullSize)
	return &shown
}

// Photos are the pictures of messages.
type Photos struct {
	*core
	messages *Messages
}

// SendPhoto writes a photo into a direct conversation, which may be for sale. It fails as Send does, and with the refusals of
// pictures and sales.
func (s *Photos) SendPhoto(ctx context.Context, who account.Caller, draft Draft, upload api.File) (sent Message, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error { // before the work that a picture takes
		c, policy, err := s.read(ctx, tx, draft.ConversationID, who)
		if err == nil && !c.direct() {
			err = errNoConversation
		}
		if err != nil {
			return err
		}
		try := Message{Payload: Payload{Photo: &Picture{}}}
		if refused := s.messages.prepare(ctx, tx, who, c, policy, draft, &try); refused != nil {
			sent, err = s.messages.saidBefore(ctx, tx, who, c, draft, refused)
		}
		return err
	})
	if err != nil || sent.ID != "" {
		return sent, err
	}
	if who.Role == account.Member {
		if refused := s.Limiter.Allow(ctx, directRate, who.ID+" "+draft.ConversationID); refused != nil {
			return s.messages.said(ctx, who, draft, refused)
		}
	}
	if draft.Sale != nil {
		if refused := s.Limiter.Allow(ctx, saleRate, who.ID); refused != nil {
			return s.messages.said(ctx, who, draft, refused)
		}
	}
	f, err := s.Files.SavePhoto(ctx, who.ID, files.Chat, upload.Filename, upload, s.PhotoLimits())
	if err != nil {
		if refused, is := errors.AsType[*fault.Fault](err); is {
			return sent, refused.At("file", "image")
		}
		return sent, err
	}
	m := Message{Kind: Photo, fileID: f.ID, Payload: Payload{Photo: &Picture{Width: f.Width, Height: f.Height, Blurhash: f.Blurhash, Colour: f.Colour}}}
	sent, err = s.messages.put(context.WithoutCancel(ctx), who, draft, m, Conversation.direct)
	if _, refused := errors.AsType[*fault.Fault](err); refused || err == nil && sent.fileID != f.ID { // it was sent before
		err = errors.Join(err, s.Files.Delete(context.WithoutCancel(ctx), f.ID))
	}
	return sent, err // of a failure only the answer may be lost: the file stays for DropUnused
}

// PhotoFile implements files.PhotoRights: the picture of a line is for both of its conversation, for its
// sender alone while it is held, and for staff, whose looks are put on record.
func (s *Photos) PhotoFile(ctx context.Context, messageID string, v files.Variant, method string) (fileID string, err error) {
	if !id.Valid(messageID) {
		return "", files.ErrNone
	}
	who := account.CallerFrom(ctx)
	var c Conversation
	var policy Policy
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		m, err := selectMessage(ctx, tx, messageID)
		if err != nil {
			return err
		}
		if c, policy, err = s.read(ctx, tx, m.ConversationID, who); err != nil {
			return err
		}
		if m.fileID == "" || m.IsDeleted && !policy.MayModerate(c, who) || m.IsHeld && m.senderID != who.ID && !policy.MayModerate(c, who) {
			return files.ErrNone
		}
		if may, err := s.mayLook(ctx, tx, who, policy.MayModerate(c, who), m, v); err != nil || !may {
			return errors.Join(err, files.ErrNone)
		}
		if c.other(who.ID) != "" && !m.IsHeld {
			cleared, err := selectClearedSeq(ctx, tx, who.ID, c.ID)
			if err != nil || m.Seq <= cleared {
				return errors.Join(err, files.ErrNone)
			}
		}
		fileID = m.fileID
		return nil
	})
	if err == nil && method != http.MethodHead {
		err = s.recordReader(ctx, who, c, policy)
	}
	if errors.Is(err, db.ErrNone) || errors.Is(err, errNoConversation) {
		err = files.ErrNone
	}
	if err != nil {
		return "", err
	}
	return fileID, nil
}

// mayLook reports whether somebody who may read a line gets the bytes of its photo: of one that is sold who has paid for it,
// staff, and its performer, until they delete it.
func (s *Photos) mayLook(ctx context.Context, tx *db.Tx, who account.Caller, moderates bool, m Message, v files.Variant) (bool, error) {
	switch {
	case !m.sells() || moderates:
		return true, nil
	case who.ID == m.senderID:
		return !m.isWithdrawn, nil
	case v == files.Blur:
		return true, nil
	}
	return s.opened(ctx, tx, m)
}

// DropUnused deletes the files of photos that were purged, or never sent. It is a job.
func (s *Photos) DropUnused(ctx context.Context) error {
	for {
		var unused []string
		err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			unused, err = selectUnusedFiles(ctx, tx, s.Now().Add(-unusedAfter), maxUnused)
			return err
		})
		if err != nil {
			return err
		}
		for _, one := range unused {
			if err := s.Files.Delete(ctx, one); err != nil {
				return err
			}
		}
		if len(unused) < maxUnused {
			return nil
		}
	}
}
