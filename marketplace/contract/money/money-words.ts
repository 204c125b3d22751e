/**
 * Words for money in spoken prices, as the source of a pattern with the flags `iu`: signs, ISO 4217 codes that are not words, and names in
 * the market's languages. They only mark the end of a number; the currency is always the market's.
 */
export const MONEY_WORDS = [
  '\\p{Sc}',
  'euros?',
  'eur',
  'usd|dollars?|dólar(?:es)?|dollars?',
  'gbp|pounds?|libras?|pfund|livres?',
  'chf|franken|francs?|francos?',
  'jpy|yens?|yenes|ienes?',
  'kwd|bhd|jod|tnd|dinars?|dinar(?:es)?|dinare',
  'brl|reais|real(?:es)?',
  'sek|nok|dkk|kronor|kroner|coroas?|coronas?|kronen|couronnes?',
  'pln|z[łl]otys?|zloty',
].join('|')
