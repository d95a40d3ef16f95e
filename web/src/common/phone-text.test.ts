// Stored numbers in readable groups.
import { expect, test } from 'vitest'
import { phoneText } from './phone-text.ts'

test.each([
  ['+2250701020304', 225, '+225 07 01 02 03 04'],
  ['+224622000001', 224, '+224 622 00 00 01'],
  ['+22370000001', 223, '+223 70 00 00 01'],
  ['+33612345678', 33, '+33 612 34 56 78'],
  ['+2250701020304', 221, '+2250701020304'],
  ['+2250701…0304', 225, '+2250701…0304'],
  ['', 225, ''],
])('%s (%i) reads %s', (e164, dialCode, shown) => {
  expect(phoneText(e164, dialCode).replaceAll('\u00a0', ' ')).toBe(shown)
})
