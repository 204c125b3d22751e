import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { labelIn } from '../../i18n/label-in.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { prohibitedRulesQuery } from './prohibited-rules.ts'

/** This installation's prohibited items, as publishing enforces them. */
export function ProhibitedItems() {
  const rules = useQuery(prohibitedRulesQuery)
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
