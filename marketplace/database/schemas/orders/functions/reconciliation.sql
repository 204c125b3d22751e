-- Compares the ledger with the payment provider's books.

-- Entries that the provider should have, by kind and the provider's reference.
create or replace function private.provider_entries(of_provider text) returns table (kind text, reference text, amount_minor bigint, currency text, created_at timestamptz)
language sql stable set search_path = '' as $$
  with booked as (
    select entry.kind, entry.reference, entry.order_id, entry.created_at, posting.amount_minor, posting.currency
    from private.ledger_accounts account
    join public.ledger_postings posting on posting.account_id = account.id
    join public.ledger_entries entry on entry.id = posting.entry_id
    where account.kind = 'provider' and entry.kind <> 'provider_fee'
  )
  select 'payment', payment.reference, -booked.amount_minor, booked.currency, booked.created_at
  from booked join private.payments payment on booked.reference = 'payment ' || payment.reference
  where booked.kind = 'payment' and payment.provider = of_provider
  union all
  select case booked.kind when 'refund_sent' then 'refund' when 'reversal' then 'refund_failed' else 'payout' end, task.key, abs(booked.amount_minor), booked.currency,
    booked.created_at
  from booked join private.payment_tasks task on booked.reference in ('refunded ' || task.key, 'refund failed ' || task.key, 'paid out ' || task.key)
  where task.provider = of_provider
  union all
  select case booked.kind when 'chargeback' then 'dispute' else 'dispute_won' end, payment.reference, abs(booked.amount_minor), booked.currency, booked.created_at
  from booked
  join private.payments payment on payment.order_id = booked.order_id and payment.state = 'succeeded'
  where payment.provider = of_provider and booked.reference in ('chargeback of ' || payment.reference, 'won ' || payment.reference)
    or booked.reference in ('chargeback ' || payment.order_id, 'won ' || payment.order_id) and private.payment_of(payment.order_id) = payment.reference
$$;

-- Inconsistencies in the ledger itself, and overdue entries.
create or replace function private.book_problems() returns table (what text, reference text, theirs bigint, ours bigint)
language sql stable set search_path = '' as $$
  select 'ledger sum', posting.currency, 0::bigint, sum(posting.amount_minor)::bigint from public.ledger_postings posting group by posting.currency having sum(posting.amount_minor) <> 0
  union all
  select 'balance of ' || account.kind, account.id::text, coalesce(summed.amount, 0), account.balance_minor
  from private.ledger_accounts account
  left join (select posting.account_id, sum(posting.amount_minor)::bigint as amount from public.ledger_postings posting group by 1) as summed on summed.account_id = account.id
  where account.kind in ('held', 'refund', 'balance', 'payout') and account.balance_minor <> coalesce(summed.amount, 0)
  union all
  select 'held of ' || bought.state, bought.id::text, case when bought.is_open and bought.paid_at is not null then bought.total_minor else 0 end, coalesce(account.balance_minor, 0)
  from public.orders bought
  left join private.ledger_accounts account on account.kind = 'held' and account.order_id = bought.id
  where coalesce(account.balance_minor, 0) <> case when bought.is_open and bought.paid_at is not null then bought.total_minor else 0 end
  union all
  select 'task ' || task.kind, task.key, null, task.amount_minor from private.payment_tasks task
  where task.done_at is null and (task.due_at = 'infinity' or task.asked_at < now() - case task.kind when 'payout' then interval '10 days' when 'transfer' then interval '90 days'
    else interval '3 days' end)
  union all
  select 'report ' || event.kind, event.event_id, null, null from private.provider_events event
  where event.handled_at is null and event.received_at < now() - interval '1 hour'
  union all
  select 'deadline ' || due.event, due.order_id::text, null, null from private.order_deadlines due where due.due_at < now() - interval '1 hour'
$$;

-- For the job. Books the provider's fees, compares, stores the findings and notifies the administrators. Returns the differences: those of
-- movements once, problems of our own books until they are solved.
create or replace function private.reconcile(of_provider text, movements jsonb, since timestamptz, until timestamptz) returns jsonb
language plpgsql set search_path = '' as $$
declare
  found_differences jsonb;
begin
  create temporary table theirs on commit drop as
    select moved.id, moved.kind, moved.reference, moved."amountMinor" as amount_minor, moved.currency, moved."feeMinor" as fee_minor
    from jsonb_to_recordset(movements) as moved (id text, kind text, reference text, "amountMinor" bigint, currency text, "feeMinor" bigint);
  perform private.book('provider_fee', 'fee ' || theirs.id, null, jsonb_build_object('fees', -theirs.fee_minor, 'provider', theirs.fee_minor), null, theirs.currency)
    from pg_temp.theirs where theirs.fee_minor <> 0;
  create temporary table ours on commit drop as select * from private.provider_entries(of_provider);
  create index on pg_temp.ours (kind, reference);
  select coalesce(jsonb_agg(differ.told order by differ.told ->> 'what', differ.told ->> 'reference'), '[]') into found_differences from (
    select to_jsonb(moved) as told from (
      select theirs.kind as what, theirs.reference, sum(theirs.amount_minor) as theirs,
        (select sum(ours.amount_minor) from pg_temp.ours where ours.kind = theirs.kind and ours.reference = theirs.reference and ours.currency = theirs.currency) as ours
      from pg_temp.theirs where theirs.kind <> 'transfer' group by theirs.kind, theirs.reference, theirs.currency
      having sum(theirs.amount_minor) is distinct from (
        select sum(ours.amount_minor) from pg_temp.ours where ours.kind = theirs.kind and ours.reference = theirs.reference and ours.currency = theirs.currency)
      union all
      select 'transfer', theirs.reference, theirs.amount_minor, abs(task.amount_minor)
      from pg_temp.theirs left join private.payment_tasks task on task.key = theirs.reference and task.kind = 'transfer' and task.done_at is not null
      where theirs.kind = 'transfer' and theirs.amount_minor is distinct from abs(task.amount_minor)
      union all
      select ours.kind, ours.reference, null, ours.amount_minor from pg_temp.ours
      where ours.created_at >= since and ours.created_at < until
        and not exists (select from pg_temp.theirs where theirs.kind = ours.kind and theirs.reference = ours.reference)) as moved
    -- Each comparison reads the provider's books two days back.
    where not exists (select from private.reconciliations known
      where known.provider = of_provider and known.until > now() - interval '10 days' and known.differences @> jsonb_build_array(to_jsonb(moved)))
    union all
    select to_jsonb(problem) from private.book_problems() as problem
    limit 500) as differ;
  insert into private.reconciliations (provider, since, until, movements, differences)
  values (of_provider, reconcile.since, reconcile.until, jsonb_array_length(reconcile.movements), found_differences);
  if found_differences <> '[]' then
    perform private.notify(admin.id, 'books_differ', jsonb_build_object('count', jsonb_array_length(found_differences)), 'books ' || reconcile.until)
      from public.profiles admin where admin.role = 'admin';
  end if;
  drop table pg_temp.theirs, pg_temp.ours;
  return found_differences;
end
$$;
