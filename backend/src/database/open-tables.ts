import type { Sql } from './database.ts'

/** The backend's functions always need a grant, even if the application's do not. */
export const CLOSED_FUNCTIONS = 'alter default privileges revoke execute on functions from public'

const KINDS = ['tables', 'sequences', 'functions'] as const

/** Grants or revokes default privileges on new objects in `public`; does nothing when they are already as wanted. */
export async function setOpenTables(admin: Sql, wanted: boolean): Promise<void> {
  const [row] = await admin<{ open: boolean }[]>`
    select count(*) = ${KINDS.length} and not exists (
      select from pg_default_acl where defaclnamespace = 0 and defaclobjtype = 'f' and defaclrole = to_regrole(current_user)
        and not exists (select from aclexplode(defaclacl) where grantee = 0)
    ) as open
    from pg_default_acl
    where defaclnamespace = to_regnamespace('public') and defaclrole = to_regrole(current_user)
      and exists (select from aclexplode(defaclacl) where grantee = to_regrole('anon'))`
  if (row?.open === wanted) return
  const [verb, toOrFrom] = wanted ? ['grant all', 'to'] : ['revoke all', 'from']
  const own = KINDS.map(
    (kind) => `alter default privileges in schema public ${verb} on ${kind} ${toOrFrom} anon, authenticated`,
  )
  const rest = wanted ? 'alter default privileges grant execute on functions to public' : CLOSED_FUNCTIONS
  await admin.unsafe([...own, rest].join('; '))
}
