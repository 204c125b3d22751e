import type { AssistantQuestion, AssistantReply } from '../../contract/help/assistant.ts'
import type { Asking } from './asking.ts'
import { findListings, wantedThing } from './tools/find-listings.ts'
import { answerFromHelp } from './tools/help.ts'
import { isAboutMyDeals, myDeals } from './tools/my-deals.ts'
import { isAboutMyAds, myListings } from './tools/my-listings.ts'
import { asksForPerson, talkToPerson } from './tools/person.ts'
import { adToBegin, prefillAd } from './tools/prefill-ad.ts'

/**
 * One answer without a language model: a question that plainly asks for something to be looked up is looked up, as the caller and
 * under row level security; everything else is answered from the help articles, or honestly not.
 */
export async function answer(question: AssistantQuestion, asking: Asking): Promise<AssistantReply> {
  const { message } = question
  const { language } = asking.reader
  if (asksForPerson(message, language)) return talkToPerson(asking)
  const thing = wantedThing(message, language)
  if (thing) return findListings(thing, asking)
  const ad = adToBegin(message, language)
  if (ad) return prefillAd(ad, asking.reader)
  if (isAboutMyDeals(message, language)) return myDeals(asking)
  if (isAboutMyAds(message, language)) return myListings(asking)
  return answerFromHelp(question, asking)
}
