import { layOutLetter } from '../../mail/letter.ts'

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

/** The letter that carries a link, a code or both. */
export function layOut(content: MailContent, { brandName, name, otp, link }: MailVariables): Mail {
  const { subject, heading, paragraphs, action, footnote } = content
  const aside = action ? `Or enter this code: ${otp}` : `Your code: ${otp}`
  return layOutLetter(
    { subject, heading, name, paragraphs, action: action ? { label: action, link } : null, aside, footnote },
    brandName,
  )
}
