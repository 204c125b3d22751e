import { tool } from 'ai'
import { z } from 'zod'
import type { AssistantReply } from '../../../contract/help/assistant.ts'
import { TOPICS } from '../../../contract/help/contact.ts'
import type { Asking } from '../asking.ts'
import { findListings } from '../tools/find-listings.ts'
import { searchHelp } from '../tools/help.ts'
import { myDeals } from '../tools/my-deals.ts'
import { myListings } from '../tools/my-listings.ts'
import { myOrders } from '../tools/my-orders.ts'
import { ownThings } from '../tools/own-things.ts'
import { talkToPerson } from '../tools/person.ts'
import { prefillAd } from '../tools/prefill-ad.ts'

/** Limits a model that keeps calling tools. */
const MOST_CALLS = 6

/** Tool results in call order: links and proposals come from here, never from the model's text. */
export type Used = AssistantReply[]

/**
 * The tools that the model may call. None takes a user id: each reads with the caller's own token, so row level security decides, even if
 * the model was manipulated. None writes: actions are only proposed, and the card asks the user to confirm.
 */
export function toolsFor(asking: Asking, used: Used) {
  const use = async (reply: Promise<AssistantReply> | AssistantReply) => {
    if (used.length >= MOST_CALLS) return { text: 'No more lookups in this answer. Say what you know.' }
    const got = await reply
    used.push(got)
    // Links are shown to the user as cards and buttons; the model gets only what stands on them.
    return {
      text: got.response,
      shown: got.links.map(({ label, detail }) => (detail ? `${label}: ${detail}` : label)),
    }
  }
  return {
    search_help: tool({
      description:
        'How something works here: the help articles that best cover a question. Use it before answering any such question.',
      inputSchema: z.object({ question: z.string().min(1).max(300) }),
      execute: ({ question }) => use(searchHelp(question, asking)),
    }),
    search_listings: tool({
      description: 'Ads on offer for what somebody looks for.',
      inputSchema: z.object({
        words: z.string().min(1).max(100),
        min_price: z.number().min(0).max(1_000_000).optional().describe('In whole units of the currency'),
        max_price: z.number().min(0).max(1_000_000).optional().describe('In whole units of the currency'),
        near: z.string().max(60).optional().describe('A town'),
        cheapest_first: z.boolean().optional(),
        free: z.boolean().optional().describe('Only what is given away'),
      }),
      execute: ({ words, min_price, max_price, near, cheapest_first, free }) => {
        const wish = {
          words,
          others: [],
          things: [],
          isAll: true,
          isCheapestFirst: cheapest_first ?? false,
          isFree: free ?? false,
          minPrice: min_price ?? null,
          maxPrice: max_price ?? null,
          places: near ? [{ name: near, words }] : [],
        }
        return use(findListings(wish, asking))
      },
    }),
    my_things: tool({
      description: 'Own views, conversations, drafts, support tickets or saved ads of the person who asks.',
      inputSchema: z.object({ about: z.enum(['views', 'messages', 'drafts', 'tickets', 'saved']) }),
      execute: ({ about }) => use(ownThings(`my:${about}`, '', asking)),
    }),
    my_listings: tool({
      description: 'The own newest ads of the person who asks: their state and, if moderators decided it, the reason.',
      inputSchema: z.object({}),
      execute: () => use(myListings(asking)),
    }),
    my_deals: tool({
      description: 'The own open offers and deals of the person who asks.',
      inputSchema: z.object({}),
      execute: () => use(myDeals(asking)),
    }),
    my_orders: tool({
      description: 'The own newest orders of the person who asks, bought and sold: state, deadline and parcel.',
      inputSchema: z.object({}),
      execute: () => use(myOrders(asking)),
    }),
    prefill_ad: tool({
      description: 'Prepares the form of a new ad with what the person said about the thing. It publishes nothing.',
      inputSchema: z.object({
        type: z.enum(['sell', 'free', 'wanted', 'swap']).optional(),
        title: z.string().max(80).optional(),
        description: z.string().max(2000).optional(),
        price: z.number().int().min(0).max(1_000_000).optional().describe('In whole units of the currency'),
      }),
      execute: (start) => use(prefillAd(start, asking.reader)),
    }),
    open_ticket: tool({
      description:
        'Offers to hand the conversation to a person. Use it when asked for one, or when nothing else helps. It sends nothing.',
      inputSchema: z.object({ topic: z.enum(TOPICS), summary: z.string().max(500) }),
      execute: (letter) => use(talkToPerson(asking, letter)),
    }),
  }
}
