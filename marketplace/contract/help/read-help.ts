import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { marked, type Token } from 'marked'
import { parse } from 'yaml'
import { z } from 'zod'
import { LANGUAGES, type Language, SOURCE_LANGUAGE, varietyOf } from '../languages.ts'
import { LIMITS } from '../limits.ts'
import { type Article, CHAPTERS, HELP_TOPICS, type Help } from './article.ts'

/** The translated fields of an article; other fields of a copied English file are ignored. */
const Words = z.object({
  question: z.string(),
  keywords: z.string(),
  /** Label of the link to the page for doing it. */
  action: z.string().optional(),
})

/** The English file also has the fields shared by all languages. */
const SourceWords = Words.extend({
  topic: z.enum(HELP_TOPICS),
  chapter: z.enum(CHAPTERS).optional(),
  /** Position within the topic or chapter. */
  order: z.int(),
  often: z.int().optional(),
  path: z.string().startsWith('/').optional(),
  related: z.array(z.string()).length(3),
  updated: z.iso.date(),
})

/** End of the names of files that apply while items can be paid for here, in place of the file without it if there is one. */
const PAID = '.payments'

/** Name of the file of an article. */
export const fileOf = ({ id, payments }: Article) => `${id}${payments === 'on' ? PAID : ''}.md`

/** One Markdown file for each article, two where its text depends on whether items can be paid for here. */
export function helpFolder(language: Language): string {
  return join(import.meta.dirname, '../locales', language, 'help')
}

/** The help in every language, for the build only: it needs the parsers. */
export function readAllHelp(): Help {
  const entries = LANGUAGES.map(({ code }) => [code, readHelp(code)])
  return Object.fromEntries(entries) // covers every language
}

/** The help in a language, in reading order; untranslated articles stay in English. */
export function readHelp(language: Language): readonly Article[] {
  const translated = new Map(
    language === SOURCE_LANGUAGE ? [] : readFolder(language, Words).map(({ file, ...article }) => [file, article]),
  )
  return readFolder(SOURCE_LANGUAGE, SourceWords)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map(({ order: _, path, file, ...english }) => {
      const { action: label = '', ...article } = { ...english, ...translated.get(file) }
      return path ? { ...article, action: { label, path } } : article
    })
}

function placeOf({ topic, chapter, order }: z.infer<typeof SourceWords>): number {
  return HELP_TOPICS.indexOf(topic) * 1e6 + (chapter ? CHAPTERS.indexOf(chapter) * 1e4 : 0) + order
}

function readFolder<Front>(language: Language, front: z.ZodType<Front>) {
  const files = readdirSync(helpFolder(language))
  return files.map((file) => {
    const text = withLimits(readFileSync(join(helpFolder(language), file), 'utf8'), varietyOf(language))
    const [, head = '', body = ''] = /^---\n(.*?)^---\n(.*)$/ms.exec(text) ?? []
    const name = basename(file, '.md')
    const id = basename(name, PAID)
    const payments: Article['payments'] | null = name !== id ? 'on' : files.includes(`${id}${PAID}.md`) ? 'off' : null
    return { file, id, ...(payments ? { payments } : {}), ...front.parse(parse(head)), ...readBody(body) }
  })
}

/** Replaces `{limits.photos.max}` by a number of limits.ts, formatted for the language. */
function withLimits(text: string, locale: string): string {
  return text.replace(/\{limits\.([\w.]+)\}/g, (_, path: string) => {
    const limit = path.split('.').reduce<unknown>((at, key) => Object(at)[key], LIMITS)
    return z.number().parse(limit).toLocaleString(locale)
  })
}

/** Paragraphs, optionally followed by a list of points or steps. */
function readBody(markdown: string): Pick<Article, 'answer' | 'points' | 'inSteps'> {
  const blocks = marked.lexer(markdown).filter(({ type }) => type !== 'space')
  const last = blocks.at(-1)
  if (last?.type !== 'list') return { answer: blocks.map(plainText) }
  const points = last.items.map(plainText)
  return { answer: blocks.slice(0, -1).map(plainText), points, ...(last.ordered ? { inSteps: true } : {}) }
}

const PLAIN = ['paragraph', 'list_item', 'text', 'escape']

/** Pages and the assistant show the same text, so bold text and links are not allowed. */
function plainText(token: Token): string {
  if (!PLAIN.includes(token.type) || !('text' in token))
    throw new Error(`The help is plain text, without ${token.type}`)
  const parts = 'tokens' in token ? token.tokens : undefined
  return parts ? parts.map(plainText).join('') : token.text.replaceAll('\n', ' ')
}
