import { layOutEmail } from '../../mail/email-content.ts'
import type { Mail } from './email.ts'
import { type AuthWords, fill, type NoticeKind, type SpokenWords } from './words.ts'

export interface NoticeVariables {
  readonly brandName: string
  readonly name: string | null
  readonly email: string
  /** Values for the text besides brand and address: see `translateDetails`. */
  readonly details: Readonly<Record<string, string>>
  /** When it happened. */
  readonly at: Date
  /** The user's IANA time zone; null if unknown. */
  readonly timeZone: string | null
}

/** Renders a notice as text and HTML. It has no link, so that urgent emails don't train users to click. */
export function notice(kind: NoticeKind, spoken: SpokenWords, variables: NoticeVariables): Mail {
  const { language, words } = spoken
  const { brandName, name, email, details } = variables
  const { subject, line, footnote } = words.notices[kind]
  const time = moment(variables, language)
  const values = { ...translateDetails(details, spoken), brand: brandName, email, name: name ?? '', time }
  return layOutEmail(
    {
      language,
      greeting: fill(name ? words.helloNamed : words.hello, values),
      subject: fill(subject, values),
      heading: fill(subject, values),
      name,
      paragraphs: [fill(line, values), fill(words.when, values)],
      action: null,
      footnote: fill(footnote, values),
    },
    brandName,
  )
}

/** Translates factor types and devices with their network; other details stay as they are. */
function translateDetails(details: NoticeVariables['details'], { words }: SpokenWords): Record<string, string> {
  const { factor, browser, system, network } = details
  return {
    ...details,
    ...(factor === undefined ? {} : { factor: factorName(factor, words) }),
    ...(network === undefined
      ? {}
      : { device: deviceName(browser, system, words), network: fill(words.device.network, { network }) }),
  }
}

function factorName(type: string, { factors }: AuthWords): string {
  return Object.hasOwn(factors, type) ? factors[type as keyof typeof factors] : type
}

function deviceName(browser: string | undefined, system: string | undefined, { device }: AuthWords): string {
  if (browser && system) return fill(device.on, { browser, system })
  return browser || system || device.program
}

/** Includes the time zone: UTC if the user's is unknown or invalid. */
function moment({ at, timeZone }: Pick<NoticeVariables, 'at' | 'timeZone'>, language: string): string {
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }
  const format = (zone: string) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...options, timeZone: zone }).format(at)
  try {
    return format(timeZone ?? 'UTC')
  } catch {
    return format('UTC')
  }
}
