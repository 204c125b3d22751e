import type { Mail } from './mail.ts'

/** A mail as people read it. Everything may hold text that a stranger typed. */
export interface Letter {
  /** Of the whole letter; English without it. */
  readonly language?: string
  /** In place of "Hello Ana,". */
  readonly greeting?: string
  readonly subject: string
  readonly heading: string
  /** The first name to greet with, when it is known. */
  readonly name: string | null
  readonly paragraphs: readonly string[]
  readonly action: Readonly<{ label: string; link: string }> | null
  /** A list below the paragraphs, such as what was found; each leads somewhere. */
  readonly items?: readonly LetterItem[]
  /** A line of its own below the action. */
  readonly aside?: string
  /** Why it came, and why the reader may ignore it. */
  readonly footnote: string
  /** Where one click ends mails like this, without signing in (RFC 8058): in the footer, and in the mail's headers. */
  readonly unsubscribe?: Readonly<{
    label: string
    /** The page that asks first. */
    page: string
    /** What mail programs call by themselves, with POST. */
    oneClick: string
  }>
}

export interface LetterItem {
  readonly title: string
  readonly line: string
  readonly link: string
}

/** One letter in both forms. Content arrives as plain text and is escaped here, in the one place that makes HTML. */
export function layOutLetter(letter: Letter, brandName: string): Omit<Mail, 'to'> {
  const { subject, heading, name, paragraphs, items = [], action, aside, footnote, unsubscribe } = letter
  const { language = 'en', greeting = name ? `Hello ${name},` : 'Hello,' } = letter
  const lines = [greeting, ...paragraphs]
  const call = action ? [`${action.label}:\n${action.link}`] : []
  const list = items.map(({ title, line, link }) => [title, line, link].filter(Boolean).join('\n'))
  const end = unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.page}`] : []
  const text = [...lines, ...list, ...call, ...(aside ? [aside] : []), footnote, ...end, brandName].join('\n\n')
  const button = action
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(action.link)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#1c1917;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`
    : ''
  const html = `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#faf7f2;color:#1c1917;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;border-radius:16px;background:#ffffff">
<h1 style="margin:0 0 16px;font-size:22px">${escapeHtml(heading)}</h1>
${lines.map(paragraph).join('\n')}
${items.map(item).join('\n')}
${button}
${aside ? paragraph(aside) : ''}
<p style="margin:0;color:#57534e;font-size:14px">${escapeHtml(footnote)}${unsubscribe ? ` <a href="${escapeHtml(unsubscribe.page)}" style="color:#57534e">${escapeHtml(unsubscribe.label)}</a>` : ''}</p>
</div>
<p style="max-width:520px;margin:16px auto 0;color:#57534e;font-size:13px">${escapeHtml(brandName)}</p>
</body></html>
`
  return {
    subject: subject.replace(/[\r\n]+/g, ' '),
    text,
    html,
    ...(unsubscribe
      ? {
          headers: {
            'List-Unsubscribe': `<${unsubscribe.oneClick}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }
      : {}),
  }
}

const item = ({ title, line, link }: LetterItem) =>
  `<p style="margin:0 0 12px"><a href="${escapeHtml(link)}" style="color:#0a6057;font-weight:600">${escapeHtml(title)}</a>${line ? `<br><span style="color:#57534e">${escapeHtml(line)}</span>` : ''}</p>`

const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
