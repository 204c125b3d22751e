import { z } from 'zod'
import { codePoints, LIMITS } from '../../../../contract/limits.ts'
import { readPlace } from '../../../../contract/places/places.ts'
import { t } from '../../i18n/t.ts'

// Compiling a schema needs eval, which the page's policy forbids; trying it would be reported.
z.config({ jitless: true })

const text = (max: number, what: string) =>
  z
    .string()
    .trim()
    .refine((value) => codePoints(value) <= max, t('dashboard.profile.tooLong', { max, what }))

const { firstName, lastName, displayName, bio, place } = LIMITS.profile

/** What people may say about themselves. The columns have the same limits. */
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

/** The columns to store for what was typed. */
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
