import { useMutation } from '@tanstack/react-query'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { scamPattern } from '../../../../contract/scam-patterns.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { checkSuspicion, type Suspicion, withoutOwnLinks } from './check-suspicion.ts'

const MOST = 2000

interface Judged {
  readonly suspicion: Suspicion | null
  /** Number of links to this site. */
  readonly own: number
}

async function judge(said: string): Promise<Judged> {
  const { rest, own } = withoutOwnLinks(said, location.origin)
  return { suspicion: rest === '' ? null : await checkSuspicion(rest), own }
}

/** Checks a pasted link or message with the chat's scam rules. */
export function SuspicionChecker() {
  const [said, setSaid] = useState('')
  const check = useMutation({ mutationFn: judge })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check.mutate(said)
  }
  const language = currentLanguage()
  return (
    <section aria-labelledby="check" className="grid gap-4">
      <h2 id="check" className="type-h2">
        {t('help.checker.title')}
      </h2>
      <form onSubmit={submit} className="grid gap-3 text-ink">
        <TextAreaField
          label={t('help.checker.label')}
          hint={t('help.checker.hint')}
          error={check.isError ? sentenceOf(check.error) : undefined}
          rows={3}
          maxLength={MOST}
          value={said}
          onChange={(event) => setSaid(event.target.value)}
        />
        <Button
          type="submit"
          className="w-fit"
          disabled={said.trim() === ''}
          loading={check.isPending}
          loadingLabel={t('common.checking')}
        >
          {t('help.checkIt')}
        </Button>
      </form>
      <div role="status">{check.data ? <Verdict judged={check.data} language={language} /> : null}</div>
    </section>
  )
}

function Verdict({ judged: { suspicion, own }, language }: { judged: Judged; language: string }) {
  const known = suspicion?.patterns.map((id) => scamPattern(id, language)).filter((one) => one !== undefined) ?? []
  const hosts = suspicion?.hosts ?? []
  return (
    <div className="grid gap-3">
      {own > 0 ? (
        <Note tone="bg-success-soft text-success-ink" icon={<CircleCheck aria-hidden="true" className="size-5" />}>
          {own === 1
            ? t('help.checker.ownAddress', { brand: config.brandName })
            : t('help.checker.ownAddresses', { brand: config.brandName })}
        </Note>
      ) : null}
      {suspicion && suspicion.action !== 'allow' ? (
        <Note tone="bg-saffron-soft text-saffron-ink" icon={<TriangleAlert aria-hidden="true" className="size-5" />}>
          <strong className="font-semibold">{t('help.checker.careful')}</strong>
          {suspicion.sentence ? <q className="mt-1 block break-words">{suspicion.sentence}</q> : null}
          <ul className="mt-1 list-none! ps-0!">
            {known.map(({ title, advice }) => (
              <li key={title}>
                <span className="font-semibold">{title}.</span> {advice}
              </li>
            ))}
          </ul>
        </Note>
      ) : null}
      {suspicion?.action === 'allow' ? (
        <Note tone="bg-sunken text-ink" icon={<Info aria-hidden="true" className="size-5" />}>
          {t('help.checker.nothingFound')}
        </Note>
      ) : null}
      {hosts.length > 0 ? (
        <ul className="list-none! ps-0!">
          {hosts.map(({ host, what }) => (
            <li key={host} className="break-words">
              <Trans
                id={WHAT[what]}
                values={{ host }}
                components={{ 0: <strong className="font-semibold text-ink" /> }}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

const WHAT = {
  own: /*i18n*/ 'help.checker.isOurs',
  carrier: /*i18n*/ 'help.checker.isCarrier',
  map: /*i18n*/ 'help.checker.isMap',
  unknown: /*i18n*/ 'help.checker.isUnknown',
} as const satisfies Record<Suspicion['hosts'][number]['what'], string>

function Note({ tone, icon, children }: { tone: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className={`flex gap-3 rounded-panel px-4 py-3.5 ${tone}`}>
      <span className="mt-0.5 shrink-0">{icon}</span>
      <div>{children}</div>
    </div>
  )
}
