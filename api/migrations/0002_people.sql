-- People, companies, sessions and the limits on signing in. Nothing here is money.

create table app.settings (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null default clock_timestamp()
);

create table app.companies (
  id text primary key,
  name text not null,
  registered_id text,
  country text not null,
  city text,
  address text,
  is_active boolean not null default false,
  is_verified boolean not null default false,
  on_boarding_status text not null default 'pending',
  kyb_submitted_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);

create table app.users (
  id text primary key,
  email text not null,
  password_hash text not null,
  first_name text not null default '',
  last_name text not null default '',
  phone_e164 text unique,
  dial_code integer,
  country text not null,
  company_id text references app.companies (id),
  is_company_owner boolean not null default false,
  is_active boolean not null default false,
  is_verified boolean not null default false,
  is_rejected boolean not null default false,
  verification_result text check (verification_result in ('RED-FINAL', 'RED-RETRY')),
  activation_level text check (activation_level in ('GREEN', 'YELLOW')),
  on_boarding_status text not null default 'pending',
  email_verified_at timestamptz,
  has_temporary_password boolean not null default false,
  client_type text not null default 'customer' check (client_type in ('customer', 'temporary-customer')),
  meta jsonb not null default '{"user_origin": "Google"}',
  language text not null default 'fr' check (language in ('fr', 'en', 'es')),
  payment_reference text not null unique,
  created_at timestamptz not null default clock_timestamp()
);
create unique index users_by_email on app.users (lower(email));
create index users_by_company on app.users (company_id);

-- The customer who owns a balance: the company where there is one, else the person.
create function app.customer_of(u app.users) returns text language sql immutable as
$$ select coalesce(u.company_id, u.id) $$;

-- Tokens are stored hashed; sessions run on real time, not on the movable clock.
create table app.sessions (
  id text primary key,
  token_hash bytea not null unique,
  user_id text not null references app.users (id),
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_by_user on app.sessions (user_id) where revoked_at is null;

-- Limits that hold across processes: one row per subject and window.
create table app.rate_limits (
  subject text not null,
  window_start timestamptz not null,
  used integer not null,
  primary key (subject, window_start)
);

create table app.captchas_used (
  signature text primary key,
  expires_at timestamptz not null
);

create table app.beneficiaries (
  id text primary key,
  customer_id text not null,
  phone_e164 text not null,
  dial_code integer not null,
  country text not null,
  first_name text not null,
  last_name text not null,
  email text,
  is_individual boolean not null,
  company_name text,
  user_id text references app.users (id),
  created_at timestamptz not null default clock_timestamp(),
  unique (customer_id, phone_e164)
);

create table app.contacts (
  id text primary key,
  customer_id text not null,
  beneficiary_id text not null references app.beneficiaries (id),
  created_at timestamptz not null default clock_timestamp(),
  unique (customer_id, beneficiary_id)
);

create table app.beneficiary_accounts (
  id text primary key,
  customer_id text not null,
  beneficiary_id text not null references app.beneficiaries (id),
  kind text not null check (kind in ('mobile_money', 'bank_transfer', 'mfi', 'wallet')),
  number text not null,
  details jsonb not null,
  last_used_at timestamptz not null default clock_timestamp(),
  -- When money last arrived there; a first payment to it may have to wait for a person.
  paid_at timestamptz,
  unique (customer_id, beneficiary_id, kind, number)
);

create table app.client_errors (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  message text not null,
  stack text,
  path text not null,
  version text not null
);
