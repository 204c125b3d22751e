import type { AssistantReply } from '../../../contract/help/assistant.ts'
import type { Topic } from '../../../contract/help/contact.ts'
import type { Language } from '../../../contract/languages.ts'
import { paths } from '../../../contract/paths.ts'
import type { Asking } from '../asking.ts'
import { matchesIn, type Patterns } from './patterns.ts'

const PERSON: Patterns = {
  en: /\b(human|real person|somebody real|support team|staff|agent|(?:talk|speak|write) to (?:someone|somebody|a person)|(?:open|create|file|raise) (?:a|an|my)? ?(?:support )?(?:ticket|case))\b/i,
  de: /(?<!\p{L})(?:menschen?|echte[nr]? person|mitarbeiter(?:in)?|kundendienst|mit (?:jemandem|wem) (?:sprechen|reden)|(?:ticket|anfrage) (?:eröffnen|öffnen|erstellen|aufmachen))(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:humain|vraie personne|un conseiller|service client|(?:parler|écrire) à (?:quelqu['’]un|une personne)|(?:ouvrir|créer) un ticket)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:humano|persona real|un agente|atención al cliente|(?:hablar|escribir) (?:con|a) (?:alguien|una persona)|(?:abrir|crear) un (?:tique|ticket))(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:humano|pessoa (?:real|verdadeira)|um agente|apoio ao cliente|(?:falar|escrever) (?:com|a) (?:alguém|uma pessoa)|(?:abrir|criar) um (?:pedido|ticket))(?!\p{L})/iu,
}

/** Whether somebody wants no machine. */
export function asksForPerson(message: string, language: Language = 'en'): boolean {
  return matchesIn(PERSON, language, message)
}

/** Proposes a letter to a person with this conversation in it; the card asks before anything is sent. */
export function talkToPerson(
  { caller, reader }: Pick<Asking, 'caller' | 'reader'>,
  { topic = 'other', summary = '' }: { topic?: Topic | undefined; summary?: string | undefined } = {},
): AssistantReply {
  const { t } = reader
  return {
    response: caller.userId === null ? t('assistant.personThroughContact') : t('assistant.personHandOver'),
    functionCalled: 'open_ticket',
    links: [{ label: t('shell.contact'), path: paths.contact }],
    proposal: { kind: 'open_ticket', topic, summary: summary.slice(0, 500) },
  }
}
