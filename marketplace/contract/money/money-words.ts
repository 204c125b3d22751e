/**
 * What money is called when people speak of prices, as the source of a pattern with the flags `iu`: signs, codes of ISO 4217 that
 * are no words, and names in the languages of the market. Which currency is meant is the market's; these only end a number.
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
