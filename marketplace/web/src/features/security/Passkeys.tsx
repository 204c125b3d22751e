import { KeyRound } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { addPasskey, removePasskey } from './api.ts'
import { Panel } from './Panel.tsx'
import { usePasskeys, useSecurityAct } from './queries.ts'

/** Sign-in with a fingerprint, a face or a security key. */
export function Passkeys() {
  const passkeys = usePasskeys()
  const add = useSecurityAct(addPasskey, t('Passkey added'))
  const remove = useSecurityAct(removePasskey, t('Passkey removed'))
  const canHave = 'PublicKeyCredential' in globalThis
  return (
    <Panel
      title={t('Passkeys')}
      line={t('Sign in with your fingerprint, your face or a security key. Nothing that somebody could phish.')}
      query={passkeys}
    >
      {passkeys.data && passkeys.data.length > 0 ? (
        <ul className="divide-y divide-line">
          {passkeys.data.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-3 py-2">
              <KeyRound aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-ink-3" />
              <div className="min-w-0 flex-1">
                <p className="truncate font-semibold">{passkey.friendly_name ?? t('Passkey')}</p>
                <p className="type-small text-ink-3">
                  {passkey.last_used_at
                    ? t('Added {added}, last used {used}', {
                        added: formatDate(passkey.created_at),
                        used: formatDate(passkey.last_used_at),
                      })
                    : t('Added {added}, not used yet', { added: formatDate(passkey.created_at) })}
                </p>
              </div>
              <Button
                variant="ghost"
                size="s"
                aria-label={t('Remove {friendlyName}', { friendlyName: passkey.friendly_name ?? t('the passkey') })}
                loading={remove.isPending && remove.variables === passkey.id}
                loadingLabel={t('Removing')}
                onClick={() => remove.mutate(passkey.id)}
              >
                {t('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {canHave ? (
        <Button
          variant="secondary"
          className="justify-self-start"
          loading={add.isPending}
          loadingLabel={t('Asking for your passkey')}
          onClick={() => add.mutate(undefined)}
        >
          {t('Add a passkey')}
        </Button>
      ) : (
        <p className="text-ink-3">{t('This browser has no passkeys.')}</p>
      )}
    </Panel>
  )
}
