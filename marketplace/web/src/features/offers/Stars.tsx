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
}

/** Five native radio buttons styled as stars, so arrow keys work. */
export function StarInput({ value, onChange }: StarInputProps) {
  const name = useId()
  return (
    <fieldset>
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
    </fieldset>
  )
}

/** Five stars to tap; passes on how many. */
export function StarButtons({ onChoose }: { onChoose: (rating: number) => void }) {
  return (
    <div className="-mx-2 flex">
      {FIVE.map((star) => (
        <button
          key={star}
          type="button"
          onClick={() => onChoose(star)}
          className="group grid size-11 place-items-center rounded-full hover:bg-sunken"
        >
          <span className="sr-only">{t('offers.review.stars', { star, word: WORDS[star] })}</span>
          <Star aria-hidden="true" strokeWidth={1.75} className="size-7 text-line-strong group-hover:text-saffron" />
        </button>
      ))}
    </div>
  )
}
