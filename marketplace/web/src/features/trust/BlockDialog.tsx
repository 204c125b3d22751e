import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogClose } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { blockPerson } from './api.ts'
import { afterBlocking } from './queries.ts'

interface BlockDialogProps {
  person: { readonly id: string; readonly name: string }
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Says what a block does, and does it. */
export function BlockDialog({ person, open, onOpenChange }: BlockDialogProps) {
  const queries = useQueryClient()
  const blocking = useMutation({
    mutationFn: () => blockPerson(person.id),
    onSuccess: async () => {
      await afterBlocking(queries)
      void toast({
        title: t('{name} is blocked', { name: person.name }),
        description: t('You can undo it in your settings.'),
      })
      onOpenChange(false)
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('Block {name}?', { name: person.name })}
      description={t('Neither of you can write to the other, and neither sees whether the other is online.')}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="ghost">{t('Cancel')}</Button>
          </DialogClose>
          <Button
            variant="danger"
            loading={blocking.isPending}
            loadingLabel={t('Blocking')}
            onClick={() => blocking.mutate()}
          >
            {t('Block')}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        {t('They are not told. Your chats with them stay, locked. You can undo it in your settings.')}
      </p>
      {blocking.isError ? (
        <p role="alert" className="mt-3 text-danger-ink">
          {blocking.error.message}
        </p>
      ) : null}
    </Dialog>
  )
}
