import { type FormEvent, useId, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField, TextAreaField } from '../../../ui/fields.tsx'
import { useQueueMutation } from './queries.ts'
import type { Action } from './types.ts'
import { ACTION } from './words.ts'

interface DirectDecisionProps {
  target: { kind: 'listing' | 'profile'; id: string }
  title: string
  actions: readonly Action[]
  actionHint?: string
  /** Hint on the length and the readers of the reasons. */
  readBy: string
  className: string
  onDone?: () => void
}

/** A decision without a report, with reasons. */
export function DirectDecision({ target, title, actions, actionHint, readBy, className, onDone }: DirectDecisionProps) {
  const mutation = useQueueMutation()
  const titleId = useId()
  const [action, setAction] = useState<Action>('warn')
  const [statement, setStatement] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(
      { type: 'decide', targetKind: target.kind, targetId: target.id, action, statement: statement.trim() },
      {
        onSuccess: () => {
          setStatement('')
          onDone?.()
        },
      },
    )
  }
  return (
    <form noValidate onSubmit={submit} className={className} aria-labelledby={titleId}>
      <h2 id={titleId} className="font-semibold">
        {title}
      </h2>
      <SelectField
        label={t('admin.whatIsDone')}
        hint={actionHint}
        value={action}
        onChange={(event) => setAction(event.target.value as Action)}
      >
        {actions.map((one) => (
          <option key={one} value={one}>
            {ACTION[one]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label={t('admin.queue.reasons')}
        hint={readBy}
        rows={3}
        maxLength={1000}
        value={statement}
        onChange={(event) => setStatement(event.target.value)}
      />
      <Button
        type="submit"
        variant={action === 'warn' ? 'primary' : 'danger'}
        className="justify-self-start"
        disabled={statement.trim().length < 10}
        loading={mutation.isPending}
        loadingLabel={t('common.saving')}
      >
        {ACTION[action]}
      </Button>
    </form>
  )
}
