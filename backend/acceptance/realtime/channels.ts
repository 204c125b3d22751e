import {
  createClient,
  type RealtimeChannel,
  type RealtimeChannelOptions,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { onTestFinished } from 'vitest'
import { newUser, target } from '../server.ts'

/** Both serializers of the official client; everything is tested with each. */
export const VERSIONS = ['1.0.0', '2.0.0'] as const
export type Version = (typeof VERSIONS)[number]

let topics = 0
/** A topic unique to the test. */
export function uniqueTopic(): string {
  topics += 1
  return `topic-${process.pid}-${Date.now()}-${topics}`
}

/** A visitor using the given serializer; disconnected after the test. */
export function visitorClient(vsn: Version): SupabaseClient {
  const { url, publishableKey } = target()
  const client = createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { vsn },
  })
  onTestFinished(() => {
    client.realtime.disconnect()
  })
  return client
}

/** A signed-in user with the given serializer. */
export async function userClient(vsn: Version): Promise<{ client: SupabaseClient; id: string }> {
  const { id, email, password } = await newUser()
  const client = visitorClient(vsn)
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  // The client sets its token by itself, but not before an immediate subscribe.
  await client.realtime.setAuth()
  return { client, id }
}

/** Lets a user read or write a private topic (fixture function). */
export async function allow(
  client: SupabaseClient,
  topic: string,
  rights: { read: boolean; write: boolean },
): Promise<void> {
  const { error } = await client.rpc('realtime_allow', { topic, may_read: rights.read, may_write: rights.write })
  if (error) throw error
}

/** Subscribes and resolves with the channel; rejects with the client's reason when refused. */
export async function subscribed(
  client: SupabaseClient,
  topic: string,
  options: RealtimeChannelOptions['config'] = {},
  prepare: (channel: RealtimeChannel) => void = () => undefined,
): Promise<RealtimeChannel> {
  const channel = client.channel(topic, { config: options })
  prepare(channel)
  await subscription(channel)
  return channel
}

export function subscription(channel: RealtimeChannel): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve()
      else reject(new Error(`${status}: ${error?.message ?? ''}`, { cause: error }))
    })
  })
}

export interface Broadcast {
  readonly event: string
  readonly payload: Record<string, unknown>
  readonly meta?: { id: string; replayed?: boolean }
}

/** The payload of a binary broadcast. @throws if it is not binary */
export function bytesOf({ payload }: Broadcast): Uint8Array {
  if (!(payload instanceof ArrayBuffer)) throw new Error('the payload is not binary')
  return new Uint8Array(payload)
}

/** Collects a channel's broadcasts; `next` waits for the next unread one. */
export function collectBroadcasts() {
  const received: Broadcast[] = []
  const waiting: (() => void)[] = []
  let taken = 0
  return {
    received,
    listenTo(channel: RealtimeChannel, event = '*'): void {
      channel.on('broadcast', { event }, (message) => {
        received.push({ ...message, payload: message.payload })
        for (const wake of waiting.splice(0)) wake()
      })
    },
    async next(): Promise<Broadcast> {
      while (received.length <= taken) await new Promise<void>((resolve) => waiting.push(resolve))
      taken += 1
      return received[taken - 1] as Broadcast
    },
  }
}

/** Long enough for wrong messages to arrive: correct ones take a few milliseconds. */
export function briefPause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 150))
}
