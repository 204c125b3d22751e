import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { nameOf, useListingActs } from './queries.ts'
import type { MyListing } from './types.ts'

/** Asks before an ad goes for good. */
export function DeleteDialog({ ad, onClose }: { ad: MyListing; onClose: () => void }) {
  const { change } = useListingActs()
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('Delete {value}?', { value: nameOf(ad) })}
      description={
        ad.state === 'draft'
          ? t('The draft and its photos are removed. This cannot be undone.')
          : t('The ad disappears for everybody. This cannot be undone; pausing it can.')
      }
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('Keep it')}
          </Button>
          <Button
            variant="danger"
            loading={change.isPending}
            loadingLabel={t('Deleting')}
            onClick={() => change.mutate({ verb: 'delete', ad }, { onSuccess: onClose })}
          >
            {t('Delete')}
          </Button>
        </>
      }
    />
  )
}
