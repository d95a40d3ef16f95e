// The tables of the simulated world. Times are milliseconds on the world's own clock.
// Vendors' objects that are only shown back are kept as JSON; what is searched or summed has a column.
export const schema = `
create table if not exists memory (key text primary key, value text not null) strict;

create table if not exists agenda (
  id integer primary key autoincrement,
  due_at integer not null,
  kind text not null,
  subject text not null
) strict;
create index if not exists agenda_due on agenda (due_at, id);

create table if not exists deliveries (
  id integer primary key autoincrement,
  company text not null,
  event_id text not null,
  url text not null,
  content_type text not null,
  body text not null,
  signer text not null,
  due_at integer not null,
  attempts integer not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given_up')),
  last_answer text,
  created_at integer not null
) strict;
create index if not exists deliveries_due on deliveries (due_at, id) where state = 'waiting';

create table if not exists hub2_transfers (
  number integer primary key autoincrement,
  id text not null unique,
  reference text not null unique,
  amount integer not null check (amount > 0),
  currency text not null,
  country text not null,
  provider text,
  msisdn text,
  status text not null check (status in ('created', 'pending', 'successful', 'failed')),
  failure_code text,
  failure_message text,
  fee integer not null default 0,
  provider_reference text,
  mode text not null,
  request text not null,
  script text not null,
  hidden integer not null default 0,
  times_asked integer not null default 0,
  times_refused integer not null default 0,
  created_at integer not null,
  updated_at integer not null
) strict;
create index if not exists hub2_transfers_phone on hub2_transfers (msisdn, number);

create table if not exists hub2_movements (
  id integer primary key autoincrement,
  at integer not null,
  currency text not null,
  kind text not null check (kind in ('top_up', 'payout', 'fee', 'return', 'collected')),
  amount integer not null,
  transfer_id text
) strict;
create index if not exists hub2_movements_currency on hub2_movements (currency, kind);

create table if not exists hub2_accounts (
  currency text primary key,
  booked integer not null default 0,
  reserved integer not null default 0
) strict;

create table if not exists hub2_outages (
  operator text not null,
  msisdn text not null default '',
  until integer not null,
  primary key (operator, msisdn)
) strict;

create table if not exists hub2_intents (
  number integer primary key autoincrement,
  id text not null unique,
  purchase_reference text not null unique,
  customer_reference text not null,
  amount integer not null check (amount > 0),
  currency text not null,
  business_name text,
  token text not null,
  status text not null check (status in ('payment_required', 'processing', 'action_required', 'successful')),
  mode text not null,
  times_refused integer not null default 0,
  created_at integer not null,
  updated_at integer not null
) strict;

create table if not exists hub2_payments (
  number integer primary key autoincrement,
  id text not null unique,
  intent_id text not null,
  amount integer not null,
  currency text not null,
  country text not null,
  provider text not null,
  msisdn text not null,
  status text not null check (status in ('pending', 'processing', 'successful', 'failed')),
  step text check (step in ('otp', 'ussd', 'redirection')),
  redirections text,
  page_url text,
  fee integer not null,
  failure_code text,
  failure_message text,
  script text not null,
  created_at integer not null,
  updated_at integer not null
) strict;
create index if not exists hub2_payments_intent on hub2_payments (intent_id, number);
create index if not exists hub2_payments_phone on hub2_payments (msisdn, number);

create table if not exists hub2_codes (
  id integer primary key autoincrement,
  msisdn text not null,
  code text not null,
  expires_at integer not null
) strict;
create index if not exists hub2_codes_phone on hub2_codes (msisdn, code);

create table if not exists bridge_links (
  number integer primary key autoincrement,
  id text not null unique,
  client_reference text not null,
  status text not null check (status in ('valid', 'expired', 'revoked', 'completed')),
  payment_status text,
  transaction_id text not null,
  cents integer not null check (cents > 0),
  label text not null,
  transaction_reference text not null,
  end_to_end_id text not null,
  beneficiary_name text not null,
  beneficiary_iban text not null,
  payer_name text not null,
  sender_iban text,
  callback_url text not null,
  expires_at integer not null,
  created_at integer not null,
  updated_at integer not null
) strict;

create table if not exists bridge_requests (
  number integer primary key autoincrement,
  id text not null unique,
  link_id text not null,
  bank text not null,
  status text not null check (status in ('CREA', 'ACTC', 'PDNG', 'ACSC', 'RJCT')),
  status_reason text,
  payer_name text,
  payer_iban text,
  money_comes integer not null default 1,
  created_at integer not null,
  updated_at integer not null
) strict;
create index if not exists bridge_requests_link on bridge_requests (link_id, number);

create table if not exists hub2_webhooks (
  id text primary key,
  url text not null,
  events text not null,
  description text,
  metadata text,
  secret text not null,
  previous_secret text,
  rotated_at integer,
  created_at integer not null,
  updated_at integer not null
) strict;

create table if not exists monext_sessions (
  number integer primary key autoincrement,
  id text not null unique,
  reference text not null,
  amount integer not null check (amount > 0),
  currency text not null,
  request text not null,
  stage text not null default 'card' check (stage in ('card', 'authentication', 'decided')),
  title text not null,
  code text not null,
  detail text not null,
  transaction_id text unique,
  card_ending text,
  card_masked text,
  card_network text,
  card_expiry text,
  authenticated integer not null default 0,
  fetched integer not null default 0,
  settlement text,
  created_at integer not null,
  decided_at integer
) strict;
create index if not exists monext_sessions_unsettled on monext_sessions (decided_at)
  where title = 'ACCEPTED' and settlement is null;

create table if not exists monext_follow_ups (
  number integer primary key autoincrement,
  id text not null unique,
  session_id text not null,
  type text not null check (type in ('REFUND', 'CHARGEBACK', 'REPRESENTMENT')),
  amount integer not null check (amount > 0),
  status text not null check (status in ('pending', 'OK', 'KO')),
  private_data text not null,
  merchant_reference text,
  settlement text,
  created_at integer not null
) strict;
create index if not exists monext_follow_ups_session on monext_follow_ups (session_id, number);

create table if not exists truelayer_payments (
  number integer primary key autoincrement,
  id text not null unique,
  amount integer not null check (amount > 0),
  request text not null,
  user_id text not null,
  resource_token text not null,
  base_url text not null,
  status text not null check
    (status in ('authorization_required', 'authorizing', 'authorized', 'executed', 'settled', 'failed')),
  provider_id text,
  holder text,
  failure_stage text,
  failure_reason text,
  sweep text,
  created_at integer not null,
  authorized_at integer,
  executed_at integer,
  settled_at integer,
  failed_at integer
) strict;
create index if not exists truelayer_payments_unswept on truelayer_payments (settled_at)
  where status = 'settled' and sweep is null;

create table if not exists truelayer_refunds (
  number integer primary key autoincrement,
  id text not null unique,
  payment_id text not null,
  amount integer not null check (amount > 0),
  reference text not null,
  metadata text not null,
  status text not null check (status in ('pending', 'executed', 'failed')),
  failure_reason text,
  sweep text,
  created_at integer not null,
  executed_at integer,
  failed_at integer
) strict;
create index if not exists truelayer_refunds_payment on truelayer_refunds (payment_id, number);

create table if not exists truelayer_sweeps (id text primary key, amount integer not null, at integer not null) strict;

create table if not exists truelayer_answers (
  key text primary key,
  digest text not null,
  status integer not null,
  answer text not null,
  repeats integer not null default 0
) strict;

create table if not exists truelayer_tokens (
  token text primary key,
  scope text not null,
  account text,
  expires_at integer not null
) strict;

create table if not exists truelayer_codes (
  code text primary key,
  redirect_uri text not null,
  account text not null,
  expires_at integer not null
) strict;

create table if not exists partner_payouts (
  number integer primary key autoincrement,
  id text not null unique,
  account text not null,
  reference text not null,
  type text not null,
  country text not null,
  amount integer not null check (amount > 0),
  currency text not null,
  owner_name text not null,
  account_number text not null,
  institution_id text,
  detail text,
  status text not null check (status in ('pending', 'processing', 'successful', 'failed')),
  failure_code text,
  failure_message text,
  fee integer not null,
  script text not null,
  hidden integer not null default 0,
  times_asked integer not null default 0,
  times_repeated integer not null default 0,
  created_at integer not null,
  updated_at integer not null,
  unique (account, reference)
) strict;

create table if not exists partner_movements (
  id integer primary key autoincrement,
  at integer not null,
  account text not null,
  currency text not null,
  kind text not null check (kind in ('top_up', 'payout', 'fee', 'return')),
  amount integer not null,
  payout_id text
) strict;
create index if not exists partner_movements_account on partner_movements (account, currency);

create table if not exists partner_closures (number text primary key, until integer not null) strict;

create table if not exists messages (
  id integer primary key autoincrement,
  sid text unique,
  channel text not null check (channel in ('sms', 'whatsapp', 'mail')),
  sender text not null,
  recipient text not null,
  subject text,
  body text not null,
  html text,
  status text not null,
  status_callback text,
  at integer not null
) strict;
create index if not exists messages_recipient on messages (recipient, id);

create table if not exists bank_accounts (
  iban text primary key,
  opening integer not null,
  statements integer not null default 0
) strict;

create table if not exists bank_entries (
  id integer primary key autoincrement,
  reference text not null unique,
  iban text not null,
  cents integer not null,
  status text not null check (status in ('BOOK', 'PDNG')),
  reversal integer not null default 0,
  family text not null,
  sub_family text not null,
  transactions text not null,
  booking_date text not null,
  at integer not null,
  statement_id text
) strict;
create index if not exists bank_entries_open on bank_entries (iban, id) where statement_id is null;

create table if not exists bank_files (
  number integer primary key autoincrement,
  id text not null unique,
  type text not null,
  iban text not null,
  xml text not null,
  created_at integer not null
) strict;

create table if not exists bank_payments (
  id text primary key,
  message_id text not null,
  end_to_end_id text not null,
  iban text not null,
  cents integer not null,
  creditor_name text not null,
  creditor_iban text not null,
  remittance text not null,
  status text not null check (status in ('pending', 'booked', 'returned')),
  reason text,
  created_at integer not null
) strict;
create index if not exists bank_payments_message on bank_payments (message_id);
create index if not exists bank_payments_end_to_end on bank_payments (end_to_end_id);

create table if not exists bank_reversals (credit text primary key, reversed_by text not null) strict;

create table if not exists bank_holders (iban text primary key, name text not null) strict;
`
