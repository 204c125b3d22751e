import { MessageCircleQuestionMark } from 'lucide-react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { supportDoor } from '../../lib/support-door.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'

export function StillStuck({ className }: { className?: string }) {
  return (
    <section
      aria-labelledby="stuck"
      className={cx('panel flex flex-wrap items-center justify-between gap-4 p-5 md:px-6', className)}
    >
      <h2 id="stuck" className="type-h3">
        {t('help.stillStuck')}
      </h2>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">
        <LinkButton to={paths.contact} variant="secondary">
          {t('contact.writeToUs')}
        </LinkButton>
        <AskAssistant />
      </div>
    </section>
  )
}

export function AskAssistant({ quiet = false }: { quiet?: boolean }) {
  return (
    <Button
      variant={quiet ? 'secondary' : 'primary'}
      className={quiet ? 'w-full' : ''}
      onClick={(event) => supportDoor.open(event.currentTarget)}
    >
      <MessageCircleQuestionMark aria-hidden="true" strokeWidth={1.75} className="size-5" />
      {t('help.askTheAssistant')}
    </Button>
  )
}
