import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { paths } from '../../../../contract/paths.ts'
import { placeLabel } from '../../../../contract/places/place-label.ts'
import type { Place } from '../../../../contract/places/places.ts'
import { t } from '../../i18n/t.ts'
import { useMarketPlaces } from '../../lib/market-places.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Field } from '../../ui/Field.tsx'
import { InputField, TextAreaField } from '../../ui/fields.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { useAuth } from '../auth/AuthProvider.tsx'
import type { Profile } from '../auth/auth-state.ts'
import { AvatarField } from './AvatarField.tsx'
import { type ProfileForm, profileChanges, profileSchema } from './profile-schema.ts'

const MOST_PLACES = 6

/** The public profile and private details. */
export function ProfileTab({ profile }: { profile: Profile }) {
  const { updateProfile } = useAuth()
  const places = useMarketPlaces()
  const {
    register,
    handleSubmit,
    formState,
    reset,
    control: form,
  } = useForm<ProfileForm>({
    mode: 'onTouched',
    resolver: zodResolver(profileSchema),
    defaultValues: formOf(profile),
  })
  const { errors, isSubmitting, isDirty } = formState
  const save = handleSubmit(async (form) => {
    // updateProfile() shows a notice in either case.
    const { error } = await updateProfile(profileChanges(form))
    if (!error) reset(form)
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-10">
      <section
        aria-label={t('dashboard.profile.picture')}
        className="panel grid justify-items-center gap-4 p-6 lg:order-last"
      >
        <AvatarField profile={profile} />
        <p className="type-h3 text-center wrap-anywhere">{profile.display_name}</p>
        <LinkButton variant="ghost" to={paths.seller(profile.id)}>
          {t('dashboard.viewSellerPage')}
        </LinkButton>
      </section>
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
        <InputField
          label={t('dashboard.profile.displayName')}
          hint={t('dashboard.profile.displayNameHint')}
          error={errors.displayName?.message}
          {...register('displayName')}
          autoComplete="nickname"
        />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
          <InputField
            label={t('common.firstName')}
            error={errors.firstName?.message}
            {...register('firstName')}
            autoComplete="given-name"
          />
          <InputField
            label={t('common.lastName')}
            hint={t('dashboard.profile.initialOnly')}
            error={errors.lastName?.message}
            {...register('lastName')}
            autoComplete="family-name"
          />
        </div>
        <InputField
          label={t('common.phone')}
          aside={t('common.optional')}
          hint={t('dashboard.profile.private')}
          error={errors.phone?.message}
          {...register('phone')}
          type="tel"
          autoComplete="tel"
        />
        <Field
          label={t('dashboard.yourUsualArea')}
          aside={t('common.optional')}
          hint={t('dashboard.profile.cityHint')}
          error={errors.place?.message}
        >
          {(control) => (
            <Controller
              control={form}
              name="place"
              render={({ field }) => (
                <Combobox
                  {...control}
                  ref={field.ref}
                  name={field.name}
                  value={field.value}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                  items={placesLike(field.value, places)}
                  keyOf={placeLabel}
                  render={placeLabel}
                  onChoose={(place) => field.onChange(placeLabel(place))}
                />
              )}
            />
          )}
        </Field>
        <TextAreaField
          label={t('common.aboutYou')}
          aside={t('common.optional')}
          error={errors.bio?.message}
          {...register('bio')}
          rows={4}
        />
        <div>
          <Button type="submit" disabled={!isDirty} loading={isSubmitting} loadingLabel={t('common.saving')}>
            {t('dashboard.saveProfile')}
          </Button>
        </div>
      </form>
    </div>
  )
}

/** Suggested places; none once one is chosen. */
function placesLike(typed: string, places: readonly Place[]): Place[] {
  const wanted = typed.trim().toLocaleLowerCase()
  if (wanted === '' || places.some((place) => placeLabel(place) === typed)) return []
  return places.filter((place) => placeLabel(place).toLocaleLowerCase().includes(wanted)).slice(0, MOST_PLACES)
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
