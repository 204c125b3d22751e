/** The operator, and the market's currency and languages. */
export const SITE_VARIABLES = {
  OPERATOR_NAME: {
    schema: { type: 'string', minLength: 1, maxLength: 120 },
    expected: '1 to 120 characters',
    help: 'operator name on legal pages; `/admin/branding` overrides it',
  },
  CONTACT_EMAIL: {
    schema: { type: 'string', pattern: '^[^\\s@]+@[^\\s@]+$' },
    expected: 'an e-mail address',
    help: 'receives copies of messages from `/contact`, which are always in `/admin/inbox`; `/admin/branding` overrides it',
  },
  CURRENCY: {
    schema: { type: 'string', pattern: '^[A-Z]{3}$' },
    expected: 'a currency of ISO 4217, such as EUR',
    default: 'EUR',
    help: 'currency of new ads; `/admin/branding` overrides it, existing ads keep theirs',
  },
  LANGUAGES: {
    schema: { type: 'string', pattern: '^ *[a-z]{2} *(, *[a-z]{2} *)*$' },
    expected: 'codes of languages with commas between them, the default one first, such as pt,en',
    help: 'languages offered, default all; the first is the fallback for other browser languages',
  },
} as const

/** @returns the problem, or null */
export function currencyProblem(currency: string): string | null {
  const isKnown = Intl.supportedValuesOf('currency').includes(currency)
  return isKnown ? null : `CURRENCY must be ${SITE_VARIABLES.CURRENCY.expected}`
}
