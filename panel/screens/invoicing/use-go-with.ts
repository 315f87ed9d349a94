// Goes to a document once it is kept, and says so, with what the service had to remark.
import { useNavigate } from '@tanstack/react-router'
import type { ErrorDetail } from '../../../contract/common.ts'
import { toast } from '../../parts/toast.tsx'

export function useGoWith() {
  const navigate = useNavigate()
  return (to: string, said: string, warnings: readonly ErrorDetail[] = []) => {
    toast({ text: [said, ...warnings.map(({ issue }) => issue)].join('. ') })
    void navigate({ to })
  }
}
