import { z } from 'zod'
import { detailProblem, titleProblem } from '../../contract/ads/ad-text.ts'
import { CONDITIONS } from '../../contract/ads/listing-values.ts'
import { type Guess, PHOTO_DRAFT, type PhotoDraft } from '../../contract/ads/photo-draft.ts'
import { codePoints, LIMITS } from '../../contract/limits.ts'

/** A field of a category, as stored in `categories.attributes`. */
export interface Field {
  key: string
  label: Record<string, string>
  type: string
  unit: string | null
  min?: number
  max?: number
  max_length?: number
  options: { id: string; label: string }[]
}

/** A category that takes ads. */
export interface Leaf {
  slug: string
  name: Record<string, string>
  attributes: Field[]
}

const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) })
const AnyGuess = z.object({ value: z.unknown(), confidence: z.coerce.number() })
const Look = z.object({
  category: AnyGuess.nullish().catch(null),
  title: AnyGuess.nullish().catch(null),
  condition: AnyGuess.nullish().catch(null),
})
const Alt = z.object({ alt: AnyGuess.nullish().catch(null) })
const Details = z.record(z.string(), AnyGuess.nullish().catch(null))

/** The JSON in a chat completion; models often wrap it in a code fence. @throws if there is none */
function jsonIn(answer: unknown): unknown {
  const [first] = Completion.parse(answer).choices
  const text = first?.message.content ?? ''
  const begin = text.indexOf('{')
  const end = text.lastIndexOf('}')
  if (begin < 0 || end <= begin) throw new SyntaxError('no JSON in the answer')
  return JSON.parse(text.slice(begin, end + 1))
}

/** Category, title and condition; omits values that are unlisted, against the rules or uncertain. */
export function readLook(answer: unknown, leaves: readonly Leaf[]): Omit<PhotoDraft, 'attributes'> {
  const look = Look.parse(jsonIn(answer))
  return {
    category: sure(look.category, (value) => (leaves.some(({ slug }) => slug === value) ? String(value) : null)),
    title: sure(look.title, (value) => {
      const title = typeof value === 'string' ? value.trim() : ''
      return titleProblem(title) ? null : title
    }),
    condition: sure(look.condition, (value) => CONDITIONS.find((known) => known === value) ?? null),
  }
}

/** The description of a photo, if it is valid for an ad. */
export function readAlt(answer: unknown): Guess<string> | null {
  return sure(Alt.parse(jsonIn(answer)).alt, (value) => {
    const alt = typeof value === 'string' ? value.trim() : ''
    return alt === '' || codePoints(alt) > LIMITS.photos.altMax || detailProblem(alt, 'alt') ? null : alt
  })
}

/** Details that are valid for the category's fields. */
export function readDetails(answer: unknown, fields: readonly Field[]): PhotoDraft['attributes'] {
  const given = Details.parse(jsonIn(answer))
  const details: PhotoDraft['attributes'] = {}
  for (const field of fields) {
    const guess = sure(given[field.key], (value) => fitting(field, value))
    if (guess) details[field.key] = guess
  }
  return details
}

function sure<Value>(
  guess: { value?: unknown; confidence: number } | null | undefined,
  admit: (value: unknown) => Value | null,
): Guess<Value> | null {
  if (!guess) return null
  // Some models give percentages.
  const confidence = guess.confidence > 1 ? guess.confidence / 100 : guess.confidence
  if (!(confidence >= PHOTO_DRAFT.leastConfidence && confidence <= 1)) return null
  const value = admit(guess.value)
  return value === null ? null : { value, confidence: Math.round(confidence * 100) / 100 }
}

function fitting(field: Field, value: unknown): string | number | boolean | null {
  switch (field.type) {
    case 'bool':
      return typeof value === 'boolean' ? value : null
    case 'int':
    case 'year':
    case 'decimal': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return null
      if (field.type !== 'decimal' && !Number.isInteger(value)) return null
      return value < (field.min ?? Number.NEGATIVE_INFINITY) || value > (field.max ?? Number.POSITIVE_INFINITY)
        ? null
        : value
    }
    case 'text': {
      const text = typeof value === 'string' ? value.trim() : ''
      const isTooLong = [...text].length > (field.max_length ?? 120)
      return text === '' || isTooLong || detailProblem(text, 'detail') ? null : text
    }
    default:
      return field.options.find(({ id }) => id === value)?.id ?? null
  }
}
