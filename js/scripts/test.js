// Compiles what is written in TypeScript, strictly, and runs the tests.
'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { root, run, tsc } = require('./run.js')

const build = path.join(root, 'build')
fs.rmSync(build, { recursive: true, force: true })
const generated = path.join(root, 'generated')
fs.rmSync(generated, { recursive: true, force: true })
fs.mkdirSync(generated, { recursive: true })

// The specification's programs, as ES modules and as CommonJS.
const snippets = path.join(root, '..', 'tests', 'data', 'spec-snippets')
for (const file of fs.readdirSync(snippets).filter((file) => file.endsWith('.ts'))) {
  const name = path.parse(file).name
  fs.copyFileSync(path.join(snippets, file), path.join(generated, `${name}.mts`))
  fs.copyFileSync(path.join(snippets, file), path.join(generated, `${name}.cts`))
}

// The programs in the documentation.
const guide = fs.readFileSync(path.join(root, '..', 'docs', 'javascript.md'), 'utf8')
const blocks = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code)
if (blocks.length === 0) throw new Error('docs/javascript.md has no code')
blocks.forEach((code, n) => fs.writeFileSync(path.join(generated, `guide-${n}.mts`), code))

tsc('tsconfig.json')

/** The program that logs are exchanged with, built if DECKLET does not say where one is. */
function program() {
  if (process.env.DECKLET) return process.env.DECKLET
  const args = ['build', '--package', 'decklet', '--bin', 'decklet', '--profile', 'test', '--message-format', 'json-render-diagnostics']
  const { stdout } = run('cargo', args, {
    cwd: path.join(root, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 28
  })
  const messages = stdout.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  return messages.map((message) => message.executable).filter(Boolean).at(-1)
}

const tests = fs.readdirSync(path.join(root, 'test')).filter((file) => file.endsWith('.test.mjs'))
run(process.execPath, ['--test', ...tests.map((file) => path.join('test', file))], {
  env: { ...process.env, DECKLET: program() }
})
