import { useWatch } from 'react-hook-form'
import { readPrice } from '../../../../contract/money/price.ts'
import { readPlace } from '../../../../contract/places/places.ts'
import { shortPlaceName } from '../../i18n/place-names.ts'
import { t } from '../../i18n/t.ts'
import { CONDITION_LABEL } from '../../ui/conditions.ts'
import { Price } from '../../ui/Price.tsx'
import type { PostForm } from './listing-form.ts'
import { Picture } from './Picture.tsx'
import type { PostPhoto } from './photos.ts'

interface AdPreviewProps {
  photos: readonly PostPhoto[]
  currency: string
}

/** Preview of the ad as a search result, beside the form on wide screens, once there is something to see. */
export function AdPreview({ photos, currency }: AdPreviewProps) {
  const form = useWatch<PostForm>() as PostForm
  const cover = photos.find((photo) => photo.state.is !== 'failed')
  const place = readPlace(form.place)
  // Keeps the place beside the form.
  if (!cover && !form.title.trim()) return <div aria-hidden="true" className="hidden w-[300px] lg:block" />
  return (
    <aside aria-labelledby="post-preview" className="hidden w-[300px] lg:block">
      <div className="sticky top-[calc(107px+var(--banner))]">
        <h2 id="post-preview" className="type-small mb-2 pt-14 text-ink-2">
          {t('post.previewTitle')}
        </h2>
        {cover ? (
          <Picture photo={cover} sizes="300px" />
        ) : (
          <span className="block aspect-square rounded-photo border-[1.5px] border-line-2 border-dashed" />
        )}
        <div className="mt-2.5 flex items-baseline justify-between gap-2">
          <PreviewPrice form={form} currency={currency} />
          {form.condition ? <span className="type-small text-ink-3">{CONDITION_LABEL[form.condition]}</span> : null}
        </div>
        <p dir="auto" className="truncate">
          {form.title.trim() || t('post.yourTitle')}
        </p>
        <p className="type-small truncate text-ink-3">
          {place ? t('post.areaJustNow', { area: shortPlaceName(place) }) : t('post.yourAreaJustNow')}
        </p>
      </div>
    </aside>
  )
}

function PreviewPrice({ form, currency }: { form: PostForm; currency: string }) {
  const price = readPrice(form.price, currency)
  const minor = form.type !== 'free' && price.ok && price.minor > 0 ? price.minor : null
  if (minor === null && form.type === 'sell' && !form.onRequest)
    return <span className="type-price text-ink-3">{t('post.yourPrice')}</span>
  return (
    <Price
      minor={minor}
      currency={currency}
      type={form.type === 'free' ? 'free' : minor === null ? 'on_request' : 'fixed'}
      size="m"
    />
  )
}
