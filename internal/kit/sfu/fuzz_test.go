package sfu

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/livekit/protocol/auth"
)

// FuzzAccess: what opens the doors of media: a stream key or a token in a header
// or the query, and the packed request of newer clients. Nobody gets in by chance.
func FuzzAccess(f *testing.F) {
	e := &tokens{keys: auth.NewSimpleKeyProvider("limelight", "a secret of thirty-two letters !!")}
	genuine, err := auth.NewAccessToken("limelight", "another secret of 32 letters !!!!").
		SetVideoGrant(&auth.VideoGrant{RoomJoin: true, Room: "show.1"}).SetIdentity("pub:nina").ToJWT()
	if err != nil {
		f.Fatal(err)
	}
	for _, token := range []string{genuine, "sk_live_x", "", "a.b.c", "eyJhbGciOiJub25lIn0.e30."} {
		f.Add("Bearer "+token, token, "H4sIAAAAAAAA/wMAAAAAAAAAAAA")
		f.Add(token, "", "{}")
	}
	f.Fuzz(func(t *testing.T, header, token, packed string) {
		r := httptest.NewRequest(http.MethodGet, "/rtc", nil)
		r.Header["Authorization"] = []string{header}
		r.URL.RawQuery = url.Values{"access_token": {token}, "join_request": {packed}}.Encode()
		_ = purposeOf(r.URL.Query())
		raw, err := bearer(r)
		if err != nil {
			return
		}
		if claims, err := e.verify(raw); err == nil {
			t.Errorf("%q opens %s", raw, claims.Room)
		}
	})
}
