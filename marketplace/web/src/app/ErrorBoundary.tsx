import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'

interface State {
  reference: string | null
}

/** The last net: says that it is us, with a reference that also stands in the console beside the error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
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
    // No router and no query in here: they may be what broke.
    return (
      <main className="container-reading grid min-h-[80dvh] content-center" role="alert">
        <h1 className="type-h1">That did not load</h1>
        <p className="mt-2 text-ink-2">It is us, not you. Reference {this.state.reference}.</p>
        <div className="mt-5 flex gap-2">
          <Button onClick={() => location.reload()}>Try again</Button>
          <Button variant="secondary" onClick={() => location.assign('/')}>
            Go home
          </Button>
        </div>
      </main>
    )
  }
}
