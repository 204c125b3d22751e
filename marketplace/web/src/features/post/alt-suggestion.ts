import { detailProblem } from '../../../../contract/ads/ad-text.ts'
import { codePoints, LIMITS } from '../../../../contract/limits.ts'
import { inSentence } from '../../i18n/in-sentence.ts'
import { t } from '../../i18n/t.ts'
import { namedOption } from './attribute-match.ts'
import { attributeWords } from './attribute-words.ts'
import { wordsOf } from './category-match.ts'
import type { PostForm } from './listing-form.ts'
import type { Attribute } from './types.ts'

/** Visible attributes, in order. */
const VISIBLE = ['brand', 'model', 'colour', 'material'] as const
/** Options that describe nothing visible. */
const VAGUE = new Set(['none', 'other', 'mixed'])
/** Longer texts are documents, not labels. */
const MOST_LETTERS = 60

interface KnownPhoto {
  form: Pick<PostForm, 'title' | 'attributes'>
  attributes: readonly Attribute[]
  isCover: boolean
  /** Recognised lines. */
  texts: readonly string[]
}

/** An alternative text from the form and recognised text. Attributes describe the cover only. Null without any information. */
export function suggestAlt({ form, attributes, isCover, texts }: KnownPhoto): string | null {
  const title = form.title.trim()
  if (title === '') return null
  const what = isCover ? [title, ...visibleDetails(title, form.attributes, attributes)].join(', ') : title
  const words = wordsOn(texts, what)
  const said = words
    ? t('post.photo.altWithWords', { what, words })
    : isCover
      ? what
      : t('post.photo.altAnotherView', { what })
  const isFine = codePoints(said) <= LIMITS.photos.altMax && !detailProblem(said, 'alt')
  return isFine ? said : null
}

function visibleDetails(title: string, values: PostForm['attributes'], attributes: readonly Attribute[]): string[] {
  return VISIBLE.flatMap((key) => {
    const attribute = attributes.find((one) => one.key === key)
    const value = values[key]?.trim()
    if (!attribute || !value || VAGUE.has(value) || namedOption(attribute, title)?.id === value) return []
    const words = attributeWords(attribute, value)
    if (isIn(words, title)) return []
    return [attribute.options.length > 0 ? inSentence(words) : words]
  })
}

/** Recognised text not already in `what`. */
function wordsOn(texts: readonly string[], what: string): string {
  const lines: string[] = []
  for (const text of texts) {
    const line = text.replace(/\s+/g, ' ').trim()
    const isReadable = /\p{L}{3}/u.test(line) && !detailProblem(line, 'alt')
    if (!isReadable || isIn(line, [what, ...lines].join(' '))) continue
    if (codePoints([...lines, line].join(' ')) > MOST_LETTERS) break
    lines.push(line)
  }
  return lines.join(' ')
}

function isIn(words: string, text: string): boolean {
  return ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(words).join(' ')} `)
}
