/** Builds keys of one subject: `keys.listing(id)` is one ad, `keys.listing()` matches every ad when invalidating. */
const about =
  <const Subject extends string>(subject: Subject) =>
  (...parts: readonly unknown[]): readonly unknown[] => [subject, ...parts]

/**
 * The query keys that more than one feature uses: features may not import each other, so shared keys are defined here. Keys of a single
 * feature are in its `queries.ts`.
 */
export const keys = {
  /** The inbox and its counts. */
  conversations: about('conversations'),
  conversation: about('conversation'),
  /** The messages of a conversation. */
  thread: about('thread'),
  /** The offer or deal of a conversation. */
  conversationDeals: about('conversation-deals'),
  listing: about('listing'),
  dashboard: about('dashboard'),
  favorites: about('favorites'),
  tickets: about('tickets'),
  /** Orders of either side; the notification that one changed invalidates them all. */
  orders: about('orders'),
} as const
