import type { PublicClient } from './public-reads.ts'

/** The help article that lists what may not be sold here. */
export const RULES_ARTICLE = 'not-allowed'

/** What may not be sold here, in every language. */
export function readProhibitedRules(client: PublicClient) {
  return client.from('prohibited_rules').select('rule,name,explanation').order('sort')
}
