import { Heart, MapPin } from 'lucide-react'
import { readPlace } from '../../../../contract/places.ts'
import { readPrice } from '../../../../contract/price.ts'
import { t } from '../../i18n/t.ts'
import { Price } from '../../ui/Price.tsx'
import { attributeWords } from './attribute-words.ts'
import { categoryTrail } from './category-match.ts'
import { Picture } from './Picture.tsx'
import type { PostPhoto } from './photos.ts'
import { labelOf } from './schema.ts'
import { type Attribute, type Category, CONDITION_TEXT, type PostForm } from './types.ts'

interface AdPreviewProps {
  form: PostForm
  photos: readonly PostPhoto[]
  categories: readonly Category[]
  currency: string
}

/** The ad as a card among search results. */
export function CardPreview({ form, photos, currency }: AdPreviewProps) {
  const shown = photos.filter((photo) => photo.state.is !== 'failed')
  const [cover] = shown
  const place = readPlace(form.place)
  return (
    <div className="mx-auto w-full max-w-[292px]">
      <div className="relative">
        {cover ? <Picture photo={cover} sizes="(width < 640px) 90vw, 460px" /> : <EmptyPhoto />}
        <span
          aria-hidden="true"
          className="absolute end-2 top-2 grid size-9 place-items-center rounded-full bg-surface text-ink shadow-1"
        >
          <Heart strokeWidth={1.75} className="size-5" />
        </span>
        <Dots count={shown.length} />
      </div>
      <div className="mt-2.5 flex items-baseline justify-between gap-2">
        <PreviewPrice form={form} currency={currency} />
        {form.condition ? <span className="type-small text-ink-3">{CONDITION_TEXT[form.condition].label}</span> : null}
      </div>
      <p dir="auto" className="truncate">
        {form.title.trim() || t('Your title')}
      </p>
      <p className="type-small truncate text-ink-3">
        {place ? t('{area} · just now', { area: place.area || place.city }) : t('Your area · just now')}
      </p>
    </div>
  )
}

/** The ad's own page, in short. */
export function PagePreview({ form, photos, categories, currency }: AdPreviewProps) {
  const shown = photos.filter((photo) => photo.state.is !== 'failed')
  const [cover, ...rest] = shown
  const attributes = categories.find((category) => category.slug === form.category)?.attributes ?? []
  const facts = factsOf(form, attributes)
  return (
    <div className="grid gap-3">
      {cover ? <Picture photo={cover} sizes="(width < 640px) 90vw, 460px" /> : <EmptyPhoto />}
      {rest.length > 0 ? (
        <div className="grid grid-cols-5 gap-1.5">
          {rest.slice(0, 5).map((photo) => (
            <Picture key={photo.id} photo={photo} />
          ))}
        </div>
      ) : null}
      {form.category ? <p className="type-small text-ink-3">{categoryTrail(categories, form.category)}</p> : null}
      <p dir="auto" className="font-display text-[22px]/7 font-[640] tracking-[-0.02em] wrap-anywhere">
        {form.title.trim() || t('Your title')}
      </p>
      <PreviewPrice form={form} currency={currency} isLarge />
      {facts.length > 0 ? (
        <dl className="type-small grid grid-cols-2 gap-x-4 gap-y-2 border-y border-line py-3">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-ink-3">{name}</dt>
              <dd className="font-semibold wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-2">
        {form.description.trim() || t('Your description')}
      </p>
      <p className="type-small flex items-center gap-1.5 wrap-anywhere text-ink-2">
        <MapPin aria-hidden="true" strokeWidth={1.75} className="size-4" />
        {form.place.trim() || t('Your area')}
      </p>
    </div>
  )
}

function factsOf(form: PostForm, attributes: readonly Attribute[]): [string, string][] {
  const facts: [string, string][] = form.condition ? [[t('Condition'), CONDITION_TEXT[form.condition].label]] : []
  for (const attribute of attributes) {
    const text = form.attributes[attribute.key]?.trim()
    if (!text) continue
    facts.push([labelOf(attribute), attributeWords(attribute, text)])
  }
  return facts
}

function PreviewPrice({ form, currency, isLarge }: { form: PostForm; currency: string; isLarge?: boolean }) {
  const price = readPrice(form.price, currency)
  const minor = form.type !== 'free' && price.ok && price.minor > 0 ? price.minor : null
  if (minor === null && form.type === 'sell') return <span className="type-price text-ink-3">{t('Your price')}</span>
  return (
    <Price
      minor={minor}
      currency={currency}
      type={form.type === 'free' ? 'free' : minor === null ? 'on_request' : 'fixed'}
      size={isLarge ? 'lg' : 'm'}
    />
  )
}

function EmptyPhoto() {
  return (
    <span className="type-small grid aspect-square place-items-center rounded-photo border-[1.5px] border-dashed border-line-strong text-ink-3">
      {t('Your cover photo')}
    </span>
  )
}

function Dots({ count }: { count: number }) {
  if (count < 2) return null
  return (
    <span aria-hidden="true" className="absolute inset-x-0 bottom-2.5 flex justify-center gap-1">
      {Array.from({ length: Math.min(count, 5) }, (_, index) => index).map((index) => (
        <span
          key={index}
          className={index === 0 ? 'h-1.5 w-4 rounded-full bg-white' : 'size-1.5 rounded-full bg-white/70'}
        />
      ))}
    </span>
  )
}
