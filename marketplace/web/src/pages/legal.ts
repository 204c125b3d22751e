import { t } from '../i18n/t.ts'
import { config } from '../lib/config.ts'
import { formatDate } from '../ui/format.ts'

/** A version of a legal text, valid from a day on. */
export interface LegalVersion {
  readonly version: string
  /** ISO date. */
  readonly since: string
  readonly changes: string
}

/** For markets with payments, from the day on which they were possible. */
const PAYING: readonly LegalVersion[] =
  config.payments === 'off' ? [] : [{ version: '1.1', since: '2026-11-28', changes: t('legal.addsPaying') }]

/** Newest first. A change of what is stored or agreed needs a new entry here, and a new text on its page. */
export const LEGAL: Readonly<Record<'terms' | 'privacy' | 'cookies', readonly [...LegalVersion[], LegalVersion]>> = {
  terms: [...PAYING, { version: '1.0', since: '2026-11-21', changes: t('common.firstText') }],
  privacy: [
    ...PAYING.map((change) => ({ ...change, version: '1.2' })),
    {
      version: '1.1',
      since: '2026-11-22',
      changes: t('common.secondText'),
    },
    { version: '1.0', since: '2026-11-21', changes: t('common.firstText') },
  ],
  cookies: [{ version: '1.0', since: '2026-11-21', changes: t('common.firstText') }],
}

/** The operator's name as used in a sentence after “by”. */
export function operatorName(): string {
  return config.operatorName ?? t('common.theOperator')
}

/** The current version: "Version 1.0 of 21 Nov 2026." */
export function versionLine(page: keyof typeof LEGAL): string {
  const [{ version, since }] = LEGAL[page]
  // Formatted relative to another year, so that the year is always included.
  return t('common.versionOfDate', { version, date: formatDate(`${since}T12:00:00Z`, new Date(0)) })
}
