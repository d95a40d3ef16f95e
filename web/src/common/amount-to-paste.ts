// An amount as a bank's own form takes it: the reader's decimal mark, nothing between thousands, no currency.

/** `1234.50` → `1234,50` where people write a comma. */
export const amountToPaste = (decimal: string, language: string): string =>
  language === 'en' ? decimal : decimal.replace('.', ',')
