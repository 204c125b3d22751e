import { ChevronDown } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import type { CategoryTree } from './categories.ts'

interface CategorySelectProps {
  tree: CategoryTree | undefined
  chosen: string | null
  onChange: (slug: string | null) => void
  className?: string
}

/** The category to look in, in words over the browser's own select. Until the categories are there it says all of them. */
export function CategorySelect({ tree, chosen, onChange, className }: CategorySelectProps) {
  return (
    <span
      className={cx(
        'relative inline-flex h-11 min-w-0 items-center gap-1.5 px-3.5 font-medium focus-within:rounded-full focus-within:outline-[2.5px] focus-within:outline-focus',
        className,
      )}
    >
      <span aria-hidden="true" className="truncate text-[14px]">
        {(chosen && tree?.bySlug.get(chosen)?.name) || t('All categories')}
      </span>
      <ChevronDown aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-3" />
      <select
        aria-label={t('Category to look in')}
        value={chosen ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
        className="absolute inset-0 size-full cursor-pointer rounded-full bg-surface text-[16px] text-ink opacity-0"
      >
        <option value="">{t('All categories')}</option>
        {tree?.top.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}
