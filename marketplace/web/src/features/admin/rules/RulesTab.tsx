import { Plus } from 'lucide-react'
import { useState } from 'react'
import { labelIn } from '../../../i18n/label-in.ts'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FoldedPanel } from '../../../ui/FoldedPanel.tsx'
import { formatCount } from '../../../ui/format.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { saveCsv } from '../audit/csv.ts'
import { ACTION_NAME, type Pattern, type RuleFigures, readLabelled } from './api.ts'
import { type RuleOfGuard, usePatterns, useRuleFigures, useRuleMutation, useRules } from './queries.ts'
import { RuleDialog } from './RuleDialog.tsx'
import { TryRules } from './TryRules.tsx'
import { ACTION_TONE, weeksOf } from './words.ts'

/** /admin/rules: scam rules with their figures, and a form to test them. */
export function RulesTab() {
  const rules = useRules()
  const patterns = usePatterns()
  const figures = useRuleFigures()
  const [open, setOpen] = useState<RuleOfGuard | 'new' | null>(null)
  const failed = [rules, patterns].find(({ isError }) => isError)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-2xl">
          <h1 className="type-h1">{t('admin.rules.title')}</h1>
          <p className="mt-1 text-ink-2">{t('admin.rules.intro')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="ghost" onClick={() => void exportLabelled()}>
            {t('admin.rules.exportLabelled')}
          </Button>
          <Button variant="secondary" onClick={() => setOpen('new')} disabled={!patterns.data}>
            <Plus aria-hidden="true" strokeWidth={1.75} className="size-5" />
            {t('admin.rules.addARule')}
          </Button>
        </div>
      </div>
      <TryRules />
      {failed ? (
        <div className="panel mt-5 p-6">
          <LoadFailed onRetry={() => void failed.refetch()} />
        </div>
      ) : null}
      {rules.data && patterns.data ? (
        <div className="mt-5 grid gap-2">
          {patterns.data.map((pattern) => (
            <PatternRules
              key={pattern.id}
              pattern={pattern}
              rules={rules.data.filter(({ latest }) => latest.pattern === pattern.id)}
              figures={figures.data ?? {}}
              onOpen={setOpen}
            />
          ))}
        </div>
      ) : failed ? null : (
        <Skeleton className="mt-5 h-72 rounded-card" />
      )}
      {open && patterns.data ? (
        <RuleDialog rule={open === 'new' ? null : open} patterns={patterns.data} onClose={() => setOpen(null)} />
      ) : null}
    </>
  )
}

interface PatternRulesProps {
  pattern: Pattern
  rules: readonly RuleOfGuard[]
  figures: RuleFigures
  onOpen: (rule: RuleOfGuard) => void
}

function PatternRules({ pattern, rules, figures, onOpen }: PatternRulesProps) {
  const mutation = useRuleMutation()
  if (rules.length === 0) return null
  return (
    <FoldedPanel title={labelIn(pattern.title)} aside={formatCount(rules.length)}>
      <ul>
        {rules.map((rule) => {
          const { id, latest } = rule
          const found = figures[id]
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2.5 first:border-t-0"
            >
              <div className="min-w-0 flex-1 basis-72">
                <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                  <button
                    type="button"
                    onClick={() => onOpen(rule)}
                    className="hit-44 text-start font-semibold hover:text-brand hover:underline"
                  >
                    {id}
                  </button>
                  <Badge tone={latest.retired_at ? 'neutral' : ACTION_TONE[latest.action]}>
                    {latest.retired_at ? t('admin.off') : ACTION_NAME[latest.action]}
                  </Badge>
                </p>
                {found ? (
                  <p className="type-small tnum text-ink-3">
                    {t('admin.rules.foundIn90Days', {
                      found: formatCount(found.hits),
                      kept: formatCount(found.kept_back),
                      right: formatCount(found.right),
                      wrong: formatCount(found.wrong),
                    })}
                    {found.weeks.length > 1 ? ` · ${weeksOf(found.weeks)}` : null}
                  </p>
                ) : null}
              </div>
              <Switch
                label={<span className="sr-only">{t('admin.rules.ruleInForce', { id })}</span>}
                checked={latest.retired_at === null}
                disabled={mutation.isPending}
                onChange={(event) => mutation.mutate({ type: 'switch', id, inForce: event.target.checked })}
              />
            </li>
          )
        })}
      </ul>
    </FoldedPanel>
  )
}

async function exportLabelled(): Promise<void> {
  saveCsv('labelled-messages.csv', await readLabelled())
}
