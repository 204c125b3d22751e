import type { AssistantQuestion, AssistantReply } from '../../contract/help/assistant.ts'
import { offeredLanguages } from '../../contract/languages.ts'
import { LIMITS } from '../../contract/limits.ts'
import { paths } from '../../contract/paths.ts'
import { translatorFor } from '../../contract/words/translator.ts'
import type { Asking } from './asking.ts'
import { findListings, linkToSave, stillThere } from './tools/find-listings.ts'
import { fromArticle, linkOf, readArticles } from './tools/help.ts'
import { orderCards } from './tools/my-orders.ts'
import { ownThings } from './tools/own-things.ts'
import { talkToPerson } from './tools/person.ts'
import { prefillAd } from './tools/prefill-ad.ts'
import { warnOf } from './tools/safety.ts'
import { talk } from './tools/talk.ts'
import { readOffer, readWish, type Wish } from './tools/wish.ts'
import type { Meant } from './understand/meaning.ts'

const GIVES = /(?<!\p{L})(?:give|free|verschenk|gratis|umsonst|donne|offrir|regal|oferec|doar)\p{L}*/iu
const SWAPS = /(?<!\p{L})(?:swap|exchang|tausch|échang|troc|intercambi|cambi)\p{L}*/iu
/** Anything shorter doesn't name an item. */
const SHORTEST = 3

/**
 * Answers without a language model, by the recognised intent. Lookups run as the caller, under row level security; everything else is
 * answered from the help articles, or with an admission that there is no answer.
 */
export async function answer(question: AssistantQuestion, meant: Meant, asking: Asking): Promise<AssistantReply> {
  const reply = await answerOnly(question, meant, asking)
  // Small talk and clarifying questions get no further links.
  if (meant.rivals.length === 0 || /^(?:talk:|gibberish)/.test(meant.label)) return reply
  return besideRivals(reply, question.message, meant.rivals, asking)
}

/** Links other likely meanings: the page of the user's own data, or an article. */
async function besideRivals(reply: AssistantReply, message: string, rivals: readonly string[], asking: Asking) {
  const own = rivals.find((rival) => rival.startsWith('my:'))
  const place = own ? (await ownThings(own, message, asking)).links.slice(-1) : []
  const articles = await readArticles([...new Set(rivals.filter((rival) => rival !== own))], asking)
  const links = [...place, ...articles.map(linkOf)]
  const isNew = ({ path }: { path: string }) => !reply.links.some((link) => link.path === path)
  const chips = reply.chips?.filter((chip) => !articles.some(({ question }) => question === chip))
  return { ...reply, links: [...reply.links, ...links.filter(isNew)], ...(chips ? { chips } : {}) }
}

function answerOnly(
  question: AssistantQuestion,
  meant: Meant,
  asking: Asking,
): Promise<AssistantReply> | AssistantReply {
  const { label } = meant
  if (/^(?:other$|talk:)/.test(label) && !meant.isPlain) return nearest(question.message, meant, asking)
  if (label.startsWith('scam:')) return warnOf(label, asking)
  if (label.startsWith('talk:') || label === 'misuse' || label === 'other') return talk(label, asking)
  if (label.startsWith('my:')) return ownThings(label, question.message, asking)
  switch (label) {
    case 'person':
      return talkToPerson(asking, { summary: question.message })
    case 'find':
      return find(question, meant, asking)
    case 'still-there':
      return stillThere(askedItem(question, meant, asking), question.context ?? '/', asking)
    case 'sell':
      return beginAd(question, meant, asking)
    case 'keep-a-search':
      return keepSearch(question, meant, asking)
    case 'report':
      return reportHere(question, meant, asking)
    case 'gibberish':
      return unclear(question, asking)
    default:
      return explain(question, meant, asking)
  }
}

/** A wish that names nothing goes on with the one before it, or asks how to search. */
function find(question: AssistantQuestion, meant: Meant, asking: Asking) {
  const wish = askedItem(question, meant, asking)
  if (wish.words.length < SHORTEST) return explainBy(['how-search-works'], meant, asking)
  return findListings(wish, asking)
}

/** What the message names; "is it still there?" names nothing and means what was looked for before, or the ad on the page. */
function askedItem({ message }: AssistantQuestion, meant: Meant, asking: Asking): Wish {
  const said = readWish(message, asking.reader.language)
  return meant.wish && said.things.length === 0 ? meant.wish : said
}

/** "Tell me about new lamps", or "new ones": a link saves the search. */
async function keepSearch(question: AssistantQuestion, meant: Meant, asking: Asking): Promise<AssistantReply> {
  const reply = await explain(question, meant, asking)
  const said = readWish(question.message, asking.reader.language)
  const wish = said.things.length > 0 ? said : meant.wish
  return wish && meant.isPlain ? { ...reply, links: [await linkToSave(wish, asking), ...reply.links] } : reply
}

/** The article, and the report of the ad, the seller or the conversation on the page; visitors sign in first. */
async function reportHere(question: AssistantQuestion, meant: Meant, asking: Asking): Promise<AssistantReply> {
  const reply = await explain(question, meant, asking)
  const page = /^\/(?:(?:listing|seller)\/|messages\?c=)[0-9a-f-]{36}/.exec(question.context ?? '')?.[0]
  if (!page || !meant.isPlain) return reply
  const { t } = asking.reader
  const link =
    asking.caller.userId === null
      ? { label: t('shell.signIn'), path: paths.auth }
      : { label: t(page.startsWith('/listing') ? 'listing.reportThisAd' : 'common.report'), path: paths.reportOn(page) }
  return { ...reply, links: [link, ...reply.links] }
}

function beginAd({ message }: AssistantQuestion, meant: Meant, asking: Asking) {
  const { title, price } = readOffer(message, asking.reader.language)
  if (title.length < SHORTEST || title.length > LIMITS.title.max) return explainBy(['create-a-listing'], meant, asking)
  const type = GIVES.test(message) ? 'free' : SWAPS.test(message) ? 'swap' : 'sell'
  return prefillAd({ type, title, ...(price === null ? {} : { price }) }, asking.reader)
}

/** Articles about orders, shown with the user's own orders. They do not exist without payments. */
const ABOUT_ORDERS: ReadonlySet<string> = new Set([
  'where-is-my-parcel',
  'parcel-lost',
  'payouts',
  'get-paid',
  'ship-an-order',
  'refunds',
])

/** The article, if the intent is clear; else the nearest three and an offer to contact the team. */
async function explain(question: AssistantQuestion, meant: Meant, asking: Asking): Promise<AssistantReply> {
  if (!meant.isPlain) return nearest(question.message, meant, asking)
  const reply = await explainBy([meant.label], meant, asking)
  if (meant.byItself && wasSaid(reply, question)) {
    const other = await explainBy([meant.byItself], meant, asking)
    return besideRivals(other, question.message, [meant.label], asking)
  }
  if (!ABOUT_ORDERS.has(meant.label)) return reply
  return { ...reply, links: [...reply.links, ...(await orderCards(asking))] }
}

/** Whether the last answer was the same. */
function wasSaid({ response }: AssistantReply, { earlier = [] }: AssistantQuestion): boolean {
  const last = earlier.findLast(({ role }) => role === 'assistant')?.content
  return last !== undefined && response.startsWith(last)
}

async function explainBy(ids: readonly string[], { nearest: others }: Meant, asking: Asking): Promise<AssistantReply> {
  const [article, ...more] = await readArticles(
    [...ids, ...others.filter((id) => !ids.includes(id)).slice(0, 2)],
    asking,
  )
  if (!article) throw new Error(`no article ${ids.join()}`)
  return { ...fromArticle(article, asking), chips: more.map(({ question }) => question) }
}

async function nearest(message: string, meant: Meant, asking: Asking): Promise<AssistantReply> {
  const { t } = asking.reader
  const articles = await readArticles(meant.nearest.slice(0, 3), asking)
  return {
    response: t('assistant.notSureUnderstood'),
    functionCalled: 'search_help',
    links: articles.map(linkOf),
    proposal: { kind: 'open_ticket', topic: 'other', summary: message.slice(0, 500) },
    chips: [],
  }
}

/** Asks for clarification once in a conversation, then offers a support ticket. */
function unclear({ message, earlier = [] }: AssistantQuestion, { reader: { t } }: Asking): AssistantReply {
  const asked = t('assistant.whatDoYouMean')
  if (!earlier.some(({ role, content }) => role === 'assistant' && isAsked(content))) {
    const chips = [t('support.suggest.createListing'), t('support.suggest.search'), t('support.suggest.safety')]
    return { response: asked, links: [], chips }
  }
  return {
    response: t('assistant.doNotKnow'),
    proposal: { kind: 'open_ticket', topic: 'other', summary: message.slice(0, 500) },
    links: [
      { label: t('shell.contact'), path: paths.contact },
      { label: t('shell.help'), path: paths.help },
    ],
    chips: [],
  }
}

/** Whether an answer asked for clarification, in any language. */
const isAsked = (answer: string) =>
  offeredLanguages().some(({ code }) => answer === translatorFor(code).t('assistant.whatDoYouMean'))
