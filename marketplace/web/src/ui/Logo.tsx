import { config } from '../lib/config.ts'
import { cx } from './cx.ts'
import { ownOrigin } from './image-url.ts'

const MARK =
  'M3 32V15.2C3 8.6 8.2 3.9 16 1.4c7.8 2.5 13 7.2 13 13.8V32a1.4 1.4 0 0 1-1.4 1.4H4.4A1.4 1.4 0 0 1 3 32ZM8.6 33.4v-5.2a7.4 7.4 0 0 1 14.8 0v5.2Z'

/** The operator's logo, or the default mark. */
export function LogoMark({ className }: { className?: string }) {
  if (config.logoPath) {
    return (
      <img
        src={`${ownOrigin()}/storage/v1/object/public/branding/${config.logoPath}`}
        alt=""
        className={cx('w-auto shrink-0 object-contain', className ?? 'h-8')}
      />
    )
  }
  return (
    <svg viewBox="0 0 32 34" aria-hidden="true" className={cx('w-auto shrink-0', className ?? 'h-8')}>
      <path fillRule="evenodd" fill="var(--brand)" d={MARK} />
      <circle cx="16" cy="14.2" r="3.7" fill="var(--saffron)" />
    </svg>
  )
}

/** Mark and configured brand name, set in the display face. */
export function Logo({ size = 'm' }: { size?: 's' | 'm' }) {
  return (
    <span className={cx('flex items-center', size === 'm' ? 'gap-2.5' : 'gap-2')}>
      <LogoMark className={size === 'm' ? 'h-8 md:h-[34px]' : 'h-[26px]'} />
      <span
        className={cx(
          'font-display font-[720] pt-0.5 tracking-[-0.02em] lowercase leading-none',
          // Narrow phones need the room for the sign-in button.
          size === 'm' ? 'max-[22.5rem]:hidden text-[29px] md:text-[32px]' : 'text-[24px]',
        )}
      >
        {config.brandName}
      </span>
    </span>
  )
}
