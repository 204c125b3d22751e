import { layOutLetter } from '../../mail/letter.ts'
import type { Mail } from './layout.ts'
import { NOTICE_TEXTS, type NoticeKind } from './notice-texts.ts'

export interface NoticeVariables {
  readonly brandName: string
  readonly name: string | null
  readonly email: string
  /** What the sentence names beside brand and address, by the name in its braces. */
  readonly details: Readonly<Record<string, string>>
}

/** A notice in both forms. It has no link: what is urgent must not teach people to click. */
export function notice(kind: NoticeKind, { brandName, name, email, details }: NoticeVariables): Mail {
  const { subject, line, footnote } = NOTICE_TEXTS[kind]
  const words: Readonly<Record<string, string>> = { ...details, brand: brandName, email }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '')
  return layOutLetter(
    {
      subject: fill(subject),
      heading: fill(subject),
      name,
      paragraphs: [fill(line)],
      action: null,
      footnote: fill(footnote),
    },
    brandName,
  )
}
