import { type FormEvent, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import type { QueueAct } from './api.ts'
import { useQueueActs } from './queries.ts'
import type { Action, QueueItem } from './types.ts'
import { ACTION, actionsFor } from './words.ts'

const DAYS = [1, 3, 7, 14, 30, 90] as const

interface Choice {
  readonly value: string
  readonly label: string
}

/** What to do, why, and for how long. The reasons go to the person concerned, word for word. */
export function DecisionForm({ item, onCancel }: { item: QueueItem; onCancel: () => void }) {
  const acts = useQueueActs()
  const choices = choicesFor(item)
  const [choice, setChoice] = useState(choices[0]?.value ?? '')
  const [statement, setStatement] = useState('')
  const [days, setDays] = useState(7)
  const isTimed = choice === 'limit' || choice === 'suspend'
  const needsWords = !(choice === 'approve' || choice === 'release')
  const tooShort = needsWords && statement.trim().length < 10
  const submit = (event: FormEvent) => {
    event.preventDefault()
    acts.mutate(actOf(item, choice, statement.trim(), isTimed ? days : undefined))
  }
  return (
    <form onSubmit={submit} className="mt-4 grid gap-4 border-t border-line pt-4">
      <div className="flex flex-wrap gap-3">
        <Field label={t('What is done')} className="min-w-56 flex-1">
          {(control) => (
            <Select {...control} value={choice} onChange={(event) => setChoice(event.target.value)}>
              {choices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {isTimed ? (
          <Field label={t('For how long')}>
            {(control) => (
              <Select {...control} value={days} onChange={(event) => setDays(Number(event.target.value))}>
                {DAYS.map((one) => (
                  <option key={one} value={one}>
                    {t('{count, plural, one {# day} other {# days}}', { count: one })}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
      </div>
      {needsWords ? (
        <Field label={t('Reasons')} hint={t('At least 10 characters. The person concerned reads this, word for word.')}>
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={1000}
              value={statement}
              onChange={(event) => setStatement(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant={['remove', 'ban', 'suspend'].includes(choice) ? 'danger' : 'primary'}
          disabled={tooShort}
          loading={acts.isPending}
          loadingLabel={t('Deciding')}
        >
          {choices.find(({ value }) => value === choice)?.label ?? t('Decide')}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('Not now')}
        </Button>
      </div>
    </form>
  )
}

function choicesFor(item: QueueItem): Choice[] {
  switch (item.kind) {
    case 'report':
      return actionsFor(item.target_kind).map((action) => ({ value: action, label: ACTION[action] }))
    case 'ad':
      return [
        { value: 'approve', label: t('Publish it') },
        { value: 'request_changes', label: t('Ask for changes') },
        { value: 'reject', label: t('Reject it') },
      ]
    case 'message':
      return [
        { value: 'release', label: t('Deliver it') },
        { value: 'refuse', label: t('Do not deliver it') },
      ]
    case 'appeal':
      return [
        { value: 'uphold', label: t('The decision was right') },
        { value: 'overturn', label: t('Undo the decision') },
      ]
  }
}

function actOf(item: QueueItem, choice: string, statement: string, days?: number): QueueAct {
  switch (item.kind) {
    case 'report':
      return {
        act: 'decide',
        targetKind: item.target_kind,
        targetId: item.target_id,
        reportId: item.id,
        action: choice as Action, // one of actionsFor(), offered above
        statement,
        ...(days ? { days } : {}),
      }
    case 'ad':
      return {
        act: 'review',
        listingId: item.id,
        decision: choice === 'approve' || choice === 'reject' ? choice : 'request_changes',
        note: statement,
      }
    case 'message':
      return { act: 'message', messageId: item.id, release: choice === 'release', statement }
    case 'appeal':
      return { act: 'appeal', decisionId: item.id, overturn: choice === 'overturn', statement }
  }
}
