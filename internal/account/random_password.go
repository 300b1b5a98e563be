package account

import (
	"context"
	"fmt"

	"github.com/alexedwards/argon2id"
)

// randomCost is enough for a password that the program drew with 128 bits of
// chance: nobody guesses it, however cheap its hash. The first login with it makes
// a hash of the usual cost.
var randomCost = argon2id.Params{Memory: 8 << 10, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// hashNew makes the hash of a new account's password.
func (s *Service) hashNew(ctx context.Context, n NewAccount) (string, error) {
	if !n.Random {
		return s.passwords.hash(ctx, n.Password)
	}
	hash, err := argon2id.CreateHash(n.Password, &randomCost)
	if err != nil {
		return "", fmt.Errorf("hash a password: %w", err)
	}
	return hash, nil
}
