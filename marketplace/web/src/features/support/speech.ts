interface Recognition extends EventTarget {
  lang: string
  start(): void
}

interface Heard extends Event {
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>>
}

type RecognitionClass = new () => Recognition

function recognitionClass(): RecognitionClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as {
    SpeechRecognition?: RecognitionClass
    webkitSpeechRecognition?: RecognitionClass
  }
  return SpeechRecognition ?? webkitSpeechRecognition
}

export function canDictate(): boolean {
  return recognitionClass() !== undefined
}

/** Listens for one sentence; resolves in any case. */
export function dictate(onHeard: (text: string) => void): Promise<void> {
  const Recognition = recognitionClass()
  if (!Recognition) return Promise.resolve()
  const recognition = new Recognition()
  recognition.lang = navigator.language
  return new Promise((resolve) => {
    recognition.addEventListener('result', (event) => {
      const heard = (event as Heard).results[0]?.[0]?.transcript
      if (heard) onHeard(heard)
    })
    recognition.addEventListener('end', () => resolve())
    recognition.addEventListener('error', () => resolve())
    recognition.start()
  })
}

export function canReadAloud(): boolean {
  return 'speechSynthesis' in window
}

/** Reads aloud; a second call stops. */
export function readAloud(text: string): void {
  if (speechSynthesis.speaking) speechSynthesis.cancel()
  else speechSynthesis.speak(new SpeechSynthesisUtterance(text))
}
