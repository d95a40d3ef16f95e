-- Reference data with effective dates: what can be sent where, through whom, at what price.
-- An operator edits rows; code holds none of these figures.

create table app.countries (
  id integer primary key,
  iso text not null unique,
  dial_code integer not null,
  currency text not null,
  requires_post_code boolean not null default false,
  notification_channel text not null default 'sms' check (notification_channel in ('sms', 'mail')),
  is_sending boolean not null,
  is_receiving boolean not null,
  sending_min bigint,
  sending_max bigint
);

create table app.corridors (
  sending text not null references app.countries (iso),
  receiving text not null references app.countries (iso),
  primary key (sending, receiving)
);

create table app.payin_methods (
  id integer primary key,
  name text not null unique,
  provider text not null,
  -- Null: whatever the sending country allows.
  min_amount bigint,
  max_amount bigint not null,
  position integer not null
);
create table app.country_payin_methods (
  country text not null references app.countries (iso),
  method_id integer not null references app.payin_methods (id),
  primary key (country, method_id)
);

create table app.operators (
  code text primary key,
  country text not null references app.countries (iso),
  name text not null,
  provider_slug text
);

create table app.institutions (
  id text primary key,
  country text not null references app.countries (iso),
  name text not null,
  type text not null check (type in ('mfi', 'bank_transfer')),
  bank_code text
);

create table app.routes (
  id integer primary key,
  country text not null references app.countries (iso),
  kind text not null,
  provider text not null,
  operator_code text references app.operators (code),
  currency text not null,
  floor bigint,
  ceiling bigint,
  step bigint not null default 1 check (step > 0),
  delivery_min integer not null,
  delivery_max integer not null,
  valid_from timestamptz not null default '2026-01-01',
  valid_to timestamptz
);
create index routes_by_country on app.routes (country);

create table app.fees (
  id integer generated always as identity primary key,
  purpose text not null check (purpose in ('transfer', 'deposit', 'payout')),
  method text not null,
  percent_bp integer not null,
  flat bigint not null default 0,
  minimum bigint not null default 0,
  valid_from timestamptz not null default '2026-01-01',
  valid_to timestamptz,
  unique (purpose, method, valid_from)
);

create table app.margins (
  currency text not null,
  margin_bp integer not null,
  valid_from timestamptz not null default '2026-01-01',
  primary key (currency, valid_from)
);

-- Mid rates of floating currencies; the parity of XOF and XAF is law and lives in code.
create table app.rates (
  currency text not null,
  value bigint not null check (value > 0),
  scale integer not null,
  source text not null,
  observed_at timestamptz not null,
  primary key (currency, observed_at)
);

create table app.bank_accounts (
  id integer primary key,
  iban text not null unique,
  bic text not null,
  bank_name text not null,
  owner_name text not null,
  address text not null,
  country text not null
);

create table app.sanctioned_names (
  id integer generated always as identity primary key,
  name text not null,
  list text not null
);

-- Ceilings of what one customer may send and withdraw in a day and one wallet may receive in a month, in minor units.
-- The wallets' are those of the central banks for identified clients (BCEAO and BEAC: 10 million a month).
create table app.limits (
  kind text not null check (kind in ('customer_day', 'wallet_month')),
  currency text not null,
  ceiling bigint not null check (ceiling > 0),
  valid_from timestamptz not null default '2026-01-01',
  primary key (kind, currency, valid_from)
);
insert into app.limits (kind, currency, ceiling) values
  ('customer_day', 'EUR', 25000000),
  ('wallet_month', 'XOF', 10000000),
  ('wallet_month', 'XAF', 10000000),
  ('wallet_month', 'GNF', 150000000);

insert into app.settings (key, value) values
  ('short_tolerance_cents', '0'),
  ('new_payee_hold_cents', '1500000'),
  -- Parts of Jokko that are open. A part that is not named is offered to nobody.
  ('features', '{"deposit": true, "bulk": true, "withdraw": true}');
