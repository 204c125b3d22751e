import { t } from '../i18n/t.ts'
import { cx } from './cx.ts'
import { useDelayed } from './Skeleton.tsx'

const OUTLINE = 'M8 52V28C8 14 18 5 28 2c10 3 20 12 20 26v24'

/** The arch outline with a travelling stroke; it pulses under reduced motion. */
export function Spinner({ label = t('app.loading'), className }: { label?: string; className?: string }) {
  return (
    <span role="status" className={cx('inline-grid place-items-center', className)}>
      <span className="sr-only">{label}</span>
      <svg
        viewBox="0 0 56 56"
        aria-hidden="true"
        className="spinner-arch size-12"
        fill="none"
        strokeWidth="5"
        strokeLinecap="round"
      >
        <path d={OUTLINE} stroke="var(--line)" />
        <path
          d={OUTLINE}
          stroke="var(--brand)"
          pathLength="100"
          strokeDasharray="55 45"
          className="spinner-stroke animate-arch"
        />
      </svg>
    </span>
  )
}

/** The spinner of a loading page, shown after 200 ms. As tall as the window, so that the footer does not jump. */
export function PageSpinner() {
  const late = useDelayed(true, 200)
  return <div className="grid min-h-dvh content-start justify-items-center pt-[30dvh]">{late ? <Spinner /> : null}</div>
}
