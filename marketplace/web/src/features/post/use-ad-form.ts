import { toNestErrors } from '@hookform/resolvers'
import { useMemo } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { PostForm } from './listing-form.ts'
import type { PostPhoto } from './photos.ts'
import { allProblems } from './problems.ts'
import { usePriceGuide } from './queries.ts'
import { type AdRules, type Problem, problemsOf as problemsIn } from './rules.ts'
import type { Attribute, Category } from './types.ts'

const NO_ATTRIBUTES: readonly Attribute[] = []

/** The form with its category's rules. */
export function useAdForm(start: PostForm, categories: readonly Category[]) {
  const catalogue = useMemo(() => new Map(categories.map((category) => [category.slug, category])), [categories])
  const attributesOf = (category: string) => catalogue.get(category)?.attributes ?? NO_ATTRIBUTES
  const rulesFor = (form: PostForm): AdRules => ({
    usualMinor: form.category === current.category ? guide.data?.median : undefined,
    attributes: attributesOf(form.category),
    allowTypes: catalogue.get(form.category)?.allow_types,
  })
  const methods = useForm<PostForm>({
    defaultValues: start,
    mode: 'onTouched',
    resolver: (values, _, options) => {
      const problems = problemsIn(values, rulesFor(values))
      if (problems.length === 0) return { values, errors: {} }
      const errors = problems.map(({ path, message }) => [path.join('.'), { type: 'rule', message }])
      return { values: {}, errors: toNestErrors(Object.fromEntries(errors), options) }
    },
  })
  const current = useWatch({ control: methods.control }) as PostForm
  const guide = usePriceGuide(current.category, '')

  const problemsOf = (form: PostForm, photos: readonly PostPhoto[]): Problem[] => {
    const takesPhotos = form.type === 'sell' || form.type === 'free'
    const photoMin = takesPhotos ? (catalogue.get(form.category)?.photo_min ?? 1) : 0
    return allProblems(form, photos, rulesFor(form), photoMin)
  }
  return { methods, form: current, attributesOf, problemsOf }
}
