import type { EmailTemplate } from '../../config/email-templates.ts'
import { renderTemplate, type TemplateValues } from '../../mail/go-template.ts'
import type { Mail } from './email.ts'

/** Replaces the parts of an email that the project has a template for. */
export function withOwnTemplate(mail: Mail, own: EmailTemplate | undefined, values: TemplateValues): Mail {
  if (!own) return mail
  const subject = own.subject ? renderTemplate(own.subject, values).replace(/[\r\n]+/g, ' ') : mail.subject
  if (!own.content) return { ...mail, subject }
  const html = renderTemplate(own.content, values, escapeInHtml)
  return { subject, html, text: textOf(html) }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
}

/** Like Go's html/template: escapes a value as a query parameter inside a URL, and as text elsewhere. */
function escapeInHtml(value: string, before: string): string {
  const inQuery = /\b(?:href|src|action)\s*=\s*(?:"[^"]*[?&][^"]*=|'[^']*[?&][^']*=)$/i.test(before)
  return inQuery ? encodeURIComponent(value) : value.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one)
}

/** The plain text alternative: the text, with the URLs of its links. */
function textOf(html: string): string {
  return html
    .replace(/<(style|script|title|head)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<a\b[^>]*\bhref\s*=\s*["']([^"']*)["'][^>]*>([\s\S]*?)<\/a>/gi, '$2: $1')
    .replace(/<(?:br|\/p|\/div|\/h\d|\/li|\/tr)\b[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|#34|#39|quot|nbsp);/g, (_, name: string) => DECODED[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

const DECODED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  '#34': '"',
  '#39': "'",
  quot: '"',
  nbsp: ' ',
}
