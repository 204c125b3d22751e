/** Keys that begin with one subject: `keys.listing(id)` is one ad, `keys.listing()` matches every ad when queries are renewed. */
const about =
  <const Subject extends string>(subject: Subject) =>
  (...parts: readonly unknown[]): readonly unknown[] => [subject, ...parts]

/**
 * The keys of the query cache that more than one feature uses: features do not know each other, so what they share is named here.
 * What a single feature asks for has its key in that feature's `queries.ts`.
 */
export const keys = {
  /** The inbox and its counts. */
  conversations: about('conversations'),
  conversation: about('conversation'),
  /** The messages of a conversation. */
  thread: about('thread'),
  /** The offer or deal of a conversation. */
  trade: about('trade'),
  listing: about('listing'),
  dashboard: about('dashboard'),
  favorites: about('favorites'),
  tickets: about('tickets'),
} as const
