// OTP-14: real names pass, fakes are questioned. REC-09: names in payment files. And the shortened forms.
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
