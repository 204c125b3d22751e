import { CircleAlert, Sparkles } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Chip } from '../../ui/Chip.tsx'
import { CategoryDialog } from './CategoryDialog.tsx'
import { categoryBranch, categoryName, categoryTrail, suggestCategories } from './category-match.ts'
import { FieldButton } from './FieldButton.tsx'
import { FieldOrigin } from './FieldOrigin.tsx'
import type { PostForm } from './listing-form.ts'
import { fieldId } from './problems.ts'
import { useCategoryGuesses } from './queries.ts'
import type { Category } from './types.ts'

/** Debounce in milliseconds. */
const QUIET_MS = 300

/** Suggestions of the server; offline, matches by name only. */
function useSuggestions(categories: readonly Category[], title: string): Category[] {
  const [calm, setCalm] = useState(title)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(title), QUIET_MS)
    return () => clearTimeout(timer)
  }, [title])
  const { data: guesses, isLoading } = useCategoryGuesses(calm.trim())
  return useMemo(() => {
    const open = categories.filter((category) => category.active)
    // Wait, so that chips do not move under the finger.
    if (isLoading) return []
    const known = (guesses ?? []).flatMap(({ slug }) => open.find((category) => category.slug === slug) ?? [])
    return known.length > 0 ? known : suggestCategories(open, calm)
  }, [categories, calm, guesses, isLoading])
}

/** The chosen category, or suggestions for the title. */
export function CategoryField({ categories, title }: { categories: readonly Category[]; title: string }) {
  const { field, fieldState } = useController<PostForm, 'category'>({ name: 'category' })
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const suggested = useSuggestions(categories, title)
  const [name = '', ...above] = categoryBranch(categories, field.value).toReversed()
  const errorId = `${fieldId(['category'])}-note`
  const choose = (slug: string) => {
    field.onChange(slug)
    field.onBlur()
    setIsOpen(false)
    // The pressed chip disappears: keep the focus here.
    button.current?.focus()
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[14px]/5 font-semibold">{t('common.category')}</legend>
      <div className="grid gap-2">
        <FieldButton
          ref={button}
          id={fieldId(['category'])}
          isEmpty={name === ''}
          icon={
            suggested.some(({ slug }) => slug === field.value) ? (
              <Sparkles aria-hidden="true" strokeWidth={1.75} className="size-5 text-ink-3" />
            ) : null
          }
          aria-describedby={fieldState.error ? errorId : undefined}
          onClick={() => setIsOpen(true)}
        >
          {name === '' ? (
            t('post.choose')
          ) : above.length === 0 ? (
            name
          ) : (
            <Trans
              id="post.categoryIn"
              values={{ name, branch: above.toReversed().join(', ') }}
              components={{ 0: <span className="text-ink-3" /> }}
            />
          )}
        </FieldButton>
        <FieldOrigin name="category" />
        {name === '' && title.trim() !== '' ? (
          // Of one height from the first letter of the title: what is below stays where it is when suggestions arrive.
          <div className="scrollbar-none -m-1 flex h-13 gap-2 overflow-x-auto p-1 md:h-11">
            {suggested.map((category) => (
              <Chip key={category.slug} onClick={() => choose(category.slug)}>
                <Sparkles aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-brand" />
                {suggested.some((other) => other !== category && categoryName(other) === categoryName(category))
                  ? categoryTrail(categories, category.slug)
                  : categoryName(category)}
              </Chip>
            ))}
          </div>
        ) : null}
        {fieldState.error ? (
          <p id={errorId} className="type-small flex gap-1.5 text-danger-ink">
            <CircleAlert aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-4 shrink-0" />
            {fieldState.error.message}
          </p>
        ) : null}
        {isOpen ? (
          <CategoryDialog
            categories={categories.filter((category) => category.active)}
            onChoose={choose}
            onClose={() => setIsOpen(false)}
          />
        ) : null}
      </div>
    </fieldset>
  )
}
