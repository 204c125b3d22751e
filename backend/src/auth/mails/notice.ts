import { layOutLetter } from '../../mail/letter.ts'
import type { Mail } from './mail.ts'
import { type AuthWords, fill, type NoticeKind, type SpokenWords } from './words.ts'

export interface NoticeVariables {
  readonly brandName: string
  readonly name: string | null
  readonly email: string
  /** What the sentence names beside brand and address: see `inWords`. */
  readonly details: Readonly<Record<string, string>>
}

/** A notice in both forms. It has no link: what is urgent must not teach people to click. */
export function notice(kind: NoticeKind, spoken: SpokenWords, variables: NoticeVariables): Mail {
  const { language, words } = spoken
  const { brandName, name, email, details } = variables
  const { subject, line, footnote } = words.notices[kind]
  const values = { ...inWords(details, spoken), brand: brandName, email, name: name ?? '' }
  return layOutLetter(
    {
      language,
      greeting: fill(name ? words.helloNamed : words.hello, values),
      subject: fill(subject, values),
      heading: fill(subject, values),
      name,
      paragraphs: [fill(line, values)],
      action: null,
      footnote: fill(footnote, values),
    },
    brandName,
  )
}

/** The details as the language says them: kinds of factors by name, devices, networks, moments. All others as they are. */
function inWords(details: NoticeVariables['details'], { language, words }: SpokenWords): Record<string, string> {
  const { factor, browser, system, network, at } = details
  return {
    ...details,
    ...(factor === undefined ? {} : { factor: factorName(factor, words) }),
    ...(network === undefined
      ? {}
      : { device: deviceName(browser, system, words), network: fill(words.device.network, { network }) }),
    ...(at === undefined ? {} : { time: moment(at, language) }),
  }
}

function factorName(type: string, { factors }: AuthWords): string {
  return Object.hasOwn(factors, type) ? factors[type as keyof typeof factors] : type
}

function deviceName(browser: string | undefined, system: string | undefined, { device }: AuthWords): string {
  if (browser && system) return fill(device.on, { browser, system })
  return browser || system || device.program
}

function moment(at: string, language: string): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(new Date(at))} UTC`
}
