// Names that the build fills in.
declare const __APP_VERSION__: string
/** Names this client to the API in `X-Client-Key`; no secret. */
declare const __CLIENT_KEY__: string

/** Filled into the service worker when everything else is built. */
declare const __BUILD_ID__: string
declare const __FRAME_FILES__: readonly string[]
