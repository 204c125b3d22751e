import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Fallback UI; the reference is also logged to the console with the error. */
  fallback: (reference: string) => ReactNode
}

interface State {
  reference: string | null
}

/** Confines a rendering error to its children. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { reference: null }

  static getDerivedStateFromError(): State {
    const reference = Math.floor(Math.random() * 0x10000)
    return { reference: reference.toString(16).toUpperCase().padStart(4, '0') }
  }

  override componentDidCatch(error: unknown): void {
    console.error(`Reference ${this.state.reference}`, error)
  }

  override render(): ReactNode {
    return this.state.reference === null ? this.props.children : this.props.fallback(this.state.reference)
  }
}
