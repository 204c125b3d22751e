import { z } from 'zod'
import { codePoints, LIMITS } from '../../../../contract/limits.ts'
import { readPlace } from '../../../../contract/places/places.ts'
import { t } from '../../i18n/t.ts'

// zod would compile schemas with eval, which our CSP forbids.
z.config({ jitless: true })

const text = (max: number, what: string) =>
  z
    .string()
    .trim()
    .refine((value) => codePoints(value) <= max, t('dashboard.profile.tooLong', { max, what }))

const { firstName, lastName, displayName, bio, place } = LIMITS.profile

/** Same limits as the columns. */
export const profileSchema = z.object({
  firstName: text(firstName, t('dashboard.firstName')),
  lastName: text(lastName, t('dashboard.lastName')),
  displayName: text(displayName.max, 'name').refine(
    (value) => codePoints(value) >= displayName.min,
    t('dashboard.profile.nameTooShort'),
  ),
  phone: z
    .string()
    .trim()
    .refine(
      (value) => value === '' || /^\+?\d{6,15}$/.test(value.replace(/[\s()./-]/g, '')),
      t('dashboard.profile.phoneInvalid'),
    ),
  bio: text(bio, 'text'),
  place: text(place, 'area'),
})

export type ProfileForm = z.infer<typeof profileSchema>

export function profileChanges(form: ProfileForm) {
  const found = readPlace(form.place)
  return {
    first_name: form.firstName,
    last_name: form.lastName,
    display_name: form.displayName,
    phone: form.phone === '' ? null : form.phone,
    bio: form.bio,
    area: found?.area ?? '',
    city: found?.city ?? '',
    lat: found?.lat ?? null,
    lng: found?.lng ?? null,
  }
}
