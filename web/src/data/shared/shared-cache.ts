/** Where service-worker-share.js keeps what was shared until a page takes it. It belongs to no member yet. */
export const SHARED_CACHE = 'quack-share'
