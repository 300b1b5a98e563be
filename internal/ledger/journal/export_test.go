package journal

import "context"

// CloseDay closes one day out of its turn, or returns it when it is closed.
func (j *Journal) CloseDay(ctx context.Context, day string) (Head, error) {
	head, _, err := j.close(ctx, day)
	return head, err
}
