import { LISTING_TYPES } from '../../../../../contract/ads/listing-values.ts'
import { t } from '../../../i18n/t.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { InputField } from '../../../ui/fields.tsx'
import { TYPE_LABEL } from '../../../ui/listing-types.ts'
import type { CategoryForm } from './edit.ts'
import { ICONS } from './icons.ts'

interface PartProps {
  form: CategoryForm
  onChange: (form: CategoryForm) => void
}

export function CategoryRules({ form, onChange }: PartProps) {
  return (
    <>
      <fieldset>
        <legend className="type-h3 mb-3">{t('admin.categories.rulesForAds')}</legend>
        <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-3">
          <InputField
            label={t('admin.categories.adsRunFor')}
            hint={t('admin.categories.daysHint')}
            inputMode="numeric"
            value={form.expiryDays}
            after={<span className="type-small text-ink-3">{t('admin.categories.days')}</span>}
            onChange={(event) => onChange({ ...form, expiryDays: event.target.value })}
          />
          <InputField
            label={t('admin.categories.photosAtLeast')}
            hint={t('admin.categories.photosHint')}
            inputMode="numeric"
            value={form.photoMin}
            onChange={(event) => onChange({ ...form, photoMin: event.target.value })}
          />
        </div>
        <div className="mt-3 flex flex-wrap gap-x-6">
          {LISTING_TYPES.map((kind) => (
            <Checkbox
              key={kind}
              label={TYPE_LABEL[kind]}
              checked={form.allowTypes.includes(kind)}
              onChange={(event) =>
                onChange({
                  ...form,
                  allowTypes: event.target.checked
                    ? [...form.allowTypes, kind]
                    : form.allowTypes.filter((one) => one !== kind),
                })
              }
            />
          ))}
        </div>
        <Checkbox
          label={t('admin.categories.riskyHint')}
          checked={form.isStrict}
          onChange={(event) => onChange({ ...form, isStrict: event.target.checked })}
        />
      </fieldset>
      <fieldset>
        <legend className="type-h3 mb-3">{t('admin.categories.icon')}</legend>
        <div className="flex flex-wrap gap-1.5">
          {Object.entries(ICONS).map(([name, Icon]) => (
            <label
              key={name}
              title={name}
              className={cx(
                'grid size-11 cursor-pointer place-items-center rounded-control border has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
                form.icon === name ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line hover:border-ink-3',
              )}
            >
              <input
                type="radio"
                name="icon"
                value={name}
                checked={form.icon === name}
                onChange={() => onChange({ ...form, icon: name })}
                className="sr-only"
              />
              <Icon aria-hidden="true" strokeWidth={1.75} className="size-5" />
              <span className="sr-only">{name.replaceAll('-', ' ')}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </>
  )
}
