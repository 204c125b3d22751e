import type { Language } from '../languages.ts'

/**
 * Cities with a different name in other languages. Places are stored by their English name (GeoNames), which is also shown for languages
 * without an entry here.
 */
const NAMES: Readonly<Record<string, Readonly<Partial<Record<Language, string>>>>> = {
  Lisbon: { pt: 'Lisboa', es: 'Lisboa', de: 'Lissabon', fr: 'Lisbonne' },
  Porto: { es: 'Oporto' },
  Seville: { pt: 'Sevilha', es: 'Sevilla', de: 'Sevilla', fr: 'Séville' },
  Zaragoza: { pt: 'Saragoça', de: 'Saragossa', fr: 'Saragosse' },
  Barcelona: { fr: 'Barcelone' },
  Valencia: { pt: 'Valência', fr: 'Valence' },
  Munich: { pt: 'Munique', es: 'Múnich', de: 'München' },
  Cologne: { pt: 'Colónia', es: 'Colonia', de: 'Köln' },
  Hamburg: { pt: 'Hamburgo', es: 'Hamburgo', fr: 'Hambourg' },
  Berlin: { pt: 'Berlim', es: 'Berlín' },
  Frankfurt: { pt: 'Frankfurt', es: 'Fráncfort', fr: 'Francfort' },
  Nuremberg: { pt: 'Nuremberga', es: 'Núremberg', de: 'Nürnberg' },
  Vienna: { pt: 'Viena', es: 'Viena', de: 'Wien', fr: 'Vienne' },
  Zürich: { en: 'Zurich', pt: 'Zurique', es: 'Zúrich', fr: 'Zurich' },
  Geneva: { pt: 'Genebra', es: 'Ginebra', de: 'Genf', fr: 'Genève' },
  Brussels: { pt: 'Bruxelas', es: 'Bruselas', de: 'Brüssel', fr: 'Bruxelles' },
  Antwerp: { pt: 'Antuérpia', es: 'Amberes', de: 'Antwerpen', fr: 'Anvers' },
  London: { pt: 'Londres', es: 'Londres', fr: 'Londres' },
  Paris: { es: 'París' },
  Marseille: { pt: 'Marselha', es: 'Marsella' },
  Strasbourg: { pt: 'Estrasburgo', es: 'Estrasburgo', de: 'Straßburg' },
  Rome: { pt: 'Roma', es: 'Roma', de: 'Rom' },
  Milan: { pt: 'Milão', es: 'Milán', de: 'Mailand' },
  Madrid: { pt: 'Madrid' },
}

/** The name of a city in a language. */
export function cityIn(language: Language, city: string): string {
  return NAMES[city]?.[language] ?? city
}
