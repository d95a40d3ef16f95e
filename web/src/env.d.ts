// Names that the build fills in.
declare const __APP_VERSION__: string
/** Names this client to the API in `X-Client-Key`; no secret. */
declare const __CLIENT_KEY__: string
