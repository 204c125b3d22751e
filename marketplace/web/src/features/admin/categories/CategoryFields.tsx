import { ArrowDown, ArrowUp, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { labelIn } from '../../../i18n/label-in.ts'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TipButton } from '../../../ui/TipButton.tsx'
import { FieldDialog } from './FieldDialog.tsx'
import { useCategoryMutation } from './queries.ts'
import { type AdminCategory, type Field, KIND_NAME } from './types.ts'

/** A category's fields in form order, and the retired ones. */
export function CategoryFields({ category }: { category: AdminCategory }) {
  const mutation = useCategoryMutation()
  const [edited, setEdited] = useState<Field | 'new' | null>(null)
  const { slug, attributes, retired_attributes: retired } = category
  return (
    <section className="panel p-4 md:p-6" aria-labelledby="category-fields">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="category-fields" className="type-h3">
            {t('admin.categories.fields')}
          </h2>
          <p className="type-small text-ink-2">{t('admin.categories.fieldsHint')}</p>
        </div>
        <Button variant="soft" size="s" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" strokeWidth={1.75} className="size-4" />
          {t('admin.categories.addAField')}
        </Button>
      </div>
      {attributes.length === 0 ? <p className="text-ink-2">{t('admin.categories.noFields')}</p> : null}
      <ol>
        {attributes.map((field, index) => (
          <li key={field.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2.5">
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-semibold">{labelIn(field.label)}</p>
              <p className="type-small text-ink-3">{summaryOf(field)}</p>
            </div>
            <div className="flex flex-wrap gap-1">
              {field.required ? <Badge tone="brand">{t('admin.categories.required')}</Badge> : null}
              {field.filterable ? <Badge tone="info">{t('admin.categories.filter')}</Badge> : null}
              {field.facet ? <Badge tone="info">{t('admin.categories.withCounts')}</Badge> : null}
              {field.show_on_card ? <Badge>{t('admin.categories.onTheCard')}</Badge> : null}
            </div>
            <div className="flex items-center">
              <TipButton
                label={t('admin.categories.moveNameUp', { name: labelIn(field.label) })}
                size={36}
                disabled={index === 0}
                onClick={() => mutation.mutate({ type: 'moveField', slug, key: field.key, place: index })}
              >
                <ArrowUp aria-hidden="true" strokeWidth={1.75} className="size-4" />
              </TipButton>
              <TipButton
                label={t('admin.categories.moveNameDown', { name: labelIn(field.label) })}
                size={36}
                disabled={index === attributes.length - 1}
                onClick={() => mutation.mutate({ type: 'moveField', slug, key: field.key, place: index + 2 })}
              >
                <ArrowDown aria-hidden="true" strokeWidth={1.75} className="size-4" />
              </TipButton>
              <TipButton
                label={t('admin.categories.change', { name: labelIn(field.label) })}
                size={36}
                onClick={() => setEdited(field)}
              >
                <Pencil aria-hidden="true" strokeWidth={1.75} className="size-4" />
              </TipButton>
              <Button
                variant="ghost"
                size="s"
                aria-label={t('admin.categories.switchNameOff', { name: labelIn(field.label) })}
                onClick={() => mutation.mutate({ type: 'setFieldActive', slug, key: field.key, active: false })}
              >
                {t('admin.categories.switchOff')}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {retired.length > 0 ? (
        <>
          <h3 className="type-h3 mt-5 mb-2 text-ink-2">{t('admin.switchedOff')}</h3>
          <ul>
            {retired.map((field) => (
              <li key={field.key} className="flex items-center justify-between gap-3 border-line border-t py-2.5">
                <div>
                  <p className="text-ink-2">{labelIn(field.label)}</p>
                  <p className="type-small text-ink-3">{summaryOf(field)}</p>
                </div>
                <Button
                  variant="secondary"
                  size="s"
                  aria-label={t('admin.categories.switchNameOn', { name: labelIn(field.label) })}
                  onClick={() => mutation.mutate({ type: 'setFieldActive', slug, key: field.key, active: true })}
                >
                  {t('admin.categories.switchOn')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {edited ? (
        <FieldDialog
          slug={slug}
          known={edited === 'new' ? null : edited}
          taken={[...attributes, ...retired].map(({ key }) => key)}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </section>
  )
}

function summaryOf({ key, type, unit, min, max, options }: Field): string {
  const range =
    min !== undefined || max !== undefined
      ? t('admin.categories.range', { min: String(min ?? '…'), max: String(max ?? '…') })
      : null
  const choices = options.length > 0 ? t('admin.categories.choiceCount', { count: options.length }) : null
  return [KIND_NAME[type] ?? type, range && unit ? `${range} ${unit}` : (range ?? unit), choices, key]
    .filter(Boolean)
    .join(' · ')
}
