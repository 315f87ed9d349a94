// How orval makes its client: for a service whose address the program knows when it runs.
export default {
  embarque: {
    input: 'openapi.json',
    output: { target: 'made.ts', client: 'fetch', baseUrl: { runtime: 'process.env.API_URL' } },
  },
}
