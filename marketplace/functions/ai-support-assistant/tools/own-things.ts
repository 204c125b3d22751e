import type { AssistantReply } from '../../../contract/help/assistant.ts'
import type { Asking } from '../asking.ts'
import { itemOf } from '../understand/understand.ts'
import { myDeals } from './my-deals.ts'
import { myListings } from './my-listings.ts'
import { orderCards } from './my-orders.ts'
import { myDrafts, myMessages, mySaved, myTickets, myViews } from './my-things.ts'
import { signInFirst } from './sign-in-first.ts'

/** The caller's own data for an intent `my:…`; visitors are asked to sign in. */
export async function ownThings(label: string, message: string, asking: Asking): Promise<AssistantReply> {
  if (asking.caller.userId === null) return signInFirst(label.replace(':', '_'), asking.reader)
  switch (label) {
    case 'my:views':
      return myViews(itemOf(message, asking.reader.language), asking)
    case 'my:deals':
      return withOrders(await myDeals(asking), asking)
    case 'my:messages':
      return myMessages(asking)
    case 'my:drafts':
      return myDrafts(asking)
    case 'my:tickets':
      return myTickets(asking)
    case 'my:saved':
      return mySaved(asking)
    default:
      return myListings(asking)
  }
}

/** Users with orders mean them too. */
async function withOrders(deals: AssistantReply, asking: Asking): Promise<AssistantReply> {
  const cards = await orderCards(asking)
  if (cards.length === 0) return deals
  const said = asking.reader.t('assistant.orders', { count: cards.length })
  return { ...deals, response: `${deals.response}\n${said}`, links: [...cards, ...deals.links] }
}
