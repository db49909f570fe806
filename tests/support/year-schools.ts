import fc from 'fast-check';

/** What becomes of a pupil between two school years, whatever the school's classes are. */
export type Fate = 'goes_on' | 'repeats' | 'leaves' | 'renamed';

export interface MadePupil {
  readonly firstname: string;
  readonly lastname: string;
  readonly birth_date: string;
  readonly external_id: string;
  readonly class: string;
  readonly fate: Fate;
  readonly family: number;
}

export interface MadeParent {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly family: number;
}

/** A school at the end of its year, and who comes in the next one. */
export interface MadeSchool {
  readonly pupils: readonly MadePupil[];
  readonly parents: readonly MadeParent[];
  readonly newcomers: readonly MadePupil[];
  /** The list of the next year names ids. */
  readonly has_ids: boolean;
}

/** Classes of pupils; those of the tenth leave, and of the ninth there is no `c`. */
const CLASSES = ['5a', '5b', '6a', '6b', '7a', '8c', '9c', '10a'] as const;
export const GRADES: readonly string[] = CLASSES;
/** Few, so that namesakes are there by chance too. */
const LASTNAMES = ['Müller', 'Yılmaz', 'Al-Sayed', "O'Brien", 'Nguyễn', 'Groß'] as const;
const FIRSTNAMES = ['Anna', 'Anna Maria', 'Ali', 'Łukasz', 'Zoë', 'Ben'] as const;
const BORN = ['2012-02-29', '2013-05-06', '2014-03-15', '2014-03-16', '2015-01-01'] as const;

const child = fc.record({
  firstname: fc.constantFrom(...FIRSTNAMES),
  birth_date: fc.constantFrom(...BORN),
  class: fc.constantFrom(...CLASSES),
  fate: fc.constantFrom<Fate>('goes_on', 'goes_on', 'goes_on', 'goes_on', 'repeats', 'leaves', 'renamed'),
});
const family = fc.record({
  lastname: fc.constantFrom(...LASTNAMES),
  children: fc.array(child, { minLength: 1, maxLength: 3 }),
  parents: fc.integer({ min: 0, max: 2 }),
  /** Another family has a child of the same name and birth date, in another class. */
  has_double: fc.boolean(),
});

/** Schools with families of up to three children, namesakes of one birth date in two classes, and every fate. */
export const madeSchools: fc.Arbitrary<MadeSchool> = fc
  .record({
    families: fc.array(family, { minLength: 1, maxLength: 10 }),
    newcomers: fc.array(child, { maxLength: 3 }),
    has_ids: fc.boolean(),
  })
  .map(({ families, newcomers, has_ids }) => {
    const all = families.flatMap(({ has_double, ...one }) => {
      const [first] = one.children;
      if (!has_double || !first) return [one];
      const elsewhere = CLASSES[(CLASSES.indexOf(first.class) + 3) % CLASSES.length] ?? '5a';
      return [one, { ...one, parents: 1, children: [{ ...first, class: elsewhere, fate: 'goes_on' as const }] }];
    });
    const pupils = all
      .flatMap(({ children, lastname }, index) => children.map((of) => ({ ...of, lastname, family: index })))
      .map((of, index): MadePupil => ({ ...of, external_id: `S-${index}` }));
    const parents = all.flatMap(({ lastname, parents: count }, index) =>
      Array.from({ length: count }, (_, at) => ({
        lastname,
        firstname: at === 0 ? 'Uta' : 'Kim',
        email: `p${index}.${at}@home.example`,
        family: index,
      })),
    );
    const added = newcomers.map(
      (of, index): MadePupil => ({
        ...of,
        lastname: `Neuer${index}`,
        external_id: `N-${index}`,
        family: all.length + index,
        fate: 'goes_on',
      }),
    );
    return { pupils, parents, newcomers: added, has_ids };
  });

/** The class after a class, by its name alone. */
const NEXT: Readonly<Record<string, string | null>> = {
  '5a': '6a',
  '5b': '6b',
  '6a': '7a',
  '6b': '7b',
  '7a': '8a',
  '8c': '9c',
  '9c': '10c',
  '10a': null,
};

/** The class of a pupil in the new year; null: they have left. */
export function nextClassOf({ class: name, fate }: MadePupil): string | null {
  if (fate === 'repeats') return name;
  return fate === 'leaves' ? null : (NEXT[name] ?? null);
}

/** Those who leave though their class goes on are taken out by hand; the change knows nothing of them. */
export const isOutByHand = ({ class: name, fate }: MadePupil): boolean => fate === 'leaves' && NEXT[name] !== null;

/** Somebody on the list of the new year. */
export interface ListedPupil extends MadePupil {
  /** Place among the pupils of the school; null: a newcomer. */
  readonly index: number | null;
}

/** Who is on the list of the new year, with the new class and, where somebody was renamed, the new name. */
export function listedIn({ pupils, newcomers }: MadeSchool): ListedPupil[] {
  return [
    ...pupils.flatMap((pupil, index) => {
      const name = nextClassOf(pupil);
      const lastname = pupil.fate === 'renamed' ? `Neu${index}` : pupil.lastname;
      return name === null ? [] : [{ ...pupil, lastname, class: name, index }];
    }),
    ...newcomers.map((pupil) => ({ ...pupil, index: null })),
  ];
}

const HEAD = ['Nachname', 'Vorname', 'Geburtsdatum', 'Klasse'];
const GUARDIANS = ['1', '2'].flatMap((at) => [
  `Erzieher ${at}: Nachname`,
  `Erzieher ${at}: Vorname`,
  `Erzieher ${at}: E-Mail`,
]);

/** The list as a school office writes it: pupils with their guardians beside them, one row each below the header. */
export function toRows({ parents, has_ids }: MadeSchool, listed: readonly MadePupil[]): string[][] {
  const rows = listed.map(({ external_id, lastname, firstname, birth_date, class: name, family: of }) => {
    const beside = parents.filter((parent) => parent.family === of);
    const cells = [0, 1].flatMap((at) => {
      const parent = beside[at];
      return parent ? [parent.lastname, parent.firstname, parent.email] : ['', '', ''];
    });
    const born = birth_date.split('-').reverse().join('.');
    return [...(has_ids ? [external_id] : []), lastname, firstname, born, name, ...cells];
  });
  return [[...(has_ids ? ['ID'] : []), ...HEAD, ...GUARDIANS], ...rows];
}
