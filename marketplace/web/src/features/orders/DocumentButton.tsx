import { useMutation } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { saveDocument } from '../../lib/data/save-document.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

/** Downloads a document of an order. */
export function DocumentButton({ path, icon: Icon, label }: { path: string; icon: LucideIcon; label: string }) {
  const saving = useMutation({
    mutationFn: () => saveDocument(path),
    onError: (error) =>
      void toast({ tone: 'error', title: t('common.didNotGoThrough'), description: sentenceOf(error) }),
  })
  return (
    <Button variant="secondary" size="s" loading={saving.isPending} onClick={() => saving.mutate()}>
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
      {label}
    </Button>
  )
}
