import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { formatCount } from '../../ui/format.ts'

/** The number of ads in a category: a bare number visually, "25 ads" for screen readers; zero is written out. */
export function AdCount({ count, className }: { count: number; className?: string }) {
  if (count === 0) return <span className={cx('text-ink-3', className)}>{t('ads.noneYet')}</span>
  return (
    <span className={cx('tnum text-ink-3', className)}>
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className="sr-only"> {t('common.ads', { count })}</span>
    </span>
  )
}
