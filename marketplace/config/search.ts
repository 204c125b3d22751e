/** A search engine beside the database. */
export type SearchConfig = Readonly<{ urls: readonly string[]; name: string }>

export const SEARCH_VARIABLES = {
  SEARCH_URL: {
    schema: { type: 'string', pattern: '^https?://[^\\s,]+(,https?://[^\\s,]+)*$' },
    expected: 'http or https addresses, separated by commas',
    help: 'OpenSearch nodes for markets of more than 100,000 ads, such as `https://user:password@search.example.com:9200`, separated by commas. If unset, PostgreSQL searches',
  },
  SEARCH_INDEX: {
    schema: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,40}$' },
    expected: 'lower-case letters, digits and dashes',
    default: 'souk-ads',
    help: 'name of the index there; each installation needs its own',
  },
} as const
