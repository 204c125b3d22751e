-- The account of a kind, created on first use.
create or replace function private.ledger_account(kind text, currency text, user_id uuid default null, order_id uuid default null) returns bigint
language plpgsql set search_path = '' as $$
declare
  found_id bigint;
begin
  loop
    select known.id into found_id from private.ledger_accounts known
      where known.kind = ledger_account.kind and known.currency = ledger_account.currency
        and known.user_id is not distinct from ledger_account.user_id and known.order_id is not distinct from ledger_account.order_id;
    exit when found;
    insert into private.ledger_accounts (kind, user_id, order_id, currency)
    values (ledger_account.kind, ledger_account.user_id, ledger_account.order_id, ledger_account.currency) on conflict do nothing;
  end loop;
  return found_id;
end
$$;

-- Books one movement of money: {"kind": amount} for the accounts of an order and its seller, without zeros. Idempotent by reference. Returns whether
-- it was booked.
create or replace function private.book(kind text, reference text, bought public.orders, amounts jsonb, person uuid default null, currency text default null)
returns boolean
language plpgsql set search_path = '' as $$
declare
  entry bigint;
begin
  insert into public.ledger_entries (order_id, kind, reference) values (bought.id, book.kind, book.reference)
    on conflict on constraint ledger_entries_reference_key do nothing returning id into entry;
  if entry is null then
    return false;
  end if;
  insert into public.ledger_postings (entry_id, account_id, user_id, amount_minor, currency)
  select entry, private.ledger_account(amount.key, coalesce(book.currency, bought.currency),
      case when amount.key in ('balance', 'payout') then coalesce(bought.seller_id, person) end,
      case when amount.key in ('held', 'refund') then bought.id end),
    case when amount.key in ('balance', 'payout') then coalesce(bought.seller_id, person) end,
    amount.value::bigint, coalesce(book.currency, bought.currency)
  from jsonb_each_text(amounts) as amount where amount.value <> '0'
  order by amount.key;
  return true;
end
$$;

-- The reverse of an entry.
create or replace function private.reverse_entry(was text, reference text) returns boolean
language plpgsql set search_path = '' as $$
declare
  entry bigint;
begin
  insert into public.ledger_entries (order_id, kind, reference)
  select known.order_id, 'reversal', reverse_entry.reference from public.ledger_entries known where known.reference = was
  on conflict on constraint ledger_entries_reference_key do nothing returning id into entry;
  insert into public.ledger_postings (entry_id, account_id, user_id, amount_minor, currency)
  select entry, posting.account_id, posting.user_id, -posting.amount_minor, posting.currency
  from public.ledger_postings posting join public.ledger_entries known on known.id = posting.entry_id
  where known.reference = was and entry is not null order by posting.account_id;
  return entry is not null;
end
$$;

-- The account's row is locked before the number is assigned: within an account, numbers and balances are consecutive.
create or replace function private.keep_balance() returns trigger
language plpgsql set search_path = '' as $$
begin
  update private.ledger_accounts known set balance_minor = known.balance_minor + new.amount_minor
    where known.id = new.account_id and known.kind in ('held', 'refund', 'balance', 'payout')
    returning known.balance_minor into new.balance_minor;
  if found then
    new.id := nextval('public.ledger_postings_id_seq');
  end if;
  return new;
end
$$;
create or replace trigger keep_balance before insert on public.ledger_postings for each row execute function private.keep_balance();

-- Checked at the end of the transaction, also for a posting added to an old entry.
create or replace function private.require_even_entry() returns trigger
language plpgsql set search_path = '' as $$
declare
  entry bigint := case tg_table_name when 'ledger_entries' then new.id else (to_jsonb(new) ->> 'entry_id')::bigint end;
begin
  if (select count(distinct posting.currency) <> 1 or sum(posting.amount_minor) <> 0 from public.ledger_postings posting where posting.entry_id = entry) then
    raise exception using errcode = '22023', message = format('The postings of ledger entry %s do not sum to zero.', entry);
  end if;
  return null;
end
$$;

create or replace trigger ledger_entries_are_kept before update or delete on public.ledger_entries
  for each row execute function private.refuse_change();
create or replace trigger ledger_entries_are_not_truncated before truncate on public.ledger_entries
  for each statement execute function private.refuse_change();
create or replace trigger ledger_postings_are_kept before update or delete on public.ledger_postings
  for each row execute function private.refuse_change();
create or replace trigger ledger_postings_are_not_truncated before truncate on public.ledger_postings
  for each statement execute function private.refuse_change();
