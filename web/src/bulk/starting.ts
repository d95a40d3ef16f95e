/** Where a tab keeps the id of a bulk while nobody knows whether it has started. */
export const startingDraft = 'bulk-start'
