-- Who buys, what they have paid for, and how much they use. None of it is content: the digest of a store leaves it out. Times are
-- milliseconds since 1970, UTC; amounts are in the smallest unit of their currency, cents mostly.

CREATE TABLE accounts (
  id         TEXT PRIMARY KEY,                         -- random, so that no other account ever has it, in no other database either
  email      TEXT NOT NULL UNIQUE,                     -- in lower case
  created    INTEGER NOT NULL,
  plan       TEXT,                                     -- what is paid for; NULL: nothing. Follows `subscriptions`, in one transaction
  plan_until INTEGER                                   -- when that ends if nobody says more; NULL: it goes on
) STRICT, WITHOUT ROWID;

-- Links by which people sign in: each good once, for a short time.
CREATE TABLE sign_in_links (
  hash    BLOB PRIMARY KEY CHECK (length(hash) = 32),  -- SHA-256 of the token; the token itself is in the mail alone
  email   TEXT NOT NULL,
  goal    TEXT NOT NULL,                               -- the page to go on to
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  hash    BLOB PRIMARY KEY CHECK (length(hash) = 32),  -- SHA-256 of the session's id, which is in the cookie alone
  account TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  data    TEXT NOT NULL,                               -- JSON, as the session plugin keeps it
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_account ON sessions (account);

-- What the service makes up once and keeps, so that cookies outlive a restart.
CREATE TABLE secrets (
  name  TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- `provider` is whose word counts: 'stripe', 'stripe-test' (its test mode), 'test' (the built-in checkout without money).
CREATE TABLE customers (
  provider TEXT NOT NULL,
  customer TEXT NOT NULL,                              -- the provider's name for an account
  account  TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  PRIMARY KEY (provider, customer),
  UNIQUE (account, provider)
) STRICT, WITHOUT ROWID;

CREATE TABLE checkouts (
  provider TEXT NOT NULL,
  id       TEXT NOT NULL,
  account  TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  plan     TEXT NOT NULL,
  created  INTEGER NOT NULL,
  closed   INTEGER,                                    -- paid for, replaced or given up; NULL: it may still be paid
  PRIMARY KEY (provider, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX checkouts_by_account ON checkouts (account, provider) WHERE closed IS NULL;

CREATE TABLE subscriptions (
  provider   TEXT NOT NULL,
  id         TEXT NOT NULL,
  account    TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  plan       TEXT,                                     -- NULL: its price belongs to no plan, so it opens nothing
  price      TEXT NOT NULL,                            -- the provider's name for the price; as long as it stays, so does the plan
  amount     INTEGER NOT NULL,                         -- a month
  currency   TEXT NOT NULL,
  status     TEXT NOT NULL CHECK (status IN ('active', 'past_due', 'waiting', 'ended')), -- waiting: not paid, or not any more
  started    INTEGER NOT NULL,
  period_end INTEGER NOT NULL,                         -- what is paid for lasts until then
  cancel_at  INTEGER,                                  -- when it ends, if that is settled
  ended      INTEGER,                                  -- once set, nothing sets it back
  checked    INTEGER NOT NULL,                         -- when the provider was asked last
  first_key  TEXT,                                     -- the key that was issued for it of itself; there is never a second one
  PRIMARY KEY (provider, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_by_account ON subscriptions (account);

-- Events that were dealt with: they come twice, late and in any order.
CREATE TABLE payment_events (
  provider TEXT NOT NULL,
  id       TEXT NOT NULL,
  type     TEXT NOT NULL,
  received INTEGER NOT NULL,
  PRIMARY KEY (provider, id)
) STRICT, WITHOUT ROWID;

-- What the built-in test checkout knows, as a payment provider far away would: checkouts and subscriptions, as JSON.
CREATE TABLE test_payments (
  id   TEXT PRIMARY KEY,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Whose key it is; NULL for those made by `npm run keys`. A key of an account is on the account's plan, whatever its own row says.
ALTER TABLE keys ADD COLUMN account TEXT REFERENCES accounts (id) ON DELETE CASCADE;
CREATE INDEX keys_by_account ON keys (account) WHERE account IS NOT NULL;

-- Requests at the paid door by key and UTC day.
CREATE TABLE key_days (
  key      TEXT NOT NULL,
  day      TEXT NOT NULL,                              -- 2024-02-29
  requests INTEGER NOT NULL,                           -- let in
  refused  INTEGER NOT NULL,                           -- with 429
  peak     INTEGER NOT NULL,                           -- most requests in a minute, of all keys that share the limit
  PRIMARY KEY (key, day)
) STRICT, WITHOUT ROWID;
