import { t } from '../../i18n/t.ts'
import type { PostForm } from './listing-form.ts'
import type { PostPhoto } from './photos.ts'
import { photosProblem } from './photos.ts'
import { type AdRules, type Problem, problemsOf } from './rules.ts'

/** Fields that are always shown; all others are under "More details". */
const SHOWN = new Set(['photos', 'type', 'title', 'category', 'price', 'place'])

export function isDetail({ path: [field = ''] }: Problem): boolean {
  return !SHOWN.has(field)
}

/** Id of a field's control. */
export function fieldId(path: readonly string[]): string {
  return `post-${path.join('-')}`
}

/** All validation problems in page order, photos first. */
export function allProblems(form: PostForm, photos: readonly PostPhoto[], rules: AdRules, photoMin: number): Problem[] {
  const photoProblem = photosProblem(photos, photoMin)
  const problems = problemsOf(form, rules)
  const inOrder = [...problems.filter((problem) => !isDetail(problem)), ...problems.filter(isDetail)]
  return photoProblem ? [{ path: ['photos'], message: photoProblem }, ...inOrder] : inOrder
}

/** "Two things to fix"; small numbers as words. */
export function problemCount(count: number): string {
  return t('post.thingsToFix', { count })
}
