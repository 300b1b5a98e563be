package messages

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

func (s *Inbox) routes(r *api.Router) {
	api.Get(r, "/conversations", "messages.conversations", s.list, account.SignedIn,
		api.Summary("The caller's conversations, newest activity first"), audit.Silent("one's own"))
	api.Get(r, "/conversations/search", "messages.searchConversations", s.list, account.SignedIn,
		api.Summary("The caller's conversations with people whose username has a word"), audit.Silent("one's own"))
	api.Post(r, "/conversations", "messages.openConversation", s.open, account.SignedIn,
		api.Summary("The caller's conversation with an account, made when there is none"), audit.As(conversationOpened, "account"))
	api.Get(r, "/conversations/preferences", "messages.preferences", s.preferences, account.SignedIn,
		api.Summary("What others may know of the caller in conversations"), audit.Silent("one's own"))
	api.Put(r, "/conversations/preferences", "messages.setPreferences", s.setPreferences, account.SignedIn,
		api.Summary("Choose what others may know of the caller in conversations"), audit.Silent("one's own"))
	api.Post(r, "/conversations/{id}/block", "messages.block", s.block, account.SignedIn,
		api.Summary("Hear nothing from the other of a conversation any more; of a performer: block a member everywhere"), audit.Silent("one's own"))
	api.Delete(r, "/conversations/{id}/block", "messages.unblock", s.unblock, account.SignedIn,
		api.Summary("Hear from the other of a conversation again"), audit.Silent("one's own"))
	api.Get(r, "/messages/total-unread", "messages.totalUnread", s.totalUnread, account.SignedIn,
		api.Summary("How many lines the caller has not read"), audit.Silent("one's own"))
	api.Post(r, "/messages/read-all", "messages.readAll", s.readAll, account.SignedIn,
		api.Summary("Note that the caller has read a conversation"), audit.Silent("one's own"))
}

func (s *Photos) routes(r *api.Router) {
	api.Post(r, "/messages/private/file", "messages.sendPhoto", s.sendPhoto, account.SignedIn, api.MaxBody(maxPhotoForm),
		api.Summary("Send a photo to whom the caller has a conversation with; a performer may sell it to a member"), audit.As(messageWritten, ""))
	api.Post(r, "/messages/photos/{id}/unlock", "messages.unlock", s.postUnlock, account.SignedIn,
		api.Summary("Pay for a photo of a conversation"), audit.Silent("no photo is sold to staff"))
}

// maxPhotoForm is the largest form with a photo, in bytes: the highest limit an operator can set, and the fields.
const maxPhotoForm = 21 << 20

type photoForm struct {
	File           api.File `form:"file" required:"true"`
	ConversationID string   `form:"conversationId" required:"true"`
	ClientID       string   `form:"clientId" required:"false" maxLength:"64"`
	ReplyTo        string   `form:"replyTo" required:"false" maxLength:"64"`
	Price          string   `form:"price" required:"false" maxLength:"16" doc:"of a member: what I have seen that a message costs (messagePrice); of a performer: what it costs to see the photo, 1 to 10,000 whole tokens"`
	Consents       string   `form:"consents" required:"false" maxLength:"4000" doc:"who is to be seen in a photo that costs something, as JSON of what a submission declares: onlyMe, others, adults, depicted, published, downloadable"`
}

type photoInput struct {
	RawBody api.Form[photoForm]
}

func (s *Photos) sendPhoto(ctx context.Context, in *photoInput) (SentMessage, error) {
	form := in.RawBody.Data()
	draft := Draft{ConversationID: form.ConversationID, ClientID: form.ClientID, ReplyTo: form.ReplyTo}
	if form.Price != "" {
		price, err := money.Parse(form.Price)
		if err != nil {
			return SentMessage{}, fault.Field("price", fault.NotNumber)
		}
		if draft.Price = &price; account.CallerFrom(ctx).Role == account.Performer {
			draft.Price, draft.Sale = nil, &Sale{price, form.Consents}
		}
	}
	return sent(s.SendPhoto(ctx, account.CallerFrom(ctx), draft, form.File))
}

type unlockInput struct {
	api.Idempotent
	ID   string `path:"id" maxLength:"64"`
	Body unlockBody
}

type unlockBody struct {
	Price money.Tokens `json:"price" doc:"the one that I saw; another one by now is refused"`
}

func (s *Photos) postUnlock(ctx context.Context, in *unlockInput) (SentMessage, error) {
	return sent(s.Unlock(ctx, account.CallerFrom(ctx), in.ID, in.Body.Price, in.IdempotencyKey))
}

type listInput struct {
	api.Page
	Word string `query:"q" maxLength:"64" doc:"a part of the other's username, ignoring case and accents"`
}

func (s *Inbox) list(ctx context.Context, in *listInput) (api.List[Conversation], error) {
	return s.List(ctx, account.CallerFrom(ctx), in.Word, in.Page)
}

type openInput struct {
	Body openBody
}

type openBody struct {
	Source   account.Role `json:"source" enum:"user,performer,studio,admin" doc:"the account's role"`
	SourceID string       `json:"sourceId" minLength:"1" maxLength:"64" doc:"the account"`
}

func (s *Inbox) open(ctx context.Context, in *openInput) (Conversation, error) {
	return s.Open(ctx, account.CallerFrom(ctx), in.Body.Source, in.Body.SourceID)
}

func (s *Inbox) totalUnread(ctx context.Context, _ *struct{}) (UnreadPayload, error) {
	total, err := s.Unread(ctx, account.CallerFrom(ctx))
	return UnreadPayload{total}, err
}

func (s *Inbox) preferences(ctx context.Context, _ *struct{}) (Preferences, error) {
	return s.Preferences(ctx, account.CallerFrom(ctx).ID)
}

type preferencesInput struct {
	Body Preferences
}

func (s *Inbox) setPreferences(ctx context.Context, in *preferencesInput) (Preferences, error) {
	return in.Body, s.SetPreferences(ctx, account.CallerFrom(ctx).ID, in.Body)
}

func (s *Inbox) block(ctx context.Context, in *idInput) (Conversation, error) {
	return s.Block(ctx, account.CallerFrom(ctx), in.ID, true)
}

func (s *Inbox) unblock(ctx context.Context, in *idInput) (Conversation, error) {
	return s.Block(ctx, account.CallerFrom(ctx), in.ID, false)
}

type readAllInput struct {
	Body readAllBody
}

type readAllBody struct {
	ConversationID string `json:"conversationId" minLength:"1" maxLength:"64"`
	RecipientID    string `json:"recipientId,omitempty" maxLength:"64" doc:"who has read it: the caller"`
}

func (s *Inbox) readAll(ctx context.Context, in *readAllInput) (UnreadPayload, error) {
	who := account.CallerFrom(ctx)
	if in.Body.RecipientID != "" && in.Body.RecipientID != who.ID {
		return UnreadPayload{}, account.ErrForbidden
	}
	total, err := s.ReadAll(ctx, who, in.Body.ConversationID)
	return UnreadPayload{total}, err
}

type streamInput struct {
	StreamID string `path:"streamId"`
}

func (s *Conversations) ofShow(ctx context.Context, in *streamInput) (Conversation, error) {
	return s.OfShow(ctx, account.CallerFrom(ctx), in.StreamID)
}
