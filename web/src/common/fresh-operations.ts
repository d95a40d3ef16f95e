// A payment ended on its own page: what the dashboard remembers of operations and balance is read again.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

export function useFreshOperations(): void {
  const queries = useQueryClient()
  useEffect(() => {
    for (const key of ['operations', 'operation', 'current-user']) {
      void queries.invalidateQueries({ queryKey: [key] })
    }
  }, [queries])
}
