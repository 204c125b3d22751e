import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { TextAreaField } from '../../ui/fields.tsx'
import { RadioList, type RadioRow } from '../../ui/RadioList.tsx'
import { AmountField, amountIn } from './AmountField.tsx'
import { addEvidence, changeOrder, offerRefund } from './api.ts'
import { type ChosenPhoto, MOST_PHOTOS, storePhotos } from './evidence.ts'
import { PhotosField } from './PhotosField.tsx'
import { useOrderChange } from './queries.ts'
import type { Dispute, Order } from './types.ts'

type Answer = 'agree' | 'part' | 'return' | 'nothing'

interface AnswerFormProps {
  order: Order
  dispute: Dispute
  userId: string
  otherName: string
}

/** The seller's answer to a problem, with a proposal. */
export function AnswerForm({ order, dispute, userId, otherName }: AnswerFormProps) {
  const { currency, items_minor: items, total_minor: total } = order
  const wanted = dispute.wish === 'part' ? (dispute.wanted_minor ?? items) : items
  const [answer, setAnswer] = useState<Answer>('agree')
  const [amount, setAmount] = useState('')
  const [text, setText] = useState('')
  const [photos, setPhotos] = useState<ChosenPhoto[]>([])
  const [isTried, setTried] = useState(false)
  const offered = amountIn(amount, currency, items)
  const problem = answer === 'part' && offered === null ? t('orders.report.amountWrong') : null
  const isSilent = answer === 'nothing' && text.trim() === '' && photos.length === 0
  const answering = useOrderChange({
    change: async () => {
      if (text.trim() !== '' || photos.length > 0)
        await addEvidence(order.id, text.trim(), await storePhotos(order.id, userId, photos))
      if (answer === 'return' || (answer === 'agree' && dispute.wish === 'return'))
        return changeOrder('offer_return', order.id)
      if (answer === 'agree') return offerRefund(order.id, dispute.wish === 'part' ? wanted : total)
      if (answer === 'part') return offerRefund(order.id, offered ?? 0)
    },
    onDone: () => {
      setText('')
      setPhotos([])
    },
    isQuiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problem === null && !isSilent) answering.mutate(undefined)
  }
  const isLost = dispute.reason === 'not_received'
  const options: (RadioRow<Answer> | null)[] = [
    {
      value: 'agree',
      label:
        dispute.wish === 'return'
          ? t('orders.answer.takeBack')
          : t('orders.answer.give', { amount: exactMoney(dispute.wish === 'part' ? wanted : total, currency) }),
      line: t('orders.answer.agreeHint', { name: otherName }),
    },
    {
      value: 'part',
      label: t('orders.answer.offerOther'),
      line: t('orders.answer.offerHint', { name: otherName }),
      body: (
        <AmountField
          label={t('orders.amount')}
          value={amount}
          currency={currency}
          mostMinor={items}
          error={isTried ? problem : null}
          onChange={setAmount}
        />
      ),
    },
    isLost || dispute.wish === 'return'
      ? null
      : { value: 'return', label: t('orders.answer.takeBack'), line: t('orders.answer.takeBackHint') },
    { value: 'nothing', label: t('orders.answer.nothing'), line: t('orders.answer.nothingHint') },
  ]
  return (
    <form noValidate onSubmit={submit} className="panel grid grid-cols-[minmax(0,1fr)] gap-6 p-5 md:p-6">
      <RadioList
        legend={t('orders.answer')}
        options={options.filter((option) => option !== null)}
        value={answer}
        onChange={setAnswer}
      />
      <TextAreaField
        label={t('orders.answer.words', { name: otherName })}
        aside={answer === 'nothing' ? null : t('common.optional')}
        rows={3}
        maxLength={2000}
        value={text}
        error={
          isTried && isSilent ? t('orders.answer.saySomething') : answering.isError ? sentenceOf(answering.error) : null
        }
        onChange={({ target }) => setText(target.value)}
      />
      <PhotosField photos={photos} most={MOST_PHOTOS - dispute.answer_photos.length} onChange={setPhotos} />
      <Button type="submit" size="lg" loading={answering.isPending} loadingLabel={t('common.sending')}>
        {t('orders.answer.send')}
      </Button>
    </form>
  )
}
