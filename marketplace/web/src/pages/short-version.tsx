import { t } from '../i18n/t.ts'
import { config } from '../lib/config.ts'
import type { ReadingSection } from '../ui/ReadingPage.tsx'

/** Each legal text in a few plain sentences. */
export const SHORT = {
  terms: () => [
    config.payments === 'off' ? t('legal.short.deal') : t('legal.short.dealProtected'),
    t('legal.short.offer'),
    t('legal.short.polite'),
    t('legal.short.enforcement'),
    t('legal.short.leave'),
  ],
  privacy: () => [
    t('legal.short.public'),
    t('legal.short.area'),
    t('legal.short.messages'),
    t('legal.short.noSelling'),
    t('legal.short.copy'),
  ],
} as const

/** The first section of a legal page. */
export function shortVersionOf(page: keyof typeof SHORT): ReadingSection {
  return {
    id: 'short',
    title: t('legal.theShortVersion'),
    body: (
      <>
        <ul>
          {SHORT[page]().map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p>{t('legal.short.fullTextApplies')}</p>
      </>
    ),
  }
}
