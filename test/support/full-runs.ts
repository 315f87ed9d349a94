// True in `npm run test:full`, where tests that draw or repeat many cases take far more of them.
export const fullRuns: boolean = process.env.TEST_CAMPAIGNS === 'full'
