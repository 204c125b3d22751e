import type { FastifyPluginAsync } from 'fastify'
import { isLoopback } from '../http/loopback.ts'
import type { DevelopmentMailbox, KeptMail } from './development-mailbox.ts'

interface MailboxOptions {
  readonly mailbox: Pick<DevelopmentMailbox, 'list'>
  /** URL at which browsers reach this server. */
  readonly publicUrl: string
}

/** GET /dev/mail and /dev/mail.json: the emails that would have been sent, newest first. Development only. */
export const mailboxPage: FastifyPluginAsync<MailboxOptions> = async (app, { mailbox, publicUrl }) => {
  const own = new URL(publicUrl).hostname
  // Another site can point its own name here (DNS rebinding), but the request then carries that name.
  app.addHook('onRequest', async (request, reply) => {
    const host = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? ''
    if (host === own || isLoopback(host)) return
    return reply.code(403).send({ message: `The mailbox answers at localhost and ${own} only.` })
  })
  app.get('/dev/mail.json', async () => mailbox.list())
  app.get('/dev/mail', async (_request, reply) => {
    const emails = await mailbox.list()
    return reply.type('text/html; charset=utf-8').send(page(emails))
  })
}

function page(emails: readonly KeptMail[]): string {
  const body = emails.length === 0 ? '<p>No mail yet.</p>' : emails.map(article).join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Development mailbox</title>
<style>body{font:16px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}article{border-top:1px solid #8886;padding:1rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:0}</style>
<h1>Development mailbox</h1><p>No mail server is configured, so emails are kept here instead of being sent. Newest first.</p>${body}</html>`
}

function article(mail: KeptMail): string {
  const links = mail.links.map((link) => `<li><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`).join('')
  return `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)}, <time>${escapeHtml(mail.sentAt)}</time></p><pre>${escapeHtml(mail.text)}</pre><ul>${links}</ul></article>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
