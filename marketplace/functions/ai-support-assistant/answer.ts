import type { FunctionContext } from '../../../backend/src/functions/function.ts'
import type { AssistantQuestion, AssistantReply } from '../../contract/assistant.ts'
import { findListings, wantedThing } from './tools/find-listings.ts'
import { answerFromHelp } from './tools/help.ts'
import { isAboutMyAds, myListings } from './tools/my-listings.ts'
import { isAboutMyTrades, myTrades } from './tools/my-trades.ts'
import { asksForPerson, talkToPerson } from './tools/person.ts'
import { adToBegin, prefillAd } from './tools/prefill-ad.ts'

/**
 * One answer without a language model: a question that plainly asks for something to be looked up is looked up, as the caller and
 * under row level security; everything else is answered from the help articles, or honestly not.
 */
export async function answer(question: AssistantQuestion, context: FunctionContext): Promise<AssistantReply> {
  const { message } = question
  if (asksForPerson(message)) return talkToPerson(context.caller)
  const thing = wantedThing(message)
  if (thing) return findListings(thing, context)
  const ad = adToBegin(message)
  if (ad) return prefillAd(ad)
  if (isAboutMyTrades(message)) return myTrades(context)
  if (isAboutMyAds(message)) return myListings(context)
  return answerFromHelp(question, context)
}
