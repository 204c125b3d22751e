import { lazy, Suspense, useEffect, useState } from 'react'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { t } from '../i18n/t.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'

const loadMenu = () => import('./AccountMenuItems.tsx')
const AccountMenuItems = lazy(async () => ({ default: (await loadMenu()).AccountMenuItems }))

const triggerClass = 'hit-44 grid size-10 shrink-0 place-items-center rounded-full'

/** Sign in, or the person's picture with their menu. The menu's code comes with the first pointer or focus on it. */
export function AccountMenu() {
  const { user, profile } = useAuth()
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (user) setTimeout(loadMenu, 2000)
  }, [user])

  if (!user) {
    // One of the two is seen, as index.html marks the page: who is here is not known when it is drawn.
    return (
      <>
        <LinkButton to={paths.auth} variant="secondary" className="for-visitors">
          {t('Sign in')}
        </LinkButton>
        <span className="for-somebody size-10 rounded-full bg-sunken" />
      </>
    )
  }
  const name = profile?.display_name ?? user.email ?? t('You')
  // Hidden text instead of aria-label: the initials that are seen need not be in the name then.
  const picture = (
    <>
      <Avatar name={name} path={profile?.avatar_path} size={40} />
      <span className="sr-only">{t('Account of {name}', { name })}</span>
    </>
  )
  const waiting = (
    <button type="button" aria-haspopup="menu" onClick={() => setWanted(true)} className={triggerClass}>
      {picture}
    </button>
  )
  if (!wanted) return waiting
  return (
    <Suspense fallback={waiting}>
      <AccountMenuItems
        name={name}
        trigger={
          <button type="button" className={triggerClass}>
            {picture}
          </button>
        }
      />
    </Suspense>
  )
}
