import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deliverTicketEmails } from '../../jobs/deliver-ticket-emails.ts'
import { type Market, onMarket, type Person } from './database.ts'
import { jobContext } from './job-context.ts'

interface EmailContent {
  readonly person?: Person
  readonly email?: string
  readonly clientId?: string
  readonly pictures?: number
  readonly language?: string
}

/** Files a ticket as the function `contact` does, with the service key. @returns its id and number */
async function fileTicket({ owner }: Market, { person, email, clientId, pictures = 0, language }: EmailContent = {}) {
  const id = randomUUID()
  const attachments = Array.from({ length: pictures }, (_, at) => ({ path: `${id}/${at}.webp`, name: `${at}.webp` }))
  for (const { path } of attachments)
    await owner`insert into storage.objects (bucket_id, name) values ('ticket-attachments', ${path})`
  const [filed] = await owner<{ no: string }[]>`
    select public.file_ticket(${id}, ${clientId ?? randomUUID()}, ${person?.id ?? null}, 'Anna Silva', ${email ?? 'anna@example.com'}, 'account',
      ${owner.json(language ? { language } : {})}, 'I cannot change my address.', ${owner.json(attachments)}, '[]') as no`
  return { id, no: Number(filed?.no) }
}

async function moderator(market: Market): Promise<Person> {
  const person = await market.person('Mod')
  await market.owner`update public.profiles set role = 'moderator' where id = ${person.id}`
  return person
}

const ticketsSeenBy = (person: Person, id: string) =>
  person.does((sql) => sql<{ state: string }[]>`select state from public.tickets where id = ${id}`)
const messagesSeenBy = (person: Person, id: string) =>
  person.does(
    (sql) =>
      sql<{ body: string }[]>`select body from public.ticket_messages where ticket_id = ${id} order by created_at`,
  )
const picturesSeenBy = (person: Person) =>
  person.does((sql) => sql`select name from storage.objects where bucket_id = 'ticket-attachments'`)

test('a ticket, its messages and pictures are visible to its author and moderators only', () =>
  onMarket(async (market) => {
    const [anna, ben, mod] = [await market.person('Anna'), await market.person('Ben'), await moderator(market)]
    const { id } = await fileTicket(market, { person: anna, pictures: 1 })
    for (const person of [anna, mod]) {
      expect(await ticketsSeenBy(person, id)).toEqual([{ state: 'open' }])
      expect(await messagesSeenBy(person, id)).toEqual([{ body: 'I cannot change my address.' }])
      expect(await picturesSeenBy(person)).toHaveLength(1)
    }
    expect(await ticketsSeenBy(ben, id)).toEqual([])
    expect(await messagesSeenBy(ben, id)).toEqual([])
    expect(await picturesSeenBy(ben)).toEqual([])
    expect((await market.visitor.isRefused((sql) => sql`select id from public.tickets`)).code).toBe('42501')
    expect(await picturesSeenBy(market.visitor)).toEqual([])
  }))

test('only the service files tickets, tables are read-only, and the answering moderator stays anonymous', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const { id } = await fileTicket(market, { person: anna })
    const actions = [
      `select public.file_ticket(gen_random_uuid(), gen_random_uuid(), '${anna.id}', 'A', 'a@b.cd', 'other', '{}', 'x', '[]', '[]')`,
      `insert into public.ticket_messages (ticket_id, from_staff, body) values ('${id}', true, 'We agree.')`,
      `update public.tickets set state = 'closed' where id = '${id}'`,
      'select author_id from public.ticket_messages',
      'select * from private.ticket_emails',
    ]
    for (const action of actions) expect((await anna.isRefused((sql) => sql.unsafe(action))).code, action).toBe('42501')
    const sneaks = (sql: Parameters<Parameters<Person['does']>[0]>[0]) =>
      sql`insert into storage.objects (bucket_id, name, owner_id) values ('ticket-attachments', ${`${id}/x.png`}, ${anna.id})`
    expect((await anna.isRefused(sneaks)).code).toBe('42501')
  }))

test('retrying creates no second ticket, and mailboxes are protected against flooding', () =>
  onMarket(async (market) => {
    const clientId = randomUUID()
    const first = await fileTicket(market, { clientId, email: 'quiet@example.com' })
    expect((await fileTicket(market, { clientId, email: 'quiet@example.com' })).no).toBe(first.no)
    for (let more = 0; more < 4; more++) await fileTicket(market, { email: 'Quiet@example.com' })
    await expect(
      market.owner.savepoint(() => fileTicket(market, { email: 'quiet@EXAMPLE.com' })),
    ).rejects.toMatchObject({
      code: 'SK708',
    })
    expect((await fileTicket(market, { email: 'other@example.com' })).no).toBeGreaterThan(first.no)
  }))

test('a moderator answers and closes, the user is notified and reopens by replying; all is audited', () =>
  onMarket(async (market) => {
    const [anna, mod] = [await market.person('Anna'), await moderator(market)]
    const { id, no } = await fileTicket(market, { person: anna })
    await mod.does((sql) => sql`select public.answer_ticket(${id}, 'Under Settings.')`)
    expect(await ticketsSeenBy(anna, id)).toEqual([{ state: 'waiting_user' }])
    expect((await messagesSeenBy(anna, id)).map(({ body }) => body)).toEqual([
      'I cannot change my address.',
      'Under Settings.',
    ])
    const told = await anna.does((sql) => sql`select payload from public.notifications where kind = 'ticket_answered'`)
    expect(told).toMatchObject([{ payload: { ticket_no: no, line: 'Under Settings.' } }])

    await mod.does((sql) => sql`select public.close_ticket(${id})`)
    expect(await ticketsSeenBy(anna, id)).toEqual([{ state: 'closed' }])
    await anna.does((sql) => sql`select public.reply_to_ticket(${id}, 'It is not there.')`)
    expect(await ticketsSeenBy(anna, id)).toEqual([{ state: 'waiting_us' }])

    const log = await market.owner<{ action: string; actor_id: string }[]>`
      select action, actor_id from public.audit_log where target = ${`ticket:${no}`} order by id`
    expect(log.map(({ action }) => action)).toEqual(['ticket.answer', 'ticket.close'])
    expect(new Set(log.map(({ actor_id }) => actor_id))).toEqual(new Set([mod.id]))
    const emails = await market.owner<{ kind: string }[]>`
      select mail.kind from private.ticket_emails mail join public.ticket_messages said on said.id = mail.message_id
      where said.ticket_id = ${id} order by mail.id`
    expect(emails.map(({ kind }) => kind).sort()).toEqual(['answer', 'copy', 'operator', 'operator'])
  }))

test('members cannot answer or close tickets, or write in those of others', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.person('Anna'), await market.person('Ben')]
    const { id } = await fileTicket(market, { person: anna })
    const other = await fileTicket(market, { person: ben, pictures: 1 })
    expect((await anna.isRefused((sql) => sql`select public.answer_ticket(${id}, 'Granted.')`)).code).toBe('42501')
    expect((await anna.isRefused((sql) => sql`select public.close_ticket(${id})`)).code).toBe('42501')
    expect((await anna.isRefused((sql) => sql`select * from public.help_figures()`)).code).toBe('42501')
    expect((await ben.isRefused((sql) => sql`select public.reply_to_ticket(${id}, 'Me too.')`)).code).toBe('SK709')
    const foreign = [{ path: `${other.id}/0.webp`, name: 'not mine' }]
    const takes = (sql: Market['owner']) => sql`select public.reply_to_ticket(${id}, 'Look.', ${sql.json(foreign)})`
    expect((await anna.isRefused(takes)).code).toBe('SK707')
  }))

test('inactive tickets are closed after 30 days, and deleted with pictures a year after closing', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const [waiting, old, fresh] = [
      await fileTicket(market, { person: anna }),
      await fileTicket(market, { person: anna, pictures: 2 }),
      await fileTicket(market, { person: anna, pictures: 1 }),
    ]
    await market.owner`update public.tickets set state = 'waiting_user', changed_at = now() - interval '31 days' where id = ${waiting.id}`
    await market.owner`update public.tickets set state = 'closed', closed_at = now() - interval '367 days' where id = ${old.id}`
    await market.owner`select private.forget_tickets()`
    expect(await ticketsSeenBy(anna, waiting.id)).toEqual([{ state: 'closed' }])
    expect(await ticketsSeenBy(anna, old.id)).toEqual([])
    expect(await ticketsSeenBy(anna, fresh.id)).toEqual([{ state: 'open' }])
    expect(await picturesSeenBy(anna)).toHaveLength(1)
  }))

test('deleting an account deletes its tickets and their pictures', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const { id } = await fileTicket(market, { person: anna, pictures: 1 })
    await market.owner`delete from auth.users where id = ${anna.id}`
    const left = await market.owner`
      select name from storage.objects where bucket_id = 'ticket-attachments' and name like ${`${id}/%`}
      union all select id::text from public.tickets where id = ${id}`
    expect([...left]).toEqual([])
  }))

test('the usual answer time is published from five answers on', () =>
  onMarket(async (market) => {
    const mod = await moderator(market)
    // Those of the demo.
    await market.owner`delete from public.tickets`
    const usual = () =>
      market.visitor.does(
        (sql) => sql<{ hours: string | null }[]>`
        select extract(epoch from public.usual_answer_time())::int / 3600 as hours`,
      )
    for (const hours of [1, 2, 3, 4, 50]) {
      expect(await usual()).toEqual([{ hours: null }])
      const { id } = await fileTicket(market, { email: `${hours}@example.com` })
      await market.owner`update public.ticket_messages set created_at = now() - ${hours} * interval '1 hour' where ticket_id = ${id}`
      await mod.does((sql) => sql`select public.answer_ticket(${id}, 'Here you are.', true)`)
    }
    expect(await usual()).toEqual([{ hours: 3 }])
  }))

test('emails about a ticket are in the account’s language, else that of its page', () =>
  onMarket(async (market) => {
    await market.owner`delete from private.ticket_emails`
    const anna = await market.person('Anna')
    await market.owner`update public.profiles set locale = 'fr' where id = ${anna.id}`
    await fileTicket(market, { person: anna, language: 'pt' })
    await fileTicket(market, { email: 'guest@example.com', language: 'de' })
    await fileTicket(market, { email: 'old@example.com' })
    const sent: { to: string; subject: string; language: string | undefined }[] = []
    await deliverTicketEmails({ operator: null }).run(
      jobContext(market, async (to, { subject, language }) => void sent.push({ to, subject, language })),
    )
    expect(sent.map(({ language }) => language)).toEqual(['fr', 'de', 'en'])
    expect(sent[1]).toMatchObject({
      to: 'guest@example.com',
      subject: expect.stringMatching(/^Wir haben deine Anfrage/),
    })
  }))

test('an email is leased for two minutes, retried after a failure, and deleted when sent', () =>
  onMarket(async (market) => {
    await market.owner`delete from private.ticket_emails`
    await fileTicket(market, { email: 'guest@example.com' })
    const claim = () =>
      market.owner<{ id: string; kind: string; email: string; is_first: boolean }[]>`
        select id, kind, email, is_first from private.claim_ticket_emails(10)`
    const claimed = await claim()
    expect(claimed).toMatchObject([
      { kind: 'copy', email: 'guest@example.com', is_first: true },
      { kind: 'operator', is_first: true },
    ])
    expect(await claim()).toEqual([])
    await market.owner`select private.settle_ticket_email(${claimed[0]?.id ?? ''}, true)`
    await market.owner`select private.settle_ticket_email(${claimed[1]?.id ?? ''}, false)`
    const left = await market.owner`select kind, attempts, due_at > now() as later from private.ticket_emails`
    expect([...left]).toEqual([{ kind: 'operator', attempts: 1, later: true }])
  }))

test('attachments of a reply are pictures of that ticket and nothing else', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const { id } = await fileTicket(market, { person: anna })
    const other = randomUUID()
    const reply = (attachments: Parameters<Market['owner']['json']>[0]) => (sql: Market['owner']) =>
      sql`select public.reply_to_ticket(${id}, 'One more thing', ${sql.json(attachments)})`
    for (const attachments of [
      [{ path: `${id}/a`, name: 'x'.repeat(3_000_000) }],
      [{ path: `${id}/a`, name: 'a', more: 'x'.repeat(1000) }],
      [{ path: `${id}/../${other}/a`, name: 'a' }],
      [{ path: `${other}/a`, name: 'a' }],
      [{ path: `${id}/`, name: 'a' }],
      [{ path: `${id}/a` }],
      [{ path: { deep: `${id}/a` }, name: 'a' }],
      [`${id}/a`],
      [[`${id}/a`]],
      { path: `${id}/a`, name: 'a' },
    ])
      expect((await anna.isRefused(reply(attachments))).status).toBe(422)
    await anna.does(reply([{ path: `${id}/${other}`, name: 'screen.png' }]))
  }))

test('every JSON argument of a function that users call is on the reviewed list', () =>
  onMarket(async ({ owner }) => {
    const taking = await owner<{ name: string }[]>`
      select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace
        and has_function_privilege('authenticated', p.oid, 'execute')
        and p.proargtypes::oid[] && array['json'::regtype, 'jsonb'::regtype, 'jsonb[]'::regtype]::oid[] order by 1`
    expect(taking.map(({ name }) => name)).toEqual([
      'add_category', // administrators
      'change_category', // administrators
      'import_listings', // 200 rows at most; each value has its column's checks
      'record_provenance', // 60 fields at most; each becomes a row with checks
      'reply_to_ticket', // above
      'save_attribute', // administrators
      'search_clusters', // as search_listings
      'search_listings', // read by name; nothing is stored
    ])
  }))
