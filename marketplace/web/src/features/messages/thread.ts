import type { Message } from './types.ts'

/** Merges two lists of messages: deduplicated (the later copy wins) and sorted by time. */
export function mergeMessages(known: readonly Message[], news: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of news) {
    const before = byId.get(message.id)
    // Ticks are never removed: an older copy may arrive late.
    byId.set(message.id, {
      ...message,
      delivered_at: message.delivered_at ?? before?.delivered_at ?? null,
      read_at: message.read_at ?? before?.read_at ?? null,
    })
  }
  return [...byId.values()].sort(bySaying)
}

type Said = Pick<Message, 'id' | 'created_at'>

/** The order of the table: by time to the microsecond, then by id. */
export function bySaying(a: Said, b: Said): number {
  return (
    Date.parse(a.created_at) - Date.parse(b.created_at) ||
    microseconds(a.created_at) - microseconds(b.created_at) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  )
}

/** The microseconds below the millisecond, which a Date cannot hold. */
function microseconds(moment: string): number {
  const [, fraction = ''] = /\.(\d+)/.exec(moment) ?? []
  return Number(fraction.padEnd(6, '0').slice(3, 6))
}

/** Messages fetched back from the newest one. */
export interface Found {
  /** Oldest first. */
  readonly messages: Message[]
  /** How far back it goes: to the known message, to the start of the conversation, or not far enough. */
  readonly reached: 'known' | 'start' | 'neither'
}

/**
 * Fetches page by page from the newest message back to `known`, before which nothing is missing.
 * @param fetchPage the page that ends before a message (null: the newest), oldest first; shorter than `size` at the start
 */
export async function fetchBackTo(
  known: Said | null,
  fetchPage: (before: Message | null) => Promise<Message[]>,
  { size, pages }: { size: number; pages: number },
): Promise<Found> {
  let messages: Message[] = []
  for (let page = 0; page < pages; page++) {
    const found = await fetchPage(messages[0] ?? null)
    messages = [...found, ...messages]
    if (found.length < size) return { messages, reached: 'start' }
    const [oldest] = messages
    if (!known || (oldest && bySaying(oldest, known) <= 0)) return { messages, reached: 'known' }
  }
  return { messages, reached: 'neither' }
}

/** Marks the messages that the other person has received or read by the given time. */
export function tick(
  messages: readonly Message[],
  readerId: string,
  field: 'delivered_at' | 'read_at',
  at: string,
): Message[] {
  return messages.map((message) => {
    if (message.sender_id === readerId || message[field] !== null || Date.parse(message.created_at) > Date.parse(at))
      return message
    return field === 'read_at'
      ? { ...message, read_at: at, delivered_at: message.delivered_at ?? at }
      : { ...message, delivered_at: at }
  })
}

export interface Day<Item> {
  /** Local calendar day, YYYY-MM-DD. */
  readonly key: string
  readonly date: Date
  readonly items: readonly Item[]
}

/** Groups consecutive items by local day. */
export function groupByDay<Item extends { created_at: string }>(items: readonly Item[]): Day<Item>[] {
  const days: { key: string; date: Date; items: Item[] }[] = []
  for (const item of items) {
    const date = new Date(item.created_at)
    const key = `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
    const last = days.at(-1)
    if (last?.key === key) last.items.push(item)
    else days.push({ key, date, items: [item] })
  }
  return days
}
