import { descriptionProblem, detailProblem, titleProblem } from '../../../../contract/ads/ad-text.ts'
import type { ListingType } from '../../../../contract/ads/listing-values.ts'
import { codePoints, LIMITS } from '../../../../contract/limits.ts'
import { decimalsOf, marketCurrency, wholeUnits } from '../../../../contract/money/money.ts'
import { isPlaceholderPrice, lowestPrice, readPrice } from '../../../../contract/money/price.ts'
import { isPostcode, readPlace } from '../../../../contract/places/places.ts'
import type { Refusal } from '../../../../contract/refusals/refusal.ts'
import { inSentence } from '../../i18n/in-sentence.ts'
import { labelIn, unitIn } from '../../i18n/label-in.ts'
import { refusalText } from '../../i18n/refusals.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../ui/format.ts'
import { type PostForm, readNumber, readQuantity } from './listing-form.ts'
import type { Attribute } from './types.ts'

/** Rules of the chosen category. */
export interface AdRules {
  attributes: readonly Attribute[]
  /** Allowed types; all by default. */
  allowTypes?: readonly string[]
  /** Usual price in minor units, if known. */
  usualMinor?: number
}

const TYPE_REFUSED: Record<ListingType, string> = {
  sell: t('post.error.noSelling'),
  free: t('post.error.noFree'),
  wanted: t('post.error.noWanted'),
  swap: t('post.error.noSwap'),
}

export interface Problem {
  path: string[]
  message: string
}

/** What keeps an ad from being published, in page order, without photos. The database enforces the same rules. */
export function problemsOf(form: PostForm, rules: AdRules): Problem[] {
  const { type } = form
  // Wanted ads need fewer details.
  const isWanted = type === 'wanted'
  const isPriceOptional = isWanted || type === 'swap' || form.onRequest
  const isPriceJudged = type !== 'free' && !(isPriceOptional && form.price.trim() === '')
  const isTypeRefused = rules.allowTypes?.includes(type) === false
  const found: { path: string[]; message: string | undefined }[] = [
    { path: ['type'], message: isTypeRefused ? TYPE_REFUSED[type] : undefined },
    { path: ['title'], message: inWords(titleProblem(form.title)) },
    { path: ['category'], message: form.category === '' ? t('post.error.category') : undefined },
    ...rules.attributes.map((attribute) => ({
      path: ['attributes', attribute.key],
      message: attributeProblem(
        isWanted ? { ...attribute, required: false } : attribute,
        form.attributes[attribute.key],
      ),
    })),
    { path: ['description'], message: inWords(descriptionProblem(form.description)) },
    { path: ['price'], message: isPriceJudged ? (priceProblem(form.price) ?? lureProblem(form, rules)) : undefined },
    { path: ['quantity'], message: type === 'sell' ? quantityProblem(form.quantity) : undefined },
    { path: ['place'], message: isPostcode(form.place) ? t('post.error.area') : placeProblem(form.place) },
    { path: ['meet'], message: form.meet || form.ship ? undefined : t('post.error.delivery') },
    { path: ['shipCost'], message: form.ship ? shipCostProblem(form.shipCost) : undefined },
  ]
  return found.filter((problem): problem is Problem => problem.message !== undefined)
}

/** Why a draft cannot be stored; undefined if it can. */
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

/** A database refusal as message (already loaded). */
function inWords(problem: Refusal | undefined): string | undefined {
  return problem && (refusalText(problem) ?? problem.code)
}

/** The problem of an attribute's text, or undefined. */
function attributeProblem(attribute: Attribute, text = ''): string | undefined {
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
  if (codePoints(text) > most) return t('post.error.fieldTooLong', { label: labelOf(attribute), most })
  return inWords(detailProblem(text, 'detail', labelOf(attribute)))
}

/** The problem of an alternative text, or undefined. */
export function altProblem(alt: string): string | undefined {
  return inWords(detailProblem(alt, 'alt'))
}

function missing(attribute: Attribute): string {
  const name = inSentence(labelOf(attribute))
  if (attribute.type === 'bool') return t('post.error.fieldYesOrNo', { name })
  return attribute.options.length > 0 ? t('post.error.fieldChoose', { name }) : t('post.error.fieldMissing', { name })
}

function numberProblem(attribute: Attribute, text: string): string | undefined {
  const value = readNumber(text)
  const label = labelOf(attribute)
  if (value === null) return t('post.error.fieldNumber', { label })
  if (attribute.type !== 'decimal' && !Number.isInteger(value)) return t('post.error.fieldWholeNumber', { label })
  const { min, max } = attribute
  const unit = attribute.unit ? ` ${unitIn(attribute)}` : ''
  if (min !== undefined && value < min) return t('post.error.fieldTooLow', { label, min, unit })
  if (max !== undefined && value > max) return t('post.error.fieldTooHigh', { label, max, unit })
  return undefined
}

function priceProblem(text: string): string | undefined {
  const price = readPrice(text)
  if (!price.ok) {
    if (price.reason === 'empty') return t('post.error.priceMissing')
    if (price.reason === 'too_many_decimals')
      return t('post.error.priceDecimals', {
        count: decimalsOf(marketCurrency()),
      })
    return t('post.error.priceInvalid')
  }
  if (price.minor === 0) return t('post.error.priceTooLow', { amount: formatMoney(0) })
  if (price.minor < lowestPrice()) return t('post.error.lowestPrice', { amount: formatMoney(lowestPrice()) })
  if (price.minor > LIMITS.price.maxMinor)
    return t('post.error.highestPrice', { amount: formatMoney(LIMITS.price.maxMinor) })
  if (isPlaceholderPrice(price.minor)) return t('post.error.priceWanted')
  return undefined
}

function quantityProblem(text: string): string | undefined {
  return readQuantity(text) === null ? t('post.error.quantity', { most: LIMITS.quantity }) : undefined
}

// Refuses lure prices; same limits as private.lure_price_problem.
function lureProblem({ type, price }: PostForm, { usualMinor = 0 }: AdRules): string | undefined {
  const reading = readPrice(price)
  if (type !== 'sell' || !reading.ok || reading.minor > 500 || usualMinor < 40 * reading.minor) return undefined
  return t('post.error.pricePlaceholder', { amount: formatMoney(wholeUnits(usualMinor)) })
}

function placeProblem(text: string): string | undefined {
  const place = readPlace(text)
  if (!place) return t('post.error.area')
  if (Math.max(place.area.length, place.city.length) > LIMITS.profile.place) return t('post.error.areaTooLong')
  return undefined
}

function shipCostProblem(text: string): string | undefined {
  const cost = readPrice(text)
  if (cost.ok)
    return cost.minor > 100_000 ? t('post.error.shippingTooHigh', { amount: formatMoney(100_000) }) : undefined
  return cost.reason === 'empty' ? t('post.error.shippingMissing') : t('post.error.shippingInvalid')
}

export function labelOf(named: { label: Record<string, string> }): string {
  return labelIn(named.label)
}
