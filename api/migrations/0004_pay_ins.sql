-- Attempts to collect money through a company that works for us: card, instant bank, direct debit, mobile money.
-- Written by app.commit() like everything that belongs to money. What the bank itself brings is in bank_lines.

create table app.pay_ins (
  id text primary key,
  operation_id text not null references app.operations (id),
  provider text not null,
  method text not null,
  state text not null check (state in
    ('started', 'requested', 'action_required', 'processing', 'cancelling', 'collected', 'failed', 'aborted', 'expired')),
  -- What is asked for, in the currency that the provider collects.
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('EUR', 'XOF', 'XAF', 'GNF')),
  -- The provider's own name for it, and what it gave us for later calls. Never shown.
  provider_id text,
  handle jsonb not null default '{}',
  -- What the payer has to do now.
  action jsonb,
  -- Whose account was charged, as far as the provider tells.
  source jsonb,
  failure text,
  -- What became of the money: it paid for the operation, went to the balance, or goes back to where it came from.
  outcome text check (outcome in ('funded', 'deposited', 'refunded')),
  asked integer not null default 0,
  -- How often it was written: a change that was decided on an earlier reading is refused as stale.
  version integer not null default 1,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- While one attempt may still be paid, no other is made.
create unique index one_open_pay_in on app.pay_ins (operation_id)
  where state in ('started', 'requested', 'action_required', 'processing', 'cancelling');
create index pay_ins_by_operation on app.pay_ins (operation_id, created_at);
create unique index pay_ins_by_provider_id on app.pay_ins (provider, provider_id);
-- Another amount than was asked: a person sees each.
create index pay_ins_of_other_amounts on app.pay_ins (updated_at) where failure = 'other_amount';
-- What companies say that they have collected for us and not paid out yet. ledger.verify() compares it with our books.
create table app.collected_balances (
  id bigint generated always as identity primary key,
  provider text not null,
  currency text not null,
  balance bigint not null,
  -- On the real clock: see app.float_balances.
  asked_at timestamptz not null,
  told_at timestamptz not null
);
create index collected_balances_by_provider on app.collected_balances (provider, currency, told_at, id);
grant insert on app.collected_balances to jokko_app;

create trigger pay_ins_stay before delete or truncate on app.pay_ins
  for each statement execute function ledger.forbid_change();
