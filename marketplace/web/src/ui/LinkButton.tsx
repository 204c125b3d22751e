import { Link, type LinkProps } from '../lib/router.tsx'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

/** A link styled as a button, for navigation only. */
export function LinkButton({
  variant,
  size,
  className,
  ...rest
}: LinkProps & { variant?: ButtonVariant; size?: ButtonSize }) {
  return <Link {...rest} className={buttonClass(variant, size, className)} />
}
