import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/IconButton.tsx'

/** Goes back in the history; for visitors from outside, to all ads. */
export function BackButton(props: Pick<ComponentProps<typeof IconButton>, 'look' | 'className'>) {
  const navigate = useNavigate()
  return (
    <IconButton
      {...props}
      label={t('common.back')}
      onClick={() => void (window.history.state?.idx > 0 ? navigate(-1) : navigate(paths.browse))}
      icon={ArrowLeft}
    />
  )
}
