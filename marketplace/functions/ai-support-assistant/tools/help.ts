import type { AssistantLink, AssistantReply } from '../../../contract/help/assistant.ts'
import { SOURCE_LANGUAGE } from '../../../contract/languages.ts'
import { paths } from '../../../contract/paths.ts'
import type { Asking } from '../asking.ts'

/** Minimum share of the question that an article must cover to answer it. */
const MAY_ANSWER = 0.35
const SEARCHED = 10

export interface FoundArticle {
  readonly id: string
  readonly question: string
  readonly answer: readonly string[]
  readonly points: readonly string[]
  readonly action: AssistantLink | null
  /** Share of the question that it covers, 0 to 1. */
  readonly score: number
}

/** Articles that match words of the question, best first. */
export async function searchArticles(message: string, { env, reader, supabase }: Asking): Promise<FoundArticle[]> {
  const { language } = reader
  const { data, error } = await supabase.rpc('search_help', {
    q: message,
    lim: SEARCHED,
    ...(language === SOURCE_LANGUAGE ? {} : { lang: language }),
  })
  if (error) throw new Error(error.message)
  return (data as FoundArticle[]).map((article) => named(article, env)) // the columns that search_help returns
}

/** The article with the market's name in it. */
function named<A extends Omit<FoundArticle, 'score'>>(article: A, { BRAND_NAME = '' }: Asking['env']): A {
  const say = (text: string) => text.replaceAll('{brand}', BRAND_NAME)
  const { question, answer, points } = article
  return { ...article, question: say(question), answer: answer.map(say), points: points.map(say) }
}

/** The articles with these ids in the reader's language, in this order. */
export async function readArticles(ids: readonly string[], { env, reader, supabase }: Asking): Promise<FoundArticle[]> {
  if (ids.length === 0) return []
  const { data, error } = await supabase
    .from('help_articles')
    .select('id, question, answer, points, action')
    .in('id', [...ids])
    .eq('language', reader.language)
  if (error) throw new Error(error.message)
  const articles = data as Omit<FoundArticle, 'score'>[] // the columns that were selected
  return ids.flatMap((id) =>
    articles.filter((article) => article.id === id).map((article) => ({ ...named(article, env), score: 0 })),
  )
}

/** An article as an answer, with links to it and to the page for its action. */
export function fromArticle(article: FoundArticle, { reader }: Asking): AssistantReply {
  const { t } = reader
  const lines = [...article.answer, ...article.points.map((point) => `• ${point}`)]
  return {
    response: lines.join('\n'),
    functionCalled: 'search_help',
    links: [...(article.action ? [article.action] : []), { ...linkOf(article), label: t('assistant.readInHelp') }],
  }
}

/** Search results for the model: the best article in full, the others by title; the model writes the answer itself. */
export async function searchHelp(question: string, asking: Asking): Promise<AssistantReply> {
  const found = (await searchArticles(question, asking)).filter(({ score }) => score >= MAY_ANSWER)
  const [best, ...others] = found
  if (!best) return { response: 'No article is about that.', functionCalled: 'search_help', links: [] }
  const { response, links } = fromArticle(best, asking)
  const also = others.length > 0 ? `\nOther articles: ${others.map(({ question: title }) => title).join('; ')}` : ''
  return { response: `${best.question}\n${response}${also}`, functionCalled: 'search_help', links }
}

/** Link to an article's heading, labelled with its question. */
export const linkOf = ({ id, question }: Pick<FoundArticle, 'id' | 'question'>): AssistantLink => ({
  label: question,
  path: `${paths.helpArticle(id)}#${id}`,
})
