// Configuration of knip, which finds unused files and exports. The build imports the screens, as the table of screens
// names them.
import type { KnipConfig } from 'knip'
import { SCREEN_ROWS } from './panel/main/screens.ts'

const config: KnipConfig = {
  entry: [
    'deploy/healthcheck.mjs',
    'scripts/*.ts',
    'bench/{run,grow,*-process}.ts',
    'server/app/{cli/one-of-several,boot/heavy-thread}.ts',
    'server/app/docs/browser/docs.js',
    'panel/main/{begin,start}.{ts,tsx}',
    'panel/worker.js',
    'panel/build/print-panel.ts',
    'sdk/src/index.ts',
    'sdk/src/adapters/*.ts',
    'test/simulate/{run,run-mutations,installation/service-process}.ts',
    'test/house/sql-fit.ts',
    'test/support/global-setup.ts',
    '{sdk,server,test}/**/*.{test,endurance,browser,kit}.ts',
    ...SCREEN_ROWS.map(({ file }) => `panel/${file}`),
  ],
  project: ['{bench,bin,contract,panel,scripts,sdk,server,test}/**/*.{ts,tsx,js,mjs}'],
  ignore: ['test/kit/flows/**'],
  ignoreExportsUsedInFile: { interface: true, type: true },
  node: false,
  exclude: ['binaries'],
  ignoreDependencies: ['@fontsource.*', 'lightningcss', 'icon', 'schema', 'contract', 'guide', 'screens'],
}

export default config
