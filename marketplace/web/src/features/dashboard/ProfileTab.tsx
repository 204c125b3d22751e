import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { paths } from '../../../../contract/paths.ts'
import { PLACES, placeLabel } from '../../../../contract/places.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { useAuth } from '../auth/AuthProvider.tsx'
import type { Profile } from '../auth/auth-state.ts'
import { AvatarField } from './AvatarField.tsx'
import { type ProfileForm, profileChanges, profileSchema } from './profile-schema.ts'

/** What others see of this person, and the private rest. */
export function ProfileTab({ profile }: { profile: Profile }) {
  const { updateProfile } = useAuth()
  const { register, handleSubmit, formState, reset } = useForm<ProfileForm>({
    mode: 'onTouched',
    resolver: zodResolver(profileSchema),
    defaultValues: formOf(profile),
  })
  const { errors, isSubmitting, isDirty } = formState
  const save = handleSubmit(async (form) => {
    // Success and failure have their notices; what was typed stays either way.
    const { error } = await updateProfile(profileChanges(form))
    if (!error) reset(form)
  })
  return (
    <section aria-labelledby="profile-title" className="max-w-2xl">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 id="profile-title" className="type-h1">
          {t('Profile')}
        </h1>
        <LinkButton variant="secondary" size="s" to={paths.seller(profile.id)}>
          {t('See your stall')}
        </LinkButton>
      </div>
      <AvatarField profile={profile} />
      <form noValidate onSubmit={(event) => void save(event)} className="mt-6 grid gap-5">
        <Field
          label={t('Name that others see')}
          hint={t('On your ads, your stall and in messages.')}
          error={errors.displayName?.message}
        >
          {(control) => <Input {...control} {...register('displayName')} autoComplete="nickname" />}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
          <Field label={t('First name')} error={errors.firstName?.message}>
            {(control) => <Input {...control} {...register('firstName')} autoComplete="given-name" />}
          </Field>
          <Field label={t('Last name')} hint={t('Only its first letter may show.')} error={errors.lastName?.message}>
            {(control) => <Input {...control} {...register('lastName')} autoComplete="family-name" />}
          </Field>
        </div>
        <Field
          label={t('Phone')}
          aside={t('optional')}
          hint={t('Never shown to others.')}
          error={errors.phone?.message}
        >
          {(control) => <Input {...control} {...register('phone')} type="tel" autoComplete="tel" />}
        </Field>
        <Field
          label={t('Your usual area')}
          aside={t('optional')}
          hint={t('Fills in the area of new ads.')}
          error={errors.place?.message}
        >
          {(control) => <Input {...control} {...register('place')} list="profile-places" autoComplete="off" />}
        </Field>
        <datalist id="profile-places">
          {PLACES.map((place) => (
            <option key={placeLabel(place)} value={placeLabel(place)} />
          ))}
        </datalist>
        <Field label={t('About you')} aside={t('optional')} error={errors.bio?.message}>
          {(control) => <TextArea {...control} {...register('bio')} rows={4} />}
        </Field>
        <div>
          <Button type="submit" disabled={!isDirty} loading={isSubmitting} loadingLabel={t('Saving')}>
            {t('Save profile')}
          </Button>
        </div>
      </form>
    </section>
  )
}

function formOf(profile: Profile): ProfileForm {
  return {
    firstName: profile.first_name ?? '',
    lastName: profile.last_name ?? '',
    displayName: profile.display_name,
    phone: profile.phone ?? '',
    bio: profile.bio ?? '',
    place: profile.city ? placeLabel({ area: profile.area ?? '', city: profile.city }) : '',
  }
}
