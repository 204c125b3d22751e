import type { Sql } from '../database/database.ts'

/** A role that a database dump refers to but does not contain. Passwords are renewed when the server starts. */
export interface DumpedRole {
  readonly name: string
  readonly login: boolean
  readonly inherit: boolean
  readonly bypassrls: boolean
  /** As in pg_roles: name=value. */
  readonly settings: readonly string[]
  readonly memberOf: readonly string[]
}

/** Reads the roles that grants and policies of this database name, and the members of those; excludes its owner and PostgreSQL's own. */
export function readRoles(sql: Sql): Promise<DumpedRole[]> {
  return sql<DumpedRole[]>`
    with named as (
      select refobjid as oid from pg_shdepend
      where refclassid = 'pg_authid'::regclass and dbid = (select oid from pg_database where datname = current_database())
    ), all_named as (
      select oid from named union select member from pg_auth_members where roleid in (select oid from named)
    )
    select rolname as name, rolcanlogin as login, rolinherit as inherit, rolbypassrls as bypassrls,
      coalesce(rolconfig, '{}') as settings,
      array(select granted.rolname::text from pg_auth_members membership join pg_roles granted on granted.oid = membership.roleid
        where membership.member = roles.oid and granted.oid in (select oid from all_named) order by 1) as "memberOf"
    from pg_roles roles
    where oid in (select oid from all_named) and rolname <> current_user and not rolsuper and rolname not like 'pg\_%'
    order by rolname`
}

/** Creates missing roles; existing ones stay unchanged. */
export async function makeRoles(sql: Sql, roles: readonly DumpedRole[]): Promise<void> {
  for (const role of roles) {
    const [present] = await sql`select from pg_roles where rolname = ${role.name}`
    if (present) continue
    const name = quoted(role.name)
    const inherit = role.inherit ? 'inherit' : 'noinherit'
    await sql.unsafe(`create role ${name} nologin ${inherit} ${role.bypassrls ? 'bypassrls' : ''}`)
    for (const setting of role.settings) await sql.unsafe(`alter role ${name} set ${assignment(setting)}`)
  }
  for (const role of roles) {
    for (const granted of role.memberOf) {
      await sql.unsafe(`grant ${quoted(granted)} to ${quoted(role.name)}`)
    }
  }
}

/** A search path is stored in the form in which it is set; other settings are a single text. */
function assignment(setting: string): string {
  const at = setting.indexOf('=')
  const name = setting.slice(0, at)
  const value = setting.slice(at + 1)
  // Names of extension settings have a dot between two identifiers.
  const target = name.split('.').map(quoted).join('.')
  return `${target} = ${name === 'search_path' ? value : `'${value.replaceAll("'", "''")}'`}`
}

/** Quotes an identifier: role names are only known at run time, and DDL takes no parameters. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
