// Signing in by e-mail, signing out, and who is signed in.
import { CaptchaChallenge, CurrentUser, SignedIn, SignInByEmail } from '@jokko/contract/access'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { Routes } from '../http/app-types.ts'
import { takeFromLimit } from '../http/rate-limit.ts'
import { COOKIE, callerOf, requireSession, tokenOf } from '../http/session.ts'
import { newChallenge } from './captcha.ts'
import { currentUserReader, signInByEmail, signOut } from './service.ts'

const tags = ['access']
const cookieRules = { httpOnly: true, secure: true, sameSite: 'strict', path: '/' } as const

export function accessRoutes(deps: Deps): Routes {
  const setCookie = (reply: FastifyReply, token: string) =>
    reply.setCookie(COOKIE, token, { ...cookieRules, maxAge: deps.config.session.absoluteSeconds })

  const readUser = currentUserReader(deps)

  return app => {
    app.get(
      '/captcha/challenge',
      { schema: { tags, summary: 'A proof of work to solve', response: { 200: CaptchaChallenge } } },
      async (request, reply) => {
        await takeFromLimit(deps, `captcha:${request.ip}`, { most: 120, seconds: 60 })
        reply.header('cache-control', 'no-store')
        const { parameters, signature } = await newChallenge(deps)
        return { parameters: { ...parameters }, signature }
      },
    )

    app.post(
      '/auth/byEmail',
      { schema: { tags, summary: 'Sign in by e-mail', body: SignInByEmail, response: { 200: SignedIn } } },
      async (request, reply) => {
        const from = { address: request.ip, userAgent: request.headers['user-agent'] }
        const { token, userId } = await signInByEmail(deps, request.body, from)
        const user = await readUser(userId)
        setCookie(reply, token).header('cache-control', 'no-store')
        return { access_token: token, user }
      },
    )

    app.post(
      '/auth/logout',
      { schema: { tags, summary: 'End the session', response: { 204: z.null() } } },
      async (request, reply) => {
        await signOut(deps, tokenOf(request))
        return reply.clearCookie(COOKIE, cookieRules).code(204).send(null)
      },
    )

    app.get(
      '/auth/current',
      {
        schema: { tags, summary: 'Who is signed in', response: { 200: CurrentUser } },
        onRequest: requireSession(deps),
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const user = await readUser(callerOf(request).userId)
        return { user, idle_seconds: deps.config.session.idleSeconds }
      },
    )
  }
}
