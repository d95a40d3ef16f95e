// The key that requests are signed with while Jokko is developed. Good for nothing else, and refused in production.

export const devSigningKeyId = 'dev-truelayer-key'

export const devSigningPrivateKey = `-----BEGIN EC PRIVATE KEY-----
MIHcAgEBBEIB2Q5bRSrDOaHG/PgSnxvZC7DgaSImJzRy4V00Fikir2MhSjOWXIig
OrCHKjpzcHR8brwKu6FYthYncJEC/sjtHo+gBwYFK4EEACOhgYkDgYYABAAhjFBR
DK3bMxguGD0/DinJStcixCuJWX6KIZf7YRJ7F30Wr2Cwk1h5HhHMc3LQ7exWrpZW
0KrWm1aDVUg4uDFWzgD3AeCvdm0pRs/afChkyAvQiCix0XQYmrWqq+lfZV677iLH
hOE643QEqUSuMLiuOyVb774/8vW0tSmp0SOBlc+wsg==
-----END EC PRIVATE KEY-----`
