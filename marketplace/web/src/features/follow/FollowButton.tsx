import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserCheck, UserPlus } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { dataClient } from '../../app/client.ts'
import { dataOf, sentenceOf } from '../../app/failure.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import { rememberDestination } from '../auth/return-to.ts'

/** Follows a seller, or stops. Absent on one's own stall; visitors are asked to sign in first. */
export function FollowButton({ sellerId, name, className }: { sellerId: string; name: string; className?: string }) {
  const { user } = useAuth()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const queries = useQueryClient()
  const queryKey = ['follows', user?.id ?? null]
  const follows = useQuery({ queryKey, queryFn: readFollows, enabled: user !== null, staleTime: 60_000 })
  const change = useMutation({
    mutationFn: (follow: boolean) => (follow ? followSeller(sellerId) : unfollowSeller(sellerId)),
    onSuccess: (_, follow) => {
      queries.setQueryData<string[]>(queryKey, (known = []) =>
        follow ? [...known, sellerId] : known.filter((id) => id !== sellerId),
      )
      toast(
        follow
          ? { title: t('You follow {name}', { name }), description: t('We tell you when they put something up.') }
          : { title: t('You no longer follow {name}', { name }) },
      )
    },
    onError: (error) => toast({ tone: 'error', title: t('That did not work'), description: sentenceOf(error) }),
  })
  if (user?.id === sellerId) return null
  const isFollowing = follows.data?.includes(sellerId) ?? false
  const act = () => {
    if (user) return change.mutate(!isFollowing)
    rememberDestination(pathname + search)
    void navigate(paths.auth)
  }
  const Icon = isFollowing ? UserCheck : UserPlus
  return (
    <Button
      variant={isFollowing ? 'soft' : 'secondary'}
      size="s"
      aria-pressed={isFollowing}
      aria-label={t('Follow {name}', { name })}
      loading={change.isPending}
      loadingLabel={isFollowing ? t('Leaving') : t('Following')}
      onClick={act}
      className={className}
    >
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
      {isFollowing ? t('Following') : t('Follow')}
    </Button>
  )
}

async function readFollows(): Promise<string[]> {
  const client = await dataClient()
  const rows = dataOf(await client.from('follows').select('seller_id').limit(500)) ?? []
  return rows.map((row) => row.seller_id)
}

async function followSeller(sellerId: string): Promise<void> {
  const client = await dataClient()
  dataOf(await client.from('follows').upsert({ seller_id: sellerId }, { ignoreDuplicates: true }))
}

async function unfollowSeller(sellerId: string): Promise<void> {
  const client = await dataClient()
  dataOf(await client.from('follows').delete().eq('seller_id', sellerId))
}
