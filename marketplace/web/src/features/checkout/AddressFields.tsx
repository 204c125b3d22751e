import { varietyOf } from '../../../../contract/languages.ts'
import {
  ADDRESS_COUNTRIES,
  ADDRESS_LENGTH,
  type Address,
  type AddressField,
  type AddressProblem,
  addressProblems,
  tidyAddress,
} from '../../../../contract/orders/address.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { t } from '../../i18n/t.ts'
import { InputField, SelectField } from '../../ui/fields.tsx'

export type AddressDraft = Address

const LAST_COUNTRY = 'last-country'

/**
 * The fields of an existing address, or empty ones.
 * @param country  of the item; the country last used in this browser takes precedence
 */
export function draftOf(address: Address | null, country: string | null): AddressDraft {
  const last = localStorage.getItem(LAST_COUNTRY)
  const likely = [last, country].find((code) => code !== null && ADDRESS_COUNTRIES.includes(code)) ?? 'PT'
  return address ?? { name: '', street: '', extra: '', postcode: '', town: '', country: likely, phone: '' }
}

export function problemsOf(draft: AddressDraft): Partial<Record<AddressField, AddressProblem>> {
  return addressProblems(tidyAddress(draft))
}

const PROBLEM: Readonly<Record<AddressProblem, string>> = {
  missing: t('buying.address.missing'),
  too_long: t('buying.address.tooLong'),
  invalid: t('buying.address.invalid'),
}

interface AddressFieldsProps {
  draft: AddressDraft
  problems: Partial<Record<AddressField, AddressProblem>>
  failure: string | null
  onChange: (draft: AddressDraft) => void
}

/** The fields of an address. Browsers fill them in by their `autocomplete`. */
export function AddressFields({ draft, problems, failure, onChange }: AddressFieldsProps) {
  const names = new Intl.DisplayNames(varietyOf(currentLanguage()), { type: 'region' })
  const countries = ADDRESS_COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code }))
  countries.sort((one, other) => one.name.localeCompare(other.name, varietyOf(currentLanguage())))
  const field = (name: AddressField, autoComplete: string) => ({
    id: `address-${name}`,
    value: draft[name],
    maxLength: ADDRESS_LENGTH[name],
    autoComplete,
    error: problems[name] ? PROBLEM[problems[name]] : null,
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [name]: target.value }),
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <InputField label={t('buying.address.name')} {...field('name', 'name')} className="sm:col-span-2" />
      <InputField label={t('buying.address.street')} {...field('street', 'address-line1')} className="sm:col-span-2" />
      <InputField
        label={t('buying.address.extra')}
        aside={t('common.optional')}
        {...field('extra', 'address-line2')}
        className="sm:col-span-2"
      />
      <InputField label={t('buying.address.postcode')} {...field('postcode', 'postal-code')} />
      <InputField label={t('buying.address.town')} {...field('town', 'address-level2')} />
      <SelectField
        label={t('buying.address.country')}
        id="address-country"
        autoComplete="country"
        value={draft.country}
        onChange={({ target }) => {
          localStorage.setItem(LAST_COUNTRY, target.value)
          onChange({ ...draft, country: target.value })
        }}
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <InputField
        label={t('buying.address.phone')}
        aside={t('common.optional')}
        type="tel"
        {...field('phone', 'tel')}
      />
      {failure ? (
        <p role="alert" className="type-small text-danger-ink sm:col-span-2">
          {failure}
        </p>
      ) : null}
    </div>
  )
}
