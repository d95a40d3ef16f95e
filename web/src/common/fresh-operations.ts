// A payment ended on its own page: what the dashboard remembers of operations and balance is read again.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readAgain } from '../app/query.ts'

export function useFreshOperations(): void {
  const queries = useQueryClient()
  useEffect(() => {
    void readAgain(queries)
  }, [queries])
}
