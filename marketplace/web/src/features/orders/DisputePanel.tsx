import { Clock } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EvidencePhotos } from '../../ui/EvidencePhotos.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { formatDate } from '../../ui/format.ts'
import { Note } from '../../ui/Note.tsx'
import { AddEvidence } from './AddEvidence.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { Appeal } from './Appeal.tsx'
import { changeOrder } from './api.ts'
import { evidenceUrls } from './evidence.ts'
import { useOrderChange } from './queries.ts'
import type { Dispute, Order, Role } from './types.ts'
import { shortDayOf } from './when.ts'
import { decisionOf, offerOf, REASON, wishOf } from './wording.ts'

interface DisputePanelProps {
  order: Order
  dispute: Dispute
  role: Role
  userId: string
  otherName: string
}

/** A problem with an order: statements and proposals of both sides, and the outcome. */
export function DisputePanel({ order, dispute, role, userId, otherName }: DisputePanelProps) {
  const isOpen = dispute.ended_at === null && order.state === 'disputed'
  return (
    <section aria-labelledby="problem-title" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isOpen && role === 'buyer' ? <Proposal order={order} dispute={dispute} otherName={otherName} /> : null}
      {isOpen && dispute.question ? (
        <Note tone="info" icon={Clock}>
          <strong className="font-semibold">{t('orders.dispute.question')}</strong> {dispute.question}
        </Note>
      ) : null}
      <div className="panel p-5 md:p-6">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <h2 id="problem-title" className="type-h3">
            {REASON[dispute.reason]}
          </h2>
          <span className="type-small text-ink-3">{formatDate(dispute.opened_at)}</span>
        </div>
        <div className="grid gap-6 md:grid-cols-2">
          <Side
            person={order.buyer}
            words={dispute.text}
            photos={dispute.photos}
            label={t('orders.dispute.wants')}
            proposal={wishOf(dispute, order)}
          />
          <Side
            person={order.seller}
            words={dispute.answer}
            photos={dispute.answer_photos}
            label={t('orders.dispute.offers')}
            proposal={offerOf(dispute, order.currency)}
          />
        </div>
        {isOpen ? (
          <div className="mt-5 border-t border-line pt-4">
            <AddEvidence order={order} dispute={dispute} role={role} userId={userId} />
          </div>
        ) : null}
      </div>
      {isOpen && role === 'seller' && dispute.state === 'open' ? (
        <>
          <AnswerForm order={order} dispute={dispute} userId={userId} otherName={otherName} />
          <AskUs orderId={order.id} />
        </>
      ) : null}
      {dispute.decision ? <Decision dispute={dispute} order={order} role={role} userId={userId} /> : null}
    </section>
  )
}

interface SideProps {
  person: Order['buyer']
  words: string | null
  photos: readonly string[]
  label: string
  proposal: string | null
}

function Side({ person, words, photos, label, proposal }: SideProps) {
  const name = person?.display_name ?? t('common.deletedAccount')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <p className="flex items-center gap-2.5 font-semibold">
        <Avatar name={name} path={person?.avatar_path ?? null} size={32} />
        <span className="truncate">{name}</span>
      </p>
      {words ? (
        <p className="whitespace-pre-line wrap-anywhere">{words}</p>
      ) : (
        <p className="text-ink-3">{t('orders.dispute.noAnswer')}</p>
      )}
      <EvidencePhotos paths={photos} sign={evidenceUrls} />
      {proposal === null ? null : (
        <p className="tnum flex justify-between gap-3 rounded-control bg-sunken px-4 py-2.5">
          <span className="text-ink-2">{label}</span>
          <span className="font-semibold">{proposal}</span>
        </p>
      )}
    </div>
  )
}

/** The buyer's possible answers, and a request for a decision. */
function Proposal({ order, dispute, otherName }: Pick<DisputePanelProps, 'order' | 'dispute' | 'otherName'>) {
  const [isSure, setSure] = useState(false)
  const accepting = useOrderChange({ change: () => changeOrder('accept_refund', order.id) })
  const withdrawing = useOrderChange({ change: () => changeOrder('withdraw_dispute', order.id) })
  const isEscalated = dispute.state === 'escalated'
  const isOffered = dispute.offers_return || (dispute.offered_minor ?? 0) > 0
  const amount = exactMoney(dispute.offered_minor ?? 0, order.currency)
  return (
    <div className="panel grid gap-3 p-5">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="type-h3">
          {dispute.offers_return
            ? t('orders.head.offersReturn', { name: otherName })
            : isOffered
              ? t('orders.head.offersBack', { name: otherName, amount })
              : t('orders.dispute.waits', { name: otherName })}
        </h2>
        <Badge tone={isEscalated ? 'danger' : 'offer'}>
          {isEscalated ? t('orders.badge.dispute') : t('orders.badge.problem')}
        </Badge>
      </div>
      <p className="text-ink-2">
        {isEscalated
          ? t('orders.dispute.teamLooks')
          : order.due_at
            ? t('orders.dispute.answerBy', { when: shortDayOf(order.due_at) })
            : null}
      </p>
      <div className="flex flex-wrap gap-2.5">
        {isOffered ? (
          <Button loading={accepting.isPending} onClick={() => accepting.mutate(undefined)}>
            {dispute.offers_return ? t('orders.dispute.acceptReturn') : t('orders.dispute.accept', { amount })}
          </Button>
        ) : null}
        {isEscalated ? null : <AskUs orderId={order.id} />}
        {isSure ? (
          <Button variant="secondary" loading={withdrawing.isPending} onClick={() => withdrawing.mutate(undefined)}>
            {t('orders.check.pay', { name: otherName })}
          </Button>
        ) : (
          <Button variant="ghost" onClick={() => setSure(true)}>
            {t('orders.dispute.solved')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Either side may ask moderators before the deadline for an answer. */
function AskUs({ orderId }: { orderId: string }) {
  const escalating = useOrderChange({ change: () => changeOrder('escalate_dispute', orderId) })
  return (
    <Button
      variant="secondary"
      className="justify-self-start"
      loading={escalating.isPending}
      onClick={() => escalating.mutate(undefined)}
    >
      {t('orders.dispute.askUs')}
    </Button>
  )
}

function Decision({ dispute, order, role, userId }: Omit<DisputePanelProps, 'otherName'>) {
  return (
    <div className="panel grid gap-3 p-5 md:p-6">
      <h2 className="type-h3">{t('orders.decision')}</h2>
      <p className="tnum font-semibold">{decisionOf(dispute, order.currency)}</p>
      <p className="whitespace-pre-line wrap-anywhere text-ink-2">{dispute.decision}</p>
      <Appeal order={order} dispute={dispute} role={role} userId={userId} />
    </div>
  )
}
