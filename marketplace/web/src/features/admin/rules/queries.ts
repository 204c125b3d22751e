import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../../i18n/t.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { toast } from '../../../ui/toast.ts'
import { actOnRule, type GuardRule, readPatterns, readRuleFigures, readRules } from './api.ts'

export interface RuleOfGuard {
  readonly id: string
  readonly latest: GuardRule
  readonly versions: readonly GuardRule[]
}

/** Groups versions by rule, sorted by id. */
export function byRule(versions: readonly GuardRule[]): RuleOfGuard[] {
  const rules = Map.groupBy(versions, ({ id }) => id)
  return [...rules].flatMap(([id, known]) => {
    const sorted = known.toSorted((one, other) => other.version - one.version)
    const [latest] = sorted
    return latest ? [{ id, latest, versions: sorted }] : []
  })
}

export function useRules() {
  return useQuery({ queryKey: ['admin', 'rules', 'all'], queryFn: readRules, select: byRule, staleTime: 0 })
}

export function usePatterns() {
  return useQuery({ queryKey: ['admin', 'rules', 'patterns'], queryFn: readPatterns, staleTime: 300_000 })
}

export function useRuleFigures() {
  return useQuery({ queryKey: ['admin', 'rules', 'figures'], queryFn: readRuleFigures, staleTime: 60_000 })
}

export function useRuleMutation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: actOnRule,
    onSuccess: () => {
      void toast({ title: t('common.changed'), description: t('admin.rules.appliesFromNext') })
      return client.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: (error) => void toast({ tone: 'error', title: t('common.notChanged'), description: sentenceOf(error) }),
  })
}
