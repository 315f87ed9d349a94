#!/usr/bin/env node
// Plain JavaScript on purpose: an old Node must be able to parse this file and report the required version.
const NEEDED = 26
const major = Number(process.versions.node.split('.')[0])

if (major < NEEDED) {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env
  const isPortuguese = /^pt/i.test(
    LC_ALL || LC_MESSAGES || LANG || Intl.DateTimeFormat().resolvedOptions().locale,
  )
  process.stderr.write(
    isPortuguese
      ? `O Embarque roda em Node ${NEEDED}, e este é o Node ${process.versions.node}.\n` +
          'Ele traz o próprio: rode "npm ci" uma vez e inicie pelo npm ("npm start", "npx embarque help").\n' +
          `Se o npm ainda usar o antigo, não há pacote do Node ${NEEDED} para este sistema: ` +
          `instale o Node ${NEEDED} você mesmo.\n`
      : `Embarque runs on Node ${NEEDED}, and this is Node ${process.versions.node}.\n` +
          'It brings its own: run "npm ci" once, then start it through npm ("npm start", "npx embarque help").\n' +
          `If npm still takes the old one, there is no Node ${NEEDED} package for this platform: ` +
          `install Node ${NEEDED} yourself.\n`,
  )
  process.exit(1)
}

// Caches compiled code for the next start beside the installed packages, if they belong to this user: files of root
// there would stop a later "npm ci" of the project's owner. Child processes inherit the setting.
const { statSync } = await import('node:fs')
const { default: nodeModule } = await import('node:module')
const { fileURLToPath } = await import('node:url')
const packages = fileURLToPath(new URL('../node_modules', import.meta.url))
const owner = statSync(packages, { throwIfNoEntry: false })?.uid
if (process.env.NODE_COMPILE_CACHE === undefined && owner === (process.getuid?.() ?? owner))
  process.env.NODE_COMPILE_CACHE = `${packages}/.cache/embarque`
if (process.env.NODE_COMPILE_CACHE !== undefined)
  nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE)

const { main } = await import('../server/main.ts')
await main(process.argv.slice(2))
