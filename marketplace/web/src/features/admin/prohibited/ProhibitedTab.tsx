import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inSentence } from '../../../i18n/in-sentence.ts'
import { labelIn } from '../../../i18n/label-in.ts'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { InputField, SelectField } from '../../../ui/fields.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import { readRules, SEVERITY_NAME, tryWords } from './api.ts'
import { Terms } from './Terms.tsx'

/** /admin/prohibited: terms of each prohibited-items rule, and a form to test them. */
export function ProhibitedTab() {
  const rules = useQuery({ queryKey: ['admin', 'prohibited', 'rules'], queryFn: readRules })
  const [chosen, setChosen] = useState<string | null>(null)
  if (rules.isPending) return <PageSpinner />
  if (rules.isLoadingError) return <LoadFailed as="h1" onRetry={() => void rules.refetch()} />
  const rule = rules.data.find((one) => one.rule === chosen) ?? rules.data[0]
  return (
    <>
      <h1 className="type-h1">{t('common.whatMayNotBeOffered')}</h1>
      <p className="mt-1 mb-5 max-w-2xl text-ink-2">{t('admin.prohibited.intro')}</p>
      <TryWords />
      <SelectField
        label={t('admin.prohibited.rule')}
        className="mt-5 max-w-md"
        value={rule?.rule}
        onChange={(event) => setChosen(event.target.value)}
      >
        {rules.data.map(({ rule: key, name }) => (
          <option key={key} value={key}>
            {labelIn(name)}
          </option>
        ))}
      </SelectField>
      {rule ? (
        <>
          <p className="mt-2 max-w-2xl text-ink-2">{labelIn(rule.explanation)}</p>
          <Terms key={rule.rule} rule={rule.rule} />
        </>
      ) : null}
    </>
  )
}

/** Tests a title against the rules. */
function TryWords() {
  const [title, setTitle] = useState('')
  const wanted = title.trim()
  const hits = useQuery({
    queryKey: ['admin', 'prohibited', 'try', wanted],
    queryFn: () => tryWords(wanted),
    enabled: wanted.length >= 3,
  })
  return (
    <div className="panel p-4 md:p-5">
      <InputField
        label={t('admin.prohibited.tryATitle')}
        hint={t('admin.prohibited.tryHint')}
        value={title}
        maxLength={120}
        onChange={(event) => setTitle(event.target.value)}
      />
      <p role="status" className="mt-2 flex flex-wrap items-center gap-2">
        {hits.data && wanted.length >= 3
          ? hits.data.length === 0
            ? t('admin.prohibited.wouldBePublished')
            : hits.data.map((hit) => (
                <Badge
                  key={hit.rule}
                  className="h-auto! whitespace-normal! py-0.5"
                  tone={hit.severity === 'block' ? 'danger' : hit.severity === 'review' ? 'saffron' : 'info'}
                >
                  {t('admin.prohibited.hit', {
                    rule: labelIn(hit.name),
                    severity: inSentence(SEVERITY_NAME[hit.severity]),
                    word: hit.term,
                  })}
                </Badge>
              ))
          : null}
      </p>
    </div>
  )
}
