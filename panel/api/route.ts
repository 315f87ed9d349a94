// An operation as the panel needs it to be called: how, where, and what its answer looks like.
export type Route = readonly [method: string, path: string, takesKey: 0 | 1, answer: string, mode?: 'live']

/** Where the paths of all of them begin. */
export const API_PATH = '/api/v1/'
