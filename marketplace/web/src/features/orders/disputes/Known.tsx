import { MessageCircle, Package, Tag, Truck, Undo2, Wallet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatDate, formatTime } from '../../../ui/format.ts'
import { Photo } from '../../../ui/Photo.tsx'
import { ParcelNumber } from '../Timeline.tsx'
import { parcelOf } from '../types.ts'
import type { DisputeCase } from './types.ts'

/** Number of messages shown initially. */
const FIRST_MESSAGES = 4
const HOUR_MS = 3_600_000

/** Recorded facts of a disputed order, with dates: ad, chat, payments, parcels. */
export function Known({ file }: { file: DisputeCase }) {
  return (
    <section aria-labelledby="known-title" className="panel py-1">
      <h2 id="known-title" className="type-h3 px-5 pt-4 pb-1">
        {t('admin.disputes.known')}
      </h2>
      <dl className="divide-y divide-line">
        {file.items.map((item) => (
          <Fact key={item.title} icon={<Tag />} name={t('admin.disputes.adSays')}>
            <p className="line-clamp-6 whitespace-pre-line wrap-anywhere">
              {item.description ?? t('admin.disputes.adGone')}
            </p>
            <ul className="mt-2 flex flex-wrap gap-2">
              {item.photos.map((path) => (
                <li key={path}>
                  <Photo path={path} alt="" sizes="64px" className="w-16 rounded-control" />
                </li>
              ))}
            </ul>
          </Fact>
        ))}
        {file.messages.length > 0 ? (
          <Fact icon={<MessageCircle />} name={t('admin.disputes.chat')}>
            <Chat file={file} />
          </Fact>
        ) : null}
        <Moves file={file} />
      </dl>
    </section>
  )
}

function Chat({ file: { messages, buyer, seller } }: { file: DisputeCase }) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? messages : messages.slice(-FIRST_MESSAGES)
  return (
    <>
      <ol className="grid gap-2">
        {shown.map((message) => (
          <li key={message.id} className="wrap-anywhere">
            <span className="font-semibold">
              {(message.is_buyer ? buyer : seller)?.display_name ?? t('common.deletedAccount')}
            </span>{' '}
            <span className="type-small text-ink-3">{momentOf(message.created_at)}</span>
            <p className="whitespace-pre-line">{message.kind === 'image' ? t('common.photo') : message.body}</p>
          </li>
        ))}
      </ol>
      {isAll || messages.length <= FIRST_MESSAGES ? null : (
        <Button variant="ghost" size="s" className="-ms-3 mt-1" onClick={() => setAll(true)}>
          {t('orders.showAll')}
        </Button>
      )}
    </>
  )
}

/** Events of payment and parcels. */
function Moves({ file }: { file: DisputeCase }) {
  return file.events.map(({ event, actor, created_at: at }) => {
    const key = `${event} ${at}`
    switch (event) {
      case 'pay':
        return <Fact key={key} icon={<Wallet />} name={t('common.paid')} when={at} />
      case 'ship': {
        const parcel = parcelOf(file, 'out')
        const hours = Math.max(1, Math.round((Date.parse(at) - Date.parse(file.order.paid_at)) / HOUR_MS))
        return (
          <Fact key={key} icon={<Package />} name={t('orders.step.shipped')} when={at}>
            {t('admin.disputes.afterPayment', { carrier: parcel?.carrier ?? '', hours })}
            {parcel ? <ParcelNumber parcel={parcel} className="mt-2" /> : null}
          </Fact>
        )
      }
      case 'deliver':
        return (
          <Fact key={key} icon={<Truck />} name={t('common.delivered')} when={at}>
            {actor === 'carrier' ? t('admin.disputes.carrierSays') : t('orders.step.deliveredByTime')}
          </Fact>
        )
      case 'ship_back': {
        const parcel = parcelOf(file, 'back')
        return (
          <Fact key={key} icon={<Undo2 />} name={t('orders.step.sentBack')} when={at}>
            {parcel ? <ParcelNumber parcel={parcel} /> : null}
          </Fact>
        )
      }
      default:
        return null
    }
  })
}

interface FactProps {
  icon: ReactNode
  name: string
  when?: string
  children?: ReactNode
}

function Fact({ icon, name, when, children }: FactProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-5 py-3.5 md:grid-cols-[9.5rem_minmax(0,1fr)_auto]">
      <dt className="flex gap-3 text-ink-2 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:stroke-[1.75]">
        {icon}
        {name}
      </dt>
      <dd className="max-md:order-3 max-md:col-span-2 max-md:ps-8">{children}</dd>
      {when ? <dd className="type-small tnum text-ink-3">{momentOf(when)}</dd> : null}
    </div>
  )
}

function momentOf(when: string): string {
  return `${formatDate(when)}, ${formatTime(when)}`
}
