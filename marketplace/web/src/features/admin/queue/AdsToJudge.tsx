import { type ReactNode, useState } from 'react'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { Link } from '../../../lib/router.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatDate, formatPrice } from '../../../ui/format.ts'
import { Photo } from '../../../ui/Photo.tsx'
import { adState } from '../state-words.ts'
import { OpenPerson } from './OpenPerson.tsx'
import type { AdItem, ReportItem, SamePhoto } from './types.ts'

/** An ad's photos, each with the other ads that contain it. */
export function AdsToJudge({ item, onOpenPerson }: { item: AdItem | ReportItem; onOpenPerson: () => void }) {
  const { photos = [], same_photos: same = [] } = item
  const [shown, setShown] = useState(same[0]?.path ?? photos[0]?.path)
  if (shown === undefined) return null
  const next = same.length === 0 ? photos.find(({ path }) => path !== shown) : undefined
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] gap-4',
        same.length > 0 ? 'sm:grid-cols-2' : 'max-w-md',
        next && 'max-w-none',
      )}
    >
      <figure className="panel grid grid-cols-[minmax(0,1fr)] content-start gap-3 p-4">
        <Caption title={t('admin.queue.thisAd')} ad={item.kind === 'ad' ? item.id : item.target_id} />
        <div className={cx('grid gap-3', next && 'sm:grid-cols-2')}>
          <Large path={shown} alt={t('admin.queue.thisPhoto')} isSame={same.some(({ path }) => path === shown)} />
          {next ? <Large path={next.path} alt={next.alt || t('admin.queue.nextPhoto')} isSame={false} /> : null}
        </div>
        {photos.length > 1 ? (
          <ul aria-label={t('common.photos')} className="flex flex-wrap gap-2">
            {photos.map(({ id, path, alt }, at) => (
              <li key={id}>
                <button type="button" aria-pressed={path === shown} onClick={() => setShown(path)}>
                  <Photo
                    path={path}
                    alt={alt || t('admin.queue.photoNumber', { number: String(at + 1) })}
                    sizes="56px"
                    className={cx(
                      'w-14 rounded-control border-2',
                      path === shown ? 'border-saffron' : 'border-transparent',
                    )}
                  />
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        {item.kind === 'ad' ? (
          <p className="flex justify-between gap-3 font-semibold">
            <span className="min-w-0 truncate">{item.title}</span>
            <span className="type-price">
              {item.price_minor === null ? '' : formatPrice(item.price_minor, item.currency)}
            </span>
          </p>
        ) : null}
        {item.person ? (
          <Seller
            {...item.person}
            name={<OpenPerson person={item.person} onOpen={onOpenPerson} />}
            about={t('admin.queue.joined', { date: formatDate(item.person.joined_at) })}
          />
        ) : null}
      </figure>
      {same.map((copy) => (
        <OtherAd key={copy.ad} copy={copy} />
      ))}
    </div>
  )
}

function OtherAd({ copy }: { copy: SamePhoto }) {
  const about = [adState(copy.state), copy.published_at ? formatDate(copy.published_at) : null]
  return (
    <figure className="panel grid grid-cols-[minmax(0,1fr)] content-start gap-3 p-4">
      <Caption title={t('admin.queue.theOtherAd')} ad={copy.ad} />
      <Large path={copy.other_path} alt={t('admin.queue.otherPhoto')} isSame />
      <p className="flex justify-between gap-3 font-semibold">
        <span className="min-w-0 truncate">{copy.title}</span>
        <span className="type-price">{formatPrice(copy.price_minor, copy.currency)}</span>
      </p>
      <Seller
        {...copy.seller}
        name={copy.same_seller ? t('admin.samePerson') : copy.seller.display_name}
        about={about.filter(Boolean).join(' · ')}
      />
    </figure>
  )
}

interface SellerProps {
  display_name: string
  avatar_path: string | null
  name: ReactNode
  about: string
}

function Seller({ display_name, avatar_path, name, about }: SellerProps) {
  return (
    <p className="type-small flex items-center gap-2">
      <Avatar name={display_name} path={avatar_path} size={26} />
      <span className="min-w-0 truncate font-semibold">{name}</span>
      <span className="ms-auto inline-block shrink-0 text-ink-2 first-letter:uppercase">{about}</span>
    </p>
  )
}

function Caption({ title, ad }: { title: string; ad: string }) {
  return (
    <figcaption className="flex justify-between gap-3 font-semibold">
      {title}
      <Link to={`${paths.adminTab('ads')}?ad=${ad}`} className="hit-44 text-brand hover:underline">
        {t('common.open')}
      </Link>
    </figcaption>
  )
}

function Large({ path, alt, isSame }: { path: string; alt: string; isSame: boolean }) {
  return (
    <span className="relative block">
      <Photo
        path={path}
        alt={alt}
        sizes="(min-width: 1280px) 400px, 90vw"
        ratio={4 / 3}
        fit="contain"
        className="rounded-control"
      />
      {isSame ? (
        <Badge tone="saffron" className="absolute top-2.5 left-2.5">
          {t('admin.queue.samePhoto')}
        </Badge>
      ) : null}
    </span>
  )
}
