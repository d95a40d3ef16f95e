-- Operations and everything a command may change about them. The application's role writes none of these
-- tables: app.commit() does.

create table app.quotes (
  id text primary key,
  book text not null check (book in ('live', 'test')),
  customer_id text not null,
  figures jsonb not null,
  accept_by timestamptz not null,
  fund_by timestamptz,
  created_at timestamptz not null
);
create index quotes_by_age on app.quotes (created_at);

create table app.operations (
  id text primary key,
  book text not null check (book in ('live', 'test')),
  kind text not null check (kind in ('transfer', 'withdrawal', 'deposit', 'bulk', 'request', 'refund', 'return', 'dispute', 'reward')),
  state text not null,
  version integer not null check (version > 0),
  customer_id text not null,
  user_id text not null references app.users (id),
  -- The Jokko customer who receives, when there is one: sees the operation from the other side.
  receiver_customer_id text,
  quote_id text unique,
  parent_id text references app.operations (id),
  reference text unique,
  customer_status text not null,
  aborted boolean not null default false,
  operation_type text not null,
  sending_country text,
  receiving_country text,
  payin_method text,
  payout_kind text,
  route_id integer references app.routes (id),
  provider text,
  beneficiary_id text references app.beneficiaries (id),
  counterparty text not null default '',
  reason text,
  -- Minor units: principal, fees and total in EUR; target in its own currency.
  principal bigint not null check (principal >= 0),
  fee bigint not null default 0 check (fee >= 0),
  margin bigint not null default 0 check (margin >= 0),
  total bigint not null check (total >= 0),
  target bigint,
  target_currency text,
  rate text,
  -- Follows the postings on the customer's reserve, so that no operation can release another's money.
  held bigint not null default 0 check (held >= 0),
  -- What its parent handed over out of what that held: a row of a bulk is paid from the bulk's reserve.
  handed bigint not null default 0 check (handed = 0 or (handed > 0 and parent_id is not null)),
  received bigint not null default 0 check (received >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  details jsonb not null default '{}',
  search text not null default '',
  fund_by timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  updated_at timestamptz not null
) with (fillfactor = 80);
create index operations_by_customer on app.operations (customer_id, started_at desc, id desc) include (book, handed);
create index operations_received on app.operations (receiver_customer_id, started_at desc, id desc)
  where receiver_customer_id is not null;
create index operations_waiting on app.operations (state, updated_at)
  where ended_at is null;
create index operations_paid_to on app.operations (customer_id, beneficiary_id) where state = 'paid';
create index operations_by_parent on app.operations (parent_id) where parent_id is not null;

-- Timeline, audit trail and notification are the same rows; each one's hash covers the one before.
create table app.operation_events (
  id bigint generated always as identity primary key,
  operation_id text not null references app.operations (id),
  version integer not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor text not null,
  reason text,
  provider_reference text,
  data jsonb not null default '{}',
  at timestamptz not null,
  hash bytea not null,
  unique (operation_id, version)
);
create trigger events_append_only before update or delete or truncate on app.operation_events
  for each statement execute function ledger.forbid_change();

-- What operators change beside operations: prices, limits, flags. Chained like the events.
create table app.operator_actions (
  id bigint generated always as identity primary key,
  actor text not null check (actor like 'operator:_%'),
  action text not null,
  subject text not null,
  reason text not null check (btrim(reason) <> ''),
  before jsonb,
  after jsonb,
  at timestamptz not null,
  hash bytea not null
);
create trigger operator_actions_append_only before update or delete or truncate on app.operator_actions
  for each statement execute function ledger.forbid_change();

-- "Never a second send" is this index: while an attempt is not known to have failed, no other can exist.
create table app.payout_attempts (
  id text primary key,
  operation_id text not null references app.operations (id),
  provider text not null,
  state text not null check (state in ('created', 'calling', 'accepted', 'unknown', 'paid', 'failed')),
  amount bigint not null check (amount > 0),
  currency text not null,
  destination jsonb not null,
  provider_id text,
  failure text,
  asked integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index one_live_attempt on app.payout_attempts (operation_id) where state <> 'failed';
create index attempts_by_provider_id on app.payout_attempts (provider, provider_id);

create table app.timers (
  id bigint generated always as identity primary key,
  due_at timestamptz not null,
  kind text not null,
  operation_id text,
  payload jsonb not null default '{}',
  fired_at timestamptz
);
create index timers_due on app.timers (due_at) where fired_at is null;

-- Usage against a ceiling: a limit is a counter, so that it holds under concurrency.
create table app.counters (
  subject text not null,
  kind text not null,
  period text not null,
  used bigint not null default 0 check (used >= 0),
  primary key (subject, kind, period)
);

-- One effect per key: the answer is kept and replayed; the same key with another body is refused.
create table app.command_keys (
  scope text not null,
  key text not null,
  body_hash text not null,
  operation_id text,
  answer jsonb,
  at timestamptz not null default clock_timestamp(),
  primary key (scope, key)
);

-- What providers told us, stored once before anything is decided.
create table app.webhook_events (
  id bigint generated always as identity primary key,
  provider text not null,
  event_id text not null,
  type text not null,
  body jsonb not null,
  received_at timestamptz not null default clock_timestamp(),
  handled_at timestamptz,
  outcome text,
  unique (provider, event_id)
);
create index webhook_events_open on app.webhook_events (id) where handled_at is null;

create table app.statements (
  id text primary key,
  type text not null,
  created_at timestamptz not null,
  imported_at timestamptz not null default clock_timestamp(),
  lines integer not null,
  balanced boolean
);

-- What providers say that we have with them. ledger.verify() compares it with our books.
create table app.bank_balances (
  id bigint generated always as identity primary key,
  statement_id text not null,
  iban text not null,
  currency text not null,
  opening bigint not null,
  closing bigint not null,
  told_at timestamptz not null
);
create index bank_balances_by_account on app.bank_balances (iban, told_at, id);

create table app.float_balances (
  id bigint generated always as identity primary key,
  provider text not null,
  currency text not null,
  -- What is reserved for payouts under way has not left yet, and is part of it.
  balance bigint not null,
  -- On the real clock, like the moment at which an entry is recorded: what stood in our books by then had happened.
  asked_at timestamptz not null,
  told_at timestamptz not null
);
create index float_balances_by_provider on app.float_balances (provider, currency, told_at, id);

-- One row per booked line of our bank, whichever file told it first.
create table app.bank_lines (
  id bigint generated always as identity primary key,
  dedupe_key text not null unique,
  iban text not null,
  statement_id text not null,
  kind text not null,
  amount bigint not null,
  currency text not null,
  booked_on date not null,
  remittance text not null default '',
  structured_reference text,
  end_to_end_id text,
  payer_name text,
  payer_iban text,
  outcome text not null default 'new'
    check (outcome in ('new', 'matched', 'deposit', 'suspense', 'refunded', 'booked', 'returned', 'reversed', 'ignored')),
  operation_id text,
  proposal jsonb,
  -- The statement whose closing balance counts it; a notification tells a line, and balances nothing.
  stated_in text,
  created_at timestamptz not null default clock_timestamp()
);
create index bank_lines_waiting on app.bank_lines (id) where outcome in ('new', 'suspense');

create table app.messages_sent (
  key text primary key,
  channel text not null,
  recipient text not null,
  state text not null check (state in ('sent', 'failed')),
  provider_id text,
  at timestamptz not null default clock_timestamp()
);
