/** A city as `suggest_places` finds it, and what it is called in other languages, without accents. */
const CITIES: Readonly<Record<string, string>> = {
  Antwerpen: 'antwerp anvers amberes antuerpia',
  Athens: 'athen athenes atenas',
  Barcelona: 'barcelone',
  Basel: 'bale basilea basileia',
  Berlin: 'berlim',
  Bern: 'berne berna',
  Bordeaux: 'burdeos bordeus',
  Brussels: 'brussel bruxelles bruselas bruxelas',
  Copenhagen: 'kopenhagen copenhague copenhaga',
  Dresden: 'dresde',
  Edinburgh: 'edimbourg edimburgo',
  Florence: 'florenz firenze florencia florenca',
  Frankfurt: 'francfort francoforte',
  Geneva: 'genf geneve ginebra genebra',
  Hamburg: 'hambourg hamburgo',
  Hannover: 'hanover hanovre',
  Köln: 'cologne colonia',
  Lisbon: 'lissabon lisbonne',
  London: 'londres',
  Lyon: 'liao lyons',
  Madrid: 'madri',
  Marseille: 'marsella marselha',
  Milan: 'mailand milano milao',
  Munich: 'munchen munique',
  Naples: 'neapel napoli napoles',
  Nice: 'nizza niza',
  Nürnberg: 'nuremberg nuremberga',
  Porto: 'oporto',
  Rome: 'rom roma',
  Seville: 'sevilha',
  Strasbourg: 'strassburg estrasburgo',
  Stuttgart: 'estugarda',
  Turin: 'torino',
  Venice: 'venedig venise venecia veneza',
  Vienna: 'wien vienne viena',
  Zaragoza: 'saragossa saragosse saragoca',
  Zürich: 'zurique',
}
const BY_NAME = new Map(Object.entries(CITIES).flatMap(([city, names]) => names.split(' ').map((name) => [name, city])))

/** A name without accents and capitals. */
export const plainName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()

/** The name under which a city is found: "Lissabon" is Lisbon. */
export const cityNamed = (name: string): string => BY_NAME.get(plainName(name)) ?? name
