import { ArrowDown, ArrowUp, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { labelIn } from '../../../i18n/label-in.ts'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { FieldDialog } from './FieldDialog.tsx'
import { useCategoryActs } from './queries.ts'
import { type AdminCategory, type Field, KIND_NAME } from './types.ts'

/** The fields of a category in the order of the form, and those that were switched off. */
export function CategoryFields({ category }: { category: AdminCategory }) {
  const acts = useCategoryActs()
  const [edited, setEdited] = useState<Field | 'new' | null>(null)
  const { slug, attributes, retired_attributes: retired } = category
  return (
    <section className="panel p-4 md:p-6" aria-labelledby="category-fields">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="category-fields" className="type-h3">
            {t('Fields')}
          </h2>
          <p className="type-small text-ink-2">{t('What the form asks for, the ad shows, and people filter by.')}</p>
        </div>
        <Button variant="soft" size="s" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" strokeWidth={1.75} className="size-4" />
          {t('Add a field')}
        </Button>
      </div>
      {attributes.length === 0 ? (
        <p className="text-ink-2">{t('No fields yet: the title and the text say it all.')}</p>
      ) : null}
      <ol>
        {attributes.map((field, index) => (
          <li key={field.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2.5">
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-semibold">{labelIn(field.label)}</p>
              <p className="type-small text-ink-3">{summaryOf(field)}</p>
            </div>
            <div className="flex flex-wrap gap-1">
              {field.required ? <Badge tone="brand">{t('Required')}</Badge> : null}
              {field.filterable ? <Badge tone="info">{t('Filter')}</Badge> : null}
              {field.facet ? <Badge tone="info">{t('With counts')}</Badge> : null}
              {field.show_on_card ? <Badge>{t('On the card')}</Badge> : null}
            </div>
            <div className="flex items-center">
              <IconButton
                label={t('Move “{name}” up', { name: labelIn(field.label) })}
                size={36}
                disabled={index === 0}
                onClick={() => acts.mutate({ act: 'moveField', slug, key: field.key, place: index })}
              >
                <ArrowUp aria-hidden="true" strokeWidth={1.75} className="size-4" />
              </IconButton>
              <IconButton
                label={t('Move “{name}” down', { name: labelIn(field.label) })}
                size={36}
                disabled={index === attributes.length - 1}
                onClick={() => acts.mutate({ act: 'moveField', slug, key: field.key, place: index + 2 })}
              >
                <ArrowDown aria-hidden="true" strokeWidth={1.75} className="size-4" />
              </IconButton>
              <IconButton
                label={t('Change “{name}”', { name: labelIn(field.label) })}
                size={36}
                onClick={() => setEdited(field)}
              >
                <Pencil aria-hidden="true" strokeWidth={1.75} className="size-4" />
              </IconButton>
              <Button
                variant="ghost"
                size="s"
                aria-label={t('Switch off “{name}”', { name: labelIn(field.label) })}
                onClick={() => acts.mutate({ act: 'setFieldActive', slug, key: field.key, active: false })}
              >
                {t('Switch off')}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {retired.length > 0 ? (
        <>
          <h3 className="type-h3 mt-5 mb-2 text-ink-2">{t('Switched off')}</h3>
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
                  aria-label={t('Switch on “{name}”', { name: labelIn(field.label) })}
                  onClick={() => acts.mutate({ act: 'setFieldActive', slug, key: field.key, active: true })}
                >
                  {t('Switch on')}
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
      ? t('{min} to {max}', { min: String(min ?? '…'), max: String(max ?? '…') })
      : null
  const choices =
    options.length > 0 ? t('{count, plural, one {# choice} other {# choices}}', { count: options.length }) : null
  return [KIND_NAME[type] ?? type, range && unit ? `${range} ${unit}` : (range ?? unit), choices, key]
    .filter(Boolean)
    .join(' · ')
}
