import { i18n } from '@lingui/core'
import { TransNoContext } from '@lingui/react/server'
import type { ReactElement, ReactNode } from 'react'
import type { Compiled } from './t.ts'

interface TransProps {
  /** In English, with the elements by their place: `Read our <0>terms</0> before you post.` */
  message: string
  values?: Readonly<Record<string, ReactNode>>
  /** The elements that `<0>`, `<1>` and so on stand for. */
  components: Readonly<Record<number, ReactElement>>
  /** Written by the build. */
  compiled?: Compiled
}

const lingui = { i18n } as const

/** A message with elements inside it: links, emphasis. Everything else is `t`. */
export function Trans({ message, values, components, compiled }: TransProps) {
  return (
    <TransNoContext
      id={message}
      // Lingui types messages as strings and takes compiled ones.
      message={compiled as unknown as string}
      values={{ ...values }}
      components={{ ...components }}
      lingui={lingui as never}
    />
  )
}
