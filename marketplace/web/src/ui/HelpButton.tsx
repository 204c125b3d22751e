import { MessageCircleQuestionMark } from 'lucide-react'
import { t } from '../i18n/t.ts'
import { supportDoor } from '../lib/support-door.ts'
import { cx } from './cx.ts'

/** Opens the assistant on phones. In the page's top bar, where it covers nothing; wide windows show it beside the page. */
export function HelpButton({ className }: { className?: string }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={(event) => supportDoor.open(event.currentTarget)}
      className={cx(
        'grid size-11 shrink-0 place-items-center rounded-full transition-colors hover:bg-sunken md:hidden print:hidden',
        className,
      )}
    >
      <MessageCircleQuestionMark aria-hidden="true" strokeWidth={1.75} className="size-[22px]" />
      <span className="sr-only">{t('app.needHelp')}</span>
    </button>
  )
}
