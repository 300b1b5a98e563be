package sfu

import (
	"errors"
	"testing"
)

// A viewer has one place, however many connections; on another engine it ends with the
// last of them, on this one with the participant.
func TestAPlaceLastsAsLongAsItsViewer(t *testing.T) {
	e := &admission{core: &core{cfg: Config{Viewers: 1}}}
	tom := Claims{Grant: Grant{Room: "stage", Identity: "view:tom"}}
	ann := Claims{Grant: Grant{Room: "stage", Identity: "view:ann"}}
	first, err := e.admitViewer(tom, nil)
	if err != nil {
		t.Fatal(err)
	}
	second, err := e.admitViewer(tom, nil)
	if err != nil {
		t.Fatalf("tom's second connection: %v", err)
	}
	first()
	if _, err := e.admitViewer(ann, nil); !errors.Is(err, errFullViewers) {
		t.Errorf("ann beside tom: %v", err)
	}
	second()
	leave, err := e.admitViewer(ann, nil)
	if err != nil {
		t.Fatalf("ann after tom: %v", err)
	}

	// From here on the engine has the room: ann's media goes on without signalling.
	key, v := connKey{"stage", "view:ann"}, &e.viewers
	ours := v.slots[key]
	ours.local, ours.waitsForMedia, ours.owners = true, true, []string{"east"}
	v.waiting.Enter(ours.owners, 1, 0)
	v.settle(key, true, true)
	if v.waiting.Len() != 0 || len(v.unsettled()) != 0 {
		t.Errorf("ann has media, and %d wait", v.waiting.Len())
	}
	leave()
	v.settle(key, true, true)
	if _, err := e.admitViewer(tom, nil); !errors.Is(err, errFullViewers) {
		t.Errorf("tom beside ann's media: %v", err)
	}
	v.settle(key, false, false)
	if len(v.slots) != 0 {
		t.Errorf("%d places are kept of nobody", len(v.slots))
	}
}
