import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { Link } from '../../../lib/router.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { EvidencePhotos } from '../../../ui/EvidencePhotos.tsx'
import { formatDate } from '../../../ui/format.ts'
import { evidenceUrls } from '../evidence.ts'
import { offerOf, wishOf } from '../wording.ts'
import type { CaseSide, DisputeCase } from './types.ts'

/** Statements, photos and proposals of both sides, in equal panels. */
export function CaseSides({ file: { dispute, order, buyer, seller } }: { file: DisputeCase }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
      <Side
        person={buyer}
        record={
          buyer
            ? t('admin.disputes.buyerRecord', { orders: buyer.bought, disputes: buyer.disputes })
            : t('orders.buyer')
        }
        when={dispute.opened_at}
        words={dispute.text}
        photos={dispute.photos}
        label={t('orders.dispute.wants')}
        proposal={wishOf(dispute, order)}
      />
      <Side
        person={seller}
        record={
          seller
            ? t('admin.disputes.sellerRecord', { sold: seller.sold, disputes: seller.disputes })
            : t('common.seller')
        }
        when={dispute.answered_at}
        words={dispute.answer}
        photos={dispute.answer_photos}
        label={t('orders.dispute.offers')}
        proposal={offerOf(dispute, order.currency) ?? t('admin.queue.nothing')}
      />
    </div>
  )
}

interface SideProps {
  person: CaseSide | null
  record: string
  when: string | null
  words: string | null
  photos: readonly string[]
  label: string
  proposal: string
}

function Side({ person, record, when, words, photos, label, proposal }: SideProps) {
  const name = person?.display_name ?? t('common.deletedAccount')
  return (
    <section aria-label={name} className="panel grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-5">
      <div className="flex items-center gap-3">
        <Avatar name={name} path={person?.avatar_path ?? null} size={44} />
        <div className="min-w-0 flex-1">
          {person ? (
            <Link
              to={`${paths.adminTab('people')}?person=${person.id}`}
              className="block truncate font-semibold hover:text-brand"
            >
              {name}
            </Link>
          ) : (
            <p className="font-semibold">{name}</p>
          )}
          <p className="type-small text-ink-2">{record}</p>
        </div>
        {when ? <span className="type-small shrink-0 text-ink-3">{formatDate(when)}</span> : null}
      </div>
      <p className={words ? 'whitespace-pre-line wrap-anywhere' : 'text-ink-3'}>
        {words ?? t('orders.dispute.noAnswer')}
      </p>
      <EvidencePhotos paths={photos} sign={evidenceUrls} />
      <p className="tnum mt-auto flex justify-between gap-3 rounded-control bg-sunken px-4 py-2.5">
        <span className="text-ink-2">{label}</span>
        <span className="font-semibold">{proposal}</span>
      </p>
    </section>
  )
}
