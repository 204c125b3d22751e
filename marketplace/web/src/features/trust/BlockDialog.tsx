import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { blockPerson } from './api.ts'
import { afterBlocking } from './queries.ts'

interface BlockDialogProps {
  person: { readonly id: string; readonly name: string }
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Explains and confirms blocking a person. */
export function BlockDialog({ person, open, onOpenChange }: BlockDialogProps) {
  const queries = useQueryClient()
  const blocking = useMutation({
    mutationFn: () => blockPerson(person.id),
    onSuccess: async () => {
      await afterBlocking(queries)
      void toast({
        title: t('trust.block.done', { name: person.name }),
        description: t('trust.block.undoHint'),
      })
      onOpenChange(false)
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('trust.block.question', { name: person.name })}
      description={t('trust.block.hint')}
      cancel={t('common.cancel')}
      footer={
        <Button
          variant="danger"
          loading={blocking.isPending}
          loadingLabel={t('trust.blocking')}
          onClick={() => blocking.mutate()}
        >
          {t('trust.block')}
        </Button>
      }
    >
      <p className="text-ink-2">{t('trust.block.privateHint')}</p>
      {blocking.isError ? (
        <p role="alert" className="mt-3 text-danger-ink">
          {sentenceOf(blocking.error)}
        </p>
      ) : null}
    </Dialog>
  )
}
