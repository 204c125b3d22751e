import { expect, test } from 'vitest'
import { parseTemplate, renderTemplate } from './go-template.ts'

const values = { Token: '123456', Email: 'a@b', Data: { plan: 'pro', name: '<Anna>' }, RedirectTo: '' }
const rendered = (text: string) => renderTemplate(parseTemplate(text), values)

test.for([
  ['Code {{ .Token }} for {{.Email}}', 'Code 123456 for a@b'],
  ['{{ .Data.plan }}{{ .Data.nothing }}', 'pro'],
  ['{{ if .Data.name }}Hi {{ .Data.name }}{{ else }}Hello{{ end }}!', 'Hi <Anna>!'],
  ['{{ if .RedirectTo }}there{{ else if eq .Data.plan "pro" }}pro{{ else }}free{{ end }}', 'pro'],
  ['{{ if not .RedirectTo }}home{{ end }}{{ if ne .Data.plan "pro" }}!{{ end }}', 'home'],
  ['a {{- /* said aside */ -}} b', 'ab'],
] as const)('%s', ([text, result]) => {
  expect(rendered(text)).toBe(result)
})

test.for(['{{ range .Data }}{{ end }}', '{{ if .Token }}', '{{ end }}', '{{ .Token | upper }}'])(
  '%s is refused',
  (text) => {
    expect(() => parseTemplate(text)).toThrow(/is not understood|without/)
  },
)
