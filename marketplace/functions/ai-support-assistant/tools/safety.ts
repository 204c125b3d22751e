import type { AssistantReply } from '../../../contract/help/assistant.ts'
import { paths } from '../../../contract/paths.ts'
import type { Reader } from '../../../contract/words/say.ts'
import type { Asking } from '../asking.ts'
import { linkOf, readArticles } from './help.ts'

/** The help article about each kind of scam. */
const ARTICLES: Readonly<Record<string, string>> = {
  'scam:prepay': 'when-to-pay',
  'scam:bank': 'bank-details',
  'scam:proof': 'payment-proof',
}

/** Ids of the guard's patterns that match a text; empty if there is nothing to warn about. */
export async function suspicionsOf(message: string, { supabase }: Asking): Promise<readonly string[]> {
  const { data, error } = await supabase.rpc('check_suspicion', { said: message })
  if (error) throw new Error(error.message)
  const { action, patterns } = data as { action: string; patterns: string[] } // the contract of check_suspicion
  return action === 'allow' ? [] : patterns
}

/** Answer to a suspected scam: no, why, what to do, and the article about it. */
export async function warnOf(kind: string, asking: Asking): Promise<AssistantReply> {
  const { t } = asking.reader
  const [article] = await readArticles([ARTICLES[kind] ?? 'five-scams'], asking)
  return {
    response: verdictOn(kind, asking.reader),
    stepsTitle: t('assistant.scamSteps'),
    steps: [t('assistant.scamStepStop'), t('assistant.scamStepReport'), t('assistant.scamStepMeet')],
    functionCalled: 'check_suspicion',
    links: article ? [linkOf(article)] : [{ label: t('shell.help'), path: paths.helpSafety }],
    chips: [t('assistant.chipPaid'), t('assistant.chipPerson')],
  }
}

function verdictOn(kind: string, { t }: Reader): string {
  switch (kind) {
    case 'scam:link':
      return t('assistant.scamLink')
    case 'scam:prepay':
      return t('assistant.scamPrepay')
    case 'scam:code':
      return t('assistant.scamCode')
    case 'scam:bank':
      return t('assistant.scamBank')
    case 'scam:app':
      return t('assistant.scamApp')
    case 'scam:courier':
      return t('assistant.scamCourier')
    case 'scam:overpay':
      return t('assistant.scamOverpay')
    case 'scam:proof':
      return t('assistant.scamProof')
    case 'scam:papers':
      return t('assistant.scamPapers')
    default:
      return t('assistant.scamGeneric')
  }
}
