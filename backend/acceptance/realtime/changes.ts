import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { subscription } from './channels.ts'

/** A change as the official client passes it to a listener. */
export interface Change {
  readonly eventType: string
  readonly schema: string
  readonly table: string
  readonly commit_timestamp: string
  readonly new: Record<string, unknown>
  readonly old: Record<string, unknown>
  readonly errors: string[] | null
}

export interface Wanted {
  readonly event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  readonly schema?: string
  readonly table?: string
  readonly filter?: string
  readonly select?: string[]
}

interface SystemMessage {
  readonly extension: string
  readonly status: string
  readonly message: string
}

let numbers = Math.floor(Math.random() * 2 ** 30)
/** A number unique to the test. */
export function uniqueNumber(): number {
  numbers += 1
  return numbers
}

/** Listens to changes; `received[i]` has those for the i-th request, `systemMessages` the server's own. */
export async function watchChanges(client: SupabaseClient, topic: string, wishes: readonly Wanted[]) {
  const received: Change[][] = wishes.map(() => [])
  const systemMessages: SystemMessage[] = []
  const channel: RealtimeChannel = client.channel(topic)
  channel.on('system', {}, (message: SystemMessage) => {
    if (message.extension === 'postgres_changes') systemMessages.push(message)
  })
  for (const [index, { event = '*', schema = 'public', ...rest }] of wishes.entries()) {
    // The client's types have one overload per event.
    const wish = { event, schema, ...rest } as { event: '*'; schema: string }
    channel.on('postgres_changes', wish, (change) => received[index]?.push(change as Change))
  }
  await subscription(channel)
  while (systemMessages.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  return { channel, received, systemMessages }
}

/** Returns the first of several; for tests that expect a single result. */
export function first<T>(items: readonly T[]): T {
  const [item] = items
  if (item === undefined) throw new Error('nothing came')
  return item
}
