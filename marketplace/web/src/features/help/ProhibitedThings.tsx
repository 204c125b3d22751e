import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../../app/failure.ts'
import { supabase } from '../../app/supabase.ts'
import { labelIn } from '../../i18n/label-in.ts'
import { t } from '../../i18n/t.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'

interface Rule {
  rule: string
  name: Record<string, string>
  explanation: Record<string, string>
}

async function readRules(): Promise<Rule[]> {
  const answer = await supabase.from('prohibited_rules').select('rule, name, explanation').order('sort')
  return dataOf(answer) as unknown as Rule[] // names and explanations are jsonb, checked by the table
}

/** What may not be offered, as the rules of this installation say it: the same ones that publishing checks. */
export function ProhibitedThings() {
  const rules = useQuery({ queryKey: ['prohibited-rules'], queryFn: readRules, staleTime: 60 * 60_000 })
  if (rules.isError) return <LoadFailed as="h3" what={t('the list')} onRetry={() => void rules.refetch()} />
  return (
    <>
      <p>
        {t(
          'Some ads are refused at once, some are looked at by a person before others see them. Wherever a word of yours means something harmless, say so in the ad, or write to us.',
        )}
      </p>
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
