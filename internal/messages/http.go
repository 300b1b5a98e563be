package messages

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/money"
)

func (s *Conversations) routes(r *api.Router) {
	api.Get(r, "/conversations/stream/public/{performerId}", "messages.publicConversation", s.public, api.Public,
		api.Summary("The conversation of a performer's public room"))
	api.Get(r, "/conversations/stream/{streamId}", "messages.showConversation", s.ofShow, account.SignedIn,
		api.Summary("The conversation of a show"), audit.Silent("of a talk among members, Find records it; the others everybody may read"))
	api.Get(r, "/conversations/{id}", "messages.conversation", s.conversation, api.Public,
		api.Summary("A conversation that the caller may see"))
}

func (s *Messages) routes(r *api.Router) {
	api.Get(r, "/messages/conversations/public/{id}", "messages.publicHistory", s.history, api.Public,
		api.Summary("The messages of a public room"))
	api.Get(r, "/messages/conversations/{id}", "messages.history", s.history, account.SignedIn,
		api.Summary("The messages of a conversation"), audit.Silent("of a talk among members, History records it; the others everybody may read"))
	api.Post(r, "/messages/stream/public/conversations/{id}", "messages.sayInPublic", s.say, account.SignedIn,
		api.Summary("Write a line into a public room"), audit.As(messageWritten, "conversation"))
	api.Post(r, "/messages/stream/conversations/{id}", "messages.sayInStream", s.say, account.SignedIn,
		api.Summary("Write a line into the room of a private or group show"), audit.As(messageWritten, "conversation"))
	api.Post(r, "/messages/conversations/{id}", "messages.send", s.send, account.SignedIn,
		api.Summary("Write to whom the caller has a conversation with"), audit.As(messageWritten, "conversation"))
	api.Delete(r, "/messages/{id}", "messages.remove", s.remove, account.SignedIn,
		api.Summary("Delete a message"), audit.As(messageRemoved, "message"))
	api.Delete(r, "/messages/{id}/remove-all-message", "messages.clear", s.clear, account.SignedIn,
		api.Summary("Delete all messages of a conversation"), audit.As(conversationCleared, "conversation"))
	words := make([]string, len(s.declared))
	for i, kind := range s.declared {
		words[i] = string(kind)
	}
	r.Words(Lines{}, words)
}

type publicInput struct {
	PerformerID string `path:"performerId"`
}

func (s *Conversations) public(ctx context.Context, in *publicInput) (Conversation, error) {
	return s.Public(ctx, account.CallerFrom(ctx), in.PerformerID)
}

type idInput struct {
	ID string `path:"id"`
}

type removeInput struct {
	ID     string `path:"id"`
	Reason string `query:"reason" maxLength:"500" doc:"why staff delete a photo that was paid for, 10 characters or more: told to both, and the tokens are given back"`
}

func (s *Conversations) conversation(ctx context.Context, in *idInput) (Conversation, error) {
	return s.Find(ctx, account.CallerFrom(ctx), in.ID)
}

type historyInput struct {
	ID string `path:"id"`
	api.Page
	api.Cursor
	Sort string `query:"sort" enum:"asc,desc" default:"desc"`
}

func (s *Messages) history(ctx context.Context, in *historyInput) (page api.CursorList[Message], err error) {
	found, err := s.History(ctx, account.CallerFrom(ctx), in.ID, Choice{
		After: in.After, Offset: in.Offset, Limit: in.Limit, OldestFirst: in.Sort == "asc",
	})
	page.Data = found.Messages
	if in.After == "" {
		page.Total = &found.Total
	}
	if found.More {
		page.Next = found.Messages[len(found.Messages)-1].ID
	}
	return page, err
}

type sayInput struct {
	ID   string `path:"id"`
	Body sayBody
}

type sayBody struct {
	Text     string `json:"text" minLength:"1" maxLength:"2000"`
	ClientID string `json:"clientId,omitempty" maxLength:"64" doc:"echoed, so that an optimistic line is matched; a repeat is the same message"`
}

func (s *Messages) say(ctx context.Context, in *sayInput) (Message, error) {
	return s.Say(ctx, account.CallerFrom(ctx), Draft{ConversationID: in.ID, Text: in.Body.Text, ClientID: in.Body.ClientID})
}

type sendInput struct {
	ID   string `path:"id"`
	Body sendBody
}

type sendBody struct {
	Text     string `json:"text" minLength:"1" maxLength:"2000"`
	ClientID string `json:"clientId,omitempty" maxLength:"64" doc:"echoed, so that an optimistic line is matched; a repeat is the same message"`
	ReplyTo  string `json:"replyTo,omitempty" maxLength:"64" doc:"the line of the same conversation that it answers"`

	Price *money.Tokens `json:"price,omitempty" doc:"what I have seen that it costs (messagePrice); another one by now is refused. A line that costs something must have a clientId"`
}

func (s *Messages) send(ctx context.Context, in *sendInput) (SentMessage, error) {
	return sent(s.Send(ctx, account.CallerFrom(ctx), Draft{
		ConversationID: in.ID, Text: in.Body.Text, ClientID: in.Body.ClientID, ReplyTo: in.Body.ReplyTo, Price: in.Body.Price,
	}))
}

func (s *Messages) remove(ctx context.Context, in *removeInput) (api.Done, error) {
	return api.OK, s.Remove(ctx, account.CallerFrom(ctx), in.ID, in.Reason)
}

func (s *Messages) clear(ctx context.Context, in *idInput) (api.Done, error) {
	return api.OK, s.Clear(ctx, account.CallerFrom(ctx), in.ID)
}
