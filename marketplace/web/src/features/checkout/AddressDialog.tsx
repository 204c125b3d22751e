import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { addressLines, type SavedAddress } from '../../../../contract/orders/address.ts'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { RadioList } from '../../ui/RadioList.tsx'
import { AddressFields, draftOf, problemsOf } from './AddressFields.tsx'
import { deleteAddress, saveAddress } from './api.ts'
import { addressesQuery } from './queries.ts'

interface AddressDialogProps {
  userId: string
  addresses: readonly SavedAddress[]
  chosenId: string | null
  /** Of the item. */
  country: string | null
  /** The limit of saved addresses is reached. */
  isFull: boolean
  onChoose: (id: string) => void
  onClose: () => void
}

/** Chooses, edits, adds or deletes an address. */
export function AddressDialog({ userId, addresses, chosenId, country, isFull, onChoose, onClose }: AddressDialogProps) {
  const queries = useQueryClient()
  const [edited, setEdited] = useState<SavedAddress | 'new' | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: addressesQuery(userId).queryKey })
  const deleting = useMutation({
    mutationFn: deleteAddress,
    onSuccess: refresh,
  })
  if (edited) {
    return (
      <EditDialog
        country={country}
        address={edited === 'new' ? null : edited}
        onSaved={(saved) => void refresh().then(() => onChoose(saved.id))}
        onClose={() => setEdited(null)}
      />
    )
  }
  return (
    <Dialog title={t('buying.address')} onClose={onClose}>
      <div className="grid gap-4">
        <RadioList
          legend={t('buying.address')}
          hideLegend
          options={addresses.map((address) => {
            const [name, ...lines] = addressLines(address)
            return {
              value: address.id,
              label: name,
              line: lines.join(', '),
              body: (
                <div className="flex flex-wrap gap-2">
                  <Button variant="secondary" size="s" onClick={() => setEdited(address)}>
                    {t('common.edit')}
                  </Button>
                  <Button
                    variant="ghost"
                    size="s"
                    loading={deleting.isPending}
                    onClick={() => deleting.mutate(address.id)}
                  >
                    {t('common.delete')}
                  </Button>
                </div>
              ),
            }
          })}
          value={chosenId}
          onChange={onChoose}
        />
        {deleting.isError ? (
          <p role="alert" className="type-small text-danger-ink">
            {sentenceOf(deleting.error)}
          </p>
        ) : null}
        <Button variant="secondary" disabled={isFull} onClick={() => setEdited('new')}>
          {t('buying.address.add')}
        </Button>
      </div>
    </Dialog>
  )
}

interface EditDialogProps {
  address: SavedAddress | null
  country: string | null
  onSaved: (saved: SavedAddress) => void
  onClose: () => void
}

function EditDialog({ address, country, onSaved, onClose }: EditDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(address, country))
  const [isTried, setTried] = useState(false)
  const saving = useMutation({
    mutationFn: () => saveAddress(address?.id ?? null, draft),
    onSuccess: onSaved,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Events bubble through React's tree: the checkout is a form around this dialog.
    event.stopPropagation()
    setTried(true)
    if (Object.keys(problemsOf(draft)).length === 0) saving.mutate()
  }
  return (
    <Dialog title={address ? t('buying.address.edit') : t('buying.address.add')} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <AddressFields
          draft={draft}
          problems={isTried ? problemsOf(draft) : {}}
          failure={saving.isError ? sentenceOf(saving.error) : null}
          onChange={setDraft}
        />
        <Button type="submit" loading={saving.isPending} loadingLabel={t('common.saving')}>
          {t('common.save')}
        </Button>
      </form>
    </Dialog>
  )
}
