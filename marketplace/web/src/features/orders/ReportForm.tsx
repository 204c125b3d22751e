import { useQuery } from '@tanstack/react-query'
import { Clock, Lock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { orderTermsQuery } from '../../lib/order-terms.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { TextAreaField } from '../../ui/fields.tsx'
import { Note } from '../../ui/Note.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { RadioList } from '../../ui/RadioList.tsx'
import { AmountField, amountIn } from './AmountField.tsx'
import { openDispute } from './api.ts'
import { type ChosenPhoto, storePhotos } from './evidence.ts'
import { PhotosField } from './PhotosField.tsx'
import { useOrderChange } from './queries.ts'
import type { Order, Reason, Wish } from './types.ts'
import { REASON } from './wording.ts'

const MOST_WORDS = 1000
const LEAST_WORDS = 10

interface ReportFormProps {
  order: Order
  userId: string
  otherName: string
  onSent: () => void
}

/** A problem with an order: reason, description, photos and requested solution. */
export function ReportForm({ order, userId, otherName, onSent }: ReportFormProps) {
  const [reason, setReason] = useState<Reason | null>(null)
  const [text, setText] = useState('')
  const [photos, setPhotos] = useState<ChosenPhoto[]>([])
  const [wish, setWish] = useState<Wish>('part')
  const [amount, setAmount] = useState('')
  const { data: terms } = useQuery(orderTermsQuery)
  const [isTried, setTried] = useState(false)
  const { currency, items_minor: most } = order
  const isLost = reason === 'not_received'
  const shownWish = isLost && wish === 'return' ? 'whole' : wish
  const wanted = shownWish === 'part' ? amountIn(amount, currency, most) : null
  const problems = {
    reason: reason === null ? t('orders.report.chooseReason') : null,
    text: [...text.trim()].length < LEAST_WORDS ? t('orders.report.writeMore') : null,
    photos: !isLost && photos.length === 0 ? t('orders.report.addPhoto') : null,
    amount: shownWish === 'part' && wanted === null ? t('orders.report.amountWrong') : null,
  }
  const isWrong = Object.values(problems).some((problem) => problem !== null)
  const sending = useOrderChange({
    change: async () => {
      const stored = await storePhotos(order.id, userId, photos)
      await openDispute(order.id, {
        reason: reason ?? 'other',
        text: text.trim(),
        wish: shownWish,
        wantedMinor: wanted,
        photos: stored,
      })
    },
    onDone: onSent,
    isQuiet: true,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (!isWrong) return sending.mutate(undefined)
    const form = event.currentTarget
    // After the errors are rendered.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid], [aria-describedby] input')?.focus())
  }
  const told = isTried ? problems : { reason: null, text: null, photos: null, amount: null }
  const total = exactMoney(order.total_minor, currency)
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <ReportedOrder order={order} otherName={otherName} />
      <RadioList
        legend={t('orders.report.whatIsWrong')}
        legendClass="type-h2"
        kind="list"
        options={(Object.keys(REASON) as Reason[]).map((value) => ({ value, label: REASON[value] }))} // keys of the record
        value={reason}
        onChange={setReason}
        error={told.reason}
      />
      <TextAreaField
        label={t('orders.report.tell', { name: otherName })}
        aside={t('common.countOfMost', { count: [...text].length, most: MOST_WORDS })}
        rows={4}
        value={text}
        maxLength={MOST_WORDS}
        error={told.text}
        onChange={({ target }) => setText(target.value)}
      />
      <PhotosField
        photos={photos}
        hint={isLost ? t('orders.report.photosOptional') : t('orders.report.photosHint')}
        error={told.photos}
        onChange={setPhotos}
      />
      <RadioList
        legend={t('orders.report.wish')}
        legendClass="type-h2"
        options={[
          {
            value: 'part' as const,
            label: t('orders.wish.part'),
            line: t('orders.wish.partHint'),
            body: (
              <AmountField
                label={t('orders.amount')}
                value={amount}
                currency={currency}
                mostMinor={most}
                error={told.amount}
                onChange={setAmount}
              />
            ),
          },
          ...(isLost
            ? []
            : [
                {
                  value: 'return' as const,
                  label: t('orders.wish.return'),
                  line: t('orders.wish.returnHint'),
                  aside: total,
                },
              ]),
          {
            value: 'whole' as const,
            label: t('orders.wish.whole'),
            line: t('orders.wish.wholeHint', { name: otherName }),
            aside: total,
          },
        ]}
        value={shownWish}
        onChange={setWish}
      />
      <Note tone="info" icon={Clock}>
        {terms ? (
          <strong className="font-semibold">
            {t('orders.report.hours', { name: otherName, hours: terms.answer_within_hours })}{' '}
          </strong>
        ) : null}
        {t('orders.report.hoursHint')}
      </Note>
      {sending.isError ? (
        <p role="alert" className="text-danger-ink">
          {sentenceOf(sending.error)}
        </p>
      ) : null}
      <div
        data-bar
        className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:border-t max-md:border-line max-md:bg-paper max-md:px-4 max-md:pt-3 max-md:pb-[max(12px,env(safe-area-inset-bottom))]"
      >
        <Button
          type="submit"
          size="lg"
          className="w-full"
          loading={sending.isPending}
          loadingLabel={t('common.sending')}
        >
          {t('orders.report.send')}
        </Button>
      </div>
    </form>
  )
}

function ReportedOrder({ order, otherName }: { order: Order; otherName: string }) {
  const [first] = order.items
  return (
    <div className="flex items-center gap-3.5">
      <Photo path={first?.listing?.cover_path} alt="" sizes="64px" className="w-16 shrink-0 rounded-photo" />
      <div className="min-w-0">
        <p className="truncate font-semibold">{first?.title}</p>
        <p className="type-small flex flex-wrap items-center gap-2 text-ink-2">
          {otherName}
          <Badge tone="success">
            <Lock aria-hidden="true" strokeWidth={2} className="size-3.5" />
            {t('orders.held', { amount: exactMoney(order.total_minor, order.currency) })}
          </Badge>
        </p>
      </div>
    </div>
  )
}
