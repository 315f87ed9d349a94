#!/usr/bin/env node
// Plain JavaScript on purpose: an old Node must be able to read this far and say what to do.
const NEEDED = 26
const major = Number(process.versions.node.split('.')[0])

if (major < NEEDED) {
  process.stderr.write(
    `Embarque runs on Node ${NEEDED}, and this is Node ${process.versions.node}.\n` +
      'It brings its own: run "npm ci" once, then start it through npm ("npm start", "npx embarque help").\n' +
      `If npm still takes the old one, there is no Node ${NEEDED} package for this platform: ` +
      `install Node ${NEEDED} yourself.\n`,
  )
  process.exit(1)
}

const { main } = await import('../server/main.ts')
await main(process.argv.slice(2))
