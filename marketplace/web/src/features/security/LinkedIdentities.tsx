import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { Button } from '../../ui/Button.tsx'
import { linkProvider, unlinkProvider } from './api.ts'
import { Panel } from './Panel.tsx'
import { useIdentities, useSecurityMutation } from './queries.ts'

/** Display name of a sign-in provider. */
function providerName(provider: string): string {
  if (provider === 'email') return t('security.emailAndPassword')
  if (provider === 'phone') return t('security.phoneNumber')
  return provider.charAt(0).toUpperCase() + provider.slice(1)
}

/** Linked sign-in providers. */
export function LinkedIdentities() {
  const identities = useIdentities()
  const [leavingFor, setLeavingFor] = useState<string | null>(null)
  const link = useSecurityMutation(linkProvider)
  const unlink = useSecurityMutation(unlinkProvider, t('security.identities.unlinked'))
  const known = identities.data ?? []
  const isOnly = known.length === 1
  const missing = config.account.providers.filter((name) => !known.some(({ provider }) => provider === name))
  return (
    <Panel title={t('security.identities.title')} line={t('security.identities.hint')} query={identities}>
      <ul className="divide-y divide-line">
        {known.map((identity) => {
          const name = providerName(identity.provider)
          const address = String(identity.identity_data?.email ?? '')
          return (
            <li key={identity.identity_id} className="flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="font-semibold">{name}</p>
                {address ? <p className="type-small truncate text-ink-3">{address}</p> : null}
              </div>
              {isOnly || identity.provider === 'email' || identity.provider === 'phone' ? null : (
                <Button
                  variant="ghost"
                  size="s"
                  aria-label={t('security.identities.unlink', { name })}
                  loading={unlink.isPending && unlink.variables?.identity_id === identity.identity_id}
                  loadingLabel={t('security.unlinking')}
                  onClick={() => unlink.mutate(identity)}
                >
                  {t('security.unlink')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <div className="flex flex-wrap gap-2">
        {missing.map((provider) => (
          <Button
            key={provider}
            variant="secondary"
            loading={leavingFor === provider}
            loadingLabel={t('security.goingThere')}
            onClick={() => {
              setLeavingFor(provider)
              link.mutate(provider, { onError: () => setLeavingFor(null) })
            }}
          >
            {t('security.identities.link', { name: providerName(provider) })}
          </Button>
        ))}
      </div>
    </Panel>
  )
}
