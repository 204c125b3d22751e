import { target } from '../server.ts'

export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
}

interface Wanted {
  readonly server?: string
  readonly atLeast?: number
  /** Filter for the emails. */
  readonly where?: (mail: ReceivedMail) => boolean
}

/** Waits for the newest email to an address, since emails are sent after the answer. */
export async function mailTo(
  address: string,
  { server = target().url, atLeast = 1, where = () => true }: Wanted = {},
): Promise<ReceivedMail> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const emails = (await mailsTo(address, server)).filter(where)
    if (emails.length >= atLeast && emails[0]) return emails[0]
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no mail arrived for ${address}`)
}

export async function mailsTo(address: string, server = target().url): Promise<ReceivedMail[]> {
  const response = await fetch(`${server}/dev/mail.json`)
  const emails = (await response.json()) as ReceivedMail[] // the documented format of the development mailbox
  return emails.filter(({ to }) => to === address)
}

/** The link that the reader should follow. */
export function linkOf(mail: ReceivedMail): string {
  const link = mail.links.find((url) => url.includes('/auth/v1/verify?'))
  if (!link) throw new Error(`the mail "${mail.subject}" has no link`)
  return link
}

export function codeOf(mail: ReceivedMail): string {
  const code = /code: (\d{6})/.exec(mail.text)?.[1]
  if (!code) throw new Error(`the mail "${mail.subject}" has no code`)
  return code
}

/** Follows an emailed link like a browser, up to the app: returns the URL it redirects to. */
export async function follow(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (response.status !== 303 || !location) throw new Error(`the link answered ${response.status}`)
  return new URL(location)
}

/** The parameters in the fragment of the URL that opens the app. */
export function fragmentOf(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
}
