// The route of an operation: method, path and shape of its response.
export type Route = readonly [method: string, path: string, takesKey: 0 | 1, answer: string, mode?: 'live']

/** The prefix of all API paths. */
export const API_PATH = '/api/v1/'
