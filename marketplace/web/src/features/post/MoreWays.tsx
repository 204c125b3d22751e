import { ArrowLeftRight, Copy, Ellipsis, FileUp, type LucideIcon, Search, Sparkles, Tag } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { ListingType } from '../../../../contract/ads/listing-values.ts'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { howToListen } from '../../lib/can-listen.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { PHONES } from '../../ui/phones.ts'
import { navigateBeneath } from '../../ui/use-back-closes.ts'
import { CopyDialog } from './CopyDialog.tsx'
import type { PostForm } from './listing-form.ts'
import { fieldId } from './problems.ts'
import { SentenceDialog } from './SentenceDialog.tsx'

interface Way {
  icon: LucideIcon
  label: string
  line?: string
  isFirst?: boolean
  onSelect: () => void
}

/** Menu of other ad types and ways to fill in the form. */
export function MoreWays({ userId }: { userId: string | null }) {
  const [open, setOpen] = useState<'sentence' | 'copy' | null>(null)
  const ways = useWays(userId, setOpen)
  const [isPhone] = useState(() => window.matchMedia(PHONES).matches)
  const trigger = (
    <button
      type="button"
      id={fieldId(['type'])}
      aria-label={t('post.moreWays')}
      className={buttonClass('secondary', 'm', 'max-md:border-transparent max-md:bg-transparent max-md:px-2.5')}
    >
      <Ellipsis aria-hidden="true" strokeWidth={2} className="size-6 md:size-5" />
      <span className="max-md:hidden">{t('post.moreWays')}</span>
    </button>
  )
  return (
    <>
      {isPhone ? (
        <WaysSheet trigger={trigger} ways={ways} />
      ) : (
        <Menu trigger={trigger} label={t('post.moreWays')}>
          {ways.map((way) => (
            <Fragment key={way.label}>
              {way.isFirst ? <MenuLine /> : null}
              <MenuItem onSelect={way.onSelect}>
                <WayText {...way} />
              </MenuItem>
            </Fragment>
          ))}
        </Menu>
      )}
      {open === 'sentence' ? <SentenceDialog onClose={() => setOpen(null)} /> : null}
      {open === 'copy' && userId !== null ? <CopyDialog userId={userId} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

function useWays(userId: string | null, open: (what: 'sentence' | 'copy') => void): Way[] {
  const { setValue, formState, trigger } = useFormContext<PostForm>()
  const type = useWatch<PostForm, 'type'>({ name: 'type' })
  const become = (next: ListingType) => () => {
    setValue('type', next, { shouldDirty: true })
    if (formState.isSubmitted || formState.touchedFields.price) void trigger(['type', 'price'])
  }
  const kinds: Record<'sell' | 'wanted' | 'swap', Way> = {
    sell: { icon: Tag, label: t('post.ways.sell'), onSelect: become('sell') },
    wanted: {
      icon: Search,
      label: t('post.ways.wanted'),
      line: t('post.ways.wantedLine'),
      onSelect: become('wanted'),
    },
    swap: { icon: ArrowLeftRight, label: t('post.ways.swap'), onSelect: become('swap') },
  }
  const others = (['sell', 'wanted', 'swap'] as const).filter((kind) => kind !== (type === 'free' ? 'sell' : type))
  const ways: Way[] = [
    {
      icon: Sparkles,
      label: t('post.ways.sentence'),
      line: howToListen() ? t('post.ways.sentenceLine') : t('post.ways.sentenceTyped'),
      onSelect: () => open('sentence'),
    },
  ]
  if (userId !== null) {
    ways.push(
      { icon: Copy, label: t('post.ways.copy'), onSelect: () => open('copy') },
      { icon: FileUp, label: t('post.ways.file'), onSelect: () => navigateBeneath(paths.importAds) },
    )
  }
  return [...ways, ...others.map((kind, at) => ({ ...kinds[kind], isFirst: at === 0 }))]
}

function WaysSheet({ trigger, ways }: { trigger: ReactNode; ways: readonly Way[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen} trigger={trigger} title={t('post.moreWays')}>
      <ul>
        {ways.map((way) => (
          <li key={way.label} className={way.isFirst ? 'mt-2 border-t border-line pt-2' : undefined}>
            <button
              type="button"
              onClick={() => {
                way.onSelect()
                setIsOpen(false)
              }}
              className="flex min-h-13 w-full items-center gap-4 text-start [&>svg]:size-5 [&>svg]:shrink-0"
            >
              <WayText {...way} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function WayText({ icon: Icon, label, line }: Way) {
  return (
    <>
      <Icon aria-hidden="true" strokeWidth={1.75} className="text-ink-2" />
      <span>
        <span className="block font-medium">{label}</span>
        {line ? <span className="type-small block text-ink-3">{line}</span> : null}
      </span>
    </>
  )
}
