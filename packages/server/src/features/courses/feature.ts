import type { Feature } from '../../kernel/feature.ts';
import { coursesHandlers } from './handlers.ts';

/** `planChanged` is called after somebody chose: the plans of people hold their courses. */
export function coursesFeature(parts: { readonly planChanged: (schoolId: number) => void }): Feature {
  return { implemented: coursesHandlers(parts) };
}
