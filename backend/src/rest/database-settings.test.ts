import { expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { withDatabaseSettings } from './database-settings.ts'

const environment = loadConfig({ REST_SCHEMAS: 'shop,public', REST_AGGREGATES: '1' }).rest
const read = (settings: Record<string, string>) =>
  withDatabaseSettings(
    environment,
    Object.entries(settings).map(([name, value]) => ({ name, value })),
  )

test('no settings change nothing', () => {
  expect(read({})).toEqual({ rest: environment, ignored: [] })
})

test.each<[name: string, value: string, changed: object]>([
  ['db_schemas', ' api ,  Old Api ', { schemas: ['api', 'Old Api'] }],
  ['db_extra_search_path', '', { extraSearchPath: [] }],
  ['db_extra_search_path', 'public, gis', { extraSearchPath: ['public', 'gis'] }],
  ['db_max_rows', '25', { maxRows: 25 }],
  ['db_aggregates_enabled', 'FALSE', { aggregates: false }],
  ['db_plan_enabled', 'on', { explain: true }],
  ['db_tx_end', 'commit-allow-override', { allowRollback: true }],
  ['db_pre_request', 'auth.check', { preRequest: { schema: 'auth', name: 'check' } }],
  ['db_pre_request', 'check', { preRequest: { schema: 'shop', name: 'check' } }],
  ['db_pre_request', '', { preRequest: null }],
  ['db_anon_role', '', { visitors: false }],
  ['jwt_aud', '', { jwtAudience: null }],
  ['jwt_role_claim_key', '.role', { jwtRoleClaim: ['role'] }],
  ['jwt_role_claim_key', '."https://a.b/c"[0].d-e', { jwtRoleClaim: ['https://a.b/c', '0', 'd-e'] }],
  ['openapi_mode', 'ignore-privileges', { openApi: 'ignore-privileges' }],
])('%s = %j', (name, value, changed) => {
  expect(read({ [name]: value })).toEqual({ rest: { ...environment, ...changed }, ignored: [] })
})

test.each([
  ['db_schemas', ''],
  ['db_max_rows', '0'],
  ['db_max_rows', 'many'],
  ['db_aggregates_enabled', ''],
  ['db_tx_end', 'rollback-allow-override'],
  ['db_pre_request', 'a.b.c'],
  ['db_anon_role', 'guest'],
  ['jwt_role_claim_key', '.roles[?(@ == "x")]'],
  ['openapi_mode', 'on'],
  ['jwt_secret', 'reallyreallyreallyreallyverysafe'],
  ['constructor', 'x'],
])('%s = %j is ignored and reported', (name, value) => {
  expect(read({ [name]: value })).toEqual({ rest: environment, ignored: [`pgrst.${name}`] })
})
