import { Star } from 'lucide-react'
import { useId } from 'react'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'

const FIVE = [1, 2, 3, 4, 5] as const
const WORDS = ['', t('offers.bad'), t('offers.poor'), t('offers.allRight'), t('ads.good'), t('offers.veryGood')]

/** A rating of one to five stars. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    <span role="img" aria-label={t('offers.review.ofFiveStars', { rating })} className={cx('inline-flex', className)}>
      {FIVE.map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          strokeWidth={1.75}
          className={cx('size-4', star <= rating ? 'fill-saffron text-saffron' : 'text-line-strong')}
        />
      ))}
    </span>
  )
}

interface StarInputProps {
  value: number
  onChange: (rating: number) => void
  error: string | null
}

/** Five native radio buttons styled as stars, so arrow keys work. */
export function StarInput({ value, onChange, error }: StarInputProps) {
  const name = useId()
  const errorId = `${name}-error`
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-[14px]/5 font-semibold">{t('offers.stars')}</legend>
      <div className="flex items-center gap-1">
        {FIVE.map((star) => (
          <label
            key={star}
            className="grid size-11 cursor-pointer place-items-center rounded-full has-focus-visible:outline-[2.5px] has-focus-visible:outline-focus hover:bg-sunken"
          >
            <input
              type="radio"
              name={name}
              value={star}
              checked={value === star}
              onChange={() => onChange(star)}
              className="sr-only"
            />
            <span className="sr-only">{t('offers.review.stars', { star, word: WORDS[star] })}</span>
            <Star
              aria-hidden="true"
              strokeWidth={1.75}
              className={cx('size-7', star <= value ? 'fill-saffron text-saffron' : 'text-line-strong')}
            />
          </label>
        ))}
        <span aria-hidden="true" className="ms-2 text-ink-2">
          {WORDS[value]}
        </span>
      </div>
      {error ? (
        <p id={errorId} className="type-small mt-1 text-danger-ink">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
