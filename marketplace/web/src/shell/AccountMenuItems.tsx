import { Heart, LayoutGrid, LogOut, MessageCircle, ShieldCheck, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { t } from '../i18n/t.ts'
import { Menu, MenuItem, MenuLabel, MenuLine, MenuLink } from '../ui/Menu.tsx'

/** What the account menu holds. Loaded when it is opened for the first time, so it starts open. */
export function AccountMenuItems({ name, trigger }: { name: string; trigger: ReactNode }) {
  const { user, profile, signOut } = useAuth()
  return (
    <Menu trigger={trigger} label={t('Account')} defaultOpen>
      <MenuLabel>{t('Signed in as {name}', { name })}</MenuLabel>
      <MenuLink to={paths.dashboard}>
        <LayoutGrid aria-hidden="true" strokeWidth={1.75} />
        {t('Dashboard')}
      </MenuLink>
      {user ? (
        <MenuLink to={paths.seller(user.id)}>
          <Store aria-hidden="true" strokeWidth={1.75} />
          {t('Your stall')}
        </MenuLink>
      ) : null}
      <MenuLink to={paths.messages}>
        <MessageCircle aria-hidden="true" strokeWidth={1.75} />
        {t('Messages')}
      </MenuLink>
      <MenuLink to={paths.saved}>
        <Heart aria-hidden="true" strokeWidth={1.75} />
        {t('Saved')}
      </MenuLink>
      {profile?.role === 'admin' || profile?.role === 'moderator' ? (
        <MenuLink to={paths.admin}>
          <ShieldCheck aria-hidden="true" strokeWidth={1.75} />
          {t('Administration')}
        </MenuLink>
      ) : null}
      <MenuLine />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden="true" strokeWidth={1.75} />
        {t('Sign out')}
      </MenuItem>
    </Menu>
  )
}
