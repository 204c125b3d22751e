import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { goBack } from '../../lib/router.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

/** Goes back in the history; for visitors from outside, to all ads. */
export function BackButton(props: Pick<ComponentProps<typeof IconButton>, 'look' | 'className'>) {
  return <IconButton {...props} label={t('common.back')} onClick={() => goBack(paths.browse)} icon={ArrowLeft} />
}
