import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LANGUAGES, type Language } from '../../marketplace/contract/languages.ts'
import type { MessageId } from '../../marketplace/contract/words/message-id.ts'
import { translatorFor } from '../../marketplace/contract/words/translator.ts'

const SHARED = join(import.meta.dirname, '../../../shared/data/assistant-questions/questions.jsonl')
/** Written before they were asked; no line is learned from them. Wrong answers of the held-out ones are counted, never printed. */
const HELD_OUT: readonly string[] = ['unseen-7', 'unseen-8', 'unseen-9', 'unseen-10']
const OWN = ['development', ...HELD_OUT]
/** Between the questions before one. */
const TURN = ' || '

/** A group is met if one of its alternatives is. Patterns are regular expressions with the flags `isu`. */
export interface Group {
  /** Ids of articles that the reply links to; `direct` excludes suggestions. */
  readonly articles?: readonly string[]
  readonly direct?: boolean
  readonly text?: string
  readonly label?: string
  readonly link?: string
  readonly tool?: string
  readonly proposal?: string
}

export interface Question {
  readonly id: string
  readonly lang: string
  readonly page_lang: Language
  /** A demo sign-in, `new` for a fresh account, or '' for a guest. */
  readonly as: string
  /** Path of the page; `listing:TITLE` for the page of that demo ad. */
  readonly context: string
  readonly kind: string
  /** Questions asked before this one. */
  readonly previous: readonly string[]
  readonly message: string
  readonly all: readonly Group[]
  readonly none: readonly Group[]
  /** Accepted languages of the answer. */
  readonly answer_lang: readonly string[]
}

interface QuestionSet {
  readonly name: string
  readonly isHeldOut: boolean
  readonly questions: readonly Question[]
}

/** The sets beside this file, or one file. “Judged” is a third of a set; the rest is held out. */
export async function questionSets(file?: string): Promise<QuestionSet[]> {
  if (file) return [await readSet(file)]
  const own = await Promise.all(OWN.map((name) => readSet(join(import.meta.dirname, `${name}.tsv`))))
  return existsSync(SHARED) ? [...own, { name: 'judged', isHeldOut: false, questions: await readJudged() }] : own
}

async function readSet(file: string): Promise<QuestionSet> {
  const name = basename(file, '.tsv')
  return { name, isHeldOut: HELD_OUT.includes(name), questions: await readOwn(file) }
}

const WARNED = ['five-scams', 'when-to-pay', 'mail-in-our-name', 'after-a-scam', 'payment-problem', 'payment-proof']
/** Wrong answers to safety questions. */
const AD_OR_FORM = '^/listing/|^/post\\?'

/** Tab-separated: language, of the page, who asks, kind, what is right, the questions before and the question. */
async function readOwn(file: string): Promise<Question[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.slice(1).map((line, at) => {
    const [lang = '', page = '', as = '', kind = '', expected = '', before = '', message = ''] = line.split('\t')
    return {
      id: `own-${at + 1}`,
      lang,
      page_lang: LANGUAGES.find(({ code }) => code === page)?.code ?? 'en',
      as,
      context: '/',
      kind,
      previous: before === '' ? [] : before.split(TURN),
      message,
      all: expected.split(' ').map((word) => groupOf(word, kind)),
      none: kind === 'safety' ? [{ link: AD_OR_FORM }] : kind === 'harmless' ? [{ tool: '^check_suspicion$' }] : [],
      answer_lang: kind === 'mixed' || kind === 'otherlang' ? [lang, page] : [lang],
    }
  })
}

/** `warn`, `unclear`, `signin`, `ticket`, `tool:NAME`, `link:PATH`, `says:MESSAGE`, `~PATTERN` of text or label, or an article. */
function groupOf(word: string, kind: string): Group {
  const [name = '', ...rest] = word.split(':')
  const value = rest.join(':')
  if (word === 'warn')
    return { articles: [...WARNED, 'bank-details', 'check-a-person'], tool: '^check_suspicion$', direct: true }
  if (word === 'unclear') return { text: any((t) => t('assistant.whatDoYouMean')), proposal: 'open_ticket' }
  if (word === 'signin') return { link: '^/auth' }
  if (word === 'ticket') return { proposal: 'open_ticket' }
  if (name === 'tool') return { tool: `^${value}$` }
  if (name === 'link') return { link: escaped(value) }
  if (name === 'says') return { text: any((t) => t(value as MessageId /* named in the file */, { brand: 'Souk' })) }
  if (word.startsWith('~')) return { text: word.slice(1), label: word.slice(1) }
  return { articles: [word], direct: kind === 'safety' }
}

/** A pattern for a text in any language. */
function any(say: (t: ReturnType<typeof translatorFor>['t']) => string): string {
  return LANGUAGES.map(({ code }) => escaped(say(translatorFor(code).t).replace(/[‘’]/g, "'"))).join('|')
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

interface JudgedQuestion extends Omit<Question, 'previous' | 'all' | 'none' | 'answer_lang'> {
  readonly signed_in: string
  readonly previous: readonly { readonly content: string }[]
  readonly check: Pick<Question, 'all' | 'answer_lang'> & Partial<Pick<Question, 'none'>>
}

async function readJudged(): Promise<Question[]> {
  const lines = (await readFile(SHARED, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const one = JSON.parse(line) as JudgedQuestion // described beside the file
    const { previous, check, signed_in: signedIn, as } = one
    return {
      ...one,
      as: signedIn === 'yes' ? as || 'new' : '',
      previous: previous.map(({ content }) => content),
      all: check.all,
      none: check.none ?? [],
      answer_lang: check.answer_lang,
    }
  })
}
