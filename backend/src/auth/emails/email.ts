import { layOutEmail } from '../../mail/email-content.ts'
import { type AuthWords, type EmailKind, fill, type SpokenWords } from './words.ts'

export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Variables of an email. Each may contain text typed by a stranger. */
export interface EmailVariables {
  readonly brandName: string
  /** The user's first name, if given. */
  readonly name: string | null
  readonly email: string
  readonly newEmail: string | null
  /** Six digits, to type instead of following the link. */
  readonly otp: string
  /** Empty for emails that only contain a code. */
  readonly link: string
}

type EmailText = AuthWords['emails'][EmailKind]

/** Renders an email with a link, a code or both, as text and HTML. */
export function renderEmail(kind: EmailKind, { language, words }: SpokenWords, variables: EmailVariables): Mail {
  const { brandName, name, email, newEmail, otp, link } = variables
  const values = { brand: brandName, email, newEmail: newEmail ?? '', otp, name: name ?? '' }
  const text = words.emails[kind]
  const { subject, heading, action, footnote } = text
  return layOutEmail(
    {
      language,
      greeting: fill(name ? words.helloNamed : words.hello, values),
      subject: fill(subject, values),
      heading: fill(heading, values),
      name,
      paragraphs: [fill(lineOf(text, email), values)],
      action: action === null ? null : { label: fill(action, values), link },
      aside: fill(action === null ? words.yourCode : words.orCode, values),
      footnote: fill(footnote, values),
    },
    brandName,
  )
}

/** An account without an address has no old one to mention. */
function lineOf(text: EmailText, email: string): string {
  return 'lineWithoutEmail' in text && email === '' ? text.lineWithoutEmail : text.line
}
