import { Heart, LayoutGrid, LogOut, MessageCircle, ShieldCheck, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { t } from '../i18n/t.ts'
import { Menu, MenuItem, MenuLabel, MenuLine, MenuLink } from '../ui/Menu.tsx'

export interface AccountMenuItemsProps {
  name: string
  trigger: ReactNode
}

/** The account menu's items. Loaded when it is first opened, so it starts open. */
export function AccountMenuItems({ name, trigger }: AccountMenuItemsProps) {
  const { user, profile, signOut } = useAuth()
  return (
    <Menu trigger={trigger} label={t('shell.account')} defaultOpen>
      <MenuLabel>{t('common.signedInAs', { name })}</MenuLabel>
      <MenuLink to={paths.dashboard}>
        <LayoutGrid aria-hidden="true" strokeWidth={1.75} />
        {t('shell.dashboard')}
      </MenuLink>
      {user ? (
        <MenuLink to={paths.seller(user.id)}>
          <Store aria-hidden="true" strokeWidth={1.75} />
          {t('common.yourSellerPage')}
        </MenuLink>
      ) : null}
      <MenuLink to={paths.messages}>
        <MessageCircle aria-hidden="true" strokeWidth={1.75} />
        {t('shell.messages')}
      </MenuLink>
      <MenuLink to={paths.saved}>
        <Heart aria-hidden="true" strokeWidth={1.75} />
        {t('shell.saved')}
      </MenuLink>
      {profile?.role === 'admin' || profile?.role === 'moderator' ? (
        <MenuLink to={paths.admin}>
          <ShieldCheck aria-hidden="true" strokeWidth={1.75} />
          {t('common.administration')}
        </MenuLink>
      ) : null}
      <MenuLine />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden="true" strokeWidth={1.75} />
        {t('common.signOut')}
      </MenuItem>
    </Menu>
  )
}
