// Key pairs of development, good for nothing else: whose requests TrueLayer believes here, and what it signs webhooks with.

/** The public half of the key that Jokko signs its requests with while it is developed. */
export const devClientPublicKey = `-----BEGIN PUBLIC KEY-----
MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAAQAIYxQUQyt2zMYLhg9Pw4pyUrXIsQr
iVl+iiGX+2ESexd9Fq9gsJNYeR4RzHNy0O3sVq6WVtCq1ptWg1VIOLgxVs4A9wHg
r3ZtKUbP2nwoZMgL0IgosdF0GJq1qqvpX2Veu+4ix4ThOuN0BKlErjC4rjslW+++
P/L1tLUpqdEjgZXPsLI=
-----END PUBLIC KEY-----`

export const devWebhookKeyId = 'dev-truelayer-webhook-key'

export const devWebhookPrivateKey = `-----BEGIN EC PRIVATE KEY-----
MIHcAgEBBEIBPCxCRY9W/bZ8rHUiKG90Coa/CsTGx5vNk9Aez+JA/ndg8G6DSWnF
up6qH12Dn1rRW+kYe09lrwA1iq2CB4QD1zKgBwYFK4EEACOhgYkDgYYABABKQx5m
4sAVXC0W0KowVqOCm7tM0xN68DS5Kv/JuTNAM0KgfZK/UL9X8j9QiU494AFWngMJ
nwGXXBfJdsL5WsLGhQBmwxBLrvn7p2yo/z/m+ZEkP09/MD+8QtfpT4b4TaRRWkZs
K4vqdsdicEXCGIyTxYMXAme2Ef8E+kesncKhL+K0/g==
-----END EC PRIVATE KEY-----`
