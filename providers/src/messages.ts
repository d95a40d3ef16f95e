// One door for messages to people, whichever company carries them.
import type { Messages } from './port.ts'
import type { MailSender } from './smtp/adapter.ts'
import type { Twilio } from './twilio/adapter.ts'

export const createMessages = (mail: MailSender, phone: Twilio['phone']): Messages => ({
  send: message => (message.channel === 'email' ? mail.send(message) : phone.send(message)),
})
