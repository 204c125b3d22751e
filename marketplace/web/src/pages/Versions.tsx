import { t } from '../i18n/t.ts'
import { formatDate } from '../ui/format.ts'
import type { ReadingSection } from '../ui/ReadingPage.tsx'
import { LEGAL } from './legal.ts'

/** Version history of a legal text. */
export function versionsOf(page: keyof typeof LEGAL): ReadingSection {
  return {
    id: 'versions',
    title: t('legal.versions'),
    body: (
      <ul>
        {LEGAL[page].map(({ version, since, changes }) => (
          <li key={version}>
            {version}, {formatDate(`${since}T12:00:00Z`, new Date(0))}: {changes}
          </li>
        ))}
      </ul>
    ),
  }
}
