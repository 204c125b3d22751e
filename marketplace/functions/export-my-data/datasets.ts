/** One file of the export: the caller's own rows of a table. Row level security applies as well; this filter excludes public rows. */
export interface Dataset {
  readonly name: string
  readonly table: string
  readonly columns: string
  /** Filter for the caller's rows in data API syntax: one column, or several of which one must match. */
  readonly owned: (
    me: string,
  ) => readonly [column: string, operator: string, value: string] | { readonly or: string; readonly in?: string }
  /** A unique order, so that pages neither overlap nor skip rows. */
  readonly order: readonly string[]
}

const by = (column: string) => (me: string) => [column, 'eq', me] as const
const eitherOf = (first: string, second: string) => (me: string) => ({ or: `${first}.eq.${me},${second}.eq.${me}` })
const inMyTalks = (me: string) => ({ or: `buyer_id.eq.${me},seller_id.eq.${me}`, in: 'conversations' })
/** Used only to filter; removed before rows are written. */
export const CHOSEN_BY = 'conversations'
const TALK = `${CHOSEN_BY}!inner(buyer_id,seller_id)`

export const DATASETS: readonly Dataset[] = [
  { name: 'profile', table: 'profiles', columns: '*', owned: by('id'), order: ['id'] },
  { name: 'public-profile', table: 'sellers', columns: '*', owned: by('id'), order: ['id'] },
  { name: 'ads', table: 'my_listings', columns: '*', owned: by('seller_id'), order: ['created_at', 'id'] },
  {
    name: 'ad-photos',
    table: 'listing_photos',
    columns: 'id,listing_id,path,width,height,bytes,alt,position,created_at',
    owned: (me) => ['path', 'like', `${me}/*`],
    order: ['listing_id', 'position', 'id'],
  },
  {
    name: 'conversations',
    table: 'conversations',
    columns: '*',
    owned: eitherOf('buyer_id', 'seller_id'),
    order: ['created_at', 'id'],
  },
  {
    name: 'messages',
    table: 'messages',
    columns: `id,conversation_id,sender_id,kind,body,payload,created_at,delivered_at,read_at,${TALK}`,
    owned: inMyTalks,
    order: ['created_at', 'id'],
  },
  {
    name: 'messages-not-delivered',
    table: 'held_messages',
    columns: 'id,conversation_id,body,pattern,state,created_at,appeal,appealed_at,statement,decided_at',
    owned: by('sender_id'),
    order: ['created_at', 'id'],
  },
  {
    name: 'offers',
    table: 'offers',
    columns: `id,listing_id,conversation_id,from_id,by_role,amount_minor,currency,state,expires_at,created_at,changed_at,${TALK}`,
    owned: inMyTalks,
    order: ['created_at', 'id'],
  },
  {
    name: 'deals',
    table: 'deals',
    columns: '*',
    owned: eitherOf('buyer_id', 'seller_id'),
    order: ['created_at', 'id'],
  },
  {
    name: 'reviews',
    table: 'reviews',
    columns: 'id,author_id,subject_id,listing_id,item_title,rating,tags,body,reply,created_at,published_at,replied_at',
    owned: eitherOf('author_id', 'subject_id'),
    order: ['created_at', 'id'],
  },
  { name: 'favorites', table: 'favorites', columns: '*', owned: by('user_id'), order: ['created_at', 'listing_id'] },
  {
    name: 'saved-searches',
    table: 'saved_searches',
    columns: 'id,name,query,exclude_words,address,summary,cadence,channels,last_hit_at,created_at',
    owned: by('user_id'),
    order: ['created_at', 'id'],
  },
  { name: 'follows', table: 'follows', columns: '*', owned: by('follower_id'), order: ['created_at', 'seller_id'] },
  { name: 'blocked', table: 'blocks', columns: '*', owned: by('blocker_id'), order: ['created_at', 'blocked_id'] },
  {
    name: 'reports',
    table: 'reports',
    columns: 'report_no,target_kind,target_id,reason,detail,state,created_at,changed_at',
    owned: by('reporter_id'),
    order: ['report_no'],
  },
  {
    name: 'decisions',
    table: 'decisions',
    columns:
      'decision_no,target_kind,target_id,action,rule,statement,until,automated,decided_at,appeal,appealed_at,appeal_state,appeal_statement',
    owned: by('person_id'),
    order: ['decision_no'],
  },
  {
    name: 'tickets',
    table: 'tickets',
    columns:
      'ticket_no,name,email,topic,fields,transcript,state,created_at,changed_at,closed_at,said:ticket_messages(from_staff,body,attachments,created_at)',
    owned: by('person_id'),
    order: ['ticket_no'],
  },
  {
    name: 'notifications',
    table: 'notifications',
    columns: 'id,kind,payload,created_at,read_at',
    owned: by('user_id'),
    order: ['created_at', 'id'],
  },
  {
    name: 'notification-preferences',
    table: 'notification_preferences',
    columns: 'group_name,in_app,mail,push',
    owned: by('user_id'),
    order: ['group_name'],
  },
  {
    name: 'devices-for-push',
    table: 'push_subscriptions',
    columns: 'id,device,created_at,last_sent_at',
    owned: by('user_id'),
    order: ['created_at', 'id'],
  },
]
