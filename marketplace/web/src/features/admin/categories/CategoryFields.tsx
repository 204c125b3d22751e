import { ArrowDown, ArrowUp, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { plural } from '../../../ui/format.ts'
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
            Fields
          </h2>
          <p className="type-small text-ink-2">What the form asks for, the ad shows, and people filter by.</p>
        </div>
        <Button variant="soft" size="s" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" strokeWidth={1.75} className="size-4" />
          Add a field
        </Button>
      </div>
      {attributes.length === 0 ? <p className="text-ink-2">No fields yet: the title and the text say it all.</p> : null}
      <ol>
        {attributes.map((field, index) => (
          <li key={field.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2.5">
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-semibold">{field.label.en}</p>
              <p className="type-small text-ink-3">{summaryOf(field)}</p>
            </div>
            <div className="flex flex-wrap gap-1">
              {field.required ? <Badge tone="brand">Required</Badge> : null}
              {field.filterable ? <Badge tone="info">Filter</Badge> : null}
              {field.facet ? <Badge tone="info">With counts</Badge> : null}
              {field.show_on_card ? <Badge>On the card</Badge> : null}
            </div>
            <div className="flex items-center">
              <IconButton
                label={`Move ${field.label.en} up`}
                size={36}
                disabled={index === 0}
                onClick={() => acts.mutate({ act: 'moveField', slug, key: field.key, place: index })}
              >
                <ArrowUp aria-hidden="true" strokeWidth={1.75} className="size-4" />
              </IconButton>
              <IconButton
                label={`Move ${field.label.en} down`}
                size={36}
                disabled={index === attributes.length - 1}
                onClick={() => acts.mutate({ act: 'moveField', slug, key: field.key, place: index + 2 })}
              >
                <ArrowDown aria-hidden="true" strokeWidth={1.75} className="size-4" />
              </IconButton>
              <IconButton label={`Change ${field.label.en}`} size={36} onClick={() => setEdited(field)}>
                <Pencil aria-hidden="true" strokeWidth={1.75} className="size-4" />
              </IconButton>
              <Button
                variant="ghost"
                size="s"
                aria-label={`Switch off ${field.label.en}`}
                onClick={() => acts.mutate({ act: 'setFieldActive', slug, key: field.key, active: false })}
              >
                Switch off
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {retired.length > 0 ? (
        <>
          <h3 className="type-h3 mt-5 mb-2 text-ink-2">Switched off</h3>
          <ul>
            {retired.map((field) => (
              <li key={field.key} className="flex items-center justify-between gap-3 border-line border-t py-2.5">
                <div>
                  <p className="text-ink-2">{field.label.en}</p>
                  <p className="type-small text-ink-3">{summaryOf(field)}</p>
                </div>
                <Button
                  variant="secondary"
                  size="s"
                  aria-label={`Switch on ${field.label.en}`}
                  onClick={() => acts.mutate({ act: 'setFieldActive', slug, key: field.key, active: true })}
                >
                  Switch on
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
  const range = min !== undefined || max !== undefined ? `${min ?? '…'} to ${max ?? '…'}` : null
  const choices = options.length > 0 ? plural(options.length, 'choice') : null
  return [KIND_NAME[type] ?? type, range && unit ? `${range} ${unit}` : (range ?? unit), choices, key]
    .filter(Boolean)
    .join(' · ')
}
