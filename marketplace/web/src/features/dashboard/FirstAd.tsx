import { Camera, type LucideIcon, Pencil, Plus, Send } from 'lucide-react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Arch } from '../../ui/ArchImage.tsx'
import { cx } from '../../ui/cx.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'

const STEPS: readonly { icon: LucideIcon; title: string; line: string }[] = [
  { icon: Camera, title: t('dashboard.firstAd.photo'), line: t('dashboard.firstAd.photoHint') },
  { icon: Pencil, title: t('dashboard.firstAd.describe'), line: t('dashboard.firstAd.describeHint') },
  { icon: Send, title: t('dashboard.firstAd.publish'), line: t('dashboard.firstAd.publishHint') },
]

/** Onboarding for users without ads. */
export function FirstAd() {
  return (
    <section aria-label={t('dashboard.firstAd.post')} className="panel px-4 py-2 pb-4 md:p-11 md:pb-10">
      <ol className="grid max-md:divide-y max-md:divide-line md:grid-cols-3">
        {STEPS.map(({ icon: Icon, title, line }, at) => (
          <li key={title} className="flex items-center gap-4 py-4 md:block md:py-0">
            <span aria-hidden="true" className="flex items-center gap-5">
              <Arch
                className={cx(
                  'grid w-12.5 shrink-0 place-items-center md:w-19',
                  at === 0 ? 'bg-saffron text-on-saffron' : 'bg-sunken text-ink-2',
                )}
              >
                <Icon strokeWidth={1.75} className="size-5 md:size-7" />
              </Arch>
              {at < STEPS.length - 1 ? (
                <span className="me-5 flex-1 border-t-2 border-dotted border-line-2 max-md:hidden" />
              ) : null}
            </span>
            <span className="md:mt-7 md:block">
              <b className="type-h3 block">
                {at + 1}. {title}
              </b>
              <span className="text-ink-2">{line}</span>
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-2 flex flex-wrap items-center gap-4 md:mt-8">
        <LinkButton size="lg" to={paths.post} className="max-md:w-full">
          <Plus aria-hidden="true" strokeWidth={1.75} className="size-5" />
          {t('dashboard.firstAd.post')}
        </LinkButton>
        <LinkButton variant="ghost" to={paths.browse} className="text-brand! max-md:hidden">
          {t('dashboard.firstAd.look')}
        </LinkButton>
      </div>
    </section>
  )
}
