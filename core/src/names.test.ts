// OTP-14: real names pass, fakes are questioned. REC-09: names in payment files. And the shortened forms.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import names from '../fixtures/names.json' with { type: 'json' }
import { checkName, contactLabel, maskName, shorten, transliterate } from './names.ts'

const realNames = [
  ...names.real,
  ...[
    'Ba',
    'Sy',
    'Aminata Bâ',
    'Khady Kâ',
    'Moussa Ly',
    'Adja Dia',
    "M'Baye N'Diaye",
    'Serigne Mbacké Mbaye',
    'Yaya Nguema Ondo',
    'Teodoro Obiang Nguema Mbasogo',
    'Ngozi Mba',
    'Nnenna Nnadi',
    'Kpodzro Hounkpatin',
    'Gnassingbé Essozimna',
    'Aya Ouattara',
    'Yao Kouamé',
    'Ahou Amoin N’Gbesso',
    'Nan Gué',
    'Zoumana Koné',
    'Issoufou Mahamadou',
    'Idriss Déby Itno',
    'Mint Sidi Aïcha',
    'Tchimpounga Ndjoli',
    'Ngo Nlend',
    'Ebenezer Mvondo',
    'Reza Azer',
    'Toto Mbuyi',
    'Mahamat Mahamat',
    'Ali Ali',
    'Ousmane Diop III',
    'A. K. Sow',
    'Carmen López de la Vega',
    'Müller-Lüdenscheidt',
    'Ng Vlk',
    'Jan van der Aa',
    'فاطمة ديالو',
    'Ɗan Ƙwararo',
    'Kouassi (Épouse Brou)',
  ],
]

describe('OTP-14: real names pass without a word', () => {
  it.each(realNames)('%s', name => {
    expect(checkName(name)).toEqual({ real: true })
  })
})

describe('OTP-14: what is typed to get past a form is questioned', () => {
  it.each(names.doubtful)('%s', name => {
    expect(checkName(name).real).toBe(false)
  })

  it.each([
    ['', 'empty'],
    ['A B', 'too_short'],
    ['Awa 2', 'digits'],
    ['<b>Awa</b>', 'symbols'],
    ['awa@ndiaye', 'symbols'],
    ['🙏 merci', 'symbols'],
    ['Awaaa Ndiaye', 'repeated_letters'],
    ['qwerty uiop', 'keyboard_row'],
    ['azerty poste', 'keyboard_row'],
    ['Bcdfg Ndiaye', 'no_vowel'],
    ['Test Client', 'placeholder'],
    ['Père Noël', 'placeholder'],
    ['DONALD  DUCK', 'placeholder'],
  ])('%s: %s', (name, reason) => {
    expect(checkName(name)).toEqual({ real: false, reason })
  })
})

describe('REC-09: names in payment files', () => {
  it.each([
    ["Aïssatou N'Diaye-Bâ", "Aissatou N'Diaye-Ba"],
    ['Œuvrard & Fils <SARL>', 'Oeuvrard + Fils (SARL)'],
    ['Kéïta “Sény”', 'Keita Seny'],
    ['Çelik_Yılmaz Moussa', 'Celik-Yilmaz Moussa'],
    ['Koffi N’Guessan', "Koffi N'Guessan"],
    ['merci 🙏', 'merci'],
    ['facture n°12', 'facture n 12'],
    ['//Ɗan', 'Dan'],
    ['فاطمة', 'NOTPROVIDED'],
    ['', 'NOTPROVIDED'],
  ])('%s becomes %s', (name, expected) => {
    expect(transliterate(name, 70)).toBe(expected)
  })

  it('never exceeds the length, also where one letter becomes two', () => {
    expect(transliterate('Œ'.repeat(70), 70)).toHaveLength(70)
    expect(transliterate('Aïssatou Diallo', 9)).toBe('Aissatou')
  })
})

describe('shortened forms', () => {
  it('masks to a first name and an initial', () => {
    expect(maskName('Kouamé Traoré')).toBe('Kouamé T.')
    expect(maskName('Abdoul Aziz Ould Sidi')).toBe('Abdoul S.')
    expect(maskName('Traoré')).toBe('T…')
  })

  it('cuts at twelve characters, accents counted once', () => {
    expect(shorten('Awa Ndiaye', 12)).toBe('Awa Ndiaye')
    expect(shorten('Aïssatou Dia', 12)).toBe('Aïssatou Dia')
    expect(shorten('Mamadou Lamine Diallo', 12)).toBe('Mamadou Lami…')
    expect(shorten('E\u0301lodie Kone\u0301', 12)).toBe('Élodie Koné')
  })

  it('labels a contact with five letters and an initial, a business with seven', () => {
    expect(contactLabel({ individual: true, firstName: 'Kouamé', lastName: 'Traoré' })).toBe('Kouam T.')
    expect(contactLabel({ individual: true, firstName: 'Awa', lastName: '' })).toBe('Awa')
    expect(
      contactLabel({ individual: false, firstName: 'Awa', lastName: 'Ba', companyName: 'Société Diallo' }),
    ).toBe('Société')
  })
})

describe('whatever the name', () => {
  const name = fc.oneof(fc.constantFrom(...realNames), fc.string({ unit: 'grapheme', maxLength: 80 }))

  it('a payment file gets only what every bank reads, and never nothing', () => {
    fc.assert(
      fc.property(name, fc.integer({ min: 1, max: 140 }), (typed, most) => {
        const written = transliterate(typed, most)
        expect(written).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]+$/)
        expect(written.length).toBeLessThanOrEqual(most)
        expect(written).toBe(written.trim())
        expect(written.startsWith('/') || written.includes('//')).toBe(false)
      }),
    )
  })

  it('what was written for a payment file is written the same again', () => {
    fc.assert(
      fc.property(name, typed => {
        const once = transliterate(typed, 70)
        expect(transliterate(once, 70)).toBe(once)
      }),
    )
  })

  it('a stranger never reads the last name', () => {
    for (const typed of realNames) {
      const words = typed.trim().split(/\s+/)
      const last = words.at(-1) ?? ''
      if (Array.from(last).length > 2 && words[0] !== last) expect(maskName(typed)).not.toContain(last)
    }
  })

  it('a shortened form is as long as asked, and its sign', () => {
    fc.assert(
      fc.property(name, fc.integer({ min: 1, max: 40 }), (typed, most) => {
        const short = Array.from(shorten(typed, most))
        expect(short.length).toBeLessThanOrEqual(most + 1)
        if (short.length > most) expect(short.at(-1)).toBe('…')
      }),
    )
  })

  it('the same name gets the same judgement in any case and with any marks', () => {
    for (const typed of realNames) {
      expect(checkName(typed.toUpperCase())).toEqual({ real: true })
      expect(checkName(typed.normalize('NFD'))).toEqual({ real: true })
      expect(checkName(`  ${typed} `)).toEqual({ real: true })
    }
  })

  it('a judgement is always given, with its reason', () => {
    fc.assert(
      fc.property(name, typed => {
        const check = checkName(typed)
        expect(check.real || typeof check.reason === 'string').toBe(true)
      }),
    )
  })
})
