import type { RealtimeChannel } from '@supabase/supabase-js'
import { describe, expect, test, vi } from 'vitest'
import { subscribed, uniqueTopic, VERSIONS, visitorClient } from './channels.ts'

type Change = { event: 'join' | 'leave'; key: string; who: unknown[] }

/** Records joins and leaves as the client reports them. */
function watcher() {
  const changes: Change[] = []
  const names = (metas: unknown) => (metas as { name?: string }[]).map(({ name }) => name)
  return {
    changes,
    watch(channel: RealtimeChannel): void {
      channel.on('presence', { event: 'sync' }, () => undefined)
      channel.on('presence', { event: 'join' }, ({ key, newPresences }) => {
        changes.push({ event: 'join', key, who: names(newPresences) })
      })
      channel.on('presence', { event: 'leave' }, ({ key, leftPresences }) => {
        changes.push({ event: 'leave', key, who: names(leftPresences) })
      })
    },
  }
}

describe.each(VERSIONS)('serializer %s: presence', (vsn) => {
  test('shows who is present, who joins and who leaves', async () => {
    const topic = uniqueTopic()
    const [forAnna, forBen] = [watcher(), watcher()]
    const anna = await subscribed(visitorClient(vsn), topic, { presence: { key: 'anna' } }, forAnna.watch)
    expect(await anna.track({ name: 'Anna' })).toBe('ok')
    const ben = await subscribed(visitorClient(vsn), topic, { presence: { key: 'ben' } }, forBen.watch)
    await vi.waitFor(() => expect(ben.presenceState()).toMatchObject({ anna: [{ name: 'Anna' }] }))
    await ben.track({ name: 'Ben' })
    await vi.waitFor(() => expect(Object.keys(anna.presenceState()).sort()).toEqual(['anna', 'ben']))
    expect(await ben.untrack()).toBe('ok')
    await vi.waitFor(() => expect(Object.keys(anna.presenceState())).toEqual(['anna']))
    expect(forAnna.changes).toEqual([
      { event: 'join', key: 'anna', who: ['Anna'] },
      { event: 'join', key: 'ben', who: ['Ben'] },
      { event: 'leave', key: 'ben', who: ['Ben'] },
    ])
    expect(forBen.changes[0]).toEqual({ event: 'join', key: 'anna', who: ['Anna'] })
  })

  test('replaces a changed state', async () => {
    const topic = uniqueTopic()
    const anna = await subscribed(visitorClient(vsn), topic, { presence: { key: 'anna' } }, watcher().watch)
    const ben = await subscribed(visitorClient(vsn), topic, {}, watcher().watch)
    await anna.track({ typing: true })
    await anna.track({ typing: false })
    await vi.waitFor(() => expect(ben.presenceState()).toMatchObject({ anna: [{ typing: false }] }))
    expect(ben.presenceState().anna).toHaveLength(1)
  })

  test('sees leaving the channel and losing the socket as leaves', async () => {
    const topic = uniqueTopic()
    const watchChanges = await subscribed(visitorClient(vsn), topic, {}, watcher().watch)
    const leaver = await subscribed(visitorClient(vsn), topic, { presence: { key: 'leaver' } }, watcher().watch)
    const loser = visitorClient(vsn)
    const lost = await subscribed(loser, topic, { presence: { key: 'loser' } }, watcher().watch)
    await leaver.track({})
    await lost.track({})
    await vi.waitFor(() => expect(Object.keys(watchChanges.presenceState()).sort()).toEqual(['leaver', 'loser']))
    await leaver.unsubscribe()
    await vi.waitFor(() => expect(Object.keys(watchChanges.presenceState())).toEqual(['loser']))
    loser.realtime.disconnect()
    await vi.waitFor(() => expect(watchChanges.presenceState()).toEqual({}))
  })

  test('counts two sockets of one user as two under one key', async () => {
    const topic = uniqueTopic()
    const phone = await subscribed(visitorClient(vsn), topic, { presence: { key: 'anna' } }, watcher().watch)
    const laptop = await subscribed(visitorClient(vsn), topic, { presence: { key: 'anna' } }, watcher().watch)
    await phone.track({ name: 'phone' })
    await laptop.track({ name: 'laptop' })
    await vi.waitFor(() => expect(phone.presenceState().anna).toHaveLength(2))
    await laptop.unsubscribe()
    await vi.waitFor(() => expect(phone.presenceState()).toMatchObject({ anna: [{ name: 'phone' }] }))
  })

  test('shows a client that tracks without having requested presence', async () => {
    const topic = uniqueTopic()
    const watchChanges = await subscribed(visitorClient(vsn), topic, {}, watcher().watch)
    const quiet = await subscribed(visitorClient(vsn), topic, { presence: { key: 'quiet' } })
    await quiet.track({ name: 'Quiet' })
    await vi.waitFor(() => expect(watchChanges.presenceState()).toMatchObject({ quiet: [{ name: 'Quiet' }] }))
  })
})
