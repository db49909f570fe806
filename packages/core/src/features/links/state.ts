import type { AskingPerson } from '../../kernel/abilities.ts';
import { linkAbilitiesOf } from './abilities.ts';
import type { Link, SharedLink } from './schema.ts';

/** The reader of a list of links. */
export type LinkReader = Pick<AskingPerson, 'permissions'>;

/** A link with the abilities of the reader. */
export const toLink = (shared: SharedLink, reader: LinkReader): Link => ({ ...shared, can: linkAbilitiesOf(reader) });

/** What an event says of all links, as the server would answer it to this reader. */
export const applyLinks = (shared: readonly SharedLink[], reader: LinkReader): Link[] =>
  shared.map((one) => toLink(one, reader));

/** The links with one of them at another place; an id that is not among them changes nothing. @param to from 0 */
export function moveLink<Item extends { readonly id: number }>(links: readonly Item[], id: number, to: number): Item[] {
  const moved = links.find((one) => one.id === id);
  if (!moved) return [...links];
  const others = links.filter((one) => one.id !== id);
  const place = Math.max(0, Math.min(to, others.length));
  return [...others.slice(0, place), moved, ...others.slice(place)];
}
