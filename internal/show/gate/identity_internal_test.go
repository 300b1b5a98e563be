package gate

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
)

// Whoever is in a room sees the sealed identities of all others. They have one length,
// so that guests, members and who performs look alike.
func TestSealedIdentitiesHaveOneLength(t *testing.T) {
	engine, err := sfu.Open(t.Context(), sfu.Config{URL: "http://127.0.0.1:1", Key: "shared", Secret: strings.Repeat("secret", 6)})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	tom := account.Caller{ID: id.New(now), Role: account.Member, SessionID: id.New(now), Country: "DE"}
	nowhere := account.Caller{ID: id.New(now), Role: account.Member, SessionID: id.New(now)}
	lengths := map[int][]string{}
	for kind, identity := range map[string]string{
		"performer":                PublisherOf(tom),
		"program":                  ProgramOf(tom.ID),
		"guest":                    ViewerOf(account.Caller{Country: "DE"}, "192.0.2.7"),
		"guest of IPv6":            ViewerOf(account.Caller{Country: "DE"}, "2001:db8::7"),
		"guest from nowhere":       ViewerOf(account.Caller{}, ""),
		"member":                   ViewerOf(tom, "192.0.2.7"),
		"member from nowhere":      ViewerOf(nowhere, ""),
		"member of a private show": SeatOf(tom, lifecycle.Seat{ID: id.New(now)}),
		"peeking":                  SeatOf(tom, lifecycle.Seat{ID: id.New(now), Kind: lifecycle.PeekSeat}),
	} {
		token, err := engine.Token(sfu.Grant{Room: "stage", Identity: identity, Subscribe: true})
		if err != nil {
			t.Fatal(err)
		}
		length := len(subjectOf(t, token))
		lengths[length] = append(lengths[length], kind)
	}
	if len(lengths) != 1 {
		t.Errorf("the sealed identities have %d lengths: %v", len(lengths), lengths)
	}
}

// subjectOf reads whom a token names.
func subjectOf(t *testing.T, token string) string {
	t.Helper()
	body, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
	if err != nil {
		t.Fatal(err)
	}
	var claims struct{ Sub string }
	if err := json.Unmarshal(body, &claims); err != nil || claims.Sub == "" {
		t.Fatalf("%s: %v", body, err)
	}
	return claims.Sub
}
