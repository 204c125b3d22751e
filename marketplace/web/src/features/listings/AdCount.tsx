import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { formatCount } from '../../ui/format.ts'

/** A bare number after a category for the eye, ", 25 ads" for the ear: "Bikes, 25 ads". */
export function AdCount({ count, className }: { count: number; className?: string }) {
  return (
    <span className={cx('tnum text-ink-3', className)}>
      <span className="sr-only">, </span>
      {formatCount(count)}
      <span className="sr-only"> {t('{count, plural, one {ad} other {ads}}', { count })}</span>
    </span>
  )
}
