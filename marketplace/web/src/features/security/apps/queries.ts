import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../../i18n/t.ts'
import { config } from '../../../lib/config.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { toast } from '../../../ui/toast.ts'

/** A request for access; null if unknown or expired. */
export interface AppRequest {
  readonly appName: string | null
  /** Host of the app, as it claims. */
  readonly appHost: string | null
  readonly scopes: readonly string[]
  readonly email: string
  /** Host that the browser returns to. */
  readonly returnHost: string
}

export interface LetInApp {
  readonly clientId: string
  readonly name: string | null
  readonly host: string | null
  readonly scopes: readonly string[]
  readonly since: string
}

/** Fetched once: fetching binds the request to this user. */
export function useAppRequest(id: string) {
  return useQuery({
    queryKey: ['app-request', id],
    queryFn: () => readRequest(id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** 'going' if consent was given before: the browser is redirecting. */
async function readRequest(id: string): Promise<AppRequest | 'going' | null> {
  const { data, error } = await supabase.auth.oauth.getAuthorizationDetails(id)
  if (error) {
    if (error.status === 404 || error.status === 400) return null
    throw error
  }
  if (!('authorization_id' in data)) {
    window.location.assign(data.redirect_url)
    return 'going'
  }
  return {
    appName: data.client.name || null,
    appHost: hostOf(data.client.uri),
    scopes: data.scope.split(' '),
    email: data.user.email,
    returnHost: hostOf(data.redirect_uri) ?? data.redirect_uri,
  }
}

/** Answers and redirects to the app. */
export function useAnswer(id: string) {
  return useMutation({
    mutationFn: async (answer: 'approve' | 'deny') => {
      const { oauth } = supabase.auth
      const { error } = await (answer === 'approve' ? oauth.approveAuthorization(id) : oauth.denyAuthorization(id))
      if (error) throw error
    },
    onError: () => toast({ tone: 'error', title: t('security.consent.failed') }),
  })
}

const LET_IN = ['apps-let-in']

/** Null if disabled by the operator. */
export function useAppsLetIn() {
  return useQuery({
    queryKey: LET_IN,
    queryFn: async (): Promise<readonly LetInApp[] | null> => {
      if (!config.account.letsAppsIn) return null
      const { data, error } = await supabase.auth.oauth.listGrants()
      if (error) throw error
      return data.map(({ client, scopes, granted_at: since }) => ({
        clientId: client.id,
        name: client.name || null,
        host: hostOf(client.uri),
        scopes,
        since,
      }))
    },
  })
}

export function useTakeBack() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ clientId }: LetInApp) => {
      const { error } = await supabase.auth.oauth.revokeGrant({ clientId })
      if (error) throw error
    },
    onSuccess: () => {
      toast({ tone: 'success', title: t('security.apps.out') })
      return queries.invalidateQueries({ queryKey: LET_IN })
    },
    onError: () => toast({ tone: 'error', title: t('app.didNotWorkOurs') }),
  })
}

function hostOf(uri: string | undefined): string | null {
  return uri !== undefined && URL.canParse(uri) ? new URL(uri).host || null : null
}
