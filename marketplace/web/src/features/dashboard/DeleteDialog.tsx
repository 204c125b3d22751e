import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { nameOf, useListingMutation } from './queries.ts'
import type { MyListing } from './types.ts'

export function DeleteDialog({ ad, onClose }: { ad: MyListing; onClose: () => void }) {
  const { change } = useListingMutation()
  return (
    <Dialog
      onClose={onClose}
      title={t('dashboard.deleteQuestion', { value: nameOf(ad) })}
      description={ad.state === 'draft' ? t('dashboard.deleteDraftHint') : t('dashboard.deleteAdHint')}
      cancel={t('dashboard.keepIt')}
      footer={
        <Button
          variant="danger"
          loading={change.isPending}
          loadingLabel={t('common.deleting')}
          onClick={() => change.mutate({ verb: 'delete', ad }, { onSuccess: onClose })}
        >
          {t('common.delete')}
        </Button>
      }
    />
  )
}
