import type { BadgeTone } from '../../../ui/Badge.tsx'
import type { GuardAction, RuleFigure } from './api.ts'

export const ACTION_TONE: Readonly<Record<GuardAction, BadgeTone>> = {
  allow: 'success',
  warn: 'info',
  mask: 'offer',
  hold: 'saffron',
  block: 'danger',
}

/** Removes the quotes that PostgreSQL adds to a tsquery. */
export function plainSignals(signals: string): string {
  return signals.replaceAll("'", '')
}

/** Weekly precision: 80 %, 92 %. */
export function weeksOf(weeks: RuleFigure['weeks']): string {
  return weeks.map(({ right, wrong }) => `${Math.round((100 * right) / (right + wrong))} %`).join(', ')
}
