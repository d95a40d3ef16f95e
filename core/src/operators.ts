// Which mobile operator a number was issued by, told by its prefix. Only ever a proposal: numbers can be
// kept when changing operator, so a person can always choose another. Codes are those of the operators
// table; operators without own prefixes (Wave) are never guessed.

/** Operator code, dial code, prefixes of the national number; the longest match wins. */
const issuedPrefixes: ReadonlyArray<readonly [operator: string, dialCode: number, prefixes: string]> = [
  ['orange_sn', 221, '77 78 71'],
  ['free_sn', 221, '76'],
  ['emoney_sn', 221, '70'],
  ['orange_ci', 225, '07'],
  ['mtn_ci', 225, '05'],
  ['moov_ci', 225, '01'],
  [
    'mtn_bj',
    229,
    '0142 0146 0150 0151 0152 0153 0154 0156 0157 0159 0161 0162 0166 0167 0169 0190 0191 0196 0197',
  ],
  ['moov_bj', 229, '0145 0155 0158 0160 0163 0164 0165 0168 0194 0195 0198 0199'],
  ['celtiis_bj', 229, '0140 0141 0143 0144 0147 0148'],
  ['togocom_tg', 228, '70 71 72 90 91 92 93'],
  ['moov_tg', 228, '78 79 96 97 98 99'],
  ['orange_bf', 226, '04 05 06 07 54 55 56 57 64 65 66 67 74 75 76 77'],
  ['moov_bf', 226, '01 02 03 50 51 52 53 60 61 62 63 70 71 72 73'],
  ['telecel_bf', 226, '58 68 69 78 79'],
  ['orange_ml', 223, '7 82 83 84 85 90 91 92 93 94'],
  ['moov_ml', 223, '6 89 95 96 97 98 99'],
  ['zamani_ne', 227, '80 81 82 90 91 92 70 23'],
  ['moov_ne', 227, '74 84 85 94 95'],
  ['airtel_ne', 227, '77 86 87 88 89 96 97 98 99'],
  ['orange_gw', 245, '95'],
  ['telecel_gw', 245, '96'],
  ['mtn_cm', 237, '67 650 651 652 653 654 680 681 682 683'],
  ['orange_cm', 237, '69 64 655 656 657 658 659 686 687 688 689'],
  ['airtel_ga', 241, '74 77'],
  ['moov_ga', 241, '65 62 66'],
  ['mtn_cg', 242, '06'],
  ['airtel_cg', 242, '05 04'],
  ['airtel_td', 235, '6 8'],
  ['moov_td', 235, '9 3'],
  ['orange_cf', 236, '72 73 74'],
  ['telecel_cf', 236, '75 76'],
  ['muni_gq', 240, '55'],
  ['orange_gn', 224, '61 62'],
  ['mtn_gn', 224, '66'],
]

const operatorByPrefix: ReadonlyMap<string, string> = new Map(
  issuedPrefixes.flatMap(([operator, dialCode, prefixes]) =>
    prefixes.split(' ').map(prefix => [`+${dialCode}${prefix}`, operator]),
  ),
)

const LONGEST_PREFIX = 8

/** The code of the operator that this number was issued by; undefined when the prefix does not say. */
export const guessOperator = (e164: string): string | undefined => {
  for (let length = LONGEST_PREFIX; length > 3; length -= 1) {
    const operator = operatorByPrefix.get(e164.slice(0, length))
    if (operator !== undefined) return operator
  }
  return undefined
}
