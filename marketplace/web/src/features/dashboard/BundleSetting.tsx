import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../i18n/t.ts'
import { dataOf, sentenceOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Select } from '../../ui/Select.tsx'
import { SettingRow } from '../../ui/SettingsGroup.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toast.ts'

const USUAL = 10
const CHOICES = [5, 10, 15, 20, 25, 30]

/** The discount for buying several items together. */
export function BundleSetting({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const key = ['bundle-discount', userId]
  const discount = useQuery({
    queryKey: key,
    queryFn: async () =>
      dataOf(await supabase.from('sellers').select('bundle_percent').eq('id', userId).maybeSingle())?.bundle_percent ??
      0,
  })
  const saving = useMutation({
    mutationFn: async (percent: number) => dataOf<unknown>(await supabase.rpc('set_bundle_discount', { percent })),
    onMutate: (percent) => queries.setQueryData(key, percent),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
    onError: (error) =>
      void toast({ tone: 'error', title: t('common.didNotGoThrough'), description: sentenceOf(error) }),
  })
  if (discount.isPending) return <Skeleton className="h-18" />
  if (discount.isError) return <LoadFailed onRetry={() => void discount.refetch()} />
  const percent = discount.data
  return (
    <SettingRow
      title={t('dashboard.bundleDiscount')}
      line={t('dashboard.bundleDiscount.line')}
      action={
        <Switch
          label={<span className="sr-only">{t('dashboard.bundleDiscount')}</span>}
          checked={percent > 0}
          onChange={({ target }) => saving.mutate(target.checked ? USUAL : 0)}
        />
      }
    >
      {percent > 0 ? (
        <Select
          aria-label={t('dashboard.bundleDiscount.percent')}
          value={percent}
          wrapperClassName="max-w-32"
          onChange={({ target }) => saving.mutate(Number(target.value))}
        >
          {[...new Set([...CHOICES, percent])]
            .sort((a, b) => a - b)
            .map((one) => (
              <option key={one} value={one}>
                {one} %
              </option>
            ))}
        </Select>
      ) : null}
    </SettingRow>
  )
}
