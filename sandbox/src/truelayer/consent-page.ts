// The dialog in which an account holder chooses a bank and lets it say whose account it is: back with a code or an error.
import type { FastifyInstance } from 'fastify'
import { form, html, page } from '../http/html.ts'
import { choiceField, type Fields, fieldsOf } from '../http/read-body.ts'
import type { World } from '../world/world.ts'
import { mockBanks } from './banks.ts'
import { explainProblems, returnAddress, show } from './page-answers.ts'
import { invalidField } from './problems.ts'
import { consentedAccounts, giveCode } from './tokens.ts'

const labels = {
  own: 'The account of the person who pays',
  other: 'The account of another person, Moussa Diallo',
  silent: 'An account whose bank tells no names',
} as const

export function consentPageRoutes(app: FastifyInstance, world: World) {
  explainProblems(app)
  app.get<{ Querystring: Fields }>('/truelayer/auth', (request, reply) => {
    const query = request.query
    const client = checkedRequest(world, query)
    return show(reply, consentPage(query), client)
  })
  app.post('/truelayer/auth/consent', (request, reply) => {
    const fields = fieldsOf(request.body)
    const client = checkedRequest(world, fields)
    const account = choiceField(fields, 'account', consentedAccounts)
    client.searchParams.set('code', giveCode(world, textOf(fields, 'redirect_uri'), account))
    client.searchParams.set('scope', 'info accounts')
    return reply.redirect(withState(client, fields).href, 303)
  })
  app.post('/truelayer/auth/refuse', (request, reply) => {
    const fields = fieldsOf(request.body)
    const client = checkedRequest(world, fields)
    client.searchParams.set('error', 'access_denied')
    return reply.redirect(withState(client, fields).href, 303)
  })
}

const textOf = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

function checkedRequest(world: World, fields: Fields): URL {
  if (fields['client_id'] !== world.settings.truelayerClientId)
    throw invalidField('client_id', 'There is no such client.')
  if (fields['response_type'] !== 'code') throw invalidField('response_type', 'Must be code.')
  return returnAddress(world, fields['redirect_uri'], 'redirect_uri')
}

function withState(client: URL, fields: Fields): URL {
  const state = textOf(fields, 'state')
  if (state !== '') client.searchParams.set('state', state)
  return client
}

function consentPage(query: Fields): string {
  const kept = Object.fromEntries(
    ['response_type', 'client_id', 'redirect_uri', 'state'].map(name => [name, textOf(query, name)]),
  )
  const body = html`
<p>Simulated page of TrueLayer. Jokko asks your bank whose account you pay from. It sees your name, and cannot pay with this.</p>
<section><h2>Your bank</h2>
${form(
  '/truelayer/auth/consent',
  'Allow',
  [
    { name: 'provider_id', label: 'Bank', options: mockBanks.map(({ id, name }) => [id, name]) },
    {
      name: 'account',
      label: 'Whose account is it?',
      options: consentedAccounts.map(account => [account, labels[account]]),
      hint: 'The person who pays is whoever Jokko asks about.',
    },
  ],
  kept,
)}
${form('/truelayer/auth/refuse', 'Refuse', [], kept)}
</section>`
  return page('Confirm whose account it is', body)
}
