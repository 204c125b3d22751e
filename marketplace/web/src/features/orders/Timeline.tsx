import { Check, Copy, ExternalLink } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { Arch } from '../../ui/ArchImage.tsx'
import { cx } from '../../ui/cx.ts'
import { toast } from '../../ui/toast.ts'
import type { Step } from './timeline.ts'
import type { Parcel } from './types.ts'

interface TimelineProps {
  steps: readonly Step[]
  parcel: Parcel | undefined
  /** The link to the carrier's page stands elsewhere on the page. */
  isTracked: boolean
}

/** The progress of an order. */
export function Timeline({ steps, parcel, isTracked }: TimelineProps) {
  return (
    <section aria-labelledby="progress-title" className="panel p-5 md:p-6">
      <h2 id="progress-title" className="type-h3 mb-4">
        {t('orders.progress')}
      </h2>
      <ol>
        {steps.map((step, at) => (
          <li
            key={step.key}
            aria-current={step.is === 'now' ? 'step' : undefined}
            className="relative flex gap-3.5 pb-6 last:pb-0"
          >
            {at < steps.length - 1 ? (
              <span
                aria-hidden="true"
                className={cx(
                  'absolute start-[13px] top-9 bottom-1 w-0.5',
                  step.is === 'done' && steps[at + 1]?.is !== 'next' ? 'bg-brand' : 'bg-line',
                )}
              />
            ) : null}
            <Marker is={step.is} />
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className={cx('font-semibold', step.is === 'next' && 'text-ink-2')}>{step.label}</span>
                {step.when ? <span className="type-small tnum text-ink-3">{step.when}</span> : null}
              </div>
              {step.line ? <p className="type-small text-ink-2 wrap-anywhere">{step.line}</p> : null}
              {step.hasParcel && parcel ? (
                <ParcelNumber parcel={isTracked ? { ...parcel, tracking_url: null } : parcel} className="mt-2" />
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The arch of a step: done, current, next. Its number is shown if given. */
export function Marker({ is, number }: { is: Step['is']; number?: number }) {
  return (
    <Arch
      className={cx(
        'grid! w-7 shrink-0 self-start place-items-center text-[13px]/none font-bold [--arch-radius:8px]',
        is === 'done' && 'bg-brand text-on-brand',
        is === 'now' && 'bg-saffron text-on-saffron',
        is === 'next' && 'border-[1.5px] border-line-strong bg-surface text-ink-2',
      )}
    >
      {is === 'done' ? <Check aria-hidden="true" strokeWidth={2.5} className="size-4" /> : null}
      {is === 'now' && number === undefined ? (
        <span aria-hidden="true" className="size-2 rounded-full bg-on-saffron" />
      ) : null}
      {is !== 'done' && number !== undefined ? number : null}
      <span className="sr-only">
        {is === 'done' ? t('orders.step.isDone') : is === 'now' ? t('orders.step.isNow') : null}
      </span>
    </Arch>
  )
}

/** A tracking number to copy, and a link to the carrier's page if known. */
export function ParcelNumber({ parcel, className }: { parcel: Parcel; className?: string }) {
  const { tracking, tracking_url: link } = parcel
  const copy = () =>
    navigator.clipboard
      .writeText(tracking)
      .then(() => toast({ title: t('common.copied') }))
      .catch(() => undefined)
  return (
    <p className={cx('flex flex-wrap items-center gap-x-4 gap-y-2', className)}>
      <button
        type="button"
        aria-label={t('orders.copyNumber', { tracking })}
        onClick={() => void copy()}
        className="hit-44 tnum inline-flex items-center gap-2 rounded-control bg-sunken px-3 py-1 text-[14px]/6 font-medium hover:bg-line"
      >
        {tracking}
        <Copy aria-hidden="true" strokeWidth={1.75} className="size-4 text-ink-2" />
      </button>
      {link ? (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="hit-44 inline-flex items-center gap-1.5 font-semibold text-brand hover:underline"
        >
          {t('orders.trackParcel')}
          <ExternalLink aria-hidden="true" strokeWidth={1.75} className="size-4" />
          <span className="sr-only">{t('orders.newTab')}</span>
        </a>
      ) : null}
    </p>
  )
}
