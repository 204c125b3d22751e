import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { TextAreaField } from '../../../ui/fields.tsx'
import { ACTION_NAME, KNOWN, type Known, tryRules } from './api.ts'
import { ACTION_TONE } from './words.ts'

/** Tests a message against the rules in force; nothing is stored. */
export function TryRules() {
  const [said, setSaid] = useState('')
  const [known, setKnown] = useState<readonly Known[]>([])
  const asked = useDeferredValue(said.trim())
  const judgement = useQuery({
    queryKey: ['admin', 'rules', 'try', asked, known],
    queryFn: () => tryRules(asked, known),
    enabled: asked.length >= 3,
    placeholderData: keepPreviousData,
  })
  const judged = asked.length >= 3 ? judgement.data : undefined
  return (
    <section aria-labelledby="try-title" className="panel grid gap-3 p-4 md:p-5">
      <h2 id="try-title" className="type-h3">
        {t('admin.rules.tryAMessage')}
      </h2>
      <TextAreaField
        label={t('common.message')}
        hint={t('admin.rules.tryHint')}
        rows={2}
        maxLength={2000}
        value={said}
        onChange={(event) => setSaid(event.target.value)}
      />
      <fieldset className="flex flex-wrap gap-x-5">
        <legend className="sr-only">{t('admin.rules.knownOfSender')}</legend>
        {(Object.keys(KNOWN) as Known[]).map((signal) => (
          <Checkbox
            key={signal}
            label={KNOWN[signal]}
            checked={known.includes(signal)}
            onChange={(event) =>
              setKnown(event.target.checked ? [...known, signal] : known.filter((one) => one !== signal))
            }
          />
        ))}
      </fieldset>
      <div role="status" className="grid gap-2">
        {judged ? (
          <>
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={ACTION_TONE[judged.action]}>
                {judged.action === 'allow' ? t('admin.rules.delivered') : ACTION_NAME[judged.action]}
              </Badge>
              <span className="tnum text-ink-2">{t('admin.weight', { weight: String(judged.score) })}</span>
            </p>
            {judged.rules.length > 0 ? (
              <p className="text-ink-2">
                {t('admin.rules.rulesFound', {
                  list: judged.rules.map(({ id, version, weight }) => `${id} v${version} (${weight})`).join(', '),
                })}
              </p>
            ) : null}
            {judged.signals.length > 0 ? (
              <p className="type-small text-ink-3">
                {t('admin.rules.signalsFound', { list: judged.signals.join(', ') })}
              </p>
            ) : null}
          </>
        ) : null}
      </div>
    </section>
  )
}
