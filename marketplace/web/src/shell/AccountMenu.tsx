import { type ComponentType, useEffect, useState } from 'react'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { t } from '../i18n/t.ts'
import { sentenceOf } from '../lib/data/failure.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { toast } from '../ui/toast.ts'
import type { AccountMenuItemsProps } from './AccountMenuItems.tsx'

const loadMenu = () => import('./AccountMenuItems.tsx')

const triggerClass = 'hit-44 grid size-10 shrink-0 place-items-center rounded-full'

const sayThatItFailed = (error: unknown) => toast({ tone: 'error', title: sentenceOf(error) })

/** A sign-in link, or the user's picture with their menu. The menu's code loads on the first hover or focus. */
export function AccountMenu() {
  const { user, profile } = useAuth()
  // Not lazy(): React delays suspended content to at least 300 ms after the fallback.
  const [Items, setItems] = useState<ComponentType<AccountMenuItemsProps> | null>(null)
  const open = async () => {
    const { AccountMenuItems } = await loadMenu()
    setItems(() => AccountMenuItems)
  }
  useEffect(() => {
    if (user) setTimeout(() => void loadMenu().catch(() => undefined), 2000)
  }, [user])

  if (!user) {
    // index.html hides one of the two, since rendering does not know who is signed in.
    return (
      <>
        <LinkButton to={paths.auth} variant="secondary" className="for-visitors">
          {t('shell.signIn')}
        </LinkButton>
        <span className="for-somebody size-10 rounded-full bg-sunken" />
      </>
    )
  }
  const name = profile?.display_name ?? user.email ?? t('shell.you')
  // Hidden text instead of aria-label: the visible initials then need not be part of the name.
  const picture = (
    <>
      <Avatar name={name} path={profile?.avatar_path} size={40} />
      <span className="sr-only">{t('shell.accountOf', { name })}</span>
    </>
  )
  if (!Items) {
    return (
      <button
        type="button"
        aria-haspopup="menu"
        onPointerEnter={() => void loadMenu().catch(() => undefined)}
        onFocus={() => void loadMenu().catch(() => undefined)}
        onClick={() => void open().catch(sayThatItFailed)}
        className={triggerClass}
      >
        {picture}
      </button>
    )
  }
  return (
    <Items
      name={name}
      trigger={
        <button type="button" className={triggerClass}>
          {picture}
        </button>
      }
    />
  )
}
