import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import type { Vacation } from '../../lib/away.ts'
import { dataOf, RequestFailed, sentenceOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { Button } from '../../ui/Button.tsx'
import { InputField } from '../../ui/fields.tsx'
import { formatUtcDay } from '../../ui/format.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { SettingRow } from '../../ui/SettingsGroup.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'

const MOST_NOTE = 120

export function VacationSetting({ userId }: { userId: string }) {
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
  const isPlanned = from !== null && until !== null && until > new Date().toISOString().slice(0, 10)
  return (
    <SettingRow
      title={t('dashboard.vacationMode')}
      line={
        isPlanned
          ? t('dashboard.vacation.away', { from: formatUtcDay(from), until: formatUtcDay(until) })
          : t('dashboard.vacation.hint')
      }
      action={
        isPlanned ? (
          <Button variant="secondary" size="s" loading={ending.isPending} onClick={() => ending.mutate()}>
            {t('dashboard.imBack')}
          </Button>
        ) : isOpen ? null : (
          <Button variant="secondary" size="s" onClick={() => setOpen(true)}>
            {t('dashboard.vacation.chooseDates')}
          </Button>
        )
      }
    >
      {isPlanned && note ? <p className="wrap-anywhere text-ink-2">“{note}”</p> : null}
      {isOpen && !isPlanned ? <VacationForm onSaved={refresh} onCancel={() => setOpen(false)} /> : null}
    </SettingRow>
  )
}

function VacationForm({ onSaved, onCancel }: { onSaved: () => Promise<void>; onCancel: () => void }) {
  const today = new Date().toISOString().slice(0, 10)
  const [from, setFrom] = useState(today)
  const [until, setUntil] = useState('')
  const [note, setNote] = useState('')
  const saving = useMutation({ mutationFn: saveVacation, onSuccess: onSaved })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate({ from, until, note })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label={t('dashboard.awayFrom')}
          type="date"
          min={today}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <InputField
          label={t('dashboard.backOn')}
          error={saving.isError ? sentenceOf(saving.error) : null}
          type="date"
          min={from}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
      </div>
      <InputField
        label={t('dashboard.noteForBuyers')}
        aside={t('common.optional')}
        value={note}
        maxLength={MOST_NOTE}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" loading={saving.isPending} loadingLabel={t('common.saving')}>
          {t('common.save')}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}

async function readVacation(userId: string): Promise<Vacation & { away_note: string }> {
  const seller = dataOf(
    await supabase.from('sellers').select('away_from, away_until, away_note').eq('id', userId).maybeSingle(),
  )
  return seller ?? { away_from: null, away_until: null, away_note: '' }
}

async function saveVacation({ from, until, note }: { from: string; until: string; note: string }) {
  if (!from || !until) throw new RequestFailed(t('dashboard.vacation.daysMissing'), { isOffline: false, cause: null })
  dataOf<unknown>(await supabase.rpc('set_vacation', { away_from: from, away_until: until, note }))
}

async function endVacation(): Promise<void> {
  dataOf<unknown>(await supabase.rpc('end_vacation'))
}
