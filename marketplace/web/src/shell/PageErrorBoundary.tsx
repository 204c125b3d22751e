import { Component, type ReactNode } from 'react'
import { LoadFailed } from '../ui/LoadFailed.tsx'

interface State {
  reference: string | null
}

/** A page that breaks leaves the header standing. A chunk that is gone after an update of the site is fetched by one reload. */
export class PageErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { reference: null }

  static getDerivedStateFromError(): State {
    return {
      reference: Math.floor(Math.random() * 0x10000)
        .toString(16)
        .toUpperCase()
        .padStart(4, '0'),
    }
  }

  override componentDidCatch(error: unknown): void {
    console.error(`Reference ${this.state.reference}`, error)
  }

  override render(): ReactNode {
    if (this.state.reference === null) return this.props.children
    return (
      <main className="container-reading grid min-h-[60dvh] content-center py-10">
        <LoadFailed as="h1" reference={this.state.reference} onRetry={() => location.reload()} />
      </main>
    )
  }
}
