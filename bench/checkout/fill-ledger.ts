import type { Market } from '../harness/market.ts'

/**
 * Adds ledger entries as if the sellers had made sales: alternately a payment into `held` and its release. Bypasses the triggers that update
 * balances, which are computed afterwards; otherwise identical to booked entries.
 */
export async function fillLedger({ sql }: Market, sellers: readonly string[], entries: number): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      insert into private.ledger_accounts (kind, currency) values ('provider', 'EUR'), ('fees', 'EUR') on conflict do nothing`
    await sql`
      with numbers as (
        select number, nextval('public.ledger_entries_id_seq') as id from generate_series(1, ${entries}::integer) as number
      ), made as (
        insert into public.ledger_entries (id, kind, reference) overriding system value select id, 'release', 'bench ' || number from numbers
      )
      insert into public.ledger_postings (entry_id, account_id, user_id, amount_minor, currency)
      select numbers.id, account.id, account.user_id, case account.kind when 'balance' then 1000 when 'fees' then 70 else -1070 end, 'EUR'
      from numbers
      join private.ledger_accounts account on account.currency = 'EUR' and (account.kind in ('provider', 'fees')
        or account.kind = 'balance' and account.user_id = (${sql.array([...sellers], 2950)}::uuid[])[1 + number % ${sellers.length}::integer])`
    await sql`
      update private.ledger_accounts account set balance_minor = summed.amount
      from (select account_id, sum(amount_minor) as amount from public.ledger_postings group by account_id) as summed
      where summed.account_id = account.id and account.kind = 'balance'`
  })
  await sql`analyze public.ledger_entries, public.ledger_postings, private.ledger_accounts`
}
