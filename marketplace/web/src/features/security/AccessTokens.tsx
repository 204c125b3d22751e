import { useQuery } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { Panel } from './Panel.tsx'
import { useSecurityMutation } from './queries.ts'
import { type AccessToken, endToken, readTokens, type TokenScope } from './tokens.ts'

const SCOPE_NAME: Readonly<Record<TokenScope, string>> = {
  read: t('security.readOnly'),
  write: t('security.readAndWrite'),
}

/** Personal access tokens. */
export function AccessTokens() {
  const tokens = useQuery({ queryKey: ['security', 'tokens'], queryFn: readTokens, staleTime: 30_000 })
  const end = useSecurityMutation(endToken, t('security.tokenDeleted'))
  const [isMaking, setIsMaking] = useState(false)
  return (
    <Panel
      title={t('security.accessTokens')}
      line={t('security.tokens.hint')}
      query={tokens}
      action={
        <Button variant="secondary" size="s" onClick={() => setIsMaking(true)}>
          {t('security.makeAToken')}
        </Button>
      }
    >
      {tokens.data && tokens.data.length > 0 ? (
        <ul className="divide-y divide-line">
          {tokens.data.map((token) => (
            <li key={token.id} className="flex items-center gap-3 py-2">
              <SquareTerminal aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-ink-3" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
                  <span className="[overflow-wrap:anywhere]">{token.name}</span>
                  <Badge tone={token.scope === 'write' ? 'brand' : 'neutral'}>{SCOPE_NAME[token.scope]}</Badge>
                </p>
                <p className="type-small text-ink-3 [overflow-wrap:anywhere]">
                  <span className="font-mono">{token.hint}…</span> {factsOf(token)}
                </p>
              </div>
              <Button
                variant="ghost"
                size="s"
                aria-label={t('security.tokens.delete', { name: token.name })}
                loading={end.isPending && end.variables === token.id}
                loadingLabel={t('common.deleting')}
                onClick={() => end.mutate(token.id)}
              >
                {t('common.delete')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {isMaking ? <NewTokenDialog onClose={() => setIsMaking(false)} /> : null}
    </Panel>
  )
}

function factsOf({ expires_at, last_used_at }: AccessToken): string {
  const until = formatDate(expires_at)
  return last_used_at
    ? t('security.tokens.lastUsed', { used: formatDate(last_used_at), until })
    : t('security.tokens.notUsed', { until })
}
