import type { AssistantLink, AssistantQuestion, AssistantReply, SaidBefore } from '../../../contract/help/assistant.ts'
import { SOURCE_LANGUAGE } from '../../../contract/languages.ts'
import { paths } from '../../../contract/paths.ts'
import type { Asking } from '../asking.ts'

/** From this share of the question on an article is taken for the answer. */
const ANSWERS = 0.5
/** From this on it may be one. */
const MAY_ANSWER = 0.35

/** What people on a page most often want to know, for questions without a word in them ("help", "hi"). */
const BY_PAGE: readonly (readonly [prefix: string, question: string])[] = [
  [paths.post, 'How do I create a listing?'],
  [paths.auth, 'I cannot sign in'],
  ['/listing/', 'When should I pay?'],
  [paths.messages, 'Five scams and how they start'],
  [paths.dashboard, 'How long does an ad stay online?'],
]

/** How a question begins that goes on from the one before. Any other that finds nothing is a new one, and has no answer. */
const FOLLOWS =
  /^\W*(?:and|but|or|what about|how about|what if|und|aber|oder|was ist mit|wie ist es mit|et|mais|ou|y|pero|o|qué pasa con|e|mas|e quanto a)(?!\p{L})/iu

interface FoundArticle {
  readonly id: string
  readonly question: string
  readonly answer: readonly string[]
  readonly points: readonly string[]
  readonly action: AssistantLink | null
  readonly score: number
}

/** The article that covers the question; several titles when that is not sure; an honest no when there is none. */
export async function answerFromHelp(
  { message, context: page = '/', earlier = [] }: AssistantQuestion,
  asking: Asking,
): Promise<AssistantReply> {
  const { t } = asking.reader
  const [best, ...others] = await searchInTurn(message, earlier, asking)
  if (best && best.score >= ANSWERS) return fromArticle(best, asking)
  if (best && best.score >= MAY_ANSWER) {
    return {
      response: t('assistant.notSureUnderstood'),
      functionCalled: 'search_help',
      links: [best, ...others.filter(({ score }) => score >= MAY_ANSWER * 0.7)].map(linkOf),
    }
  }
  if (isSmallTalk(message)) return greet(page, asking)
  return {
    response: t('assistant.doNotKnow'),
    proposal: { kind: 'open_ticket', topic: 'other', summary: message.slice(0, 500) },
    links: [
      { label: t('shell.contact'), path: paths.contact },
      { label: t('shell.help'), path: paths.help },
    ],
  }
}

/** "And for a car?" says little by itself: where it finds nothing, the question before it is asked along with it. */
async function searchInTurn(
  message: string,
  earlier: readonly SaidBefore[],
  asking: Asking,
): Promise<readonly FoundArticle[]> {
  const found = await search(message, asking)
  const before = earlier.findLast(({ role }) => role === 'user')?.content
  if (!before || !FOLLOWS.test(message) || (found[0] && found[0].score >= MAY_ANSWER)) return found
  return search(`${before} ${message}`, asking)
}

/** For the model: the article that covers the question whole, others by their titles; what it makes of them it says itself. */
export async function searchHelp(question: string, asking: Asking): Promise<AssistantReply> {
  const found = (await search(question, asking)).filter(({ score }) => score >= MAY_ANSWER)
  const [best, ...others] = found
  if (!best) return { response: 'No article is about that.', functionCalled: 'search_help', links: [] }
  const { response, links } = fromArticle(best, asking)
  const also = others.length > 0 ? `\nOther articles: ${others.map(({ question: title }) => title).join('; ')}` : ''
  return { response: `${best.question}\n${response}${also}`, functionCalled: 'search_help', links }
}

async function search(message: string, { reader, supabase }: Asking): Promise<FoundArticle[]> {
  const { language } = reader
  const { data, error } = await supabase.rpc('search_help', {
    q: message,
    lim: 3,
    ...(language === SOURCE_LANGUAGE ? {} : { lang: language }),
  })
  if (error) throw new Error(error.message)
  return data as FoundArticle[] // the columns that search_help returns
}

function fromArticle(article: FoundArticle, { env, reader }: Asking): AssistantReply {
  const { t } = reader
  const lines = [...article.answer, ...article.points.map((point) => `• ${point}`)]
  return {
    response: lines.join('\n').replaceAll('{brand}', env.BRAND_NAME ?? ''),
    functionCalled: 'search_help',
    links: [...(article.action ? [article.action] : []), { ...linkOf(article), label: t('assistant.readInHelp') }],
  }
}

const linkOf = ({ id, question }: FoundArticle): AssistantLink => ({ label: question, path: paths.helpArticle(id) })

/** A word or two of which none is a question. */
function isSmallTalk(message: string): boolean {
  return /^\W*(?:hi|hello|hey|help|help me|ola|olá|oi|hola|hallo|bonjour|salut|good (?:morning|evening|day)|guten (?:tag|morgen|abend)|bom dia|buenos días|thanks?|thank you|danke|merci|gracias|obrigad[oa]|ayuda|ajuda|hilfe|aide|test)(?!\p{L}).{0,20}$/isu.test(
    message,
  )
}

async function greet(page: string, asking: Asking): Promise<AssistantReply> {
  const { t } = asking.reader
  const likely = BY_PAGE.find(([prefix]) => page.startsWith(prefix))?.[1]
  const [article] = likely ? await search(likely, asking) : []
  if (!article) return { response: t('assistant.helloAbout'), links: [] }
  return {
    response: t('assistant.helloOnThisPage'),
    functionCalled: 'search_help',
    links: [linkOf(article)],
  }
}
