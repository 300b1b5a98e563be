package orders

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
)

// selectOrders returns one page of orders, and how many there are in all.
func selectOrders(ctx context.Context, tx *db.Tx, f Filter, words []string, due counting) ([]Order, int, error) {
	where, args := f.where(words)
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM orders`+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count orders: %w", err)
	}
	page, args := f.page(args, due)
	list, err := db.All(ctx, tx, scanOrder, orderSQL+where+page, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("select orders: %w", err)
	}
	return list, total, nil
}

// columns are those of a listing's orders.
var columns = map[string]string{ByCreated: "created_at", ByChanged: "changed_at", ByPrice: "price"}

// page is the order and the part of a listing that a filter asks for. Its values follow those given.
func (f Filter) page(args []any, due counting) (clause string, all []any) {
	column, direction := columns[f.SortBy], "DESC"
	if f.Ascending {
		direction = "ASC"
	}
	switch {
	case f.SortBy == ByDue:
		stopped, checked := due.stopped(len(args) + 1)
		clause, args, column = stopped+", ", append(args, checked...), due.deadline()
	case column == "":
		column = columns[ByCreated]
	}
	clause = fmt.Sprintf(` ORDER BY %[1]s%[2]s %[3]s, id %[3]s LIMIT $%[4]d OFFSET $%[5]d`, clause, column, direction, len(args)+1, len(args)+2)
	return clause, append(args, f.Limit, f.Offset)
}

// counting is what deadlines go by.
type counting struct {
	after   Deadlines
	checked []string // members of whose payments one is checked
}

// stopped tells which orders have no deadline now: they are last, whichever way a listing is sorted.
func (c counting) stopped(first int) (clause string, args []any) {
	in, args := db.In(first, c.checked)
	return `CASE WHEN status NOT IN ('created', 'processing', 'shipped') THEN 1 WHEN status <> 'shipped' AND member_id IN ` + in + ` THEN 1 ELSE 0 END`, args
}

// deadline is when the clock changes an order.
func (c counting) deadline() string {
	return fmt.Sprintf(`CASE WHEN waiting_since < changed_at THEN changed_at ELSE waiting_since END
		+ CASE status WHEN 'created' THEN %d WHEN 'processing' THEN %d WHEN 'shipped' THEN %d ELSE 0 END`,
		c.after.Process.Milliseconds(), c.after.Ship.Milliseconds(), c.after.Deliver.Milliseconds())
}

func (f Filter) where(words []string) (clause string, args []any) {
	clause = ` WHERE TRUE`
	add := func(condition string, value any) {
		args = append(args, value)
		clause += fmt.Sprintf(` AND `+condition, len(args))
	}
	for _, c := range []struct{ condition, value string }{
		{`member_id = $%d`, f.MemberID}, {`performer_id = $%d`, f.PerformerID}, {`item_id = $%d`, f.ItemID}, {`status = $%d`, string(f.Status)},
	} {
		if c.value != "" {
			add(c.condition, c.value)
		}
	}
	for _, word := range words {
		add(`words LIKE $%d`, "%"+word+"%")
	}
	if !f.From.IsZero() {
		add(`created_at >= $%d`, db.Millis(f.From))
	}
	if !f.To.IsZero() {
		add(`created_at < $%d`, db.Millis(f.To))
	}
	return clause, args
}
