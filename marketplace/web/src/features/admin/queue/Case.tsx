import { useEffect, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { Key } from '../../../ui/Key.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { type Decision, decisionsFor } from './decisions.ts'
import { Evidence } from './Evidence.tsx'
import { OpenPerson } from './OpenPerson.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { useQueueMutation } from './queries.ts'
import type { QueueItem } from './types.ts'
import { questionOf, reasonName, whyOf } from './words.ts'

const DAYS = [1, 3, 7, 14, 30, 90] as const
/** The server's minimum. */
const FEWEST_LETTERS = 10

interface CaseProps {
  item: QueueItem
  /** 1 for the next case, -1 for the previous. */
  onMove: (by: 1 | -1) => void
}

/**
 * One case: evidence, statement to the user, and decisions with keyboard shortcuts. A decision whose statement is not visible shows it
 * first.
 */
export function Case({ item, onMove }: CaseProps) {
  const mutation = useQueueMutation()
  const taking = useQueueMutation()
  const decisions = decisionsFor(item)
  const [chosenKey, setChosenKey] = useState(decisions.find(({ isFirst }) => isFirst)?.key)
  const [words, setWords] = useState<string | null>(null)
  const [days, setDays] = useState(7)
  const [isFileOpen, setIsFileOpen] = useState(false)
  const chosen = decisions.find(({ key }) => key === chosenKey)
  const statement = words ?? chosen?.says ?? ''
  const name = item.person?.display_name ?? t('admin.person')
  const hasAd = 'photos' in item && (item.photos?.length ?? 0) > 0
  const openFile = () => setIsFileOpen(true)
  const isTaken = item.kind === 'report' && item.taken
  const isClosed = isTaken || (item.kind === 'appeal' && item.mine)

  const take = () => {
    if (item.kind === 'report' && !item.taken_by_me && taking.isIdle) taking.mutate({ type: 'take', reportId: item.id })
  }
  const press = (decision: Decision) => {
    const isRead = decision.says === null || decision === chosen
    if (!isRead) {
      setChosenKey(decision.key)
      return take()
    }
    if (decision.says !== null && statement.trim().length < FEWEST_LETTERS) return
    mutation.mutate(decision.toAction(decision.says === null ? '' : statement.trim(), days))
    onMove(1)
  }
  useKeys((key) => {
    if (isFileOpen || mutation.isPending) return
    if (key === 'J' || key === 'S') return onMove(1)
    if (key === 'K') return onMove(-1)
    const decision = isClosed ? undefined : decisions.find((one) => one.key === key)
    if (decision) press(decision)
  })

  return (
    <article aria-labelledby="case-title" className="min-w-0">
      <header className="relative mb-5">
        <p className="type-small absolute end-0 top-1 flex items-center gap-1.5 text-ink-2 max-xl:hidden">
          <Key>J</Key>
          <Key>K</Key>
          {t('admin.queue.nextPrevious')}
        </p>
        <h2 id="case-title" className="type-h2 xl:pe-56">
          {questionOf(item)}
        </h2>
        {item.kind === 'report' ? (
          <p className="mt-1 mb-1 flex flex-wrap gap-1.5">
            {item.reasons.map((reason) => (
              <Badge key={reason} tone="saffron">
                {reasonName(reason)}
              </Badge>
            ))}
          </p>
        ) : (
          <p className="text-ink-2">{whyOf(item)}</p>
        )}
        {item.person && !hasAd ? <OpenPerson person={item.person} onOpen={openFile} /> : null}
      </header>
      <Evidence item={item} onOpenPerson={openFile} />
      {isTaken ? <p className="mt-4 text-ink-2">{t('admin.queue.takenByOther')}</p> : null}
      <div className="mt-5 grid gap-3 bg-paper md:sticky md:bottom-0 md:pb-4 max-md:contents">
        {chosen?.says && !isClosed ? (
          <div className="rounded-panel bg-brand-soft p-4 max-md:mt-5">
            <Field label={t('admin.queue.willRead', { name })}>
              {(control) => (
                <TextArea
                  {...control}
                  rows={2}
                  className="min-h-0!"
                  maxLength={1000}
                  value={statement}
                  onFocus={take}
                  onChange={(event) => setWords(event.target.value)}
                />
              )}
            </Field>
            {chosen.isTimed ? (
              <SelectField
                label={t('admin.queue.forHowLong')}
                className="mt-3 max-w-48"
                value={days}
                onChange={(event) => setDays(Number(event.target.value))}
              >
                {DAYS.map((one) => (
                  <option key={one} value={one}>
                    {t('admin.days', { count: one })}
                  </option>
                ))}
              </SelectField>
            ) : null}
          </div>
        ) : null}
        <div className="scrollbar-none flex gap-2 bg-paper max-md:sticky max-md:bottom-0 max-md:-mx-4 max-md:overflow-x-auto max-md:border-t max-md:border-line max-md:px-4 max-md:pt-3 max-md:pb-[max(12px,env(safe-area-inset-bottom))] md:flex-wrap">
          {(isClosed ? [] : decisions).map((decision) => (
            <Button
              key={decision.key}
              variant={decision === chosen ? (decision.isGrave ? 'danger' : 'primary') : 'secondary'}
              aria-pressed={decision === chosen}
              aria-keyshortcuts={decision.key}
              disabled={decision === chosen && decision.says !== null && statement.trim().length < FEWEST_LETTERS}
              loading={mutation.isPending && decision === chosen}
              loadingLabel={t('common.saving')}
              className={decision.isFinal && decision !== chosen ? 'text-danger-ink!' : undefined}
              onClick={() => press(decision)}
            >
              <Key>{decision.key}</Key>
              {decision.label}
            </Button>
          ))}
          <Button variant="ghost" className="ms-auto" aria-keyshortcuts="S" onClick={() => onMove(1)}>
            <Key>S</Key>
            {t('admin.queue.skip')}
          </Button>
        </div>
      </div>
      {isFileOpen && item.person ? <PersonDialog person={item.person.id} onClose={() => setIsFileOpen(false)} /> : null}
    </article>
  )
}

/** Single-key shortcuts, inactive while typing. */
function useKeys(onKey: (key: string) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isWriting =
        event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]')
      if (isWriting || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      onKey(event.key.toUpperCase())
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}
