import { Readable } from 'node:stream'
import type { SitemapIndexStream, SitemapStream } from 'sitemap'
import type { AddressContext, WebDocument } from 'souk-backend/pages'
import { SOURCE_LANGUAGE } from '../contract/languages.ts'
import { paths } from '../contract/paths.ts'
import type { PublicClient } from '../contract/public-reads.ts'
import { createVisitor } from './visitor.ts'
import type { Site } from './wording.ts'

/** Maximum number of rows per data API response. */
const PAGE = 1000
/** Maximum number of URLs per sitemap (sitemaps.org). */
const MOST_IN_A_MAP = 50_000
/** Leaves a margin, since ids are evenly distributed but the market may have grown since counting. */
const ADS_PER_MAP = 20_000
const HEADERS = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' }
/** The library rejects a sitemap without URLs, but a market may be empty. */
const NO_ADS =
  '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>'
const HEX = '0123456789abcdef'

/** `/sitemap.xml` lists the sitemaps: one for pages, and those of the available ads by id prefix. */
export function sitemapIndex(site: Site): WebDocument {
  return {
    path: '/sitemap.xml',
    async answer({ visit }) {
      const { client } = createVisitor(visit, site.publishableKey)
      const { count, error } = await client
        .from('listings')
        .select('id', { count: 'estimated', head: true })
        .eq('state', 'active')
      if (error) throw error
      const maps = ['pages', ...prefixesFor(count ?? 0).map((prefix) => `ads-${prefix || 'all'}`)]
      const { SitemapIndexStream } = await import('sitemap')
      const stream = new SitemapIndexStream()
      return xml(Readable.from(maps.map((name) => ({ url: `${site.publicUrl}/sitemaps/${name}.xml` }))).pipe(stream))
    },
  }
}

/** Id prefixes long enough that no sitemap gets too large: none, one or two digits. */
export function prefixesFor(ads: number): string[] {
  if (ads <= ADS_PER_MAP) return ['']
  const one = [...HEX]
  return ads <= ADS_PER_MAP * 16 ? one : one.flatMap((first) => one.map((second) => first + second))
}

/** `/sitemaps/pages.xml` and `/sitemaps/ads-<prefix>.xml`. */
export function sitemap(site: Site): WebDocument {
  return {
    path: '/sitemaps/:name',
    async answer({ params: { name = '' }, visit }) {
      const { SitemapStream } = await import('sitemap')
      const stream = new SitemapStream({ hostname: site.publicUrl })
      if (name === 'pages.xml') return xml(Readable.from(await pageEntries(visit, site)).pipe(stream))
      const prefix = /^ads-(all|[0-9a-f]{1,2})\.xml$/.exec(name)?.[1]
      if (prefix === undefined) return new Response('There is no such map.\n', { status: 404 })
      const { client } = createVisitor(visit, site.publishableKey)
      const ads = await adEntries(client, prefix === 'all' ? '' : prefix)
      return ads.length > 0 ? xml(Readable.from(ads).pipe(stream)) : new Response(NO_ADS, { headers: HEADERS })
    },
  }
}

async function pageEntries(visit: AddressContext['visit'], site: Site): Promise<{ url: string }[]> {
  const { client } = createVisitor(visit, site.publishableKey)
  const [{ data, error }, articles] = await Promise.all([
    client.from('categories').select('slug').neq('active', false).order('slug'),
    client.from('help_articles').select('id').eq('language', SOURCE_LANGUAGE).order('id'),
  ])
  if (error ?? articles.error) throw error ?? articles.error
  const { home, browse, categories, help, helpSafety, helpAccount, helpPosting } = paths
  const { contact, terms, privacy, cookies, transparency } = paths
  return [
    ...[home, browse, categories, help, helpSafety, helpAccount, helpPosting],
    ...[contact, terms, privacy, cookies, transparency],
    ...(articles.data ?? []).map(({ id }) => paths.helpArticle(id)),
    ...(data ?? []).map(({ slug }) => paths.category(slug)),
  ].map((url) => ({ url }))
}

/** The available ads with this id prefix, read in pages by id. */
async function adEntries(client: PublicClient, prefix: string): Promise<{ url: string; lastmod: string }[]> {
  const last = `${prefix.padEnd(8, 'f')}-ffff-ffff-ffff-ffffffffffff`
  const entries: { url: string; lastmod: string }[] = []
  let page = await adsFrom(client, 'gte', `${prefix.padEnd(8, '0')}-0000-0000-0000-000000000000`, last)
  for (;;) {
    for (const { id, updated_at } of page) entries.push({ url: paths.listing(id), lastmod: updated_at })
    const end = page.at(-1)
    if (!end || page.length < PAGE || entries.length >= MOST_IN_A_MAP) return entries
    page = await adsFrom(client, 'gt', end.id, last)
  }
}

async function adsFrom(
  client: PublicClient,
  beyond: 'gt' | 'gte',
  first: string,
  last: string,
): Promise<{ id: string; updated_at: string }[]> {
  const { data, error } = await client
    .from('listings')
    .select('id,updated_at')
    .eq('state', 'active')
    .filter('id', beyond, first)
    .lte('id', last)
    .order('id')
    .limit(PAGE)
  if (error) throw error
  return data
}

async function xml(stream: SitemapStream | SitemapIndexStream): Promise<Response> {
  const { streamToPromise } = await import('sitemap')
  return new Response(new Uint8Array(await streamToPromise(stream)), {
    headers: HEADERS,
  })
}
