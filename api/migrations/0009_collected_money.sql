-- What companies collected for us: their word against our books. It belongs to I8, like the bank and the floats.

-- I8, what companies collected: what one said that it holds for us, at least a quarter of an hour ago, has changed since
-- its first word as our books did. Between the two can only be what our books learned after it was asked, payments that
-- may be collected, and refunds that may have left.
create view ledger.violation_i8_collected as
  with told as (
    select *, 'payin:' || provider || ':' || currency as account,
      row_number() over (partition by provider, currency order by told_at, id) = 1 as is_first,
      row_number() over (partition by provider, currency order by told_at desc, id desc) = 1 as is_last
    from app.collected_balances where told_at <= app.now() - interval '15 minutes'
  ), compared as (
    select t.account, t.is_first, t.is_last, t.balance - ledger.gained_by(t.account, t.asked_at) as excess,
      learned.came + may_come.amount as most, learned.went + may_go.amount as least
    from told t
    cross join lateral (
      select coalesce(-sum(p.amount) filter (where p.amount < 0), 0) as came,
        coalesce(sum(p.amount) filter (where p.amount > 0), 0) as went
      from ledger.accounts a
      join ledger.postings p on p.account_id = a.id
      join ledger.entries e on e.id = p.entry_id
      where a.name = t.account and e.recorded_at >= t.asked_at
    ) learned
    cross join lateral (
      select coalesce(sum(i.amount), 0) as amount from app.pay_ins i
      where i.provider = t.provider and i.currency = t.currency and i.outcome is null
        and i.state in ('requested', 'action_required', 'processing', 'cancelling')
    ) may_come
    cross join lateral (
      select coalesce(sum(r.amount), 0) as amount from app.payout_attempts r
      where r.provider = t.provider and r.currency = t.currency and r.destination ->> 'kind' = 'refund'
        and r.state not in ('paid', 'failed')
    ) may_go
    where t.is_first or t.is_last
  )
  select l.account as what, 'the company has ' || l.excess - f.excess || ' more than our books; what is under way explains '
    || -(l.least + f.most) || ' to ' || l.most + f.least as detail
  from compared l
  join compared f on f.is_first and f.account = l.account
  where l.is_last and l.excess - f.excess not between -(l.least + f.most) and l.most + f.least;

-- I8, settlements: a company's payment to our bank names what it pays. That is the sum of what it names, each payment is
-- one of ours, with the amount that we booked, and paid once; and none is left behind that later ones went before.
create view ledger.violation_i8_settled as
  with settled as (
    select id, settled_by, amount, remittance,
      coalesce(((regexp_match(remittance, '\mCOSTS (\d+\.\d\d)\M'))[1]::numeric * 100)::bigint, 0) as costs
    from app.bank_lines
    where kind = 'settlement' and outcome = 'booked' and remittance ~ '\mPAYMENT \S+ \d+\.\d\d\M'
  ), named as (
    select s.id, s.settled_by, m[1] as what, m[2] as provider_id,
      (m[3]::numeric * 100)::bigint * case when m[1] in ('PAYMENT', 'REPRESENTMENT') then 1 else -1 end as amount
    from settled s
    cross join lateral regexp_matches(s.remittance,
      '\m(PAYMENT|REFUND|CHARGEBACK|REPRESENTMENT) (\S+) (\d+\.\d\d)\M', 'g') as m
  ), paid as (
    select n.settled_by, n.provider_id, n.amount, i.created_at, -booked.amount as booked
    from named n
    left join app.pay_ins i on i.provider = n.settled_by and i.provider_id = n.provider_id
    left join lateral (
      select sum(p.amount) as amount
      from ledger.keys k
      join ledger.postings p on p.entry_id = k.entry_id
      join ledger.accounts a on a.id = p.account_id
      where k.business_key in ('payin:' || i.id || ':collected', 'payin:' || i.id || ':excess')
        and a.name = 'payin:' || i.provider || ':EUR'
    ) booked on true
    where n.what = 'PAYMENT'
  )
  select 'settlement ' || s.id as what, 'paid ' || s.amount || ' and kept ' || s.costs || ' of ' || n.total as detail
  from settled s join (select id, sum(amount) as total from named group by id) n on n.id = s.id
  where s.amount + s.costs <> n.total
  union all
  select settled_by || ' ' || provider_id, 'settled with ' || amount || ', booked ' || coalesce(booked, 0)
  from paid where booked is distinct from amount
  union all
  select settled_by || ' ' || provider_id, 'settled ' || count(*) || ' times'
  from paid group by settled_by, provider_id having count(*) > 1
  union all
  select i.id, 'collected by ' || i.provider || ' and left out of its settlements'
  from app.pay_ins i
  join (select settled_by, max(created_at) as newest from paid group by settled_by) p on p.settled_by = i.provider
  where i.outcome is not null and i.created_at < p.newest - interval '2 days'
    and not exists (select from paid where (settled_by, provider_id) = (i.provider, i.provider_id));

create or replace view ledger.violation_i8 as
  select * from ledger.violation_i8_bank union all select * from ledger.violation_i8_float
  union all select * from ledger.violation_i8_collected union all select * from ledger.violation_i8_settled;
