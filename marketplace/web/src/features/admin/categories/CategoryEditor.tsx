import { ArrowDown, ArrowLeft, ArrowUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { labelIn } from '../../../i18n/label-in.ts'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { TipButton } from '../../../ui/TipButton.tsx'
import { toast } from '../../../ui/toast.ts'
import { CategoryFields } from './CategoryFields.tsx'
import { CategoryNames } from './CategoryNames.tsx'
import { CategoryRules } from './CategoryRules.tsx'
import { changesOf, formOf } from './edit.ts'
import { useCategoryMutation } from './queries.ts'
import type { AdminCategory } from './types.ts'

interface CategoryEditorProps {
  category: AdminCategory
  categories: readonly AdminCategory[]
  onBack: () => void
  onAdd: () => void
}

export function CategoryEditor({ category, categories, onBack, onAdd }: CategoryEditorProps) {
  const mutation = useCategoryMutation()
  const [form, setForm] = useState(() => formOf(category))
  const changes = changesOf(category, form)
  const isChanged = Object.keys(changes).length > 0
  const name = labelIn(category.name) || category.slug
  const siblings = categories.filter(({ parent }) => parent === category.parent)
  const place = siblings.findIndex(({ slug }) => slug === category.slug) + 1
  const trail = trailOf(categories, category)
  const move = (to: number) => mutation.mutate({ type: 'move', slug: category.slug, place: to })

  return (
    <div className="grid min-w-0 gap-5">
      <section className="panel p-4 md:p-6" aria-labelledby="category-name">
        <Button variant="ghost" size="s" onClick={onBack} className="mb-2 -ms-3 xl:hidden">
          <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-5 rtl:-scale-x-100" />
          {t('app.allCategories')}
        </Button>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            {trail ? <p className="type-small text-ink-3">{trail}</p> : null}
            <h2 id="category-name" className="type-h2 flex flex-wrap items-center gap-2">
              {name} {category.active ? null : <Badge>{t('common.closed')}</Badge>}
            </h2>
            <p className="type-small mt-1 text-ink-3">
              {`/browse?category=${category.slug}`} ·{' '}
              {t('admin.categories.placeOfCount', { place: formatCount(place), count: formatCount(siblings.length) })}
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-1.5">
            <TipButton
              label={t('admin.categories.moveUp')}
              look="outline"
              size={36}
              disabled={place <= 1}
              onClick={() => move(place - 1)}
            >
              <ArrowUp aria-hidden="true" strokeWidth={1.75} className="size-5" />
            </TipButton>
            <TipButton
              label={t('admin.categories.moveDown')}
              look="outline"
              size={36}
              disabled={place >= siblings.length}
              onClick={() => move(place + 1)}
            >
              <ArrowDown aria-hidden="true" strokeWidth={1.75} className="size-5" />
            </TipButton>
            <Button
              variant="secondary"
              size="s"
              onClick={() => mutation.mutate({ type: 'setActive', slug: category.slug, active: !category.active })}
            >
              {category.active ? t('admin.categories.closeIt') : t('admin.categories.openIt')}
            </Button>
            {category.level < 3 ? (
              <Button variant="secondary" size="s" onClick={onAdd}>
                <Plus aria-hidden="true" strokeWidth={1.75} className="size-4" />
                {t('admin.categories.addInside')}
              </Button>
            ) : null}
          </div>
        </div>
        <p className="type-small mt-3 text-ink-2">
          {category.active ? t('admin.categories.openHint') : t('admin.categories.closedHint')}
        </p>
      </section>

      <section className="panel grid gap-6 p-4 md:p-6" aria-label={t('admin.categories.namesAndRulesOf', { name })}>
        <CategoryNames form={form} onChange={setForm} />
        <CategoryRules form={form} onChange={setForm} />
        <div className="flex flex-wrap justify-end gap-2 border-line border-t pt-4">
          <Button variant="secondary" disabled={!isChanged} onClick={() => setForm(formOf(category))}>
            {t('admin.categories.undoMyChanges')}
          </Button>
          <Button
            disabled={!isChanged}
            loading={mutation.isPending && mutation.variables.type === 'change'}
            loadingLabel={t('common.saving')}
            onClick={() =>
              mutation.mutate(
                { type: 'change', slug: category.slug, changes },
                { onSuccess: () => void toast({ title: t('admin.categories.saved', { name: labelIn(form.name) }) }) },
              )
            }
          >
            {t('admin.categories.saveNamesAndRules')}
          </Button>
        </div>
      </section>

      <CategoryFields category={category} />
    </div>
  )
}

function trailOf(categories: readonly AdminCategory[], category: AdminCategory): string {
  const names: string[] = []
  for (let at = category.parent; at !== null && names.length < 3; ) {
    const above = categories.find(({ slug }) => slug === at)
    names.unshift((above && labelIn(above.name)) || at)
    at = above?.parent ?? null
  }
  return names.join(' › ')
}
