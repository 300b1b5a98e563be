package funds_test

import (
	"context"
	"slices"
	"testing"

	"limelight/internal/funds"
	"limelight/internal/kit/db"
)

// Tom's and Ann's payments were taken back after they were spent, and Bob's was not. Of some members those
// are named who are among them, of nobody nobody; once Tom's is decided only Ann is left.
func TestMembersWithOpenDisputes(t *testing.T) {
	h := setup(t)
	p := h.opened(t)
	for _, member := range []string{"tom", "ann"} {
		in := h.paidFor(t, member, p)
		h.tips(t, member, "nina", 120)
		h.tell(t, refund(in, 500, 500))
	}
	h.paidFor(t, "bob", p)
	is := func(what string, want []string, ask func(ctx context.Context, tx *db.Tx) ([]string, error)) {
		t.Helper()
		var got []string
		err := h.DB.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
			got, err = ask(ctx, tx)
			return err
		})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s are %v (%v), want %v", what, got, err, want)
		}
	}
	of := func(ids ...string) func(context.Context, *db.Tx) ([]string, error) {
		return func(ctx context.Context, tx *db.Tx) ([]string, error) { return h.Disputed(ctx, tx, ids...) }
	}
	is("all", []string{"ann", "tom"}, h.AllDisputed)
	is("of two", []string{"tom"}, of("bob", "tom"))
	is("of nobody", []string{}, of())
	h.decides(t, funds.WriteOff)
	is("all after Tom's was decided", []string{"ann"}, h.AllDisputed)
	is("of Tom", []string{}, of("tom"))
}
