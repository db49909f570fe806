/** One thing that the palette can open. */
export interface PaletteItem {
  href: string;
  text: string;
  /** More words that find it. */
  words?: string;
}

/** The address of a plan; from another plan it opens with the same view and dates and a way back. */
export function toPlanHref(
  { entity, id }: { entity: string; id: number },
  from: Pick<Location, 'pathname' | 'search'>,
) {
  const address = `/timetable/${entity}/${id}`;
  if (!from.pathname.startsWith('/timetable/')) return address;
  const query = new URLSearchParams(from.search);
  query.set('showBackButton', '1');
  return `${address}?${query}`;
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Both ways to write a text without accents, in small letters: `öl` is `ol` and `oel`. */
function spellingsOf(text: string): [plain: string, long: string] {
  const small = text.toLowerCase().replaceAll('ı', 'i');
  const plain = (one: string) => one.replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
  return [plain(small), plain(small.normalize('NFC').replace(/[äöüß]/g, (one) => UMLAUTS[one] as string))];
}

const beginsWith = (text: string, wish: string): boolean =>
  spellingsOf(text).some((spelling) => spellingsOf(wish).some((wanted) => spelling.startsWith(wanted)));

/** The items with a word that begins with each word of the wish, those whose text begins with it first, those that only their words find last. */
export function matching<Item extends PaletteItem>(items: readonly Item[], wish: string): Item[] {
  const wanted = wish.split(/\s+/).filter(Boolean);
  const hasAll = (text: string) => {
    const words = text.split(/[\s\p{P}]+/u);
    return wanted.every((one) => words.some((word) => beginsWith(word, one)));
  };
  const has = ({ text, words = '' }: Item) => hasAll(`${text} ${words}`);
  const rank = ({ text }: Item) => (beginsWith(text, wanted[0] ?? '') ? 0 : hasAll(text) ? 1 : 2);
  return items.filter(has).toSorted((one, other) => rank(one) - rank(other));
}
