import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { DevelopmentMailbox, KeptMail } from './development-mailbox.ts'
import { mailboxPage } from './mailbox-page.ts'

interface CatcherOptions {
  readonly port: number
  readonly mailbox: DevelopmentMailbox
  /** The sender, as `Name <address>`. */
  readonly from: string
  readonly log: Logger
}

/**
 * Serves the kept emails as the mail catcher of a local Supabase does, on its own port of this machine: with the API of Mailpit, and with
 * that of Inbucket, which it had before. Development only.
 * @returns a function that stops it
 */
export async function catchMails({ port, mailbox, from, log }: CatcherOptions): Promise<() => Promise<void>> {
  const app = Fastify()
  // Clients delete everything without a body, but with a content type.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body === '' ? {} : JSON.parse(String(body)))
  })
  await app.register(mailboxPage, { mailbox, publicUrl: `http://127.0.0.1:${port}` })
  app.get('/', (_request, reply) => reply.redirect('/dev/mail'))
  await app.register(mailpit, { mailbox, from, prefix: '/api/v1' })
  await app.register(inbucket, { mailbox, from, prefix: '/api/v1/mailbox' })
  try {
    await app.listen({ port, host: '127.0.0.1' })
  } catch (error) {
    log.warn(
      { err: error, port },
      'the port for captured emails is not free: they are at /dev/mail only; MAIL_PORT sets another',
    )
  }
  return () => app.close()
}

type Shelf = Pick<CatcherOptions, 'mailbox' | 'from'>

async function mailpit(app: FastifyInstance, { mailbox, from }: Shelf): Promise<void> {
  type Query = { Querystring: { query?: string; start?: string; limit?: string } }
  const page = async ({ query = '', start = '0', limit = '50' }: Query['Querystring']) => {
    const all = await mailbox.list()
    const found = all.filter((mail) => matches(mail, query, from))
    const first = Number(start) || 0
    const messages = found.slice(first, first + (Number(limit) || 50)).map((mail) => ({
      ...headOf(mail, from),
      Read: false,
      Created: mail.sentAt,
      Attachments: 0,
      Snippet: mail.text.replace(/\s+/g, ' ').slice(0, 250),
    }))
    const counts = { total: all.length, unread: all.length, count: messages.length }
    return { ...counts, messages_count: found.length, messages_unread: found.length, start: first, tags: [], messages }
  }
  app.get<Query>('/messages', ({ query: { start, limit } }) =>
    page({ ...(start ? { start } : {}), ...(limit ? { limit } : {}) }),
  )
  app.get<Query>('/search', ({ query }) => page(query))
  app.delete<{ Body: { IDs?: string[] } | undefined }>('/messages', async ({ body }, reply) => {
    const ids = body?.IDs ?? []
    await mailbox.remove((mail) => ids.length === 0 || ids.includes(mail.id))
    return reply.type('text/plain').send('ok')
  })
  app.delete<Query>('/search', async ({ query: { query = '' } }, reply) => {
    await mailbox.remove((mail) => matches(mail, query, from))
    return reply.type('text/plain').send('ok')
  })
  app.get<{ Params: { id: string } }>('/message/:id', async ({ params: { id } }, reply) => {
    const mail = chosen(await mailbox.list(), id)
    if (!mail) return reply.code(404).type('text/plain').send('404 page not found')
    const body = { Text: mail.text, HTML: mail.html, Inline: [], Attachments: [] }
    return { ...headOf(mail, from), ReturnPath: addressOf(from).Address, Date: mail.sentAt, ...body }
  })
  app.get('/info', async () => ({ Version: 'v1.0.0', Messages: (await mailbox.list()).length }))
}

function headOf(mail: KeptMail, from: string) {
  return {
    ID: mail.id,
    MessageID: `${mail.id}@localhost`,
    From: addressOf(from),
    To: [addressOf(mail.to)],
    Cc: [],
    Bcc: [],
    ReplyTo: [],
    Subject: mail.subject,
    Tags: [],
    Size: mail.html.length + mail.text.length,
  }
}

async function inbucket(app: FastifyInstance, { mailbox, from }: Shelf): Promise<void> {
  type Route = { Params: { name: string; id: string } }
  const isIn = (name: string) => (mail: KeptMail) => {
    const address = addressOf(mail.to).Address.toLowerCase()
    return [address, address.split('@')[0]].includes(name.toLowerCase())
  }
  const described = (name: string, mail: KeptMail) => ({
    mailbox: name,
    id: mail.id,
    from: `<${addressOf(from).Address}>`,
    to: [`<${addressOf(mail.to).Address}>`],
    subject: mail.subject,
    date: mail.sentAt,
    'posix-millis': Date.parse(mail.sentAt),
    size: mail.html.length + mail.text.length,
    seen: false,
  })
  app.get<Route>('/:name', async ({ params: { name } }) =>
    (await mailbox.list())
      .filter(isIn(name))
      .reverse()
      .map((mail) => described(name, mail)),
  )
  app.get<Route>('/:name/:id', async ({ params: { name, id } }, reply) => {
    const mail = chosen((await mailbox.list()).filter(isIn(name)), id)
    if (!mail) return reply.code(404).type('text/plain').send('404 page not found')
    const header = { From: [from], To: [mail.to], Subject: [mail.subject], Date: [mail.sentAt] }
    return { ...described(name, mail), body: { text: mail.text, html: mail.html }, header, attachments: [] }
  })
  app.delete<Route>('/:name', async ({ params: { name } }) => {
    await mailbox.remove(isIn(name))
    return 'OK'
  })
  app.delete<Route>('/:name/:id', async ({ params: { name, id } }) => {
    await mailbox.remove((mail) => mail.id === id && isIn(name)(mail))
    return 'OK'
  })
}

/** The mail of an id, or the newest for `latest`. */
const chosen = (mails: readonly KeptMail[], id: string) =>
  id === 'latest' ? mails[0] : mails.find((one) => one.id === id)

function addressOf(written: string): { Name: string; Address: string } {
  const [, name = '', address] = /^\s*"?([^"<]*?)"?\s*<([^>]+)>\s*$/.exec(written) ?? []
  return { Name: name, Address: address ?? written.trim() }
}

/** Mailpit's search: words and quoted texts, all of which must occur, in one field with `to:`, `from:` or `subject:`. */
function matches(mail: KeptMail, query: string, from: string): boolean {
  const fields: Record<string, string> = { to: mail.to, from, subject: mail.subject, addressed: `${mail.to} ${from}` }
  const whole = [mail.to, from, mail.subject, mail.text].join('\n')
  return [...query.matchAll(/([!-])?(?:(to|from|subject|addressed):)?(?:"([^"]*)"|(\S+))/gi)].every(
    ([, not, field, quoted, word = '']) => {
      const text = (field === undefined ? whole : (fields[field.toLowerCase()] ?? '')).toLowerCase()
      return text.includes((quoted ?? word).toLowerCase()) === (not === undefined)
    },
  )
}
