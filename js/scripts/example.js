// Compiles the examples and runs one: npm run example uno
'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { root, run, tsc } = require('./run.js')

const name = process.argv[2]
const names = fs.readdirSync(path.join(root, 'examples')).map((file) => path.parse(file).name)
if (!names.includes(name)) {
  console.error(`say which example: npm run example ${names.join('|')}`)
  process.exit(2)
}
tsc('tsconfig.json')
run(process.execPath, [path.join(root, 'build', 'examples', `${name}.js`)])
