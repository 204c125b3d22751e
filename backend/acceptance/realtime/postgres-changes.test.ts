import { describe, expect, test } from 'vitest'
import { operator } from '../server.ts'
import { first, uniqueNumber, watchChanges } from './changes.ts'
import { briefPause, subscription, uniqueTopic, userClient, VERSIONS, visitorClient } from './channels.ts'

const rows = () => operator().from('realtime_rows')
/** A change arrives in milliseconds, or later on a busy machine. */
function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 10_000 })
}

const OK = { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL' }

describe.each(VERSIONS)('serializer %s: a change', (vsn) => {
  test('of each kind reaches the listener of its kind and the one for all', async () => {
    const [id, room] = [uniqueNumber(), uniqueTopic()]
    const filter = `room=eq.${room}`
    const { received, systemMessages } = await watchChanges(visitorClient(vsn), uniqueTopic(), [
      { event: '*', table: 'realtime_rows', filter: `id=eq.${id}` },
      { event: 'INSERT', table: 'realtime_rows', filter },
      { event: 'UPDATE', table: 'realtime_rows', filter },
      { event: 'DELETE', table: 'realtime_rows', filter: `id=eq.${id}` },
    ])
    expect(systemMessages).toMatchObject([OK])
    await rows().insert({ id, room, note: 'one' })
    await rows().update({ note: 'two' }).eq('id', id)
    await rows().delete().eq('id', id)
    await eventually(() => received.map((list) => list.length)).toEqual([3, 1, 1, 1])
    expect(received[0]?.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
    expect(received[1]?.[0]).toMatchObject({
      schema: 'public',
      table: 'realtime_rows',
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      eventType: 'INSERT',
      new: { id, room, note: 'one' },
      old: {},
      errors: null,
    })
    expect(received[2]?.[0]).toMatchObject({ eventType: 'UPDATE', new: { id, room, note: 'two' }, old: { id } })
    expect(received[3]?.[0]).toMatchObject({ eventType: 'DELETE', new: {}, old: { id } })
  })

  test('has every value in the form of to_jsonb', async () => {
    const id = uniqueNumber()
    const { received } = await watchChanges(visitorClient(vsn), uniqueTopic(), [
      { event: 'INSERT', table: 'realtime_rows', filter: `id=eq.${id}` },
    ])
    const { error } = await rows().insert({
      id,
      room: 'quote " comma , é',
      amount: '12.50',
      big: 9007199254740991,
      is_done: true,
      at: '2024-02-29T12:00:00.5+02:00',
      tags: ['a,b', 'c"d', null],
      grid: [
        [1, 2],
        [3, 4],
      ],
      details: { deep: [1, null, { x: 'y' }] },
      mood: 'calm',
      spot: '(7,"a, b")',
      bytes: '\\xdeadbeef',
      note: null,
    })
    expect(error).toBeNull()
    const { data: expected } = await operator().rpc('realtime_as_json', { id })
    await eventually(() => received[0]?.length).toBe(1)
    // Bytes come without the prefix of to_jsonb, as in hosted Supabase.
    expect(received[0]?.[0]?.new).toEqual({ ...expected, bytes: 'deadbeef' })
  })

  test('arrives in the order of its transaction', async () => {
    const [id, room] = [uniqueNumber(), uniqueTopic()]
    const { received } = await watchChanges(visitorClient(vsn), uniqueTopic(), [
      { table: 'realtime_whole' },
      { table: 'realtime_rows', filter: `id=eq.${id}` },
    ])
    await operator().rpc('realtime_life_of_a_row', { id, room })
    await eventually(() => received[1]?.length).toBe(3)
    expect(received[1]?.map(({ eventType, new: row }) => [eventType, row.note])).toEqual([
      ['INSERT', 'one'],
      ['UPDATE', 'two'],
      ['DELETE', undefined],
    ])
  })

  test('reaches a channel once for all of its requests together', async () => {
    const id = uniqueNumber()
    const { received } = await watchChanges(visitorClient(vsn), uniqueTopic(), [
      { table: 'realtime_rows', filter: `id=eq.${id}` },
      { event: 'INSERT', table: 'realtime_rows', filter: `id=in.(${id},1)` },
      { event: 'INSERT', table: 'realtime_rows', filter: `id=eq.${id},note=is.null` },
      { event: 'INSERT', table: 'realtime_rows', filter: 'id=eq.0' },
      { schema: 'public' },
      { schema: '*' },
    ])
    await rows().insert({ id, room: 'r' })
    await eventually(() => received.map((list) => list.length)).toEqual([1, 1, 1, 0, 1, 1])
  })
})

describe('a filter', () => {
  test.each([
    ['amount=gt.10', { amount: 10.5 }, { amount: 9 }],
    ['amount=gte.10', { amount: '10.0' }, { amount: 9.99 }],
    ['amount=lt.10', { amount: 9 }, { amount: 10 }],
    ['amount=lte.10', { amount: 10 }, { amount: 11 }],
    ['amount=eq.10', { amount: '10.00' }, { amount: 10.01 }],
    ['amount=neq.10', { amount: 9 }, { amount: null }],
    ['note=eq."a,b"', { note: 'a,b' }, { note: 'a' }],
    ['note=in.("x,y",z)', { note: 'x,y' }, { note: 'x' }],
    ['note=not.in.(x,y)', { note: 'z' }, { note: 'x' }],
    ['note=like.a%', { note: 'abc' }, { note: 'ABC' }],
    ['note=ilike.a%', { note: 'ABC' }, { note: 'xa' }],
    ['note=match.^a+$', { note: 'aa' }, { note: 'ab' }],
    ['note=imatch.^a+$', { note: 'AA' }, { note: 'ab' }],
    ['note=not.like.a%', { note: 'x' }, { note: 'ab' }],
    ['note=is.null', { note: null }, { note: '' }],
    ['note=not.is.null', { note: '' }, { note: null }],
    ['is_done=is.true', { is_done: true }, { is_done: null }],
    ['is_done=not.is.true', { is_done: null }, { is_done: true }],
    ['is_done=eq.true', { is_done: true }, { is_done: false }],
    ['note=isdistinct.x', { note: null }, { note: 'x' }],
    ['mood=eq.calm', { mood: 'calm' }, { mood: 'lively' }],
    ['at=gt.2024-01-01', { at: '2024-06-01' }, { at: '2023-06-01' }],
    ['tags=eq.{a}', { tags: ['a'] }, { tags: ['b'] }],
    ['big=eq.007', { big: 7 }, { big: 8 }],
    ['amount=gt.1,note=eq.x', { amount: 2, note: 'x' }, { amount: 2, note: 'y' }],
  ])('%s matches what it matches in PostgreSQL', async (filter, passing, other) => {
    const room = uniqueTopic()
    const { received, systemMessages } = await watchChanges(visitorClient('2.0.0'), uniqueTopic(), [
      { event: 'INSERT', table: 'realtime_rows', filter: `room=eq.${room},${filter}` },
      { event: 'INSERT', table: 'realtime_rows', filter: `room=eq.${room}` },
    ])
    expect(systemMessages).toMatchObject([OK])
    const [wrong, right] = [uniqueNumber(), uniqueNumber()]
    const { error } = await rows().insert([
      { id: wrong, room, ...other },
      { id: right, room, ...passing },
    ] as object[])
    expect(error).toBeNull()
    await eventually(() => received[1]?.length).toBe(2)
    expect(received[0]?.map((change) => change.new.id)).toEqual([right])
  })

  test.each([
    [{ table: 'realtime_rows', filter: 'id=over.1' }, 'Error parsing `filter` params: ["id=over.1"]'],
    [{ table: 'realtime_rows', filter: 'id=eq.one' }, 'invalid input syntax for type integer: "one"'],
    [{ table: 'realtime_rows', filter: 'nobody=eq.1' }, 'invalid column for filter nobody'],
    [{ table: 'realtime_rows', filter: 'id=like.1%' }, 'like needs a column of text: id'],
    [{ table: 'realtime_rows', filter: 'note=match.(' }, 'Error parsing `filter` params'],
    [{ table: 'realtime_rows', filter: 'note=match."["' }, 'invalid regular expression'],
    [{ table: 'realtime_rows', filter: 'note=is.true' }, 'is.true needs a boolean column: note'],
    [{ table: 'realtime_rows', filter: 'details=isdistinct.{' }, 'invalid input syntax for type json'],
    [{ table: 'realtime_part_hidden', filter: 'hidden=eq.x' }, 'invalid column for filter hidden'],
    [{ table: 'realtime_notes' }, 'Please check Realtime is enabled for the given connect parameters'],
    [{ schema: 'nowhere' }, 'schema: nowhere'],
    [{ table: 'realtime_rows', select: ['id', 'nobody'] }, 'invalid column for select nobody'],
  ])('%j is invalid and refused with a reason', async (wish, reason) => {
    const { systemMessages, received } = await watchChanges(visitorClient('2.0.0'), uniqueTopic(), [wish])
    expect(systemMessages).toMatchObject([
      { extension: 'postgres_changes', status: 'error', message: expect.stringContaining(reason) },
    ])
    expect(received).toEqual([[]])
  })
})

describe('permissions', () => {
  test('a row is sent to users whose policies show it, and to nobody else', async () => {
    const [anna, ben] = [await userClient('2.0.0'), await userClient('1.0.0')]
    const wish = [{ table: 'realtime_owned' }]
    const [hers, his] = [
      await watchChanges(anna.client, uniqueTopic(), wish),
      await watchChanges(ben.client, uniqueTopic(), wish),
    ]
    const [annas, bens, moving] = [uniqueNumber(), uniqueNumber(), uniqueNumber()]
    const table = operator().from('realtime_owned')
    await table.insert({ id: annas, owner: anna.id, body: 'hers' })
    await table.insert({ id: bens, owner: ben.id, body: 'his' })
    // A user receives no version that was another's, even when the next one is theirs.
    await table.insert({ id: moving, owner: anna.id, body: 'secret of anna' })
    await table.update({ owner: ben.id, body: 'given' }).eq('id', moving)
    await table.delete().eq('id', annas)
    await eventually(() => his.received[0]?.at(-1)?.eventType).toBe('DELETE')
    await eventually(() => hers.received[0]?.at(-1)?.eventType).toBe('DELETE')
    const told = (list: typeof hers) => first(list.received).map(({ eventType, new: row }) => [eventType, row.body])
    expect(told(his)).toEqual([
      ['INSERT', 'his'],
      ['UPDATE', 'given'],
      ['DELETE', undefined],
    ])
    expect(told(hers)).not.toContainEqual(['INSERT', 'his'])
    expect(told(hers)).not.toContainEqual(['UPDATE', 'given'])
    // The whole old row is logged (replica identity), but only its key is sent.
    expect(first(his.received).at(-1)?.old).toEqual({ id: annas })
    expect(first(his.received)[1]?.old).toEqual({ id: moving })
  })

  test('columns that a role may not select are omitted', async () => {
    const id = uniqueNumber()
    const { received } = await watchChanges(visitorClient('2.0.0'), uniqueTopic(), [{ table: 'realtime_part_hidden' }])
    await operator().from('realtime_part_hidden').insert({ id, shown: 's', hidden: 'h' })
    await eventually(() => received[0]?.length).toBe(1)
    expect(first(received)[0]?.new).toEqual({ id, shown: 's' })
  })

  test('without the privilege to select the key, or without a key, only an error is sent', async () => {
    const { received } = await watchChanges(visitorClient('2.0.0'), uniqueTopic(), [
      { table: 'realtime_key_hidden' },
      { table: 'realtime_keyless' },
    ])
    await operator().from('realtime_key_hidden').insert({ id: uniqueNumber(), shown: 's' })
    await operator().from('realtime_keyless').insert({ body: 'b' })
    await eventually(() => received.map((list) => list.length)).toEqual([1, 1])
    expect(received[0]?.[0]).toMatchObject({ new: {}, errors: ['Error 401: Unauthorized'] })
    expect(received[1]?.[0]).toMatchObject({ new: {}, errors: ['Error 400: Bad Request, no primary key'] })
  })

  test('a new token applies from then on', async () => {
    const [anna, ben] = [await userClient('2.0.0'), await userClient('2.0.0')]
    const { received, systemMessages } = await watchChanges(anna.client, uniqueTopic(), [
      { event: 'INSERT', table: 'realtime_owned' },
    ])
    const { data } = await ben.client.auth.getSession()
    await anna.client.realtime.setAuth(data.session?.access_token ?? '')
    await eventually(() => systemMessages).toMatchObject([OK, OK])
    const table = operator().from('realtime_owned')
    await table.insert({ id: uniqueNumber(), owner: anna.id, body: 'hers' })
    await table.insert({ id: uniqueNumber(), owner: ben.id, body: 'his' })
    await eventually(() => received[0]?.map((change) => change.new.body)).toEqual(['his'])
  })
})

describe('the old row', () => {
  test('is sent whole where the replica identity keeps it, and filters see it', async () => {
    const id = uniqueNumber()
    const { received } = await watchChanges(visitorClient('2.0.0'), uniqueTopic(), [
      { table: 'realtime_whole', filter: `id=eq.${id}` },
      { event: 'DELETE', table: 'realtime_whole', filter: `id=eq.${id},body=eq.two` },
    ])
    const table = operator().from('realtime_whole')
    await table.insert({ id, body: 'one' })
    await table.update({ body: 'two' }).eq('id', id)
    await table.delete().eq('id', id)
    await eventually(() => received.map((list) => list.length)).toEqual([3, 1])
    expect(first(received).map(({ old }) => old)).toEqual([{}, { id, body: 'one' }, { id, body: 'two' }])
  })

  test('omits unchanged TOAST values, as does the new row', async () => {
    const [id, note] = [uniqueNumber(), 'long '.repeat(2_000)]
    await rows().insert({ id, room: 'before', note })
    const { received } = await watchChanges(visitorClient('2.0.0'), uniqueTopic(), [
      { table: 'realtime_rows', filter: `id=eq.${id}` },
    ])
    await rows().update({ room: 'after' }).eq('id', id)
    await rows().update({ note: 'short' }).eq('id', id)
    await eventually(() => received[0]?.length).toBe(2)
    expect(first(received).map(({ new: row }) => [row.room, 'note' in row, row.note])).toEqual([
      ['after', false, undefined],
      ['after', true, 'short'],
    ])
  })
})

test('only the selected columns are sent, with the key', async () => {
  const [id, other] = [uniqueNumber(), uniqueNumber()]
  const { received } = await watchChanges(visitorClient('2.0.0'), uniqueTopic(), [
    { table: 'realtime_rows', filter: `id=eq.${id}`, select: ['room'] },
    { table: 'realtime_rows', filter: `id=in.(${id},${other})` },
  ])
  await rows().insert([
    { id, room: 'r', note: 'n' },
    { id: other, room: 'o' },
  ])
  await eventually(() => received.map((list) => list.length)).toEqual([1, 2])
  expect(received[0]?.[0]?.new).toEqual({ id, room: 'r' })
  expect(received[1]?.[0]?.new).toMatchObject({ id, room: 'r', note: 'n', amount: null })
})

test('a change of more than a mebibyte omits its long values and says so', async () => {
  const id = uniqueNumber()
  const { received } = await watchChanges(visitorClient('2.0.0'), uniqueTopic(), [
    { table: 'realtime_rows', filter: `id=eq.${id}` },
  ])
  await rows().insert({ id, room: 'kept', note: 'x'.repeat(1_100_000) })
  await eventually(() => received[0]?.length).toBe(1)
  expect(first(received)[0]).toMatchObject({ new: { id, room: 'kept' }, errors: ['Error 413: Payload Too Large'] })
  expect(first(received)[0]?.new).not.toHaveProperty('note')
})

test.each(['1.0.0', '2.0.0'] as const)(
  'serializer %s: a subscription that asked to wait receives changes immediately',
  async (vsn) => {
    const id = uniqueNumber()
    const client = visitorClient(vsn)
    const told: unknown[] = []
    const options = { config: { postgres_changes_options: { wait: true } } }
    const channel = client.channel(uniqueTopic(), options)
    channel.on(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'realtime_rows', filter: `id=eq.${id}` },
      (change) => told.push(change.new),
    )
    await subscription(channel)
    await rows().insert({ id, room: 'r' })
    await eventually(() => told).toMatchObject([{ id }])

    const refused = client.channel(uniqueTopic(), options)
    refused.on('postgres_changes', { event: '*', schema: 'public', table: 'realtime_notes' }, () => undefined)
    await expect(subscription(refused)).rejects.toThrow(/^CHANNEL_ERROR: RealtimeDisabledForConfiguration: Unable to/)
  },
)

test('a channel that was left receives nothing more, but other channels do', async () => {
  const [id, room] = [uniqueNumber(), uniqueTopic()]
  const client = visitorClient('2.0.0')
  const wish = [{ table: 'realtime_rows', filter: `room=eq.${room}` }]
  const [leaving, staying] = [
    await watchChanges(client, uniqueTopic(), wish),
    await watchChanges(client, uniqueTopic(), wish),
  ]
  await leaving.channel.unsubscribe()
  await rows().insert({ id, room })
  await eventually(() => staying.received[0]?.length).toBe(1)
  await briefPause()
  expect(leaving.received).toEqual([[]])
})

test('changes resume after the database connection was broken, and the channel is notified of both', async () => {
  const room = uniqueTopic()
  const { received, systemMessages } = await watchChanges(visitorClient('2.0.0'), uniqueTopic(), [
    { table: 'realtime_rows', filter: `room=eq.${room}` },
  ])
  const { data: cuts } = await operator().rpc('realtime_cut_changes')
  expect(cuts).toBeGreaterThan(0)
  await eventually(() => systemMessages.map(({ status }) => status)).toEqual(['ok', 'error', 'ok'])
  await rows().insert({ id: uniqueNumber(), room })
  await eventually(() => received[0]?.length).toBe(1)
})

test('replication slots do not retain the log for long: they end with their connection, and have a limit', async () => {
  await watchChanges(visitorClient('2.0.0'), uniqueTopic(), [{ table: 'realtime_rows' }])
  const { data } = await operator().rpc('realtime_slots')
  expect(data).toEqual({ changes: 1, lasting: 0, limit: '1GB' })
})
