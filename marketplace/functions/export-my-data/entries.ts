import type { SupabaseClient } from '@supabase/supabase-js'
import { readAddressBook } from '../_shared/sealed-address.ts'
import { DATASETS, type Dataset } from './datasets.ts'
import { indexPage } from './pages.ts'
import { asCsv, asJson, type Row, readPages } from './read-rows.ts'

export interface Entry {
  readonly name: string
  readonly lastModified: Date
  readonly input: string | AsyncIterable<string> | ReadableStream<Uint8Array>
}

const READ_ME = `A copy of what you have here.

index.html  your ads with their photos, and your messages, to look at in a browser
data/    each kind of thing as JSON and, for spreadsheets, as CSV
photos/  the photos of your ads, your picture, and those that you sent in chats and with tickets to us

Amounts are in minor units (5500 EUR is 55.00), times in UTC. Of conversations you find both sides, as you see them on the
site. What was deleted is not in here, and neither is your password, which nobody here knows.
`

/**
 * The files of the export in order; each is read only when it is written.
 * @param addressKey  opens the saved addresses
 */
export async function* entriesOf(supabase: SupabaseClient, me: string, addressKey: string): AsyncGenerator<Entry> {
  const now = new Date()
  yield { name: 'README.txt', lastModified: now, input: READ_ME }
  const rows = {
    profile: rowsOf(supabase, 'profile', me),
    ads: rowsOf(supabase, 'ads', me),
    photos: rowsOf(supabase, 'ad-photos', me),
    messages: rowsOf(supabase, 'messages', me),
  }
  const files = DATASETS.map(({ name }) => `data/${name}.csv`)
  yield { name: 'index.html', lastModified: now, input: indexPage(rows, me, files) }
  for (const dataset of DATASETS) {
    const pages = () => readPages(supabase, dataset, me)
    yield { name: `data/${dataset.name}.json`, lastModified: now, input: asJson(pages()) }
    yield { name: `data/${dataset.name}.csv`, lastModified: now, input: asCsv(pages()) }
  }
  yield { name: 'data/personal-tokens.json', lastModified: now, input: await told(supabase, 'my_personal_tokens') }
  yield { name: 'data/account-activity.json', lastModified: now, input: await told(supabase, 'my_account_activity') }
  const { addresses, error: closed } = await readAddressBook(supabase, me, addressKey)
  if (closed) throw new Error(`addresses: ${closed.message}`)
  yield { name: 'data/addresses.json', lastModified: now, input: `${JSON.stringify(addresses, null, 1)}\n` }
  const missing: string[] = []
  for await (const { bucket, path } of photosOf(supabase, me)) {
    const { data, error } = await supabase.storage.from(bucket).download(path).asStream()
    if (error) {
      missing.push(`${bucket}/${path}`)
      continue
    }
    yield { name: `photos/${bucket}/${path}`, lastModified: now, input: data }
  }
  // Deleted meanwhile, or lost: export the rest and list what is missing.
  if (missing.length > 0) yield { name: 'photos/NOT-FOUND.txt', lastModified: now, input: `${missing.join('\n')}\n` }
}

/** What the auth service shows users about their account: names and times of tokens, times and methods of sign-ins. */
async function told(supabase: SupabaseClient, by: 'my_personal_tokens' | 'my_account_activity'): Promise<string> {
  const { data, error } = await supabase.rpc(by)
  if (error) throw new Error(`${by}: ${error.message}`)
  return `${JSON.stringify(data, null, 1)}\n`
}

async function* photosOf(supabase: SupabaseClient, me: string): AsyncGenerator<{ bucket: string; path: string }> {
  for await (const { avatar_path } of rowsOf(supabase, 'profile', me)) {
    if (isOwn(avatar_path, me)) yield { bucket: 'avatars', path: avatar_path }
  }
  for await (const { path } of rowsOf(supabase, 'ad-photos', me)) {
    if (isOwn(path, me)) yield { bucket: 'listing-photos', path }
  }
  for await (const { kind, sender_id, payload } of rowsOf(supabase, 'messages', me)) {
    const path = (payload as { path?: unknown } | null)?.path
    if (kind === 'image' && sender_id === me && typeof path === 'string') yield { bucket: 'chat-photos', path }
  }
  for await (const { said } of rowsOf(supabase, 'tickets', me)) {
    // Matches the dataset's columns.
    for (const { attachments } of said as { attachments: { path: string }[] }[])
      for (const { path } of attachments) yield { bucket: 'ticket-attachments', path }
  }
}

async function* rowsOf(supabase: SupabaseClient, name: string, me: string): AsyncGenerator<Row> {
  const dataset = DATASETS.find((one): one is Dataset => one.name === name)
  if (!dataset) throw new Error(`no dataset ${name}`)
  for await (const rows of readPages(supabase, dataset, me)) yield* rows
}

function isOwn(path: unknown, me: string): path is string {
  return typeof path === 'string' && path.startsWith(`${me}/`)
}
