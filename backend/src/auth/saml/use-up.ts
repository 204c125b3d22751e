import type { Queryable } from '../queryable.ts'
import type { SamlProviderRow } from './saml-provider.ts'

/** Marks what an organisation sent as used, in the transaction that acts on it. @returns false if it was used before */
export async function useUp(
  sql: Queryable,
  { id }: SamlProviderRow,
  sent: { readonly id: string; readonly usableUntil: Date },
): Promise<boolean> {
  await sql`
    delete from auth.saml_assertions where (sso_provider_id, assertion_id) in (
      select sso_provider_id, assertion_id from auth.saml_assertions
      where expires_at < now() - interval '1 minute' limit 50 for update skip locked)`
  const [fresh] = await sql`
    insert into auth.saml_assertions (sso_provider_id, assertion_id, expires_at)
    values (${id}, ${sent.id}, ${sent.usableUntil})
    on conflict do nothing returning assertion_id`
  return fresh !== undefined
}
