// A sheet that somebody publishes as CSV: the people who pay by bank transfer only. Anybody here may change it.
import type { FastifyInstance } from 'fastify'
import { answerOrGoBack } from '../http/answer.ts'
import { fieldsOf, textField } from '../http/read-body.ts'
import { failOnPurpose } from '../world/request-faults.ts'
import type { World } from '../world/world.ts'

const beginning = 'user,why\nlisted@jokko.example,shown in the demonstration\n'

function sheetOf({ store }: World): string {
  const row = store.get<{ value: string }>(`select value from memory where key = 'restricted-list'`)
  return row?.value ?? beginning
}

export function restrictedListRoutes(app: FastifyInstance, world: World) {
  failOnPurpose(app, world, 'restricted-list', reply => reply.code(503).send('unavailable'))
  app.get('/restricted-list.csv', async (_request, reply) => reply.type('text/csv').send(sheetOf(world)))
}

/** Never disturbed by faults: it is a person who writes there. */
export function restrictedListControlRoutes(app: FastifyInstance, world: World) {
  app.post('/control/restricted-list', async (request, reply) => {
    const csv = textField(fieldsOf(request.body), 'csv', /^[\s\S]{0,100000}$/)
    world.store.run(
      `insert into memory (key, value) values ('restricted-list', ?) on conflict (key) do update set value = excluded.value`,
      csv,
    )
    return answerOrGoBack(request, reply, '/', { csv })
  })
}
