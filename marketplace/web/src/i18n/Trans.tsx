import { i18n } from '@lingui/core'
import { TransNoContext } from '@lingui/react/server'
import type { ReactElement, ReactNode } from 'react'
import type { MessageId } from '../../../contract/words/message-id.ts'

interface TransProps {
  /** A message with numbered elements: `Read our <0>terms</0> before you post.` */
  id: MessageId
  values?: Readonly<Record<string, ReactNode>>
  /** The elements for `<0>`, `<1>` and so on. */
  components: Readonly<Record<number, ReactElement>>
}

const lingui = { i18n } as const

/** A message with elements inside it: links, emphasis. Everything else is `t`. */
export function Trans({ id, values, components }: TransProps) {
  return <TransNoContext id={id} values={{ ...values }} components={{ ...components }} lingui={lingui as never} />
}
