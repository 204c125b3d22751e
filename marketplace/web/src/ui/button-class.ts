import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'soft' | 'ghost' | 'danger'
export type ButtonSize = 's' | 'm' | 'lg'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand enabled-hover:bg-brand-strong',
  secondary: 'border border-line-2 bg-surface text-ink enabled-hover:border-ink-3',
  soft: 'bg-brand-soft text-brand-ink enabled-hover:bg-[color-mix(in_oklab,var(--brand-soft),var(--brand)_14%)]',
  ghost: 'text-ink enabled-hover:bg-sunken',
  danger: 'bg-danger text-on-danger enabled-hover:bg-[color-mix(in_oklab,var(--danger),black_14%)]',
}

const SIZES: Record<ButtonSize, string> = {
  s: 'hit-44 h-9 px-3.5 text-[14px] rounded-control',
  m: 'h-11 px-4 text-[15px] rounded-control',
  lg: 'h-13 px-6 text-[16px] rounded-button-lg',
}

/** Button styles, for buttons and links that look like one. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'm', className?: string): string {
  return cx(
    'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap font-semibold tracking-[-0.01em]',
    'transition-[background-color,border-color,color,scale,opacity] active:not-disabled:not-aria-disabled:scale-[.985]',
    'disabled:opacity-45 aria-disabled:opacity-45',
    VARIANTS[variant],
    SIZES[size],
    className,
  )
}
