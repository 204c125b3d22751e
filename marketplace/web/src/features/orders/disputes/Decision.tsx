import { type FormEvent, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { firstNameOf } from '../../../lib/person-names.ts'
import { Button } from '../../../ui/Button.tsx'
import { exactMoney } from '../../../ui/exact-money.ts'
import { TextAreaField } from '../../../ui/fields.tsx'
import { RadioList } from '../../../ui/RadioList.tsx'
import { Sum, SumList } from '../../../ui/SumList.tsx'
import { AmountField, amountIn } from '../AmountField.tsx'
import { AskForMore } from './AskForMore.tsx'
import { decideCase } from './api.ts'
import { useCaseMutation } from './queries.ts'
import { backOf, type Choice, splitOf } from './split.ts'
import type { DisputeCase } from './types.ts'

const SHORTEST_REASON = 10

/** Decides a dispute or an appeal. The split is computed before it's sent. */
export function Decision({ file, isAppeal }: { file: DisputeCase; isAppeal: boolean }) {
  const { order, currency, dispute } = file
  const [choice, setChoice] = useState<Choice | null>(null)
  const [amount, setAmount] = useState('')
  const [why, setWhy] = useState('')
  const deciding = useCaseMutation(decideCase, t('admin.queue.decided'))
  const part = choice === 'part' ? amountIn(amount, currency, order.items_minor) : 0
  const back = choice === null || part === null ? null : backOf(choice, part, order)
  if (isAppeal && file.is_own_decision) {
    return <p className="panel p-5 text-ink-2">{t('admin.queue.ownDecision')}</p>
  }
  const buyer = firstNameOf(file.buyer?.display_name ?? t('common.deletedAccount'))
  const seller = firstNameOf(file.seller?.display_name ?? t('common.deletedAccount'))
  const amountField = (
    <AmountField
      label={t('admin.disputes.getsBack', { name: buyer })}
      value={amount}
      currency={currency}
      mostMinor={order.items_minor}
      error={amount !== '' && part === null ? t('orders.report.amountWrong') : null}
      onChange={setAmount}
    />
  )
  const choices = [
    { value: 'pay' as const, label: t('admin.disputes.payInFull', { name: seller }) },
    { value: 'part' as const, label: t('admin.disputes.partialRefund'), body: amountField },
    // An item that never arrived cannot be returned, and an appeal is about money.
    ...(isAppeal || dispute.reason === 'not_received'
      ? []
      : [{ value: 'return' as const, label: t('admin.disputes.returnRefund') }]),
    { value: 'whole' as const, label: t('admin.disputes.refundInFull') },
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (choice !== null && back !== null) {
      deciding.mutate({ orderId: file.order_id, choice, backMinor: back, why: why.trim(), isAppeal })
    }
  }
  return (
    <section aria-labelledby="decision-title" className="panel grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
      <form noValidate onSubmit={submit} className="contents">
        <RadioList
          legend={
            <span id="decision-title">
              {isAppeal ? t('admin.disputes.decideAppeal') : t('admin.disputes.decision')}
            </span>
          }
          options={choices}
          value={choice}
          onChange={setChoice}
        />
        <TextAreaField
          label={t('admin.disputes.why')}
          rows={3}
          maxLength={1000}
          value={why}
          onChange={({ target }) => setWhy(target.value)}
        />
        {back === null ? null : <Lines file={file} backMinor={back} buyer={buyer} seller={seller} />}
        {deciding.isError ? (
          <p role="alert" className="type-small text-danger-ink">
            {sentenceOf(deciding.error)}
          </p>
        ) : null}
        <Button
          type="submit"
          size="lg"
          className="w-full"
          disabled={back === null || why.trim().length < SHORTEST_REASON}
          loading={deciding.isPending}
          loadingLabel={t('common.saving')}
        >
          {choice === 'return' ? t('admin.disputes.decideReturn') : t('admin.disputes.decideAndPay')}
        </Button>
      </form>
      {isAppeal ? null : <AskForMore orderId={file.order_id} />}
      <p className="type-small text-center text-ink-3">
        {isAppeal ? t('admin.disputes.final') : t('admin.disputes.canAppeal')}
      </p>
    </section>
  )
}

interface LinesProps {
  file: DisputeCase
  backMinor: number
  buyer: string
  seller: string
}

/** The split; its lines add up to the amount paid. */
function Lines({ file: { order, currency }, backMinor, buyer, seller }: LinesProps) {
  const split = splitOf(backMinor, order)
  return (
    <output className="block border-t border-line pt-4">
      <SumList>
        <Sum name={t('admin.disputes.gets', { name: buyer })}>{exactMoney(split.buyer, currency)}</Sum>
        <Sum name={t('admin.disputes.gets', { name: seller })}>{exactMoney(split.seller, currency)}</Sum>
        <Sum name={t('admin.disputes.fees')}>{exactMoney(split.fees, currency)}</Sum>
        <Sum name={t('admin.disputes.paid')} isTotal>
          {exactMoney(order.total_minor, currency)}
        </Sum>
      </SumList>
    </output>
  )
}
