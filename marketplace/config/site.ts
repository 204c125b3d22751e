/** Who runs the market, and what it trades and speaks in. */
export const SITE_VARIABLES = {
  OPERATOR_NAME: {
    schema: { type: 'string', minLength: 1, maxLength: 120 },
    expected: '1 to 120 characters',
    help: 'who runs the market, as its legal pages name them, until `/admin/branding` says otherwise',
  },
  CONTACT_EMAIL: {
    schema: { type: 'string', pattern: '^[^\\s@]+@[^\\s@]+$' },
    expected: 'an e-mail address',
    help: 'where copies of the letters of `/contact` go, until `/admin/branding` says otherwise; they wait in `/admin/inbox` in any case',
  },
  CURRENCY: {
    schema: { type: 'string', pattern: '^[A-Z]{3}$' },
    expected: 'a currency of ISO 4217, such as EUR',
    default: 'EUR',
    help: 'what new ads are in, until `/admin/branding` says otherwise; ads keep theirs',
  },
  LANGUAGES: {
    schema: { type: 'string', pattern: '^ *[a-z]{2} *(, *[a-z]{2} *)*$' },
    expected: 'codes of languages with commas between them, the default one first, such as pt,en',
    help: 'the languages offered, all of them unless named; the first to those whose browser asks for none of them',
  },
} as const

/** @returns what is wrong, or null */
export function currencyProblem(currency: string): string | null {
  const isKnown = Intl.supportedValuesOf('currency').includes(currency)
  return isKnown ? null : `CURRENCY must be ${SITE_VARIABLES.CURRENCY.expected}`
}
