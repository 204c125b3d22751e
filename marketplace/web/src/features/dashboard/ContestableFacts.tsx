import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { dataOf, sentenceOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { formatDate } from '../../ui/format.ts'
import { TextArea } from '../../ui/TextArea.tsx'

/** Late replies and missed meet-ups that count in the public figures, each contestable. Renders nothing without any. */
export function ContestableFacts({ userId }: { userId: string }) {
  const titleId = useId()
  const facts = useQuery({ queryKey: ['contestable-facts', userId], queryFn: readContestableFacts })
  const [contested, setContested] = useState<ContestableFact | null>(null)
  if (!facts.data?.length) return null
  return (
    <section aria-labelledby={titleId} className="panel mt-8 grid max-w-2xl gap-3 p-5">
      <h2 id={titleId} className="type-h3">
        {t('dashboard.facts.title')}
      </h2>
      <ul className="grid gap-3">
        {facts.data.map((fact) => (
          <li key={fact.conversation_id ?? fact.deal_id} className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="truncate font-semibold">{fact.title}</p>
              <p className="type-small text-ink-2">
                {fact.deal_id
                  ? t('dashboard.facts.missedMeetup', { date: formatDate(fact.happened_at) })
                  : t('dashboard.facts.lateAnswer', { date: formatDate(fact.happened_at) })}
              </p>
              {fact.state ? <p className="type-small text-ink-2">{outcomeOf(fact)}</p> : null}
            </div>
            {fact.state ? null : (
              <Button variant="secondary" size="s" onClick={() => setContested(fact)}>
                {t('dashboard.contest')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {contested ? <ContestDialog fact={contested} onClose={() => setContested(null)} /> : null}
    </section>
  )
}

function outcomeOf({ state, answer }: ContestableFact): string {
  if (state === 'open') return t('dashboard.facts.contested')
  return state === 'upheld'
    ? t('dashboard.facts.noLongerCounts', { answer: answer ?? '' })
    : t('dashboard.facts.stillCounts', { answer: answer ?? '' })
}

function ContestDialog({ fact, onClose }: { fact: ContestableFact; onClose: () => void }) {
  const queries = useQueryClient()
  const [statement, setStatement] = useState('')
  const contesting = useMutation({
    mutationFn: () => contestFact(fact, statement),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['contestable-facts'] })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    contesting.mutate()
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('dashboard.contest')}
      description={fact.title}
      footer={
        <Button type="submit" form="contest-form" loading={contesting.isPending} loadingLabel={t('common.sending')}>
          {t('common.send')}
        </Button>
      }
    >
      <form id="contest-form" noValidate onSubmit={submit} className="py-1">
        <Field label={t('common.whatIsWrong')} error={contesting.isError ? sentenceOf(contesting.error) : null}>
          {(control) => (
            <TextArea
              {...control}
              value={statement}
              maxLength={1000}
              onChange={(event) => setStatement(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

interface ContestableFact {
  conversation_id: string | null
  deal_id: string | null
  title: string
  happened_at: string
  /** Null if not contested. */
  state: 'open' | 'upheld' | 'rejected' | null
  answer: string | null
}

async function readContestableFacts(): Promise<ContestableFact[]> {
  return dataOf(await supabase.rpc('my_contestable_facts')) as ContestableFact[] // the columns of public.my_contestable_facts()
}

async function contestFact({ conversation_id, deal_id }: ContestableFact, statement: string): Promise<void> {
  const about = conversation_id ? { conversation_id } : deal_id ? { deal_id } : {}
  dataOf<unknown>(await supabase.rpc('contest_fact', { statement, ...about }))
}
