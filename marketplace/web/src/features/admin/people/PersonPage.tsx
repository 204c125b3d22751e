import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { Link } from '../../../lib/router.tsx'
import { Button } from '../../../ui/Button.tsx'
import { InputField, SelectField } from '../../../ui/fields.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { DecideAboutPerson, PersonFacts } from '../queue/PersonDialog.tsx'
import { usePersonFile } from '../queue/queries.ts'
import type { PersonFile } from '../queue/types.ts'
import { setTrustLevel } from './api.ts'

export function PersonPage({ person, onBack }: { person: string; onBack: () => void }) {
  const file = usePersonFile(person)
  return (
    <>
      <Button variant="ghost" size="s" onClick={onBack} className="-ms-3 mb-2">
        <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-5" />
        {t('admin.people.allPeople')}
      </Button>
      {file.isPending ? <Skeleton className="h-72 rounded-card" /> : null}
      {file.isLoadingError ? <LoadFailed as="h1" onRetry={() => void file.refetch()} /> : null}
      {file.data ? (
        <>
          <h1 className="type-h1 mb-4">{file.data.display_name}</h1>
          <p className="mb-5 flex flex-wrap gap-x-5">
            <Link to={paths.seller(person)} className="inline-flex min-h-11 items-center font-semibold text-brand">
              {t('admin.people.openSellerPage')}
            </Link>
            <Link
              to={`${paths.adminTab('ads')}?q=${person}`}
              className="inline-flex min-h-11 items-center font-semibold text-brand"
            >
              {t('admin.allAds')}
            </Link>
          </p>
          <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_360px]">
            <section aria-label={t('common.details')} className="panel p-5">
              <PersonFacts file={file.data} />
            </section>
            <div className="grid gap-5">
              <section className="panel p-5 [&>section]:mt-0 [&>section]:border-t-0 [&>section]:pt-0">
                <DecideAboutPerson person={person} onDone={() => undefined} />
              </section>
              <TrustForm file={file.data} />
            </div>
          </div>
        </>
      ) : null}
    </>
  )
}

const LEVELS = [
  t('admin.people.level0'),
  t('admin.people.level1'),
  t('admin.people.level2'),
  t('admin.people.level3'),
] as const

/** Sets the trust level. Administrators only; the database enforces it. */
function TrustForm({ file }: { file: PersonFile }) {
  const client = useQueryClient()
  const [level, setLevel] = useState(file.trust_level)
  const [statement, setStatement] = useState('')
  const saving = useMutation({
    mutationFn: () => setTrustLevel(file.id, level, statement.trim()),
    onSuccess: () => {
      setStatement('')
      void toast({ title: t('admin.people.levelSet') })
      return client.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: (error) => void toast({ tone: 'error', title: t('admin.people.notSet'), description: sentenceOf(error) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="panel grid gap-3 p-5" aria-labelledby="trust-title">
      <h2 id="trust-title" className="font-semibold">
        {t('admin.people.levelOfTrust')}
      </h2>
      <SelectField
        label={t('admin.people.level')}
        hint={t('admin.people.limitsHint')}
        value={level}
        onChange={(event) => setLevel(Number(event.target.value))}
      >
        {LEVELS.map((name, value) => (
          <option key={name} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <InputField
        label={t('admin.people.why')}
        hint={t('admin.people.auditReasonHint')}
        value={statement}
        maxLength={1000}
        onChange={(event) => setStatement(event.target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        className="justify-self-start"
        disabled={level === file.trust_level || statement.trim().length < 10}
        loading={saving.isPending}
        loadingLabel={t('common.saving')}
      >
        {t('admin.people.setTheLevel')}
      </Button>
    </form>
  )
}
