import { t } from '../../i18n/t.ts'
import type { PostPhoto } from './photos.ts'
import { photosProblem } from './photos.ts'
import { type AdRules, type Problem, problemsOf } from './schema.ts'
import type { PostForm } from './types.ts'

export const STEPS = ['photos', 'what', 'details', 'price', 'where'] as const
export type StepName = (typeof STEPS)[number]

export const STEP_TITLE: Record<StepName, string> = {
  photos: t('Photos'),
  what: t('What is it?'),
  details: t('Details'),
  price: t('Price'),
  where: t('Where'),
}

const STEP_OF_FIELD: Record<string, StepName> = {
  type: 'what',
  title: 'what',
  category: 'what',
  condition: 'details',
  attributes: 'details',
  description: 'details',
  price: 'price',
  place: 'where',
  meet: 'where',
  shipCost: 'where',
}

/** Id of the control that a problem's link leads to. */
export function fieldId(path: readonly string[]): string {
  return `post-${path.join('-')}`
}

/** All that keeps the ad from being published, in the order of the page, photos first. */
export function allProblems(form: PostForm, photos: readonly PostPhoto[], rules: AdRules, photoMin: number): Problem[] {
  const photoProblem = photosProblem(photos, photoMin)
  const problems = problemsOf(form, rules)
  return photoProblem ? [{ path: ['photos'], message: photoProblem }, ...problems] : problems
}

/** The steps without a problem. */
export function stepsDone(problems: readonly Problem[]): Set<StepName> {
  const open = new Set(problems.map(({ path: [field = ''] }) => STEP_OF_FIELD[field] ?? 'photos'))
  return new Set(STEPS.filter((step) => !open.has(step)))
}

/** "Two things to fix". Small numbers are words, as in a sentence. */
export function problemCount(count: number): string {
  const words = [
    t('Nothing'),
    t('One thing'),
    t('Two things'),
    t('Three things'),
    t('Four things'),
    t('Five things'),
    t('Six things'),
  ]
  return t('{things} to fix', { things: words[count] ?? t('{count} things', { count }) })
}
