import type { Feature } from '../../kernel/feature.ts';
import { usersHandlers } from './handlers.ts';

/** `planChanged` is called after somebody's plan changed. */
export function usersFeature({ planChanged }: { planChanged: (schoolId: number) => void }): Feature {
  return { implemented: usersHandlers({ planChanged }) };
}
