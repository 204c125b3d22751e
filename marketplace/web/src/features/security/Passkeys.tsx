import { KeyRound } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { addPasskey, removePasskey } from './api.ts'
import { Panel } from './Panel.tsx'
import { usePasskeys, useSecurityMutation } from './queries.ts'

export function Passkeys() {
  const passkeys = usePasskeys()
  const add = useSecurityMutation(addPasskey, t('security.passkeyAdded'))
  const remove = useSecurityMutation(removePasskey, t('security.passkeyRemoved'))
  const canHave = 'PublicKeyCredential' in globalThis
  return (
    <Panel
      title={t('security.passkeys')}
      line={canHave ? t('security.passkeys.hint') : t('security.passkeys.unsupported')}
      query={passkeys}
      action={
        canHave ? (
          <Button
            variant="secondary"
            size="s"
            loading={add.isPending}
            loadingLabel={t('common.askingForPasskey')}
            onClick={() => add.mutate(undefined)}
          >
            {t('security.addAPasskey')}
          </Button>
        ) : null
      }
    >
      {passkeys.data && passkeys.data.length > 0 ? (
        <ul className="divide-y divide-line">
          {passkeys.data.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-3 py-2">
              <KeyRound aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-ink-3" />
              <div className="min-w-0 flex-1">
                <p className="truncate font-semibold">{passkey.friendly_name ?? t('security.passkey')}</p>
                <p className="type-small text-ink-3">
                  {passkey.last_used_at
                    ? t('security.passkeys.lastUsed', {
                        added: formatDate(passkey.created_at),
                        used: formatDate(passkey.last_used_at),
                      })
                    : t('security.passkeys.notUsed', { added: formatDate(passkey.created_at) })}
                </p>
              </div>
              <Button
                variant="ghost"
                size="s"
                aria-label={t('security.passkeys.remove', {
                  friendlyName: passkey.friendly_name ?? t('security.thePasskey'),
                })}
                loading={remove.isPending && remove.variables === passkey.id}
                loadingLabel={t('security.removing')}
                onClick={() => remove.mutate(passkey.id)}
              >
                {t('common.remove')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  )
}
