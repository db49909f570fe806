import type { AskedLetters } from '@kreide/core/features/activation-letters';
import { USERS_MAXIMUM } from '@kreide/core/features/users';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';

/** What the page's address says beside the filters of the list of people. */
const OWN = ['ids', 'list'];
const isNumber = (text: string) => /^[1-9]\d{0,14}$/.test(text);

/** Who is meant. `chosen`: people by their numbers; `list`: all of a filtered list; `waiting`: all who have not registered. */
export interface LettersWish {
  kind: 'chosen' | 'list' | 'waiting';
  people: AskedLetters['people'];
  /** How many were chosen. */
  number: number;
  grade: string;
}

/** Reads from the address for whom letters are wanted; a class can be chosen as long as nobody was chosen by number. */
export function useLettersWish() {
  const { search, change } = useAddressFilters(['grade_id'] as const);
  const ids = [...new Set((search.get('ids') ?? '').split(',').filter(isNumber).map(Number))].slice(0, USERS_MAXIMUM);
  const isList = search.get('list') === '1';
  // Whatever narrows the list narrows the letters too: one that is not known here is for the server to know, or to refuse.
  const given = Object.fromEntries([...search].filter(([name, value]) => !OWN.includes(name) && value !== ''));
  const filters = isList ? given : { state: 'PENDING', ...(given.grade_id && { grade_id: given.grade_id }) };
  const kind = ids.length > 0 ? 'chosen' : isList ? 'list' : 'waiting';
  const wish: LettersWish = {
    kind,
    people: (kind === 'chosen' ? { ids } : { filters }) as AskedLetters['people'],
    number: ids.length,
    grade: kind === 'chosen' ? '' : (given.grade_id ?? ''),
  };
  return { wish, setGrade: (grade_id: string) => change({ grade_id }) };
}
