// True in `npm run test:full`, which takes the campaigns and the tests that draw or repeat many cases.
export const fullRuns: boolean = process.env.TEST_CAMPAIGNS === 'full'
