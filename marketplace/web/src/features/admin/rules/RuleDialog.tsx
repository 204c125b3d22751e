import { type FormEvent, useState } from 'react'
import { inSentence } from '../../../i18n/in-sentence.ts'
import { labelIn } from '../../../i18n/label-in.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { InputField, SelectField, TextAreaField } from '../../../ui/fields.tsx'
import { formatDate } from '../../../ui/format.ts'
import { ACTION_NAME, type GuardAction, type GuardRule, type Pattern } from './api.ts'
import { type RuleOfGuard, useRuleMutation } from './queries.ts'
import { plainSignals } from './words.ts'

interface RuleDialogProps {
  /** Null for a new rule. */
  rule: RuleOfGuard | null
  patterns: readonly Pattern[]
  onClose: () => void
}

/** Edits a rule; saving creates a new version. Older versions are listed below. */
export function RuleDialog({ rule, patterns, onClose }: RuleDialogProps) {
  const mutation = useRuleMutation()
  const [form, setForm] = useState(() => formOf(rule?.latest, patterns))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const weight = Number(form.weight)
    mutation.mutate({ type: 'save', rule: { ...form, id: form.id.trim(), weight } }, { onSuccess: onClose })
  }
  return (
    <Dialog
      onClose={onClose}
      kind="sheet"
      title={rule ? rule.id : t('admin.rules.aNewRule')}
      description={t('admin.rules.versionHint')}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        {rule ? null : (
          <InputField
            label={t('common.name')}
            hint={t('admin.rules.idHint')}
            value={form.id}
            onChange={(event) => setForm({ ...form, id: event.target.value })}
          />
        )}
        <TextAreaField
          label={t('admin.rules.signals')}
          hint={t('admin.rules.conditionHint')}
          rows={3}
          spellCheck={false}
          value={form.signals}
          onChange={(event) => setForm({ ...form, signals: event.target.value })}
        />
        <SelectField
          label={t('admin.rules.suspectedOf')}
          value={form.pattern}
          onChange={(event) => setForm({ ...form, pattern: event.target.value })}
        >
          {patterns.map(({ id, title }) => (
            <option key={id} value={id}>
              {labelIn(title)}
            </option>
          ))}
        </SelectField>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={t('admin.whatIsDone')}
            value={form.action}
            onChange={(event) => setForm({ ...form, action: event.target.value as GuardAction })} // the options below
          >
            {Object.entries(ACTION_NAME).map(([action, name]) => (
              <option key={action} value={action}>
                {name}
              </option>
            ))}
          </SelectField>
          <InputField
            label={t('admin.rules.weight')}
            hint={t('admin.rules.weightHint')}
            inputMode="numeric"
            value={form.weight}
            onChange={(event) => setForm({ ...form, weight: event.target.value })}
          />
        </div>
        <Button
          type="submit"
          className="justify-self-start"
          loading={mutation.isPending}
          loadingLabel={t('common.saving')}
        >
          {t('admin.rules.activate')}
        </Button>
      </form>
      {rule ? <Versions versions={rule.versions} /> : null}
    </Dialog>
  )
}

function formOf(rule: GuardRule | undefined, patterns: readonly Pattern[]) {
  return {
    id: rule?.id ?? '',
    signals: plainSignals(rule?.signals ?? ''),
    pattern: rule?.pattern ?? patterns[0]?.id ?? '',
    action: rule?.action ?? ('warn' as GuardAction),
    weight: String(rule?.weight ?? 40),
  }
}

function Versions({ versions }: { versions: readonly GuardRule[] }) {
  return (
    <section aria-labelledby="versions-title" className="mt-6 border-t border-line pt-4">
      <h3 id="versions-title" className="font-semibold">
        {t('admin.rules.versions')}
      </h3>
      <ol className="mt-2 grid gap-2.5">
        {versions.map((version) => (
          <li key={version.version} className="type-small">
            <p className="tnum">
              <b className="font-semibold">v{version.version}</b>,{' '}
              {version.retired_at
                ? t('home.howItWorks.range', {
                    from: formatDate(version.created_at),
                    to: formatDate(version.retired_at),
                  })
                : t('admin.rules.inForceFrom', { from: formatDate(version.created_at) })}
              : {inSentence(ACTION_NAME[version.action])} · {t('admin.weight', { weight: String(version.weight) })}
            </p>
            <p className="text-ink-3 [overflow-wrap:anywhere]">{plainSignals(version.signals)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
