package notices

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

var errToken = fault.New(fault.NotFound, "This link does not work. Log in to choose what you are told.")

// token names an account and a group to whoever has a mail of them, for good: it only ever ends
// mails.
func (n *Notices) token(accountID string, g Group) string {
	about := accountID + ":" + string(g)
	return base64.RawURLEncoding.EncodeToString([]byte(about + ":" + n.proof(about)))
}

func (n *Notices) proof(about string) string {
	mac := hmac.New(sha256.New, []byte(n.Keys.Derive("notices.unsubscribe")))
	mac.Write([]byte(about))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// opened is what a token names, or errToken.
func (n *Notices) opened(token string) (accountID string, g Group, err error) {
	text, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || n.Keys == nil {
		return "", "", errToken
	}
	parts := strings.Split(string(text), ":")
	if len(parts) != 3 || !hmac.Equal([]byte(parts[2]), []byte(n.proof(parts[0]+":"+parts[1]))) || !known(Group(parts[1])) {
		return "", "", errToken
	}
	return parts[0], Group(parts[1]), nil
}

// Unsubscribe ends the mails that a token names. Doing it again changes nothing.
func (n *Notices) Unsubscribe(ctx context.Context, token string) error {
	accountID, g, err := n.opened(token)
	if err != nil {
		return err
	}
	return n.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := lockPreferences(ctx, tx, accountID)
		if err != nil {
			return err
		}
		channels := p.channels(g)
		channels.Mail = false
		p.Groups[string(g)] = channels
		return savePreferences(ctx, tx, accountID, p)
	})
}
