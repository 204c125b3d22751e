import { invalid } from '../errors.ts'

export function parseCount(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^\d{1,9}$/.test(text))
    throw invalid(`Bad Pagination Parameters: strconv.ParseUint: parsing "${text}": invalid syntax`)
  return Math.max(1, Number(text))
}

/** auth-js takes the page number from the text after the first `=`, so `page` comes first. */
export function pagingHeaders(path: string, page: number, perPage: number, total: number): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (number: number, rel: string) => `<${path}?page=${number}&per_page=${perPage}>; rel="${rel}"`
  const links = page < last ? `${link(page + 1, 'next')}, ${link(last, 'last')}` : link(last, 'last')
  return { 'x-total-count': String(total), link: links }
}

/** An `ilike` pattern that finds the text anywhere, with wildcards escaped. */
export function likePattern(text: string | undefined): string | null {
  return text === undefined ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
