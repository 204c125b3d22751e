import { describe, expect, test } from 'vitest'
import {
  allow,
  briefPause,
  collectBroadcasts,
  subscribed,
  uniqueTopic,
  userClient,
  VERSIONS,
  visitorClient,
} from './channels.ts'

describe.each(VERSIONS)('serializer %s: a private channel', (vsn) => {
  test('admits users whom the read policy allows, and nobody else', async () => {
    const topic = uniqueTopic()
    const member = await userClient(vsn)
    const stranger = await userClient(vsn)
    await allow(member.client, topic, { read: true, write: false })
    await subscribed(member.client, topic, { private: true })
    const refusal = `CHANNEL_ERROR: Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`
    await expect(subscribed(stranger.client, topic, { private: true })).rejects.toThrow(refusal)
    await expect(subscribed(visitorClient(vsn), topic, { private: true })).rejects.toThrow(refusal)
  })

  test('carries broadcasts of users whom the write policy allows', async () => {
    const topic = uniqueTopic()
    const [writer, reader] = [await userClient(vsn), await userClient(vsn)]
    await allow(writer.client, topic, { read: true, write: true })
    await allow(reader.client, topic, { read: true, write: false })
    const theirs = collectBroadcasts()
    await subscribed(reader.client, topic, { private: true }, theirs.listenTo)
    const channel = await subscribed(writer.client, topic, { private: true, broadcast: { ack: true } })
    const sent = [1, 2, 3].map((n) => channel.send({ type: 'broadcast', event: 'count', payload: { n } }))
    expect(await Promise.all(sent)).toEqual(['ok', 'ok', 'ok'])
    expect([await theirs.next(), await theirs.next(), await theirs.next()].map(({ payload }) => payload.n)).toEqual([
      1, 2, 3,
    ])
  })

  test('silently drops broadcasts of users without write access', async () => {
    const topic = uniqueTopic()
    const [writer, reader] = [await userClient(vsn), await userClient(vsn)]
    await allow(writer.client, topic, { read: true, write: true })
    await allow(reader.client, topic, { read: true, write: false })
    const theirs = collectBroadcasts()
    await subscribed(writer.client, topic, { private: true }, theirs.listenTo)
    const channel = await subscribed(reader.client, topic, { private: true, broadcast: { ack: true } })
    const answer = channel.send({ type: 'broadcast', event: 'forbidden', payload: {} }, { timeout: 500 })
    expect(await answer).toBe('timed out')
    expect(theirs.received).toEqual([])
    expect(await channel.track({}, { timeout: 2_000 })).toBe('error')
  })

  test('is separate from the public channel of the same name', async () => {
    const topic = uniqueTopic()
    const member = await userClient(vsn)
    await allow(member.client, topic, { read: true, write: true })
    const [inside, outside] = [collectBroadcasts(), collectBroadcasts()]
    const secret = await subscribed(member.client, topic, { private: true, broadcast: { ack: true } }, inside.listenTo)
    const open = await subscribed(visitorClient(vsn), topic, { broadcast: { ack: true } }, outside.listenTo)
    await secret.send({ type: 'broadcast', event: 'secret', payload: {} })
    await open.send({ type: 'broadcast', event: 'open', payload: {} })
    await briefPause()
    expect([inside.received, outside.received]).toEqual([[], []])
  })

  test('ends when a new token has no permission, and continues for others', async () => {
    const topic = uniqueTopic()
    const [leaver, stayer] = [await userClient(vsn), await userClient(vsn)]
    for (const person of [leaver, stayer]) await allow(person.client, topic, { read: true, write: true })
    const endings: string[] = []
    const systemWords: unknown[] = []
    const channel = leaver.client.channel(topic, { config: { private: true } })
    channel.on('system', {}, (payload) => systemWords.push(payload))
    await new Promise<void>((resolve) => {
      channel.subscribe((status) => (status === 'SUBSCRIBED' ? resolve() : endings.push(status)))
    })
    const theirs = collectBroadcasts()
    await subscribed(stayer.client, topic, { private: true }, theirs.listenTo)

    await allow(leaver.client, topic, { read: false, write: false })
    for (const person of [leaver, stayer]) {
      await person.client.auth.refreshSession()
      await person.client.realtime.setAuth()
    }
    await expect.poll(() => endings).toEqual(['CLOSED'])
    expect(systemWords).toMatchObject([
      { status: 'error', message: `You no longer have permission to read from this Channel topic: ${topic}` },
    ])
    await stayer.client.rpc('realtime_announce', { topic, event: 'still', payload: {} })
    expect((await theirs.next()).event).toBe('still')
  })
})
