import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { FoldedPanel } from '../../../ui/FoldedPanel.tsx'
import { InputField } from '../../../ui/fields.tsx'
import { Input } from '../../../ui/Input.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { type Ladder, type Limit, readLimits, setLadder, setLimit } from './api.ts'
import { ACTION_NAME, limitText } from './words.ts'

/** /admin/limits: rate limits, and the conditions of trust levels. */
export function LimitsTab() {
  const data = useQuery({ queryKey: ['admin', 'limits'], queryFn: readLimits, staleTime: 0 })
  if (data.isLoadingError) return <LoadFailed as="h1" onRetry={() => void data.refetch()} />
  return (
    <>
      <h1 className="type-h1">{t('admin.limits')}</h1>
      <p className="mt-1 mb-5 max-w-2xl text-ink-2">{t('admin.limits.intro')}</p>
      {data.data ? (
        <div className="grid gap-2">
          <LadderForm key={data.dataUpdatedAt} ladder={data.data.ladder} />
          {Object.keys(ACTION_NAME).map((action) => (
            <ActionLimits
              key={action}
              action={action}
              limits={data.data.limits.filter((limit) => limit.action === action)}
            />
          ))}
        </div>
      ) : (
        <Skeleton className="h-72 rounded-card" />
      )}
    </>
  )
}

function useSaving<Given>(save: (given: Given) => Promise<void>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: () => {
      void toast({ title: t('common.changed'), description: t('admin.limits.holdsFromNextAct') })
      return client.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: (error) => void toast({ tone: 'error', title: t('common.notChanged'), description: sentenceOf(error) }),
  })
}

function LadderForm({ ladder }: { ladder: Ladder }) {
  const saving = useSaving(setLadder)
  const [form, setForm] = useState({
    days: String(ladder.days),
    deals: String(ladder.deals),
    answered_chats: String(ladder.answered_chats),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate({
      days: Number(form.days),
      deals: Number(form.deals),
      answered_chats: Number(form.answered_chats),
    })
  }
  const field = (key: keyof typeof form, label: string) => (
    <InputField
      label={label}
      inputMode="numeric"
      value={form[key]}
      onChange={(event) => setForm({ ...form, [key]: event.target.value })}
    />
  )
  return (
    <form noValidate onSubmit={submit} className="panel mb-3 grid gap-4 p-4 md:p-5" aria-labelledby="ladder-title">
      <div>
        <h2 id="ladder-title" className="type-h3">
          {t('admin.limits.trustLevels')}
        </h2>
        <p className="text-ink-2">{t('admin.limits.trustHint')}</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {field('days', t('admin.limits.days'))}
        {field('deals', t('admin.limits.dealsDone'))}
        {field('answered_chats', t('admin.limits.conversationsAnswered'))}
      </div>
      <Button type="submit" className="justify-self-start" loading={saving.isPending} loadingLabel={t('common.saving')}>
        {t('admin.limits.saveTrustLevels')}
      </Button>
    </form>
  )
}

function ActionLimits({ action, limits }: { action: string; limits: readonly Limit[] }) {
  if (limits.length === 0) return null
  return (
    <FoldedPanel title={ACTION_NAME[action]} aside={limits.length}>
      <ul>
        {limits.map((limit) => (
          <LimitRow key={`${limit.scope} ${limit.level} ${limit.span} ${limit.allowed}`} limit={limit} />
        ))}
      </ul>
    </FoldedPanel>
  )
}

function LimitRow({ limit }: { limit: Limit }) {
  const saving = useSaving((allowed: number) => setLimit(limit, allowed))
  const [allowed, setAllowed] = useState(String(limit.allowed))
  const isChanged = allowed.trim() !== String(limit.allowed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(Number(allowed))
  }
  return (
    <li className="border-t border-line py-2 first:border-t-0">
      <form noValidate onSubmit={submit} className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 basis-60">{limitText(limit)}</span>
        <Input
          aria-label={`${ACTION_NAME[limit.action]}: ${limitText(limit)}`}
          inputMode="numeric"
          value={allowed}
          className="tnum h-11! w-28! text-end"
          onChange={(event) => setAllowed(event.target.value)}
        />
        <Button
          type="submit"
          variant="secondary"
          size="s"
          disabled={!isChanged}
          loading={saving.isPending}
          loadingLabel={t('common.saving')}
        >
          {t('common.save')}
        </Button>
      </form>
    </li>
  )
}
