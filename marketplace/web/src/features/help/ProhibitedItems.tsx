import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { labelIn } from '../../i18n/label-in.ts'
import { dataClient } from '../../lib/data/client.ts'
import { dataOf } from '../../lib/data/failure.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'

interface Rule {
  rule: string
  name: Record<string, string>
  explanation: Record<string, string>
}

async function readRules(): Promise<Rule[]> {
  const client = await dataClient()
  const answer = await client.from('prohibited_rules').select('rule, name, explanation').order('sort')
  return dataOf(answer) as Rule[] // names and explanations are jsonb, checked by the table
}

/** This installation's prohibited items, as publishing enforces them. */
export function ProhibitedItems() {
  const rules = useQuery({ queryKey: ['prohibited-rules'], queryFn: readRules, staleTime: 60 * 60_000 })
  if (rules.isLoadingError) return <LoadFailed as="h2" onRetry={() => void rules.refetch()} />
  return (
    <ul className="grid gap-x-8 sm:grid-cols-2">
      {rules.data?.map(({ rule, name, explanation }) => (
        <li key={rule} className="border-b border-line">
          <details className="group">
            <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 font-medium [&::-webkit-details-marker]:hidden">
              {labelIn(name)}
              <ChevronDown
                aria-hidden="true"
                strokeWidth={1.75}
                className="size-4 shrink-0 text-ink-3 group-open:rotate-180"
              />
            </summary>
            <p className="pb-3 text-ink-2">{labelIn(explanation)}</p>
          </details>
        </li>
      ))}
    </ul>
  )
}
