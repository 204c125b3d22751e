import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { SettingsColumns, SettingsGroup } from '../../ui/SettingsGroup.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useAuth } from '../auth/AuthProvider.tsx'
import { AccessTokens } from './AccessTokens.tsx'
import { AppsLetIn } from './apps/AppsLetIn.tsx'
import { Credentials } from './Credentials.tsx'
import { LinkedIdentities } from './LinkedIdentities.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PhoneForm } from './PhoneForm.tsx'
import { PhoneStep } from './PhoneStep.tsx'
import { useIdentities } from './queries.ts'
import { RecentActivity } from './RecentActivity.tsx'
import { SecondStep } from './SecondStep.tsx'
import { Sessions } from './Sessions.tsx'

/** Sign-in methods, sessions and activity. */
export function SecurityTab() {
  const { user } = useAuth()
  return (
    <SettingsColumns>
      <SettingsGroup title={t('security.signingIn')}>
        <Credentials email={user?.email ?? ''} />
        {config.account.phones ? <PhoneForm /> : null}
        <OtherWays />
        {config.passkeys ? <Passkeys /> : null}
        <SecondStep />
        {config.account.phoneFactor ? <PhoneStep /> : null}
      </SettingsGroup>
      <SettingsGroup title={t('security.devicesAndApps')}>
        <Sessions />
        <RecentActivity />
        <AccessTokens />
        <AppsLetIn />
      </SettingsGroup>
    </SettingsColumns>
  )
}

/** Shown if linking is enabled or a provider is linked. */
function OtherWays() {
  const identities = useIdentities()
  if (identities.isPending) return <Skeleton className="h-18" />
  const hasOthers = identities.data?.some(({ provider }) => provider !== 'email' && provider !== 'phone') ?? false
  return hasOthers || config.account.providers.length > 0 ? <LinkedIdentities /> : null
}
