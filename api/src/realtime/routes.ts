// Lets a signed-in person's socket into their own private channels, and into no other.
import { ChannelAuth, ChannelAuthRequest, companyChannel, userChannel } from '@jokko/contract/realtime'
import type { Deps } from '../deps.ts'
import type { Routes } from '../http/app-types.ts'
import { Problem } from '../http/problem.ts'
import { type Caller, callerOf, requireSession } from '../http/session.ts'
import { channelAuth } from './protocol.ts'

export function realtimeRoutes(deps: Deps): Routes {
  return app => {
    app.post(
      '/broadcasting/auth',
      {
        onRequest: requireSession(deps),
        schema: { tags: ['platform'], body: ChannelAuthRequest, response: { 200: ChannelAuth } },
      },
      async request => {
        const { socket_id, channel_name } = request.body
        if (!channelsOf(callerOf(request)).includes(channel_name)) throw new Problem('forbidden')
        return { auth: channelAuth(deps.config.realtime, socket_id, channel_name) }
      },
    )
  }
}

function channelsOf({ userId, companyId }: Caller): string[] {
  return companyId === null ? [userChannel(userId)] : [userChannel(userId), companyChannel(companyId)]
}
