import { useQuery } from '@tanstack/react-query'
import { labelIn } from '../../i18n/label-in.ts'
import { t } from '../../i18n/t.ts'
import { dataOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'

interface Rule {
  rule: string
  name: Record<string, string>
  explanation: Record<string, string>
}

async function readRules(): Promise<Rule[]> {
  const answer = await supabase.from('prohibited_rules').select('rule, name, explanation').order('sort')
  return dataOf(answer) as Rule[] // names and explanations are jsonb, checked by the table
}

/** What may not be offered, as the rules of this installation say it: the same ones that publishing checks. */
export function ProhibitedThings() {
  const rules = useQuery({ queryKey: ['prohibited-rules'], queryFn: readRules, staleTime: 60 * 60_000 })
  if (rules.isLoadingError) return <LoadFailed as="h3" onRetry={() => void rules.refetch()} />
  return (
    <>
      <p>{t('help.prohibitedIntro')}</p>
      <dl className="mt-4 grid gap-3">
        {rules.data?.map(({ rule, name, explanation }) => (
          <div key={rule} id={rule}>
            <dt className="font-semibold">{labelIn(name)}</dt>
            <dd className="text-ink-2">{labelIn(explanation)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
