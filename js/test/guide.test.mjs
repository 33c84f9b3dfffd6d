// The programs in docs/javascript.md run.

import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { compiled } from './common.mjs'

const folder = compiled('generated')
for (const file of readdirSync(folder).filter((file) => /^guide-\d+\.mjs$/.test(file))) {
  test(`docs/javascript.md, program ${file}`, async () => {
    await import(`${folder}/${file}`)
  })
}
