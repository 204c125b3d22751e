import type { Client } from 'pg'
import { type RestConfig, UNLIMITED_ROWS } from '../config/rest.ts'
import { quoteName } from './sql/writer.ts'

/** A setting of the authenticator role, without its prefix `pgrst.`. */
export interface DatabaseSetting {
  readonly name: string
  readonly value: string
}

// A setting of the role in this database overrides one of the role everywhere, as in PostgreSQL.
const SETTINGS = `
  select distinct on (name) name, value
  from (
    select s.setdatabase, substr(split_part(entry, '=', 1), length('pgrst.') + 1) as name,
      substr(entry, strpos(entry, '=') + 1) as value
    from pg_db_role_setting s, unnest(s.setconfig) as entry
    where s.setrole = current_user::regrole and entry like 'pgrst.%'
      and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
  ) as given
  order by name, setdatabase desc`

/**
 * Reads what `alter role authenticator set pgrst.<name> = '<value>'` has set for this connection's role, then what the function
 * `preConfig` has set with `set_config`.
 */
export async function readDatabaseSettings(
  client: Client,
  preConfig: RestConfig['preConfig'],
): Promise<DatabaseSetting[]> {
  const ofRole = (await client.query<DatabaseSetting>(SETTINGS)).rows
  return preConfig ? [...ofRole, ...(await settingsOf(client, preConfig))] : ofRole
}

/** What the function has changed: the connection also shows the role's settings, as they were when it began. */
async function settingsOf(client: Client, preConfig: NonNullable<RestConfig['preConfig']>): Promise<DatabaseSetting[]> {
  const current = async () =>
    (
      await client.query<{ name: string; value: string | null }>(
        `select name, current_setting('pgrst.' || name, true) as value from unnest($1::text[]) as name`,
        [Object.keys(READERS)],
      )
    ).rows
  await client.query('begin')
  try {
    const before = await current()
    await client.query(`select ${quoteName(preConfig)}()`)
    const after = await current()
    return after.flatMap(({ name, value }, index) =>
      value !== null && value !== before[index]?.value ? [{ name, value }] : [],
    )
  } finally {
    await client.query('rollback')
  }
}

const ROWS = /^[1-9]\d{0,6}$/

type Change = Partial<RestConfig>
/** Parses one value; null if it is invalid. */
type Reader = (value: string, rest: RestConfig) => Change | null

const READERS: Readonly<Record<string, Reader>> = {
  db_schemas: (value) => listed('schemas', value),
  db_extra_search_path: (value) => (value.trim() === '' ? { extraSearchPath: [] } : listed('extraSearchPath', value)),
  db_max_rows: (value) =>
    value === '' ? { maxRows: UNLIMITED_ROWS } : ROWS.test(value) ? { maxRows: Number(value) } : null,
  db_aggregates_enabled: (value) => flagged('aggregates', value),
  db_plan_enabled: (value) => flagged('explain', value),
  db_tx_end: (value) =>
    value === 'commit' || value === 'commit-allow-override' ? { allowRollback: value !== 'commit' } : null,
  db_pre_request: preRequestOf,
  db_root_spec: (value, rest) => ({ rootSpec: preRequestOf(value, rest)?.preRequest?.name ?? null }),
  // Visitors have a fixed role here, so it can only be confirmed or disabled.
  db_anon_role: (value) => (value === '' || value === 'anon' ? { visitors: value !== '' } : null),
  jwt_aud: (value) => ({ jwtAudience: value === '' ? null : value }),
  jwt_role_claim_key: (value) => {
    const path = claimPath(value)
    return path && { jwtRoleClaim: path }
  },
  openapi_mode: (value) =>
    value === 'follow-privileges' || value === 'ignore-privileges' || value === 'disabled' ? { openApi: value } : null,
}

/**
 * Overrides the environment's configuration with the database's settings.
 * @returns also the names of settings that are unknown or invalid, which have no effect
 */
export function withDatabaseSettings(
  environment: RestConfig,
  settings: readonly DatabaseSetting[],
): { rest: RestConfig; ignored: string[] } {
  let rest = environment
  const ignored: string[] = []
  for (const { name, value } of settings) {
    const change = Object.hasOwn(READERS, name) ? READERS[name]?.(value, rest) : null
    if (change) rest = { ...rest, ...change }
    else ignored.push(`pgrst.${name}`)
  }
  return { rest, ignored }
}

function listed(key: 'schemas' | 'extraSearchPath', value: string): Change | null {
  const names = value.split(',').map((name) => name.trim())
  return names.every((name) => name !== '') ? { [key]: names } : null
}

function flagged(key: 'aggregates' | 'explain', value: string): Change | null {
  const isOn = /^(true|on|yes|1)$/i.test(value)
  return isOn || /^(false|off|no|0)$/i.test(value) ? { [key]: isOn } : null
}

/** `schema.function`, or a function in the first schema. */
function preRequestOf(value: string, { schemas }: RestConfig): Change | null {
  if (value === '') return { preRequest: null }
  const [first = '', second, ...more] = value.split('.')
  if (more.length > 0 || first === '' || second === '') return null
  return {
    preRequest:
      second === undefined ? { schema: schemas[0] ?? 'public', name: first } : { schema: first, name: second },
  }
}

/** `.app_metadata.role`, `."https://example.com/roles"[0]`: names and indexes, outermost first. */
function claimPath(text: string): string[] | null {
  const step = /\.(?:"([^"]+)"|([\p{L}\p{Nd}_$@-]+))|\[(\d+)\]/uy
  const path: string[] = []
  while (step.lastIndex < text.length) {
    const match = step.exec(text)
    if (!match) return null
    path.push(match[1] ?? match[2] ?? match[3] ?? '')
  }
  return path.length > 0 ? path : null
}
