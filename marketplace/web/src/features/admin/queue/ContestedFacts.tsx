import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { dataOf, sentenceOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { Link } from '../../../lib/router.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { formatTimeAgo } from '../../../ui/format.ts'
import { TextArea } from '../../../ui/TextArea.tsx'

const MOST = 50

async function readContests() {
  const answer = await supabase
    .from('fact_contests')
    .select(
      'id, deal_id, item_title, statement, created_at, seller:sellers!fact_contests_seller_id_fkey(id, display_name)',
    )
    .eq('state', 'open')
    .order('created_at')
    .limit(MOST)
  return dataOf(answer) ?? []
}
type Contest = Awaited<ReturnType<typeof readContests>>[number]

/** Figures contested by sellers, oldest first. Renders nothing without any. */
export function ContestedFacts() {
  const titleId = useId()
  const contests = useQuery({ queryKey: ['admin', 'contests'], queryFn: readContests, refetchInterval: 30_000 })
  if (!contests.data?.length) return null
  return (
    <section aria-labelledby={titleId} className="mt-8 grid gap-3">
      <h2 id={titleId} className="type-h3">
        {t('admin.queue.contestedFacts')}
      </h2>
      <ul className="grid gap-3">
        {contests.data.map((contest) => (
          <li key={contest.id}>
            <ContestCard contest={contest} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ContestCard({ contest }: { contest: Contest }) {
  const queries = useQueryClient()
  const [answer, setAnswer] = useState('')
  const deciding = useMutation({
    mutationFn: async (uphold: boolean) =>
      dataOf<unknown>(await supabase.rpc('decide_fact_contest', { contest_id: contest.id, uphold, answer })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  })
  return (
    <article className="panel grid gap-3 p-5">
      <div>
        <h3 className="font-semibold">
          {contest.deal_id
            ? t('admin.queue.missedMeetup', { title: contest.item_title })
            : t('admin.queue.lateAnswer', { title: contest.item_title })}
        </h3>
        <p className="type-small text-ink-2">
          <Link to={paths.seller(contest.seller.id)} className="underline">
            {contest.seller.display_name}
          </Link>
          {', '}
          {formatTimeAgo(contest.created_at)}
        </p>
      </div>
      <p className="wrap-anywhere">{contest.statement}</p>
      <Field label={t('admin.queue.reasons')} error={deciding.isError ? sentenceOf(deciding.error) : null}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            value={answer}
            maxLength={1000}
            onChange={(event) => setAnswer(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button loading={deciding.isPending && deciding.variables} onClick={() => deciding.mutate(true)}>
          {t('admin.queue.stopCountingIt')}
        </Button>
        <Button
          variant="secondary"
          loading={deciding.isPending && !deciding.variables}
          onClick={() => deciding.mutate(false)}
        >
          {t('admin.queue.keepCountingIt')}
        </Button>
      </div>
    </article>
  )
}
