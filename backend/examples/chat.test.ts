import type { RealtimeChannel } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { newUser, project, SERVICE, until } from './run-project.ts'

test('chat: members receive messages, broadcasts and presence; other users cannot join', async () => {
  const chat = await project('chat')
  await chat.start()
  const admin = chat.client(SERVICE)
  const { data: room } = await admin.from('rooms').insert({ name: 'Figs' }).select('id').single()
  const [anna, ben, stranger] = await Promise.all(
    ['anna', 'ben', 'eve'].map((name) => newUser(chat, `${name}@example.com`)),
  )
  if (!anna || !ben || !stranger) throw new Error('everybody signed up')
  for (const person of [anna, ben]) {
    const { data } = await person.auth.getUser()
    expect((await admin.from('room_members').insert({ room_id: room?.id, user_id: data.user?.id })).error).toBeNull()
  }
  const heard: unknown[] = []
  const topic = `room:${room?.id}`
  const inRoom = (person: typeof anna, key: string) =>
    person
      .channel(topic, { config: { private: true, presence: { key }, broadcast: { ack: true } } })
      // Clients receive presence only if they listen to it.
      .on('presence', { event: 'sync' }, () => undefined)
      .on('broadcast', { event: '*' }, ({ event, payload }) =>
        heard.push([key, event, payload.record?.body ?? payload.text]),
      )
  const joined = (channel: RealtimeChannel) =>
    new Promise<string>((resolve) =>
      channel.subscribe((state) => {
        if (state !== 'CLOSED') resolve(state)
      }),
    )

  const [annas, bens] = [inRoom(anna, 'anna'), inRoom(ben, 'ben')]
  expect([await joined(annas), await joined(bens)]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
  expect(await joined(inRoom(stranger, 'eve'))).toBe('CHANNEL_ERROR')

  await bens.track({ since: 'now' })
  await until(async () => Object.keys(annas.presenceState()).includes('ben') || null)
  expect(await bens.send({ type: 'broadcast', event: 'typing', payload: { text: 'B' } })).toBe('ok')
  expect((await ben.from('room_messages').insert({ room_id: room?.id, body: 'Are they ripe?' })).error).toBeNull()
  await until(async () => (heard.length >= 3 ? true : null))
  expect(heard.sort()).toEqual([
    ['anna', 'INSERT', 'Are they ripe?'],
    ['anna', 'typing', 'B'],
    ['ben', 'INSERT', 'Are they ripe?'],
  ])
  expect((await stranger.from('room_messages').insert({ room_id: room?.id, body: 'Hello' })).error?.code).toBe('42501')
  expect((await stranger.from('room_messages').select()).data).toEqual([])
  await Promise.all([anna, ben, stranger].map((person) => person.removeAllChannels()))
})
