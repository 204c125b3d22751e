import type { Mail } from './mail.ts'

/** The content of an email. All texts may contain user input. */
export interface EmailContent {
  /** Language of the whole email; English by default. */
  readonly language?: string
  /** Replaces "Hello Ana,". */
  readonly greeting?: string
  readonly subject: string
  readonly heading: string
  /** First name for the greeting, if known. */
  readonly name: string | null
  readonly paragraphs: readonly string[]
  readonly action: Readonly<{ label: string; link: string }> | null
  /** A list below the paragraphs, such as search results; each entry has a link. */
  readonly items?: readonly EmailItem[]
  /** A separate line below the action. */
  readonly aside?: string
  /** Why the email was sent, and why it can be ignored. */
  readonly footnote: string
  /** One-click unsubscribe without signing in (RFC 8058): in the footer and in the headers. */
  readonly unsubscribe?: Readonly<{
    label: string
    /** The page that asks for confirmation. */
    page: string
    /** Called by mail clients themselves, with POST. */
    oneClick: string
  }>
}

interface EmailItem {
  readonly title: string
  readonly line: string
  readonly link: string
}

/** Colours are inline, as mail clients require; these replace them in dark mode (WCAG AA throughout). */
const DARK = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.page{background:#0b1211!important;color:#f0f4f2!important}.card{background:#131d1b!important}
.soft{color:#b3c0bb!important}.link{color:#6fd3c2!important}.button{background:#f0f4f2!important;color:#0b1211!important}}`

/** Right-to-left languages. */
const RIGHT_TO_LEFT = /^(?:ar|fa|he|ur)\b/

const directionOf = (language: string) => (RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr')

/** Renders an email as text and HTML. Content is plain text and is only escaped here. */
export function layOutEmail(content: EmailContent, brandName: string): Omit<Mail, 'to'> {
  const { subject, heading, name, paragraphs, items = [], action, aside, footnote, unsubscribe } = content
  const { language = 'en', greeting = name ? `Hello ${name},` : 'Hello,' } = content
  const lines = [greeting, ...paragraphs]
  const call = action ? [`${action.label}:\n${action.link}`] : []
  const list = items.map(({ title, line, link }) => [title, line, link].filter(Boolean).join('\n'))
  const end = unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.page}`] : []
  const text = [...lines, ...list, ...call, ...(aside ? [aside] : []), footnote, ...end, brandName].join('\n\n')
  const button = action
    ? `<p style="margin:0 0 16px"><a class="button" href="${escapeHtml(action.link)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#1c1917;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`
    : ''
  const html = `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${DARK}</style></head>
<body class="page" style="margin:0;padding:24px 16px;background:#faf7f2;color:#1c1917;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere">
<div class="card" style="box-sizing:border-box;max-width:576px;margin:0 auto;padding:32px 28px;border-radius:16px;background:#ffffff">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escapeHtml(heading)}</h1>
${lines.map(paragraph).join('\n')}
${items.map(item).join('\n')}
${button}
${aside ? paragraph(aside) : ''}
<p class="soft" style="margin:0;color:#57534e;font-size:14px">${escapeHtml(footnote)}${unsubscribe ? ` <a class="soft" href="${escapeHtml(unsubscribe.page)}" style="color:#57534e">${escapeHtml(unsubscribe.label)}</a>` : ''}</p>
</div>
<p class="soft" style="box-sizing:border-box;max-width:576px;margin:16px auto 0;padding:0 28px;color:#57534e;font-size:13px">${escapeHtml(brandName)}</p>
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

const item = ({ title, line, link }: EmailItem) =>
  `<p style="margin:0 0 12px"><a class="link" href="${escapeHtml(link)}" style="color:#0a6057;font-weight:600">${escapeHtml(title)}</a>${line ? `<br><span class="soft" style="color:#57534e">${escapeHtml(line)}</span>` : ''}</p>`

const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
