import type { BadgeTone } from '../../../ui/Badge.tsx'
import type { GuardAction, RuleFigure } from './api.ts'

export const ACTION_TONE: Readonly<Record<GuardAction, BadgeTone>> = {
  allow: 'success',
  warn: 'info',
  mask: 'offer',
  hold: 'saffron',
  block: 'danger',
}

/** A query as people write it: without the quotes that the database puts around each signal. */
export function plainSignals(signals: string): string {
  return signals.replaceAll("'", '')
}

/** Which share was right, week by week: 80 %, 92 %. */
export function weeksOf(weeks: RuleFigure['weeks']): string {
  return weeks.map(({ right, wrong }) => `${Math.round((100 * right) / (right + wrong))} %`).join(', ')
}
