import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { config } from '../../../lib/config.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { InputField } from '../../../ui/fields.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { type Branding, readBranding, saveBranding } from './api.ts'
import { HueField } from './HueField.tsx'
import { LogoField } from './LogoField.tsx'
import { CurrencyField, LanguagesField } from './MarketFields.tsx'

/** /admin/branding: name, look and operator of this installation. */
export function BrandingTab() {
  const branding = useQuery({ queryKey: ['admin', 'branding'], queryFn: readBranding, staleTime: 0 })
  if (branding.isLoadingError) return <LoadFailed as="h1" onRetry={() => void branding.refetch()} />
  return (
    <>
      <h1 className="type-h1">{t('admin.branding')}</h1>
      <p className="mt-1 mb-5 max-w-2xl text-ink-2">{t('admin.branding.appliesAtOnce')}</p>
      {branding.data ? (
        <BrandingForm key={branding.dataUpdatedAt} branding={branding.data} />
      ) : (
        <Skeleton className="h-72 rounded-card" />
      )}
    </>
  )
}

function BrandingForm({ branding }: { branding: Branding }) {
  const client = useQueryClient()
  const [form, setForm] = useState(() => ({
    brandName: branding.brand_name ?? '',
    operatorName: branding.operator_name ?? '',
    contactEmail: branding.contact_email ?? '',
    hue: branding.brand_hue,
    logoPath: branding.logo_path,
    currency: branding.currency,
    languages: branding.languages ?? [],
  }))
  const saving = useMutation({
    mutationFn: () =>
      saveBranding({
        brand_name: form.brandName.trim() || null,
        operator_name: form.operatorName.trim() || null,
        contact_email: form.contactEmail.trim() || null,
        brand_hue: form.hue,
        logo_path: form.logoPath,
        currency: form.currency,
        languages: form.languages.length > 0 ? form.languages : null,
      }),
    onSuccess: () => {
      void toast({
        title: t('common.changed'),
        description: t('admin.branding.reloadToSee'),
        action: { label: t('common.reload'), onClick: () => location.reload() },
      })
      return client.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: (error) => void toast({ tone: 'error', title: t('common.notChanged'), description: sentenceOf(error) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="panel grid max-w-3xl gap-6 p-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label={t('common.name')}
          hint={t('admin.branding.nameHint', { name: config.brandName })}
          value={form.brandName}
          maxLength={30}
          onChange={(event) => setForm({ ...form, brandName: event.target.value })}
        />
        <InputField
          label={t('admin.branding.contactAddress')}
          hint={t('admin.branding.contactHint')}
          type="email"
          value={form.contactEmail}
          maxLength={254}
          onChange={(event) => setForm({ ...form, contactEmail: event.target.value })}
        />
        <InputField
          label={t('admin.branding.whoRunsIt')}
          hint={t('admin.branding.operatorHint')}
          className="sm:col-span-2"
          value={form.operatorName}
          maxLength={120}
          onChange={(event) => setForm({ ...form, operatorName: event.target.value })}
        />
      </div>
      <CurrencyField currency={form.currency} onChange={(currency) => setForm({ ...form, currency })} />
      <LanguagesField languages={form.languages} onChange={(languages) => setForm({ ...form, languages })} />
      <LogoField path={form.logoPath} onChange={(logoPath) => setForm({ ...form, logoPath })} />
      <HueField hue={form.hue} onChange={(hue) => setForm({ ...form, hue })} />
      <Button type="submit" className="justify-self-start" loading={saving.isPending} loadingLabel={t('common.saving')}>
        {t('admin.branding.saveTheBranding')}
      </Button>
    </form>
  )
}
