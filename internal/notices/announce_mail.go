package notices

import (
	"context"

	"limelight/internal/kit/db"
)

// mailable parts notices whose mail is due: those that are mailed now, which count as mailed, and
// those that wait because what they announce is paused. Left out are those of what is over, those
// whose readers are not to be told any more, and those whose readers were mailed of the same subject
// a short while ago.
func (n *Announcer) mailable(ctx context.Context, tx *db.Tx, due []row) (now, later []row, err error) {
	for _, r := range due {
		to, announced := n.audiences[r.Kind]
		if !announced {
			now = append(now, r)
			continue
		}
		switch goes, waits, err := n.mayMail(ctx, tx, to, r); {
		case err != nil:
			return nil, nil, err
		case goes:
			now = append(now, r)
		case waits:
			later = append(later, r)
		}
	}
	return now, later, nil
}

func (n *Announcer) mayMail(ctx context.Context, tx *db.Tx, to audience, r row) (goes, waits bool, err error) {
	about, err := to.of(r.Data)
	if err != nil { // nobody can read it, now or later
		n.Log.Error("mail an announcement", "notice", r.ID, "error", err)
		return false, false, nil
	}
	if standing, err := about.standing(ctx, tx); err != nil || standing != Current {
		return false, standing == Paused, err
	}
	if left, err := about.among(ctx, tx, []string{r.AccountID}); err != nil || len(left) == 0 {
		return false, false, err
	}
	goes, err = noteMail(ctx, tx, r, n.Now(), to.mailGap)
	return goes, false, err
}
