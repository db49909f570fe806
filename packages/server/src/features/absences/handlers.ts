import { absencesApi } from '@kreide/core/features/absences';
import { implement } from '../../kernel/http/implement.ts';
import { managementHandlers } from './management.ts';
import { readingHandlers } from './reading.ts';
import { type WritingParts, writingHandlers } from './writing.ts';

export function absencesHandlers(parts: WritingParts) {
  return implement(absencesApi, { ...readingHandlers(parts), ...writingHandlers(parts), ...managementHandlers() });
}
