import { descriptionProblem, titleProblem } from '../../../../contract/ad-text.ts'
import { codePoints } from '../../../../contract/limits.ts'
import { readPrice } from '../../../../contract/price.ts'
import { t } from '../../i18n/t.ts'
import type { PriceFacts } from './api.ts'
import type { PostPhoto } from './photos.ts'
import type { Attribute, PostForm } from './types.ts'

export interface StrengthPoint {
  done: boolean
  text: string
}

export interface Strength {
  points: StrengthPoint[]
  score: number
  verdict: 'begun' | 'fair' | 'good' | 'strong'
}

/** What makes an ad easy to answer, counted only from what is really in the form. */
export function adStrength(
  form: PostForm,
  photos: readonly PostPhoto[],
  attributes: readonly Attribute[],
  guide: PriceFacts | undefined,
): Strength {
  const ready = photos.filter(({ state }) => state.is === 'ready' || state.is === 'kept').length
  const filled = attributes.filter((attribute) => (form.attributes[attribute.key] ?? '') !== '').length
  const points: StrengthPoint[] = [
    point(ready >= 3, ready === 1 ? t('1 photo') : t('{ready} photos', { ready }), t('Add three photos or more')),
    point(
      codePoints(form.title.trim()) >= 15 && titleProblem(form.title) === undefined,
      t('A title that says what it is'),
      t('Say more in the title: make, colour, size'),
    ),
    point(
      codePoints(form.description.trim()) >= 80 && descriptionProblem(form.description) === undefined,
      t('A description with detail'),
      t('Describe wear, age and what is included'),
    ),
    point(
      attributes.length > 0 && filled >= Math.min(attributes.length, 3),
      t('Details filled in'),
      t('Fill in the details that buyers filter by'),
    ),
    pricePoint(form, guide),
  ]
  const score = points.filter((one) => one.done).length
  return {
    points,
    score,
    verdict: score >= 5 ? 'strong' : score >= 4 ? 'good' : score >= 2 ? 'fair' : 'begun',
  }
}

function point(done: boolean, yes: string, no: string): StrengthPoint {
  return { done, text: done ? yes : no }
}

function pricePoint(form: PostForm, guide: PriceFacts | undefined): StrengthPoint {
  if (form.type === 'free') return { done: true, text: t('It is free') }
  const price = readPrice(form.price)
  if (!price.ok || price.minor === 0) return { done: false, text: t('Set a price') }
  if (guide?.p75 === undefined) return { done: true, text: t('A price is set') }
  return point(price.minor <= guide.p75, t('Price in the usual range or below'), t('Most similar things sold for less'))
}
