import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarCheck, Clock, type LucideIcon, Package, ShoppingBag } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import type { Vacation } from '../../lib/away.ts'
import { config } from '../../lib/config.ts'
import { dataOf, RequestFailed, sentenceOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { Link } from '../../lib/router.tsx'
import { Button } from '../../ui/Button.tsx'
import { InputField, TextAreaField } from '../../ui/fields.tsx'
import { formatDate } from '../../ui/format.ts'
import { formatUtcDay } from '../../ui/format-dates.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { SettingRow } from '../../ui/SettingsGroup.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toast.ts'

const MOST_NOTE = 120

/** An edited vacation; days as "2026-12-07". */
export interface VacationDraft {
  readonly from: string
  readonly until: string
  readonly note: string
}

interface VacationSettingProps {
  userId: string
  /** The seller page as other users will see it. */
  preview: (draft: VacationDraft) => ReactNode
}

const utcToday = () => new Date().toISOString().slice(0, 10)

/** Vacation mode: a switch, two dates, a note for the seller page, and a preview. */
export function VacationSetting({ userId, preview }: VacationSettingProps) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const vacation = useQuery({ queryKey: ['vacation', userId], queryFn: () => readVacation(userId) })
  // Ads and seller pages show the vacation.
  const refresh = () => {
    setOpen(false)
    return queries.invalidateQueries()
  }
  const ending = useMutation({
    mutationFn: endVacation,
    onSuccess: refresh,
    onError: (error) =>
      void toast({ tone: 'error', title: t('common.didNotGoThrough'), description: sentenceOf(error) }),
  })
  if (vacation.isPending) return <Skeleton className="h-18" />
  if (vacation.isError) return <LoadFailed onRetry={() => void vacation.refetch()} />
  const { away_from: from, away_until: until, away_note: note } = vacation.data
  const isPlanned = from !== null && until !== null && until > utcToday()
  return (
    <SettingRow
      title={t('dashboard.vacationMode')}
      line={
        isPlanned
          ? t('dashboard.vacation.away', { from: formatUtcDay(from), until: formatUtcDay(until) })
          : t('dashboard.vacation.hint')
      }
      action={
        <Switch
          label={<span className="sr-only">{t('dashboard.vacationMode')}</span>}
          checked={isPlanned || isOpen}
          disabled={ending.isPending}
          onChange={({ target }) => (isPlanned ? ending.mutate() : setOpen(target.checked))}
        />
      }
    >
      {isPlanned || isOpen ? (
        <VacationForm
          // Resets to the saved values.
          key={`${from} ${until} ${note}`}
          saved={isPlanned ? { from, until, note } : { from: utcToday(), until: '', note: '' }}
          userId={userId}
          preview={preview}
          onSaved={refresh}
          onCancel={isPlanned ? null : () => setOpen(false)}
        />
      ) : null}
    </SettingRow>
  )
}

interface VacationFormProps extends VacationSettingProps {
  saved: VacationDraft
  onSaved: () => Promise<void>
  onCancel: (() => void) | null
}

function VacationForm({ saved, userId, preview, onSaved, onCancel }: VacationFormProps) {
  const [draft, setDraft] = useState(saved)
  const change = (part: Partial<VacationDraft>) => setDraft((before) => ({ ...before, ...part }))
  const saving = useMutation({ mutationFn: saveVacation, onSuccess: onSaved })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(draft)
  }
  const { from, until, note } = draft
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label={t('dashboard.awayFrom')}
          type="date"
          min={utcToday()}
          value={from}
          onChange={(event) => change({ from: event.target.value })}
        />
        <InputField
          label={t('dashboard.backOn')}
          error={saving.isError ? sentenceOf(saving.error) : null}
          type="date"
          min={from}
          value={until}
          onChange={(event) => change({ until: event.target.value })}
        />
      </div>
      <TextAreaField
        label={t('dashboard.noteForBuyers')}
        aside={`${note.length} / ${MOST_NOTE}`}
        rows={2}
        value={note}
        maxLength={MOST_NOTE}
        onChange={(event) => change({ note: event.target.value })}
      />
      <ul className="grid gap-2.5 border-t border-line pt-4 text-ink-2">
        {config.payments === 'off' ? null : <Fact icon={ShoppingBag}>{t('balance.vacation.paused')}</Fact>}
        <Fact icon={Clock}>{t('balance.vacation.replies')}</Fact>
        {until ? <Fact icon={CalendarCheck}>{t('balance.vacation.ends', { date: formatUtcDay(until) })}</Fact> : null}
      </ul>
      <OrdersToSend userId={userId} />
      {until > from ? <Preview>{preview(draft)}</Preview> : null}
      <div className="flex gap-2">
        <Button type="submit" loading={saving.isPending} loadingLabel={t('common.saving')}>
          {t('common.save')}
        </Button>
        {onCancel ? (
          <Button variant="ghost" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
      {children}
    </li>
  )
}

function Preview({ children }: { children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h4 id={titleId} className="type-small mb-2 font-semibold">
        {t('balance.vacation.preview')}
      </h4>
      <div className="rounded-panel border border-line p-3">{children}</div>
    </section>
  )
}

interface OrderToSend {
  readonly id: string
  readonly due_at: string | null
  readonly buyer: { readonly display_name: string } | null
}

/** Open orders by name and deadline. */
function OrdersToSend({ userId }: { userId: string }) {
  const orders = useQuery({
    queryKey: ['vacation', userId, 'orders'],
    queryFn: async () =>
      dataOf(
        await supabase
          .from('orders')
          .select('id, due_at, buyer:sellers!orders_buyer_id_fkey(display_name)')
          .eq('seller_id', userId)
          .eq('state', 'paid')
          .order('due_at')
          .limit(3)
          .overrideTypes<OrderToSend[], { merge: false }>(),
      ) ?? [],
  })
  if (!orders.data?.length) return null
  return (
    <div role="note" className="flex gap-3 rounded-panel bg-saffron-soft px-4 py-3 text-saffron-ink">
      <Package aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
      <ul>
        {orders.data.map(({ id, due_at, buyer }) => (
          <li key={id}>
            {t('balance.vacation.order', {
              name: buyer?.display_name ?? t('common.deletedAccount'),
              date: due_at ? formatDate(due_at) : '',
            })}{' '}
            <Link to={paths.order(id)} className="hit-44 underline underline-offset-2">
              {t('orders.open')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

async function readVacation(userId: string): Promise<Vacation & { away_note: string }> {
  const seller = dataOf(
    await supabase.from('sellers').select('away_from, away_until, away_note').eq('id', userId).maybeSingle(),
  )
  return seller ?? { away_from: null, away_until: null, away_note: '' }
}

async function saveVacation({ from, until, note }: VacationDraft) {
  if (!from || !until) throw new RequestFailed(t('dashboard.vacation.daysMissing'), { isOffline: false, cause: null })
  dataOf<unknown>(await supabase.rpc('set_vacation', { away_from: from, away_until: until, note }))
}

async function endVacation(): Promise<void> {
  dataOf<unknown>(await supabase.rpc('end_vacation'))
}
