import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Attack,
  attack,
  everyNth,
  Findings,
  fitsHeader,
  fitsPath,
  forEach,
  hostile,
  type Reply,
} from '../hostile.ts'
import { newUser, operator, visitor } from '../server.ts'

/**
 * An attacker with an account sends every text of the lists in every place that the data API reads. Another tenant's rows, a table without
 * grants and the fixtures of all other tests are the targets.
 */
const marker = `victim ${randomUUID()}`
let attacker: { token: string; id: string }
let victimRows: unknown[]
let before: unknown

type Place = (text: string, encoded: string) => Attack | null
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const read = (query: string): Attack => ({ path: `/rest/v1/library_ledger?${query}` })
const quoted = (text: string) => encodeURIComponent(`"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
const header = (name: string, text: string, more: Partial<Attack> = {}): Attack | null =>
  fitsHeader(text) ? { ...read('select=note'), ...more, headers: { ...json, [name]: text } } : null

const PLACES: Readonly<Record<string, Place>> = {
  'relation name': (_text, encoded) => ({ path: `/rest/v1/${encoded}` }),
  'raw path': (text) => (fitsPath(text) ? { path: `/rest/v1/${text}` } : null),
  'function name': (_text, encoded) => ({ method: 'POST', path: `/rest/v1/rpc/${encoded}`, headers: json, body: '{}' }),
  'filter value': (_text, encoded) => read(`note=eq.${encoded}`),
  'negated filter value': (_text, encoded) => read(`note=not.eq.${encoded}`),
  number: (_text, encoded) => read(`amount=gt.${encoded}`),
  pattern: (_text, encoded) => read(`note=ilike.${encoded}`),
  list: (_text, encoded) => read(`note=in.(${encoded})`),
  'array literal': (_text, encoded) => read(`tags=ov.${encoded}`),
  'json literal': (_text, encoded) => read(`extra=cs.${encoded}`),
  'quantified list': (_text, encoded) => read(`note=eq(any).${encoded}`),
  'text search': (_text, encoded) => read(`note=wfts.${encoded}`),
  'search configuration': (_text, encoded) => read(`note=fts(${encoded}).x`),
  'filter key': (_text, encoded) => read(`${encoded}=eq.1`),
  'key of an embed': (text) => read(`${quoted(text)}.id=eq.1&${quoted(text)}.order=id`),
  'json key of a filter': (text) => read(`extra->>${quoted(text)}=eq.1`),
  'quoted filter key': (text) => read(`${quoted(text)}=eq.1`),
  'whole filter': (_text, encoded) => read(`note=${encoded}`),
  'logic tree': (_text, encoded) => read(`or=(${encoded})`),
  'value in a logic tree': (text) => read(`or=(note.eq.${quoted(text)},amount.lt.-5)`),
  select: (_text, encoded) => read(`select=${encoded}`),
  alias: (text) => read(`select=${quoted(text)}:note`),
  'quoted column': (text) => read(`select=note,${quoted(text)}`),
  cast: (_text, encoded) => read(`select=note::${encoded}`),
  'json key': (text) => read(`select=extra->>${quoted(text)}`),
  embed: (text) => read(`select=note,${quoted(text)}!${quoted(text)}(id)`),
  order: (_text, encoded) => read(`order=${encoded}`),
  'quoted order': (text) => read(`order=${quoted(text)}.desc`),
  'order by an embed': (text) => read(`order=${quoted(text)}(${quoted(text)})`),
  'limit and offset': (_text, encoded) => read(`limit=${encoded}&offset=${encoded}`),
  'argument of a call': (_text, encoded) => ({ path: `/rest/v1/rpc/library_ledger_of?words=${encoded}` }),
  'name of an argument': (_text, encoded) => ({ path: `/rest/v1/rpc/library_ledger_of?${encoded}=x` }),
  'body of a call': (text) => ({
    method: 'POST',
    path: '/rest/v1/rpc/library_ledger_of',
    headers: json,
    body: JSON.stringify({ words: text }),
  }),
  'form of a call': (_text, encoded) => ({
    method: 'POST',
    path: '/rest/v1/rpc/library_ledger_of',
    headers: form,
    body: `words=${encoded}`,
  }),
  'whole text of a call': (text) => ({
    method: 'POST',
    path: '/rest/v1/rpc/library_echo_text',
    headers: { 'content-type': 'text/plain' },
    body: text,
  }),
  'whole xml of a call': (text) => ({
    method: 'POST',
    path: '/rest/v1/rpc/library_echo_xml',
    headers: { 'content-type': 'text/xml' },
    body: text,
  }),
  'form as a row': (_text, encoded) => ({ ...write(`note=${encoded}`), headers: form }),
  'field of a form': (_text, encoded) => ({ ...write(`${encoded}=1`), headers: form }),
  'key of a replacement': (_text, encoded) => ({
    ...write('{"id":-1,"note":"replaced"}'),
    method: 'PUT',
    path: `/rest/v1/library_ledger?id=eq.${encoded}`,
  }),
  row: (text) => ({
    method: 'POST',
    path: '/rest/v1/library_ledger?select=note,extra,tags',
    headers: { ...json, prefer: 'return=representation' },
    body: JSON.stringify({ note: text, extra: { [text]: text }, tags: [text] }),
  }),
  'column of a row': (text) => write(JSON.stringify({ [text]: 1 })),
  'whole body': (text) => write(text),
  csv: (text) => ({ ...write(`note\n${text}`), headers: { 'content-type': 'text/csv' } }),
  columns: (_text, encoded) => ({ ...write('{}'), path: `/rest/v1/library_ledger?columns=${encoded}` }),
  'conflict target': (text) => ({
    ...write('{"note":"x"}'),
    path: `/rest/v1/library_ledger?on_conflict=${quoted(text)}`,
    headers: { ...json, prefer: 'resolution=merge-duplicates' },
  }),
  'filter of an update': (_text, encoded) => ({
    method: 'PATCH',
    path: `/rest/v1/library_ledger?note=neq.${encoded}&amount=eq.77`,
    headers: json,
    body: '{"note":"taken over"}',
  }),
  'filter of a deletion': (_text, encoded) => ({
    method: 'DELETE',
    path: `/rest/v1/library_ledger?or=(note.eq.${encoded},amount.eq.77)`,
    headers: json,
  }),
  Prefer: (text) => header('prefer', text),
  'Prefer: timezone': (text) => header('prefer', `timezone=${text}`),
  Accept: (text) => header('accept', text),
  'Accept-Profile': (text) => header('accept-profile', text),
  'Content-Profile': (text) => header('content-profile', text, { method: 'POST', body: '{}' }),
  'Content-Type': (text) => header('content-type', text, { method: 'POST', body: '{}' }),
  Range: (text) => header('range', text),
  'If-None-Match': (text) => header('if-none-match', text),
  'Prefer: max-affected': (text) => header('prefer', `handling=strict, max-affected=${text}`),
  'any header and cookie': (text) =>
    fitsHeader(text) ? { ...read('select=note'), headers: { cookie: `a=${text}`, 'x-client-info': text } } : null,
  apikey: (text) => header('apikey', text),
  token: (text) => (fitsHeader(text) ? { ...read('select=note'), headers: { authorization: `Bearer ${text}` } } : null),
}

function write(body: string): Attack {
  return { method: 'POST', path: '/rest/v1/library_ledger', headers: json, body }
}

beforeAll(async () => {
  const victim = await newUser()
  const rows = [1, 2, 3].map((number) => ({ note: `${marker} ${number}`, amount: 77, extra: { marker } }))
  const { data, error } = await victim.client.from('library_ledger').insert(rows).select()
  if (error) throw error
  victimRows = data
  const thief = await newUser()
  const { data: session } = await thief.client.auth.getSession()
  attacker = { token: session.session?.access_token ?? '', id: thief.id }
  before = await fixtures()
})

async function timed(request: Attack): Promise<{ reply: Reply; seconds: number }> {
  const started = performance.now()
  const reply = await attack(request)
  return { reply, seconds: (performance.now() - started) / 1000 }
}

/** All rows that no attack may change, as seen by the operator. */
async function fixtures(): Promise<unknown> {
  const tables = {
    library_books: 'id',
    library_safe: 'id',
    library_profiles: 'member_id',
    library_book_subjects: 'book_id,subject_id',
  }
  const answers = await Promise.all(
    Object.entries(tables).map(([table, keys]) =>
      operator()
        .from(table)
        .select()
        .order(keys.split(',')[0] ?? 'id')
        .order(keys.split(',').at(-1) ?? 'id'),
    ),
  )
  return answers.map(({ data, error }) => error ?? data)
}

describe('hostile texts in every place of a request', () => {
  test('are values, unknown names, or refused, and never execute or disclose other rows', async () => {
    const findings = new Findings()
    const injections = [
      ...(await hostile('sql-injection')),
      ...(await hostile('nosql-injection')),
      ...(await hostile('template-injection')),
    ]
    const others = [
      ...(await hostile('xss')),
      ...(await hostile('path-traversal')),
      ...(await hostile('open-redirect')),
    ]
    const places = Object.entries(PLACES)
    // Every place gets a share of each list, more of the SQL lists; together the places get every text.
    const attacks = places.flatMap(([where, place], index) =>
      [...everyNth(injections, 6, index), ...everyNth(others, 30, index)].map((text) => ({ where, place, text })),
    )
    await forEach(attacks, async ({ where, place, text }) => {
      const sent = place(text, encodeURIComponent(text))
      if (!sent) return
      const request = { ...sent, headers: { authorization: `Bearer ${attacker.token}`, ...sent.headers } }
      const { reply, seconds } = await timed(request)
      // A busy machine is slow once; an injected sleep is slow again.
      const sleeps = seconds > 4 && (await timed(request)).seconds > 4
      findings.judge(
        where,
        text,
        reply,
        reply.text.includes(marker) && "another tenant's row",
        reply.text.includes('gold') && 'a table without grants',
        sleeps && 'a delay that was asked for',
      )
    })
    expect(findings.list).toEqual([])
  }, 240_000)

  test('are returned as they were sent when stored', async () => {
    const texts = everyNth(await hostile('sql-injection'), 10)
    const me = visitor()
    const answers: unknown[] = []
    await forEach(texts, async (text, index) => {
      const { text: body } = await attack({
        ...(PLACES.row?.(text, '') as Attack),
        headers: {
          ...json,
          prefer: 'return=representation',
          authorization: `Bearer ${attacker.token}`,
        },
      })
      answers[index] = JSON.parse(body)
    })
    expect(answers).toEqual(texts.map((text) => [{ note: text, extra: { [text]: text }, tags: [text] }]))
    expect((await me.from('library_ledger').select()).data).toEqual([]) // a visitor sees no tenant's rows
  })

  test('leave every table unchanged', async () => {
    const { data } = await operator().from('library_ledger').select().eq('amount', 77).order('id')
    expect(data).toEqual(victimRows)
    const { data: strangers } = await operator()
      .from('library_ledger')
      .select('id')
      .neq('amount', 77)
      .neq('tenant', attacker.id)
    expect(strangers).toEqual([])
    expect(await fixtures()).toEqual(before)
  })
})
