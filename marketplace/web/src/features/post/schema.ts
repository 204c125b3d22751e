import { z } from 'zod'
import { descriptionProblem, detailProblem, titleProblem } from '../../../../contract/ad-text.ts'
import { codePoints, LIMITS } from '../../../../contract/limits.ts'
import { decimalsOf, marketCurrency, wholeUnits } from '../../../../contract/money.ts'
import { readPlace, type TypedPlace } from '../../../../contract/places.ts'
import { isPlaceholderPrice, lowestPrice, readPrice } from '../../../../contract/price.ts'
import { inSentence } from '../../i18n/in-sentence.ts'
import { labelIn, unitIn } from '../../i18n/label-in.ts'
import { t } from '../../i18n/t.ts'
import { translated } from '../../i18n/translated.ts'
import { formatMoney } from '../../ui/format.ts'

import { AD_TYPES, type AdType, type Attribute, CONDITIONS, type PostForm } from './types.ts'

// Compiling a schema needs eval, which the page's policy forbids; trying it would be reported.
z.config({ jitless: true })

/** What differs between ads: the fields of the chosen category, and what it takes. */
export interface AdRules {
  attributes: readonly Attribute[]
  /** The kinds of ads that the category takes; all when nothing is said. */
  allowTypes?: readonly string[]
  /** The ad has no price on purpose, from before this form could say so. */
  priceOptional?: boolean
  /** What such things usually sold for, in minor units; unknown where there are too few sales. */
  usualMinor?: number
}

/**
 * What an ad must have to be published. The attributes depend on the chosen category, so the schema is made for one.
 * The database checks the same rules again; this one only speaks earlier and beside the field.
 */
export function publishSchema(rules: AdRules) {
  return z
    .object({
      type: z.enum(AD_TYPES),
      title: z.string(),
      category: z.string(),
      condition: z.enum(['', ...CONDITIONS]),
      attributes: z.record(z.string(), z.string()),
      description: z.string(),
      price: z.string(),
      openToOffers: z.boolean(),
      place: z.string(),
      spot: z.custom<TypedPlace | null>(),
      meet: z.boolean(),
      ship: z.boolean(),
      shipCost: z.string(),
      taken: z.custom<PostForm['taken']>(),
    })
    .superRefine((form, context) => {
      for (const { path, message } of problemsOf(form, rules)) context.addIssue({ code: 'custom', path, message })
    })
}

const TYPE_REFUSED: Record<AdType, string> = {
  sell: t('Nothing is sold in this category. Choose another kind of ad.'),
  free: t('This category takes no free ads. Choose another kind, with a price.'),
  wanted: t('This category takes no wanted ads. Choose another kind of ad.'),
  swap: t('Nothing is swapped in this category. Choose another kind of ad.'),
}

export interface Problem {
  path: string[]
  message: string
}

/** Everything that keeps this form from being published, in the order of the page. Photos are judged elsewhere. */
export function problemsOf(form: PostForm, rules: AdRules): Problem[] {
  const { type } = form
  // Whoever looks for something knows neither its state nor its details, and may leave the budget open.
  const isWanted = type === 'wanted'
  const isPriceOptional = isWanted || type === 'swap' || rules.priceOptional
  const isPriceJudged = type !== 'free' && !(isPriceOptional && form.price.trim() === '')
  const isTypeRefused = rules.allowTypes?.includes(type) === false
  const found: { path: string[]; message: string | undefined }[] = [
    { path: ['type'], message: isTypeRefused ? TYPE_REFUSED[type] : undefined },
    { path: ['title'], message: inWords(titleProblem(form.title)) },
    { path: ['category'], message: form.category === '' ? t('Choose a category.') : undefined },
    { path: ['condition'], message: form.condition === '' && !isWanted ? t('Choose the condition.') : undefined },
    ...rules.attributes.map((attribute) => ({
      path: ['attributes', attribute.key],
      message: attributeProblem(
        isWanted ? { ...attribute, required: false } : attribute,
        form.attributes[attribute.key],
      ),
    })),
    { path: ['description'], message: inWords(descriptionProblem(form.description)) },
    { path: ['price'], message: isPriceJudged ? (priceProblem(form.price) ?? lureProblem(form, rules)) : undefined },
    { path: ['place'], message: placeProblem(form.place) },
    { path: ['meet'], message: form.meet || form.ship ? undefined : t('Choose meet, ship, or both.') },
    { path: ['shipCost'], message: form.ship ? shipCostProblem(form.shipCost) : undefined },
  ]
  return found.filter((problem): problem is Problem => problem.message !== undefined)
}

/** What keeps even a draft from being stored, as a sentence; undefined when nothing does. */
export function storageProblem(form: PostForm): string | undefined {
  const isTooLong = (text: string, most: number) => codePoints(text.trim()) > most
  if (isTooLong(form.title, LIMITS.title.max)) return inWords(titleProblem(form.title))
  if (isTooLong(form.description, LIMITS.description.max)) return inWords(descriptionProblem(form.description))
  const price = readPrice(form.price)
  if (form.type !== 'free' && price.ok && price.minor > LIMITS.price.maxMinor) return priceProblem(form.price)
  const shipping = readPrice(form.shipCost)
  if (form.ship && shipping.ok) return shipCostProblem(form.shipCost)
  return readPlace(form.place) ? placeProblem(form.place) : undefined
}

// The rules that the database has as well speak English.
function inWords(problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : translated(problem)
}

/** The sentence for one attribute's text, or undefined when it can be stored. */
export function attributeProblem(attribute: Attribute, text = ''): string | undefined {
  if (text.trim() === '') return attribute.required ? missing(attribute) : undefined
  switch (attribute.type) {
    case 'int':
    case 'year':
    case 'decimal':
      return numberProblem(attribute, text)
    case 'text':
      return textProblem(attribute, text.trim())
    default:
      return undefined
  }
}

function textProblem(attribute: Attribute, text: string): string | undefined {
  const most = attribute.max_length ?? LIMITS.attributeText.max
  if (codePoints(text) > most) return t('{label}: use at most {most} characters.', { label: labelOf(attribute), most })
  return inWords(detailProblem(text, labelOf(attribute)))
}

function missing(attribute: Attribute): string {
  // "Sofa type" becomes "sofa type" inside a sentence, "EU size" stays.
  const name = inSentence(labelOf(attribute))
  if (attribute.type === 'bool') return t('Answer yes or no: {name}.', { name })
  return attribute.options.length > 0 ? t('Choose the {name}.', { name }) : t('Fill in the {name}.', { name })
}

function numberProblem(attribute: Attribute, text: string): string | undefined {
  const value = readNumber(text)
  const label = labelOf(attribute)
  if (value === null) return t('{label}: use a number.', { label })
  if (attribute.type !== 'decimal' && !Number.isInteger(value)) return t('{label}: use a whole number.', { label })
  const { min, max } = attribute
  const unit = attribute.unit ? ` ${unitIn(attribute)}` : ''
  if (min !== undefined && value < min) return t('{label}: use {min}{unit} or more.', { label, min, unit })
  if (max !== undefined && value > max) return t('{label}: use {max}{unit} or less.', { label, max, unit })
  return undefined
}

/** A plain number with either decimal sign; null when it is none. */
export function readNumber(text: string): number | null {
  const bare = text.trim().replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : null
}

function priceProblem(text: string): string | undefined {
  const price = readPrice(text)
  if (!price.ok) {
    if (price.reason === 'empty') return t('Enter a price, or choose Give it away.')
    if (price.reason === 'too_many_decimals')
      return t(
        '{count, plural, =0 {Use a whole amount, without decimals.} one {Use one decimal at most.} other {Use # decimals at most.}}',
        {
          count: decimalsOf(marketCurrency()),
        },
      )
    return t('Enter the price in figures, such as 55 or 12.50.')
  }
  if (price.minor === 0) return t('Enter a price above {amount}, or choose Give it away.', { amount: formatMoney(0) })
  if (price.minor < lowestPrice()) return t('The lowest price is {amount}.', { amount: formatMoney(lowestPrice()) })
  if (price.minor > LIMITS.price.maxMinor)
    return t('The highest price is {amount}.', { amount: formatMoney(LIMITS.price.maxMinor) })
  if (isPlaceholderPrice(price.minor)) return t('Enter the price that you want to be paid.')
  return undefined
}

// A car for one euro is there to be seen first. The database has the same numbers (private.lure_problem).
function lureProblem({ type, price }: PostForm, { usualMinor = 0 }: AdRules): string | undefined {
  const reading = readPrice(price)
  if (type !== 'sell' || !reading.ok || reading.minor > 500 || usualMinor < 40 * reading.minor) return undefined
  return t(
    'That price looks like a placeholder: similar things sold for about {amount}. Enter what you would accept.',
    { amount: formatMoney(wholeUnits(usualMinor)) },
  )
}

function placeProblem(text: string): string | undefined {
  const place = readPlace(text)
  if (!place) return t('Say in which area it is.')
  if (Math.max(place.area.length, place.city.length) > LIMITS.profile.place)
    return t('Use a shorter name for the area.')
  return undefined
}

function shipCostProblem(text: string): string | undefined {
  const cost = readPrice(text)
  if (cost.ok)
    return cost.minor > 100_000 ? t('Shipping can cost {amount} at most.', { amount: formatMoney(100_000) }) : undefined
  return cost.reason === 'empty' ? t('Enter what shipping costs; 0 if you pay it.') : t('Enter the cost in figures.')
}

/** A category's or an attribute's name in the page's language, English when it has none. */
export function labelOf(named: { label: Record<string, string> }): string {
  return labelIn(named.label)
}
