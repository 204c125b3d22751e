import type { PublicClient } from './public-reads.ts'

export const REVIEWS_PAGE = 10
export const REVIEW_COLUMNS =
  'id,subject_id,author_id,deal_id,item_title,rating,tags,body,reply,state,created_at,author:sellers!reviews_author_id_fkey(id,display_name,avatar_path)'

/** A page of published reviews of a person, newest first. */
export function readReviewsOf(client: PublicClient, personId: string, from: number) {
  return client
    .from('reviews')
    .select(REVIEW_COLUMNS)
    .eq('subject_id', personId)
    .eq('state', 'published')
    .order('created_at', { ascending: false })
    .order('id')
    .range(from, from + REVIEWS_PAGE - 1)
}
