export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** What a mail may say. Everything here may hold text that a stranger typed. */
export interface MailVariables {
  readonly brandName: string
  /** The person's first name, when they gave one. */
  readonly name: string | null
  readonly email: string
  readonly newEmail: string | null
  /** Six digits, to type instead of following the link. */
  readonly otp: string
  /** Empty for mails that only carry a code. */
  readonly link: string
}

export interface MailContent {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly action: string | null
  /** Why the reader may ignore this. */
  readonly footnote: string
}

/** One letter in both forms. Content arrives as plain text and is escaped here, in the one place that makes HTML. */
export function layOut(content: MailContent, { brandName, name, otp, link }: MailVariables): Mail {
  const greeting = name ? `Hello ${name},` : 'Hello,'
  const code = content.action ? `Or enter this code: ${otp}` : `Your code: ${otp}`
  const call = content.action ? [`${content.action}:\n${link}`] : []
  const text = [greeting, ...content.paragraphs, ...call, code, content.footnote, brandName].join('\n\n')
  const paragraphs = [greeting, ...content.paragraphs].map(
    (line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`,
  )
  const button = content.action
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#1c1917;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(content.action)}</a></p>`
    : ''
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:24px;background:#faf7f2;color:#1c1917;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;border-radius:16px;background:#ffffff">
<h1 style="margin:0 0 16px;font-size:22px">${escapeHtml(content.heading)}</h1>
${paragraphs.join('\n')}
${button}
<p style="margin:0 0 16px">${escapeHtml(code)}</p>
<p style="margin:0;color:#57534e;font-size:14px">${escapeHtml(content.footnote)}</p>
</div>
<p style="max-width:520px;margin:16px auto 0;color:#57534e;font-size:13px">${escapeHtml(brandName)}</p>
</body></html>
`
  return { subject: content.subject.replace(/[\r\n]+/g, ' '), text, html }
}

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
