import type { FunctionContext } from 'souk-backend/functions'
import { afterEach, expect, test, vi } from 'vitest'
import type { Ticket } from '../../contract/help/contact.ts'
import { contextOf } from '../_shared/context-of.ts'
import { handle } from './handler.ts'

const ANNA = '11111111-1111-4111-8111-111111111111'
const TICKET_ID = '22222222-2222-4222-8222-222222222222'

const filed = vi.fn()
const uploaded = vi.fn()
const replied = vi.fn()
afterEach(() => vi.clearAllMocks())

interface World {
  readonly userId?: string | null
  /** The caller's readable profile; null for a session without its second factor. */
  readonly profile?: { first_name: string; last_name: string } | null
  readonly ownTicket?: boolean
  readonly turn?: string | null
  readonly badPicture?: boolean
}

/** The parts of a context that the handler uses. */
function context({
  userId = null,
  profile = { first_name: 'Anna', last_name: 'Silva' },
  ownTicket = true,
  turn = null,
  badPicture = false,
}: World = {}): FunctionContext {
  const rows = (data: unknown) => {
    const query = { select: () => query, eq: () => query, maybeSingle: async () => ({ data, error: null }) }
    return query
  }
  return contextOf({
    caller: { userId, role: userId ? 'authenticated' : 'anon', claims: userId ? { email: 'anna@example.com' } : {} },
    env: { ADDRESS_KEY: 'k' },
    supabase: {
      from: (table: string) => rows(table === 'profiles' ? profile : ownTicket ? { id: TICKET_ID } : null),
      rpc: async (name: string, args: unknown) => {
        replied(name, args)
        return { data: null, error: null }
      },
    },
    supabaseAdmin: {
      rpc: async (name: string, args: unknown) => {
        if (name === 'count_function_call') return { data: turn, error: null }
        filed(args)
        return { data: 1001, error: null }
      },
      storage: {
        from: () => ({
          upload: async (path: string) => {
            uploaded(path)
            return { error: badPicture ? { message: 'not a picture' } : null }
          },
          remove: async () => ({ error: null }),
        }),
      },
    },
  })
}

const TICKET: Ticket = {
  clientId: '33333333-3333-4333-8333-333333333333',
  topic: 'account',
  body: 'I cannot change my address since Monday.',
  name: 'Guest',
  email: 'guest@example.com',
}

function posting(part: 'ticket' | 'reply', content: unknown, pictures: File[] = []): Request {
  const form = new FormData()
  form.set(part, JSON.stringify(content))
  for (const picture of pictures) form.append('picture', picture)
  return new Request('http://localhost/functions/v1/contact', { method: 'POST', body: form })
}

const createPicture = (bytes = 10, type = 'image/png') => new File([new Uint8Array(bytes)], 'screen.png', { type })

test('a visitor’s message is filed with name and email, and the answer gives the ticket number and email', async () => {
  const answer = await handle(posting('ticket', TICKET, [createPicture()]), context())
  expect(await answer.json()).toEqual({ ticketNo: 1001, email: 'guest@example.com' })
  expect(filed).toHaveBeenCalledWith(
    expect.objectContaining({
      person: null,
      name: 'Guest',
      email: 'guest@example.com',
      topic: 'account',
      fields: { language: 'en' },
    }),
  )
  const [{ ticket_id: id, attachments }] = filed.mock.calls[0] as [
    { ticket_id: string; attachments: { path: string }[] },
  ]
  expect(attachments).toEqual([{ path: uploaded.mock.calls[0]?.[0], name: 'screen.png' }])
  expect(attachments[0]?.path.startsWith(`${id}/`)).toBe(true)
})

test('a signed-in user’s message is filed under their account, whatever the payload says', async () => {
  await handle(posting('ticket', TICKET), context({ userId: ANNA }))
  expect(filed).toHaveBeenCalledWith(
    expect.objectContaining({ person: ANNA, name: 'Anna Silva', email: 'anna@example.com' }),
  )
})

test('a session without its second factor is treated as a visitor', async () => {
  await handle(posting('ticket', TICKET), context({ userId: ANNA, profile: null }))
  expect(filed).toHaveBeenCalledWith(expect.objectContaining({ person: null, email: 'guest@example.com' }))
})

test.each([
  ['a hidden field that was filled in', { website: 'https://spam.example' }],
  ['too little', { body: 'Help.' }],
  ['too much', { body: 'x'.repeat(4001) }],
  ['no address', { email: '' }],
  ['no name', { name: undefined }],
  ['an unknown topic', { topic: 'gossip' }],
  ['a legal notice without its page', { topic: 'illegal', goodFaith: true }],
  ['a legal notice not in good faith', { topic: 'illegal', where: '/listing/1' }],
  ['a transcript without end', { transcript: Array.from({ length: 41 }, () => ({ role: 'user', content: 'x' })) }],
])('%s is refused, and nothing is stored', async (_, wrong) => {
  const answer = await handle(posting('ticket', { ...TICKET, ...wrong }, [createPicture()]), context())
  expect([answer.status, filed.mock.calls.length, uploaded.mock.calls.length]).toEqual([400, 0, 0])
})

test.each([
  ['four pictures', Array.from({ length: 4 }, () => createPicture())],
  ['one of another kind', [createPicture(10, 'text/html')]],
  ['one too large', [createPicture(5 * 1024 * 1024 + 1)]],
])('%s are refused before anything is stored', async (_, pictures) => {
  const answer = await handle(posting('ticket', TICKET, pictures), context())
  expect([answer.status, uploaded.mock.calls.length]).toEqual([400, 0])
})

test('a file that storage rejects as an image is not filed', async () => {
  const answer = await handle(posting('ticket', TICKET, [createPicture()]), context({ badPicture: true }))
  expect([answer.status, filed.mock.calls.length]).toEqual([422, 0])
})

test('a refusal by the rate limit says when to retry', async () => {
  const later = new Date(Date.now() + 10 * 60_000).toISOString()
  const answer = await handle(posting('ticket', TICKET), context({ turn: later }))
  expect([answer.status, filed.mock.calls.length]).toEqual([429, 0])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a reply goes to the user’s own ticket only', async () => {
  const reply = { ticketId: TICKET_ID, body: 'And here is the picture.' }
  expect((await handle(posting('reply', reply, [createPicture()]), context({ userId: ANNA }))).status).toBe(200)
  expect(replied).toHaveBeenCalledWith('reply_to_ticket', expect.objectContaining({ ticket_id: TICKET_ID }))
  expect(uploaded.mock.calls[0]?.[0]).toMatch(new RegExp(`^${TICKET_ID}/`))
  uploaded.mockClear()
  const other = await handle(posting('reply', reply, [createPicture()]), context({ userId: ANNA, ownTicket: false }))
  expect([other.status, uploaded.mock.calls.length]).toEqual([404, 0])
  expect((await handle(posting('reply', reply), context())).status).toBe(401)
})

test('a request without a valid message is refused', async () => {
  const nothing = new Request('http://localhost/functions/v1/contact', { method: 'POST', body: 'hello' })
  expect((await handle(nothing, context())).status).toBe(400)
  expect((await handle(new Request('http://localhost/functions/v1/contact'), context())).status).toBe(405)
})
