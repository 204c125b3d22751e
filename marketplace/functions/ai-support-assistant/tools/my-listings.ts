import type { AssistantReply } from '../../../contract/help/assistant.ts'
import type { Language } from '../../../contract/languages.ts'
import { paths } from '../../../contract/paths.ts'
import { isRefusal } from '../../../contract/refusals/explain.ts'
import { reasonIn, valuesOf } from '../../../contract/refusals/refusal.ts'
import type { Reader } from '../../../contract/words/say.ts'
import type { Asking } from '../asking.ts'
import { matchesIn, type Patterns } from './patterns.ts'
import { signInFirst } from './sign-in-first.ts'

const SHOWN = 5
const MINE: Patterns = {
  en: /\bmy (?:ads?|listings?|items?)\b/i,
  de: /(?<!\p{L})meine[nrm]? (?:\p{L}+ )?(?:anzeigen?|inserate?|artikel)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:mon|ma|mes) (?:annonces?|articles?)(?!\p{L})/iu,
  es: /(?<!\p{L})mis? (?:anuncios?|artículos?)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:meus?|minhas?) (?:anúncios?|anuncios?|artigos?)(?!\p{L})/iu,
}
const ITS_STATE: Patterns = {
  en: /\b(?:status|state|hidden|gone|disappeared|removed|rejected|refused|visible|showing|show up|online|live|published|approved|happened|where (?:is|are)|see my|find my|active)\b/i,
  de: /(?<!\p{L})(?:status|stand|versteckt|verborgen|ausgeblendet|weg|verschwunden|entfernt|abgelehnt|sichtbar|zu sehen|online|veröffentlicht|freigegeben|passiert|los|wo (?:ist|sind|bleibt)|aktiv)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:statut|état|masquée?s?|cachée?s?|disparue?s?|supprimée?s?|retirée?s?|refusée?s?|visibles?|en ligne|publiée?s?|approuvée?s?|où (?:est|sont)|devenue?s?|actives?)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:estado|ocultos?|desaparecidos?|desaparecido|eliminados?|retirados?|rechazados?|visibles?|en línea|publicados?|aprobados?|ha pasado|dónde (?:está|están)|activos?)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:estado|ocultos?|escondidos?|desapareceram|desapareceu|removidos?|recusados?|rejeitados?|visíveis|visível|online|publicados?|aprovados?|aconteceu|onde (?:está|estão)|ativos?)(?!\p{L})/iu,
}
/** A question how to do something is one for the articles. */
export const HOW_TO: Patterns = {
  en: /\bhow (?:do|can|to|long|much)\b/i,
  de: /(?<!\p{L})wie (?:kann|mache|lange|viel|geht|funktioniert|veröffentliche|stelle|sehe|finde|lösche|ändere)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:comment|combien)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:cómo|cuánto|cuánta)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:como|quanto|quanta)(?!\p{L})/iu,
}

/** States that somebody else decided, who said why. */
const DECIDED: ReadonlySet<string> = new Set(['pending_review', 'changes_requested', 'hidden', 'rejected', 'removed'])

interface MyListing {
  readonly id: string
  readonly title: string
  readonly state: string
  readonly state_reason: unknown
}

/** Whether the question is what became of the asker's own ads. */
export function isAboutMyAds(message: string, language: Language = 'en'): boolean {
  return (
    matchesIn(MINE, language, message) &&
    matchesIn(ITS_STATE, language, message) &&
    !matchesIn(HOW_TO, language, message)
  )
}

/** The caller's newest ads, what their state means, and the reason when somebody gave one. Row level security lets nobody see another's. */
export async function myListings({ caller, reader, supabase }: Asking): Promise<AssistantReply> {
  const functionCalled = 'my_listings'
  const { t } = reader
  if (caller.userId === null) return signInFirst(t('assistant.signInForAds'), functionCalled, reader)
  const { data, error } = await supabase
    .from('my_listings')
    .select('id, title, state, state_reason')
    .eq('seller_id', caller.userId)
    .order('updated_at', { ascending: false })
    .limit(SHOWN)
  if (error) throw new Error(error.message)
  const ads = data as MyListing[] // the columns that were selected
  if (ads.length === 0) {
    return {
      response: t('assistant.noAdsYet'),
      functionCalled,
      links: [{ label: t('app.postAnAd'), path: paths.post }],
    }
  }
  return {
    response: ads.map((ad) => lineOf(ad, reader)).join('\n'),
    functionCalled,
    links: [{ label: t('assistant.openMyAds'), path: `${paths.dashboard}?tab=listings` }],
  }
}

function lineOf(ad: MyListing, reader: Reader): string {
  const { t } = reader
  const { state } = ad
  const reason = reasonOf(ad.state_reason, reader)
  const line = stateOf({ title: ad.title || t('assistant.untitledDraft'), state }, reader)
  return reason && DECIDED.has(state) ? `${line} ${t('assistant.reason', { reason })}` : line
}

/** A moderator's own words, or the sentence of what a rule found. */
function reasonOf(column: unknown, { t, language }: Reader): string | null {
  const reason = reasonIn(column)
  if (reason === null || typeof reason === 'string') return reason
  return isRefusal(reason.code) ? t(`refusals.${reason.code}`, valuesOf(reason.details, language)) : null
}

function stateOf({ title, state }: { title: string; state: string }, { t }: Reader): string {
  switch (state) {
    case 'draft':
      return t('assistant.adDraft', { title })
    case 'pending_review':
      return t('assistant.adInReview', { title })
    case 'changes_requested':
      return t('assistant.adSentBack', { title })
    case 'active':
      return t('assistant.adActive', { title })
    case 'reserved':
      return t('assistant.adReserved', { title })
    case 'sold':
      return t('assistant.adSold', { title })
    case 'paused':
      return t('assistant.adPaused', { title })
    case 'expired':
      return t('assistant.adExpired', { title })
    case 'hidden':
      return t('assistant.adHidden', { title })
    case 'rejected':
      return t('assistant.adRejected', { title })
    case 'removed':
      return t('assistant.adRemoved', { title })
    default:
      return t('assistant.adState', { title, state })
  }
}
