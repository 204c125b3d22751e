import { t } from '../../i18n/t.ts'
import { formatCount } from '../../ui/format.ts'
import type { TransparencyFigures } from './queries.ts'

const REASONS: Readonly<Record<string, string>> = {
  scam: t('common.scamOrPhishing'),
  offensive: t('common.offensiveOrHarassing'),
  prohibited: t('common.prohibitedItem'),
  counterfeit: t('common.counterfeit'),
  personal_data: t('common.showsPersonalData'),
  wrong_place: t('transparency.reason.wrongCategory'),
  already_sold: t('common.alreadySold'),
  other: t('common.somethingElse'),
}

const ACTIONS: Readonly<Record<string, string>> = {
  none: t('transparency.noRuleBroken'),
  warn: t('transparency.warning'),
  hide: t('common.hidden'),
  remove: t('common.removed'),
  limit: t('transparency.accountLimited'),
  suspend: t('transparency.accountSuspended'),
  ban: t('transparency.accountBanned'),
}

const HOURS_IN_DAY = 24

/** Reports, decisions and appeals of one month. */
export function MonthFigures({ figures }: { figures: TransparencyFigures }) {
  return (
    <dl className="grid gap-x-6 text-ink">
      <Row name={t('common.reports')} value={countText(figures.reports)} kinds={kindsOf(figures.reasons, REASONS)} />
      <Row name={t('transparency.legalNotices')} value={countText(figures.notices)} />
      <Row name={t('transparency.messagesStopped')} value={countText(figures.stopped)} />
      <Row
        name={t('common.decisions')}
        value={countText(figures.decisions)}
        kinds={kindsOf(figures.actions, ACTIONS)}
      />
      <Row name={t('transparency.automaticDecisions')} value={countText(figures.automatic)} />
      <Row name={t('transparency.halfDecidedWithin')} value={timeText(figures.hours_to_decision)} />
      <Row name={t('transparency.appeals')} value={countText(figures.appeals)} />
      <Row name={t('transparency.appealsDecided')} value={countText(figures.appeals_decided)} />
      <Row name={t('transparency.decisionsReversed')} value={countText(figures.appeals_granted)} />
      <Row name={t('transparency.halfAppealsWithin')} value={timeText(figures.hours_to_appeal)} />
    </dl>
  )
}

function Row({ name, value, kinds = [] }: { name: string; value: string; kinds?: readonly [string, number][] }) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-line py-2.5 last:border-0">
      <dt>{name}</dt>
      <dd className="tnum font-semibold">{value}</dd>
      {kinds.length > 0 ? (
        <dd className="col-span-2">
          <ul className="type-small mt-1 grid list-none! gap-0.5 ps-0! text-ink-2">
            {kinds.map(([kind, count]) => (
              <li key={kind} className="mt-0! flex justify-between gap-4">
                <span>{kind}</span>
                <span className="tnum">{formatCount(count)}</span>
              </li>
            ))}
          </ul>
        </dd>
      ) : null}
    </div>
  )
}

function countText(count: number | null): string {
  return count === null ? t('transparency.fewerThan5') : formatCount(count)
}

function kindsOf(counts: Readonly<Record<string, number>>, names: Readonly<Record<string, string>>) {
  return Object.entries(counts)
    .map(([kind, count]): [string, number] => [names[kind] ?? t('common.somethingElse'), count])
    .sort(([, a], [, b]) => b - a)
}

/** Hours up to two days, then days. */
function timeText(hours: number | null): string {
  if (hours === null) return t('transparency.tooFew')
  if (hours < 1) return t('transparency.oneHour')
  if (hours < 2 * HOURS_IN_DAY) return t('transparency.hours', { hours: Math.ceil(hours) })
  return t('common.days', { days: Math.ceil(hours / HOURS_IN_DAY) })
}
