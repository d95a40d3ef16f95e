// Names and reasons that one person types and another reads: nothing in them may be hidden, turn the reading direction
// or be nothing at all. Letters of every script, accents, apostrophes, hyphens and emoji stay as they are.

/** Emoji are put together with characters that are hidden anywhere else: 👩🏾‍🌾 is five. */
const emoji =
  /[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}\uFE0F]*(?:\u200D\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}\uFE0F]*)*/gu

/** Controls, direction marks, separators of lines, private and halved characters, and letters that draw nothing. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** One text has one spelling: é is one character, however it was typed. */
export const composed = (typed: string): string => typed.trim().normalize('NFC')

/** Nearly every name: letters, figures and signs of ASCII, and spaces among them. */
const plain = /^[ -~]*[!-~][ -~]*$/

/** Whether everything in it is there to be seen, and something is. */
export const isVisibleText = (typed: string): boolean => {
  if (plain.test(typed)) return true
  const text = composed(typed)
  return visible.test(text) && !hidden.test(text.replace(emoji, ''))
}
