import { Heart, LayoutGrid, LogOut, MessageCircle, ShieldCheck, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { Menu, MenuItem, MenuLabel, MenuLine, MenuLink } from '../ui/Menu.tsx'

/** What the account menu holds. Loaded when it is opened for the first time, so it starts open. */
export function AccountMenuItems({ name, trigger }: { name: string; trigger: ReactNode }) {
  const { user, profile, signOut } = useAuth()
  return (
    <Menu trigger={trigger} label="Account" defaultOpen>
      <MenuLabel>Signed in as {name}</MenuLabel>
      <MenuLink to={paths.dashboard}>
        <LayoutGrid aria-hidden="true" strokeWidth={1.75} />
        Dashboard
      </MenuLink>
      {user ? (
        <MenuLink to={paths.seller(user.id)}>
          <Store aria-hidden="true" strokeWidth={1.75} />
          Your stall
        </MenuLink>
      ) : null}
      <MenuLink to={paths.messages}>
        <MessageCircle aria-hidden="true" strokeWidth={1.75} />
        Messages
      </MenuLink>
      <MenuLink to={paths.saved}>
        <Heart aria-hidden="true" strokeWidth={1.75} />
        Saved
      </MenuLink>
      {profile?.role === 'admin' || profile?.role === 'moderator' ? (
        <MenuLink to={paths.admin}>
          <ShieldCheck aria-hidden="true" strokeWidth={1.75} />
          Administration
        </MenuLink>
      ) : null}
      <MenuLine />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden="true" strokeWidth={1.75} />
        Sign out
      </MenuItem>
    </Menu>
  )
}
