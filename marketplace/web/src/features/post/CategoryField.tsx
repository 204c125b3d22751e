import { CircleAlert, CircleCheck, Sparkles } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { CategoryDialog } from './CategoryDialog.tsx'
import { categoryTrail, suggestCategories } from './category-match.ts'
import { FieldOrigin } from './FieldOrigin.tsx'
import { useCategoryGuesses } from './queries.ts'
import { fieldId } from './steps.ts'
import type { Category, PostForm } from './types.ts'

/** How long the typing must rest before the server is asked. */
const QUIET_MS = 300

/** What the server knows from names and other ads; without a connection what the names alone tell. */
function useSuggestions(categories: readonly Category[], title: string): Category[] {
  const [calm, setCalm] = useState(title)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(title), QUIET_MS)
    return () => clearTimeout(timer)
  }, [title])
  const { data: guesses, isLoading, isPaused } = useCategoryGuesses(calm.trim())
  return useMemo(() => {
    const open = categories.filter((category) => category.active)
    // Chips that come and go at once would move under the finger.
    if (isLoading && !isPaused) return []
    const known = (guesses ?? []).flatMap(({ slug }) => open.find((category) => category.slug === slug) ?? [])
    return known.length > 0 ? known : suggestCategories(open, calm)
  }, [categories, calm, guesses, isLoading, isPaused])
}

/** The chosen category, what the title suggests, and the way to all others. Nothing is chosen until somebody does. */
export function CategoryField({ categories, title }: { categories: readonly Category[]; title: string }) {
  const { field, fieldState } = useController<PostForm, 'category'>({ name: 'category' })
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const suggested = useSuggestions(categories, title)
  const others = suggested.filter((category) => category.slug !== field.value)
  const isSuggested = others.length < suggested.length
  const errorId = `${fieldId(['category'])}-note`
  const choose = (slug: string) => {
    field.onChange(slug)
    field.onBlur()
    setIsOpen(false)
    // The chip that was pressed is gone now; without this the focus would be, too.
    opener.current?.focus()
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[14px]/5 font-semibold">{t('Category')}</legend>
      <div className="grid gap-2">
        {field.value ? (
          <p className="flex items-center gap-3 rounded-control border border-brand bg-brand-soft px-3.5 py-2.5 text-brand-ink">
            {isSuggested ? <Sparkles aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" /> : null}
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{categoryTrail(categories, field.value)}</span>
              {isSuggested ? <span className="type-small block text-ink-2">{t('Fits your title')}</span> : null}
            </span>
            <CircleCheck aria-hidden="true" className="size-6 shrink-0 fill-brand text-on-brand" />
          </p>
        ) : null}
        <FieldOrigin name="category" />
        <div className="flex flex-wrap items-center gap-2">
          {others.map((category) => (
            // The branch of a category may be longer than a phone is wide.
            <Chip
              key={category.slug}
              className="h-auto! min-h-11 max-w-full shrink! py-1.5 text-start leading-5 whitespace-normal! md:min-h-9"
              onClick={() => choose(category.slug)}
            >
              {field.value ? null : (
                <Sparkles aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-brand" />
              )}
              {categoryTrail(categories, category.slug)}
            </Chip>
          ))}
          <Button
            ref={opener}
            id={fieldId(['category'])}
            variant={field.value || others.length > 0 ? 'ghost' : 'secondary'}
            size="s"
            aria-describedby={fieldState.error ? errorId : undefined}
            className={field.value || others.length > 0 ? 'px-2 text-brand!' : undefined}
            onClick={() => setIsOpen(true)}
          >
            {field.value || others.length > 0 ? t('Choose another') : t('Choose a category')}
          </Button>
        </div>
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
