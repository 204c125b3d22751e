import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserCheck, UserPlus } from 'lucide-react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { dataClient } from '../../lib/data/client.ts'
import { dataOf, sentenceOf } from '../../lib/data/failure.ts'
import { navigate, useLocation } from '../../lib/router.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import { rememberDestination } from '../auth/return-to.ts'

/** Follows or unfollows a seller. Hidden on the user's own seller page; visitors are asked to sign in first. */
export function FollowButton({ sellerId, name, className }: { sellerId: string; name: string; className?: string }) {
  const { user } = useAuth()
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
          ? { title: t('seller.follow.youFollow', { name }), description: t('seller.follow.hint') }
          : { title: t('seller.follow.noLonger', { name }) },
      )
    },
    onError: (error) => toast({ tone: 'error', title: t('common.didNotGoThrough'), description: sentenceOf(error) }),
  })
  if (user?.id === sellerId) return null
  const isFollowing = follows.data?.includes(sellerId) ?? false
  const action = () => {
    if (user) return change.mutate(!isFollowing)
    rememberDestination(pathname + search)
    navigate(paths.auth)
  }
  const Icon = isFollowing ? UserCheck : UserPlus
  return (
    <Button
      variant={isFollowing ? 'soft' : 'secondary'}
      size="s"
      aria-pressed={isFollowing}
      aria-label={t('seller.follow.follow', { name })}
      loading={change.isPending}
      loadingLabel={isFollowing ? t('seller.leaving') : t('seller.following')}
      onClick={action}
      className={className}
    >
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
      {isFollowing ? t('seller.following') : t('seller.follow')}
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
