import { expect, test } from 'vitest'
import { operator } from '../server.ts'
import { type Change, first, uniqueNumber, watchChanges } from './changes.ts'
import { uniqueTopic, userClient, type Version, visitorClient } from './channels.ts'

const TABLES = ['realtime_by_owner', 'realtime_by_membership'] as const
const ROWS = 60
const CHANGES = 1000
/** Concurrent changes. */
const AT_ONCE = 6

interface Row {
  readonly table: (typeof TABLES)[number]
  readonly id: number
  /** Rows that stay with their tenant and are never deleted must be delivered without a gap. */
  readonly isSettled: boolean
  tenant: number
  version: number
  exists: boolean
}

const secretOf = (tenant: number, version: number) => `${tenant} knows ${version}`

/** A member of a tenant who watches both tables, on two sockets with different serializers. */
async function member(tenant: number) {
  const people = await Promise.all((['1.0.0', '2.0.0'] as const).map((vsn: Version) => userClient(vsn)))
  return Promise.all(
    people.map(async ({ client }) => {
      const { error } = await client.from('realtime_tenant_members').insert({ tenant })
      if (error) throw error
      return {
        tenant,
        ...(await watchChanges(
          client,
          uniqueTopic(),
          TABLES.map((table) => ({ table })),
        )),
      }
    }),
  )
}

test('among 1,000 mixed changes of two tenants each member receives exactly the rows of their tenant', async () => {
  const [one, other] = [uniqueNumber(), uniqueNumber()]
  const listeners = [...(await member(one)), ...(await member(other))]
  const stranger = await watchChanges(
    visitorClient('2.0.0'),
    uniqueTopic(),
    TABLES.map((table) => ({ table })),
  )
  const all = await watchChanges(
    operator(),
    uniqueTopic(),
    TABLES.map((table) => ({ table })),
  )

  const rows = Array.from({ length: ROWS }, (_, n): Row => {
    const table = TABLES[n % 2] ?? TABLES[0]
    return { table, id: uniqueNumber(), isSettled: n < 16, tenant: n % 4 < 2 ? one : other, version: 0, exists: false }
  })
  let made = 0
  const next = (row: Row) => {
    made += 1
    row.version += 1
    const { table, id, version } = row
    if (row.exists && !row.isSettled && version % 7 === 0) {
      row.exists = false
      return { action: 'delete', table, id }
    }
    row.exists = true
    if (!row.isSettled && version % 2 === 0) row.tenant = row.tenant === one ? other : one
    return { action: 'put', table, id, tenant: row.tenant, version, secret: secretOf(row.tenant, version) }
  }
  // Several concurrent writers, each with its own rows, so that a row's changes are ordered; transactions of 1 to 12.
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, worker) => {
      const mine = rows.filter((_row, n) => n % AT_ONCE === worker)
      let turn = 0
      for (let round = worker; made < CHANGES; round++) {
        const size = Math.min((round % 12) + 1, CHANGES - made)
        const changes = Array.from({ length: size }, () => next(mine[turn++ % mine.length] as Row))
        const { error } = await operator().rpc('realtime_change', { changes })
        if (error) throw error
      }
    }),
  )
  expect(made).toBe(CHANGES)

  // The operator may see everything, and receives it once.
  const total = (list: readonly Change[][]) => list.reduce((sum, changes) => sum + changes.length, 0)
  await expect.poll(() => total(all.received), { timeout: 40_000 }).toBe(made)
  expect(stranger.received.flat().filter(({ eventType }) => eventType !== 'DELETE')).toEqual([])

  for (const { tenant, received } of listeners) {
    const settled = rows.filter((row) => row.isSettled && row.tenant === tenant)
    for (const row of settled) {
      const versions = () =>
        (received[TABLES.indexOf(row.table)] ?? [])
          .filter((change) => change.new.id === row.id)
          .map((change) => change.new.version)
      await expect.poll(versions, { timeout: 40_000 }).toEqual(Array.from({ length: row.version }, (_, n) => n + 1))
    }
    const changes = received.flat()
    expect(changes.filter(({ eventType }) => eventType === 'UPDATE').length).toBeGreaterThan(50)
    for (const { eventType, new: row, old, errors } of changes) {
      expect(errors).toBeNull()
      if (eventType === 'DELETE') {
        // The tenant is not disclosed: a deletion only has the key, whatever the replica identity keeps.
        expect([row, Object.keys(old)]).toEqual([{}, ['id']])
        continue
      }
      expect(row).toMatchObject({ tenant, secret: secretOf(tenant, row.version as number) })
      // The key, or the whole row where it is logged and was visible to them as well.
      if ('tenant' in old) expect(old).toMatchObject({ tenant, secret: secretOf(tenant, old.version as number) })
      else expect(Object.keys(old)).toEqual(eventType === 'UPDATE' ? ['id'] : [])
    }
  }
  expect(first(all.systemMessages)).toMatchObject({ status: 'ok' })
}, 90_000)
