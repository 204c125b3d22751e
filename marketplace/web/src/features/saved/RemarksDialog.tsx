import { type FormEvent, useId, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { Input } from '../../ui/Input.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useRemarks } from './queries.ts'
import { MAX_FOLDER, MAX_NOTE, type SavedAd } from './types.ts'

interface RemarksDialogProps {
  ad: SavedAd
  userId: string
  /** Names of the existing folders. */
  folders: readonly string[]
  onClose: () => void
}

/** Folder, note and notification setting of a saved ad. */
export function RemarksDialog({ ad, userId, folders, onClose }: RemarksDialogProps) {
  const [folder, setFolder] = useState(ad.folder ?? '')
  const [note, setNote] = useState(ad.note)
  const [notify, setNotify] = useState(ad.notify)
  const save = useRemarks(userId)
  const listId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const remarks = { folder: folder.trim() || null, note: note.trim(), notify }
    save.mutate({ ad, remarks }, { onSuccess: onClose })
  }
  return (
    <Dialog onClose={onClose} title={t('saved.folderAndNote')} description={ad.listing.title}>
      <form onSubmit={submit} className="grid gap-4">
        <Field label={t('saved.folder')} aside={t('common.optional')}>
          {(control) => (
            <>
              <Input
                {...control}
                list={listId}
                value={folder}
                maxLength={MAX_FOLDER}
                autoComplete="off"
                onChange={(event) => setFolder(event.target.value)}
              />
              <datalist id={listId}>
                {folders.map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <TextAreaField
          label={t('saved.note')}
          aside={t('common.countOfMost', { count: [...note].length, most: MAX_NOTE })}
          hint={t('saved.onlyYouSee')}
          rows={3}
          value={note}
          maxLength={MAX_NOTE}
          onChange={(event) => setNote(event.target.value)}
        />
        <Switch label={t('saved.notifyMe')} checked={notify} onChange={(event) => setNotify(event.target.checked)} />
        {save.isError ? (
          <p role="alert" className="type-small rounded-control bg-danger-soft px-3.5 py-2.5 text-danger-ink">
            {sentenceOf(save.error)}
          </p>
        ) : null}
        <div className="flex justify-end">
          <Button type="submit" loading={save.isPending} loadingLabel={t('common.saving')}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
