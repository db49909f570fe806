import type { Choice, Chooser } from './schema.ts';

/** What speaks against moving somebody; the text is `choices:move.<kind>`. */
export type MoveConflict =
  | { readonly kind: 'full'; readonly places: number; readonly capacity: number }
  | { readonly kind: 'below'; readonly title: string; readonly minimum: number }
  | { readonly kind: 'closed' | 'unwished' | 'none' };

/** Everything that speaks against moving somebody to an option, or out of all with null: shown first [D-8.17]. */
export function moveConflicts(
  options: Choice['options'],
  { wishes, place }: Pick<Chooser, 'wishes' | 'place'>,
  to: number | null,
): MoveConflict[] {
  const conflicts: MoveConflict[] = [];
  const target = options.find(({ id }) => id === to);
  const former = options.find(({ id }) => id === place?.option_id);
  if (!target) conflicts.push({ kind: 'none' });
  else {
    const { is_closed, places, capacity } = target;
    if (is_closed) conflicts.push({ kind: 'closed' });
    else if (places >= capacity) conflicts.push({ kind: 'full', places, capacity });
    if (wishes.length > 0 && !wishes.includes(target.id)) conflicts.push({ kind: 'unwished' });
  }
  if (former && former.places <= former.minimum)
    conflicts.push({ kind: 'below', title: former.title, minimum: former.minimum });
  return conflicts;
}
