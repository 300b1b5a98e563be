package hls

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"net/http"
	"sync"
	"time"
)

const (
	addressLife = 2 * time.Hour    // a player that stays longer asks for a new address
	checked     = 10 * time.Second // a permission is good so long, unless Recheck says otherwise
	maxChecked  = 100_000          // permissions remembered; further ones are asked each time
)

// access knows which viewer an address was made for, and whether they may watch
// now. The viewer is sealed into the address, so that an address that is passed
// on names nobody.
type access struct {
	seal  cipher.AEAD
	admit func(ctx context.Context, room, viewer string) error
	now   func() time.Time

	mu    sync.Mutex
	known map[pass]*permission
	tidy  time.Time // when known is next looked through
}

// pass is one viewer at one room, who asks from a client's address: what is permitted
// in one country may not be in another.
type pass struct{ room, viewer, from string }

// permission is what was decided about a pass. life ends when it is withdrawn,
// and with it the answers that wait for the next part.
type permission struct {
	life     context.Context
	withdraw context.CancelCauseFunc
	until    time.Time
}

func newAccess(cfg Config) *access {
	key := sha256.Sum256([]byte("hls viewer|" + cfg.Key))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic(err) // a key of 32 bytes is always taken
	}
	seal, err := cipher.NewGCM(block)
	if err != nil {
		panic(err) // AES has blocks of 16 bytes
	}
	return &access{seal: seal, admit: cfg.Admit, now: cfg.Now, known: map[pass]*permission{}}
}

// address is the part of a path that lets the viewer watch the room for a while.
func (a *access) address(room, viewer string) string {
	nonce := make([]byte, a.seal.NonceSize())
	rand.Read(nonce) // never fails
	text := binary.BigEndian.AppendUint64(nil, uint64(a.now().Add(addressLife).UnixMilli()))
	return base64.RawURLEncoding.EncodeToString(a.seal.Seal(nonce, nonce, append(text, viewer...), []byte(room)))
}

// viewer is whom an address was made for; false for a forged or old one.
func (a *access) viewer(room, address string) (string, bool) {
	sealed, err := base64.RawURLEncoding.DecodeString(address)
	if err != nil || len(sealed) < a.seal.NonceSize() {
		return "", false
	}
	nonce, rest := sealed[:a.seal.NonceSize()], sealed[a.seal.NonceSize():]
	text, err := a.seal.Open(nil, nonce, rest, []byte(room))
	if err != nil || len(text) < 8 || a.now().UnixMilli() > int64(binary.BigEndian.Uint64(text)) {
		return "", false
	}
	return string(text[8:]), true
}

// check asks whether the viewer may watch now, at most once in a while. The
// context ends when they may no longer.
func (a *access) check(ctx context.Context, p pass) (context.Context, error) {
	if a.admit == nil {
		return context.Background(), nil
	}
	a.mu.Lock()
	found := a.known[p]
	fresh := found != nil && a.now().Before(found.until)
	a.mu.Unlock()
	if fresh {
		return found.life, context.Cause(found.life)
	}
	asked := a.now()
	return a.decide(p, asked, a.admit(ctx, p.room, p.viewer))
}

// final reports whether an answer is one about the viewer; any other error says
// that nobody could be asked.
func final(err error) bool {
	return err == nil || errors.Is(err, ErrEnded) || errors.Is(err, ErrHidden)
}

// decide remembers an answer. A refusal ends what was permitted before.
func (a *access) decide(p pass, asked time.Time, refused error) (context.Context, error) {
	if !final(refused) {
		return nil, refused
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	found := a.known[p]
	if found == nil || context.Cause(found.life) != nil && refused == nil {
		a.forgetOld(asked)
		found = &permission{}
		found.life, found.withdraw = context.WithCancelCause(context.Background())
		if len(a.known) < maxChecked {
			a.known[p] = found
		}
	}
	found.until = asked.Add(checked)
	if refused != nil {
		found.withdraw(refused)
	}
	return found.life, refused
}

// forgetOld drops whom nobody has asked about for a while. a.mu is held.
func (a *access) forgetOld(now time.Time) {
	if now.Before(a.tidy) {
		return
	}
	a.tidy = now.Add(checked)
	for p, old := range a.known {
		if now.Sub(old.until) > checked {
			delete(a.known, p)
		}
	}
}

// Recheck asks again about those viewers of this node that are chosen, and cuts
// off at once who may no longer watch.
func (s *Server) Recheck(ctx context.Context, chosen func(room, viewer string) bool) {
	a := s.access
	if a.admit == nil {
		return
	}
	a.mu.Lock()
	var list []pass
	for p, found := range a.known {
		if chosen(p.room, p.viewer) {
			found.until = time.Time{} // whoever asks meanwhile asks anew
			list = append(list, p)
		}
	}
	a.mu.Unlock()
	for _, p := range list {
		// A yes is not kept: where the viewer asks from is not known here.
		if refused := a.admit(ctx, p.room, p.viewer); refused != nil {
			a.decide(p, a.now(), refused) // it is remembered
		}
	}
}

// isPlaylist reports whether a file is one that players come back for.
func isPlaylist(file string) bool { return file == "index.m3u8" || file == "live.m3u8" }

// notFound is one answer for what is absent and for whom it is hidden from.
func notFound(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, "There is nothing here.", http.StatusNotFound)
}
