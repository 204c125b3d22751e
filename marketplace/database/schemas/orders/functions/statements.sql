-- Ledger reports for sellers and the operator.

-- Newest first. A page is a range of one index, whatever the total length. Security definer: the accounts are closed; only the caller's own is read.
create or replace function public.my_statement(of_month date default null, only_kind text default 'all', before_id bigint default null, most integer default 30)
returns table (id bigint, kind text, order_id uuid, title text, item_count integer, photo_path text, buyer_name text, refunded_minor bigint,
  amount_minor bigint, balance_minor bigint, currency text, happened_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Looked up first, so that the index returns movements in order, however many there are.
  mine bigint := (select account.id from private.ledger_accounts account
    where account.kind = 'balance' and account.user_id = auth.uid() and account.currency = private.market_currency());
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if(only_kind is null or only_kind not in ('all', 'sales', 'payouts'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'only_kind', 'choices', 'all, sales, payouts'));
  return query
  select line.id, line.kind, line.order_id, item.title, item.count, photo.path, buyer.display_name, refund.amount_minor,
    line.amount_minor, line.balance_minor, line.currency, line.created_at
  from (
    select posting.id, posting.entry_id, posting.amount_minor, posting.balance_minor, posting.currency, entry.kind, entry.order_id, entry.created_at
    from public.ledger_postings posting
    join public.ledger_entries entry on entry.id = posting.entry_id
    where posting.account_id = mine
      and (before_id is null or posting.id < before_id)
      and (of_month is null or entry.created_at >= date_trunc('month', of_month::timestamp) at time zone 'UTC'
        and entry.created_at < (date_trunc('month', of_month::timestamp) + interval '1 month') at time zone 'UTC')
      and case only_kind when 'all' then true else (only_kind = 'payouts') = (entry.kind in ('payout', 'payout_returned')) end
    order by posting.id desc limit least(greatest(most, 1), 1000)) as line
  left join public.orders bought on bought.id = line.order_id
  left join public.sellers buyer on buyer.id = bought.buyer_id
  left join lateral (
    select (array_agg(sold.title order by sold.position))[1] as title, count(*)::integer as count,
      (array_agg(sold.listing_id order by sold.position))[1] as listing_id
    from public.order_items sold where sold.order_id = line.order_id) as item on true
  left join lateral (
    select known.path from public.listing_photos known where known.listing_id = item.listing_id order by known.position, known.id limit 1) as photo on true
  left join lateral (
    select posting.amount_minor from public.ledger_postings posting join private.ledger_accounts account on account.id = posting.account_id
    where posting.entry_id = line.entry_id and account.kind = 'refund' and line.kind = 'release') as refund on true
  order by line.id desc;
end
$$;
comment on function public.my_statement(date, text, bigint, integer) is
  'The caller''s movements, newest first, with the running balance: of a month, or sales or payouts only, before a given row.';
grant execute on function public.my_statement(date, text, bigint, integer) to authenticated;

-- Directive (EU) 2021/514 (DAC7), per quarter: the number of sales, the amount paid to the seller, and the fees withheld.
create or replace function private.sales_by_quarter(year integer, person uuid default null)
returns table (user_id uuid, quarter integer, sales integer, paid_minor bigint, fees_minor bigint)
language sql stable set search_path = '' as $$
  select account.user_id, extract(quarter from entry.created_at at time zone 'UTC')::integer, (count(*) filter (where entry.kind = 'release'))::integer,
    sum(posting.amount_minor)::bigint,
    coalesce(sum(bought.items_minor + bought.shipping_minor - posting.amount_minor - coalesce((
      select back.amount_minor from public.ledger_postings back join private.ledger_accounts known on known.id = back.account_id
      where back.entry_id = entry.id and known.kind = 'refund'), 0)) filter (where entry.kind = 'release'), 0)::bigint
  from private.ledger_accounts account
  join public.ledger_postings posting on posting.account_id = account.id
  join public.ledger_entries entry on entry.id = posting.entry_id and entry.kind in ('release', 'chargeback', 'reversal', 'correction')
  join public.orders bought on bought.id = entry.order_id
  where account.kind = 'balance' and account.currency = private.market_currency() and (person is null or account.user_id = person)
    and entry.created_at >= make_timestamptz(year, 1, 1, 0, 0, 0, 'UTC') and entry.created_at < make_timestamptz(year + 1, 1, 1, 0, 0, 0, 'UTC')
  group by 1, 2
$$;

-- Security definer: as above.
create or replace function public.my_sales(of_year integer) returns table (quarter integer, sales integer, paid_minor bigint, fees_minor bigint, currency text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if(of_year is null or of_year not between 2000 and 2999, 'SK473', 'bad_year');
  return query select known.quarter, known.sales, known.paid_minor, known.fees_minor, private.market_currency()
    from private.sales_by_quarter(of_year, auth.uid()) as known order by known.quarter;
end
$$;
comment on function public.my_sales(integer) is 'The caller''s sales in a year, by quarter (UTC) of the day on which the money became theirs.';
grant execute on function public.my_sales(integer) to authenticated;

-- Security definer: other users' ledger and names, for administrators.
create or replace function public.reportable_sellers(of_year integer)
returns table (seller_id uuid, first_name text, last_name text, display_name text, business_name text, address text, register_no text, vat_no text,
  quarter integer, sales integer, paid_minor bigint, fees_minor bigint, currency text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('admin');
  perform private.refuse_if(of_year is null or of_year not between 2000 and 2999, 'SK473', 'bad_year');
  return query select known.user_id, person.first_name, person.last_name, person.display_name, trader.legal_name, trader.address, trader.register_no,
      trader.vat_no, known.quarter, known.sales, known.paid_minor, known.fees_minor, private.market_currency()
    from private.sales_by_quarter(of_year) as known
    left join public.profiles person on person.id = known.user_id
    left join public.traders trader on trader.id = known.user_id
    order by known.user_id, known.quarter;
end
$$;
comment on function public.reportable_sellers(integer) is 'For administrators: every seller with sales in a year, with sums by quarter.';
grant execute on function public.reportable_sellers(integer) to authenticated;
